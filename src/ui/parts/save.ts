// Hands a file to the browser to save. Nothing is sent anywhere.

/** By then the browser has taken the bytes over, also one that begins late. */
const RELEASE_AFTER_MS = 60_000;

export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
