// A tab of any browser, as far as the checks need one: it opens addresses, runs a function in the page, and has a mouse
// and a keyboard. Each engine's own wire lives in a module of its own.

/** What crosses into a page and back: JSON, with bytes. */
export type Plain =
  null | boolean | number | string | Uint8Array | readonly Plain[] | { readonly [key: string]: Plain | undefined };

/** Values of the keys that WebDriver names by a character of its own. */
export const KEYS = { control: '\uE009', enter: '\uE007', escape: '\uE00C' } as const;

/** The wire of an engine. */
export interface Wire {
  /** As the engine tells it, for the table. */
  readonly version: string;
  /** Resolves once the page has loaded. An address that differs in its fragment alone loads nothing. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression that comes to a promise of a text. Rejects with what the page threw. */
  evaluate(expression: string): Promise<string>;
  /** Presses and lets go of the main button there, in the window's CSS pixels. */
  press(x: number, y: number): Promise<void>;
  /** Holds the first keys while the last one is struck. */
  strike(...keys: string[]): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 100;

export class Tab {
  constructor(readonly wire: Wire) {}

  open(url: string): Promise<void> {
    return this.wire.open(url);
  }

  reload(): Promise<void> {
    return this.wire.reload();
  }

  strike(...keys: string[]): Promise<void> {
    return this.wire.strike(...keys);
  }

  /** Runs a function in the page, which sees nothing but its arguments and the page's globals. */
  async run<A extends readonly Plain[], T>(act: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    return JSON.parse(await this.wire.evaluate(expressionOf(act.toString(), args))) as Awaited<T>;
  }

  /** Waits until the function comes to something that is neither null nor false, and gives that. */
  async until<A extends readonly Plain[], T>(
    what: string,
    withinMs: number,
    look: (...args: A) => T | null | false | Promise<T | null | false>,
    ...args: A
  ): Promise<T> {
    const end = Date.now() + withinMs;
    for (;;) {
      const found = await this.run(look, ...args);
      if (found !== null && found !== false) return found as T;
      if (Date.now() > end) {
        throw new Error(`waited ${withinMs / 1000} s for ${what}; the page says: ${await this.run(textOfPage)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Clicks with the mouse on what has this role and accessible name, once it is there, in sight and can be used. */
  async click(selector: string, name: string): Promise<void> {
    const [x, y] = await this.until(`${selector} "${name}"`, 60_000, placeOf, selector, name);
    await this.wire.press(x, y);
  }
}

/** Bytes travel as lists of numbers. A compiler of ours wraps named functions in a helper that no page has. */
function expressionOf(source: string, args: readonly Plain[]): string {
  const text = JSON.stringify(args, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: [...value] } : value,
  );
  const revive = '(key, value) => value && value.$bytes ? new Uint8Array(value.$bytes) : value';
  return `(async () => {
    const __name = (named) => named;
    const answer = await (${source})(...JSON.parse(${JSON.stringify(text)}, ${revive}));
    return JSON.stringify(answer === undefined ? null : answer);
  })()`;
}

/** What stands in the way of a check, mostly: the regions and the foot of the page. */
const textOfPage = (): string => {
  const parts = [...document.querySelectorAll('main, dialog, [role=dialog], [role=alert], footer')];
  const texts = (parts.length > 0 ? parts : [document.body]).map((part) => (part as HTMLElement).innerText);
  return texts.map((text) => text.replace(/\s+/g, ' ').slice(-600)).join(' | ');
};

/** A point of the first such element that a click would reach: it may be longer than the window, and cut by a frame. */
async function placeOf(selector: string, name: string): Promise<[number, number] | null> {
  const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const called = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ');
    if (called !== name || (element as HTMLButtonElement).disabled || element.ariaDisabled === 'true') continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // It stays where it is: two frames that were drawn agree.
    await nextFrame();
    const before = element.getBoundingClientRect();
    await nextFrame();
    const { left, top, width, height } = element.getBoundingClientRect();
    if (before.left !== left || before.top !== top) return null;
    for (const share of [0.5, 0.25, 0.75, 0.05, 0.95]) {
      const [x, y] = [Math.round(left + Math.min(width, 200) / 2), Math.round(top + height * share)];
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && element.contains(hit)) return [x, y];
    }
  }
  return null;
}
