// Hands a text to the browser as a file to save. Nothing is sent anywhere.

export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then, also in browsers that begin it late.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
