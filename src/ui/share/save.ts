// Hands a file to the browser to save, under a name made of a title. Nothing is sent anywhere.

/** `by-accident-refund-an-order.json`. A title without Latin letters or digits gives none. */
export function fileNameOf(title: string, extension: 'json' | 'png'): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
  return `${['by-accident', words.slice(0, 60).replace(/-$/, '')].filter(Boolean).join('-')}.${extension}`;
}

export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read it a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
