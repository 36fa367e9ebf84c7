// Names of the files that are saved from the Share dialog.

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
