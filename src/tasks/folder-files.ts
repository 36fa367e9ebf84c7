// The files of one task folder while it is being loaded: reads them as text, remembers which were used, and
// collects every problem. Knows no field of a task.
import type { Problem } from '../model/result.ts';

export class FolderFiles {
  readonly problems: Problem[] = [];
  /** What does no harm and is perhaps not what was meant. */
  readonly notices: Problem[] = [];
  private readonly used = new Set<string>();
  private readonly id: string;
  private readonly files: ReadonlyMap<string, Uint8Array>;

  /** `files`: path inside the folder → bytes. */
  constructor(id: string, files: ReadonlyMap<string, Uint8Array>) {
    this.id = id;
    this.files = files;
  }

  report(path: string, message: string, line: number | null = null, field: string | null = null): void {
    this.problems.push({ where: path === '' ? this.id : `${this.id}/${path}`, line, field, message });
  }

  notice(path: string, message: string, line: number | null = null): void {
    this.notices.push({ where: `${this.id}/${path}`, line, field: null, message });
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** Null where there is no such file, or where it is not UTF-8, which is reported. Line ends become `\n`. */
  text(path: string): string | null {
    const bytes = this.files.get(path);
    if (bytes === undefined) return null;
    this.used.add(path);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return text.replaceAll('\r\n', '\n');
    } catch {
      this.report(path, 'expected UTF-8 text');
      return null;
    }
  }

  /** Files below a folder, sorted, with paths relative to it. */
  below(folder: string): { readonly path: string; readonly bytes: Uint8Array }[] {
    const start = `${folder}/`;
    const found = [...this.files].filter(([path]) => path.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1));
    return found.map(([path, bytes]) => {
      this.used.add(path);
      return { path: path.slice(start.length), bytes };
    });
  }

  /** Files that nothing has read so far; those whose name starts with a dot belong to other programs. */
  unused(): string[] {
    return [...this.files.keys()].filter((path) => !this.used.has(path) && !path.startsWith('.')).sort();
  }
}
