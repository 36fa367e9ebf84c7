// The address bar as the page knows it: it follows what is shown, and links and files that arrive are opened from here.
import type { Shared } from '../model/shared.ts';
import { decodeFile } from '../share/file.ts';
import { AddressWriter, fragmentOf, openLink, openShared, type AddressHost, type LinkTarget } from './address.ts';
import type { Playground } from './playground.svelte.ts';

/** Milliseconds from the last change to the address bar. */
const DELAY_MS = 300;
/** What this page wrote while it showed its own opening scenario: after a reload that is no link that somebody sent. */
const OPENING = 'opening';

export interface AddressParts {
  readonly playground: Playground;
  readonly host: AddressHost;
  /** Id of the task that an empty address opens. */
  readonly startTask: string;
  /** True in a frame of a course page: the address stays as the course page wrote it, and no draft is opened. */
  readonly embedded: boolean;
  /** Whether it holds nothing but the page's own opening scenario. */
  readonly isOpening?: (shared: Shared) => boolean;
  /** Hears of every link and file that was opened. */
  readonly onOpened?: () => void;
}

export class Address {
  readonly embedded: boolean;
  readonly #playground: Playground;
  readonly #host: AddressHost;
  readonly #startTask: string;
  readonly #writer: AddressWriter;
  readonly #target: LinkTarget;
  readonly #onOpened: () => void;

  /** Why the last link could not be opened. */
  notice: string | null = $state.raw(null);

  constructor({ playground, host, startTask, embedded, isOpening, onOpened }: AddressParts) {
    this.#playground = playground;
    this.#host = host;
    this.#startTask = startTask;
    this.embedded = embedded;
    this.#writer = new AddressWriter(
      {
        read: () => host.read(),
        replace: (fragment) => host.replace(fragment, playground.peek?.from === 'opening' ? OPENING : null),
      },
      DELAY_MS,
    );
    this.#onOpened = onOpened ?? (() => undefined);
    this.#target = {
      tasks: playground.tasks,
      resume: (shared) => playground.resume(shared),
      look: (shared) => {
        const ours = !embedded && host.mark() === OPENING && isOpening?.(shared);
        return playground.look(shared, ours ? 'opening' : 'link');
      },
      selectTask: (id) => playground.selectTask(id),
    };
  }

  /** Called once, before the page is shown. */
  arrive(): void {
    const fragment = this.#host.read();
    if (fragment !== '') this.#open(fragment);
    else if (this.embedded) this.notice = 'The address of this frame holds no code to show.';
  }

  /** Called when the address changed under the open page. */
  moved(): void {
    const fragment = this.#host.read();
    if (fragment === '' || this.#host.isAnchor(fragment)) this.#writer.flush();
    else if (fragment !== this.#fragment()) this.#open(fragment);
  }

  /** Called by an effect, so that it is called again when anything changes that a link holds. */
  follow(): void {
    const { shared } = this.#playground;
    if (!this.embedded) this.#writer.follow(() => fragmentOf(shared, this.#startTask));
  }

  dismiss(): void {
    this.notice = null;
    this.#writer.release();
  }

  /** Null where the file is open now, else the sentence that says why not. */
  openFile(text: string): string | null {
    const sentence = openShared(this.#target, decodeFile(text), this.embedded);
    if (sentence === null) {
      this.notice = null;
      this.#onOpened();
    }
    return sentence;
  }

  #open(fragment: string): void {
    this.notice = openLink(this.#target, fragment, this.embedded);
    if (this.notice !== null) this.#writer.hold(this.#fragment());
    else this.#onOpened();
  }

  #fragment(): string {
    return fragmentOf(this.#playground.shared, this.#startTask);
  }
}
