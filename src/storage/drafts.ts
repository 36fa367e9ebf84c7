// Drafts, one per task, and the few settings of the page, in this browser's localStorage. Errors become
// sentences; nothing here throws. Results and campaigns are not kept here.

/** The part of `Storage` that is used; a test gives a map. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'by-accident/';

/** sessionStorage, or null where the browser refuses it. */
export function tabShelf(): Shelf | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** localStorage, or null where the browser refuses it (private windows, blocked site data). */
export function browserShelf(): Shelf | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function readSetting(shelf: Shelf | null, name: string): string | null {
  try {
    return shelf?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

/** False where it could not be kept. Of a setting that needs no word: losing it costs one click. */
export function writeSetting(shelf: Shelf | null, name: string, value: string | null): boolean {
  try {
    if (value === null) shelf?.removeItem(PREFIX + name);
    else shelf?.setItem(PREFIX + name, value);
    return shelf !== null;
  } catch {
    return false;
  }
}

export class Drafts {
  readonly #shelf: Shelf | null;
  readonly #tab: Shelf | null;
  readonly #onProblem: (sentence: string | null) => void;
  readonly #delayMs: number;
  readonly #waiting = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * `onProblem` gets a sentence when keeping fails, and null when it works again. What this tab wrote, it reads again
   * from `tab`, whatever another tab has written since.
   */
  constructor(
    shelf: Shelf | null,
    onProblem: (sentence: string | null) => void,
    { tab = null, delayMs = 400 }: { readonly tab?: Shelf | null; readonly delayMs?: number } = {},
  ) {
    this.#shelf = shelf;
    this.#tab = tab;
    this.#onProblem = onProblem;
    this.#delayMs = delayMs;
  }

  /** The draft of a task, '' where there is none. */
  read(taskId: string): string {
    const key = `draft/${taskId}`;
    return this.#waiting.get(taskId) ?? readSetting(this.#tab, key) ?? readSetting(this.#shelf, key) ?? '';
  }

  /** Keeps the text soon; the last text of each task wins. */
  write(taskId: string, text: string): void {
    this.#waiting.set(taskId, text);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#delayMs);
  }

  /** Keeps what waits now. Called when the page is hidden or left. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    try {
      if (this.#shelf === null) throw new Error('this browser does not let the page keep anything');
      for (const [taskId, text] of this.#waiting) {
        const key = `${PREFIX}draft/${taskId}`;
        writeSetting(this.#tab, `draft/${taskId}`, text);
        if (text === '') this.#shelf.removeItem(key);
        else this.#shelf.setItem(key, text);
        this.#waiting.delete(taskId);
      }
      this.#onProblem(null);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      this.#onProblem(`Your draft is not kept in this browser: ${cause}. Copy it before you leave.`);
    }
  }
}
