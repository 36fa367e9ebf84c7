// The link behind the `#`: where one that arrives leads to, and when the address bar is written. Pure but for a timer;
// what the page shows of it lives in `address.svelte.ts`, the codec in `share/`.
import type { Result } from '../model/result.ts';
import type { Shared } from '../model/shared.ts';
import { OWN_TASK_ID, taskOf } from '../own/task.ts';
import { checkShared } from '../share/check.ts';
import { decodeLink, encodeLink } from '../share/link.ts';

/** What of the playground a link acts on. */
export interface LinkTarget {
  look(shared: Shared): boolean;
  resume(shared: Shared): boolean;
  selectTask(id: string): void;
  readonly tasks: readonly { readonly id: string }[];
}

/** The address bar of the browser, without the `#`. */
export interface AddressHost {
  read(): string;
  /**
   * Replaces what is behind the `#` and adds nothing to the history. '' takes the `#` away too. `mark` stays with this
   * entry of the history over a reload, and no link carries it.
   */
  replace(fragment: string, mark: string | null): void;
  mark(): string | null;
  /** Whether the text behind the `#` names a part of the page and is no link of ours. */
  isAnchor(fragment: string): boolean;
}

/** Null where it is open now, else the sentence that says why not. Nothing is run, and no draft is touched. */
export function openShared(target: LinkTarget, read: Result<Shared>, readonly: boolean): string | null {
  if (!read.ok) return read.problems.map((one) => one.message).join(' ');
  const { subject, code } = read.value;
  if (subject.kind === 'task') {
    const isKnown = subject.id !== OWN_TASK_ID && target.tasks.some(({ id }) => id === subject.id);
    if (!isKnown) return `This is about the task “${subject.id}”, and there is no such task here.`;
    // There is no code to look at: it is an invitation to solve the task.
    if (code.trim() === '' && !readonly) {
      target.selectTask(subject.id);
      return null;
    }
  }
  if (!readonly && target.resume(read.value)) return null;
  if (target.look(read.value)) return null;
  const own = subject.kind === 'own' ? taskOf(subject.own) : null;
  const [problem] = own === null || own.ok ? [] : own.problems;
  const why = problem === undefined ? '' : ` (${[problem.field, problem.message].filter(Boolean).join(': ')})`;
  return `The function that was sent is not finished${why}. Ask for it again once it runs there.`;
}

export function openLink(target: LinkTarget, fragment: string, readonly: boolean): string | null {
  return openShared(target, decodeLink(fragment), readonly);
}

/** What belongs behind the `#`: '' where there is nothing to share, or where it cannot be shared. */
export function fragmentOf(shared: Shared, startTask: string): string {
  const { subject, code } = shared;
  const isBlank = subject.kind === 'task' && subject.id === startTask && code.trim() === '';
  return isBlank || !checkShared(shared).ok ? '' : encodeLink(shared);
}

interface Bar {
  read(): string;
  replace(fragment: string): void;
}

/** Writes soon after the last change, and only what differs: browsers refuse a page that writes too often. */
export class AddressWriter {
  readonly #host: Bar;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: (() => string) | null = null;
  /** What would be written while a link that could not be opened stays in the bar. */
  #held: string | null = null;

  constructor(host: Bar, delayMs: number) {
    this.#host = host;
    this.#delayMs = delayMs;
  }

  /** `fragment` is called once nothing has changed for the delay. */
  follow(fragment: () => string): void {
    this.#wanted = fragment;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#delayMs);
  }

  /** Leaves what stands in the bar, so that it can be copied again, until something else than `fragment` is to be written. */
  hold(fragment: string): void {
    this.#held = fragment;
  }

  release(): void {
    this.#held = null;
    this.flush();
  }

  /** Writes what waits now. */
  flush(): void {
    clearTimeout(this.#timer);
    const fragment = this.#wanted?.();
    if (fragment === undefined || fragment === this.#held) return;
    this.#held = null;
    if (fragment !== this.#host.read()) this.#host.replace(fragment);
  }
}
