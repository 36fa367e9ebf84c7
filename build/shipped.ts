// Which files have come into what is built, in this process: the page's own modules, those of its workers, and the files
// that are shipped as they are.

const shipped = new Set<string>();

/** Called wherever a file comes into the build. */
export function ship(files: Iterable<string>): void {
  for (const file of files) shipped.add(file);
}

/** Names of the packages that they are of, sorted. */
export function shippedPackages(): string[] {
  const names = [...shipped].map((file) => packageOf(file)).filter((name) => name !== null);
  return [...new Set(names)].sort();
}

/** Of a package inside a package the inner one; null for what is our own. */
export function packageOf(file: string): string | null {
  const inside = file.replaceAll('\\', '/').split('/node_modules/').slice(1).at(-1);
  return inside === undefined ? null : (/^(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0] ?? null);
}
