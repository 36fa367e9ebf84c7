// What is tried in every engine. A check throws where the engine differs, and else says in a few words what it found.
import type { Task } from '../../src/model/task.ts';
import type {} from '../chamber/main.ts';
import type { Expected, InNode } from './expected.ts';
import { KEYS, type Plain, type Tab } from './tab.ts';

export interface Place {
  readonly tab: Tab;
  /** Addresses of the two pages under test. */
  readonly chamber: string;
  readonly app: string;
  /** The app again, at an origin of its own: whoever opens a link there has no draft. */
  readonly elsewhere: string;
  readonly inNode: InNode;
  /** Told while it takes its time. */
  readonly say: (text: string) => void;
}

export interface Check {
  readonly name: string;
  readonly run: (place: Place) => Promise<string>;
}

const MINUTE = 60_000;

// --- on the chamber's page ---------------------------------------------------------------------------------

async function judgedInPage(tab: Tab, { task, source }: Expected): Promise<{ digest: string; headline: string }> {
  return tab.run(
    async (plain, text) => {
      const answer = await window.real.run({ task: plain as unknown as Task, source: text }, () => undefined);
      if (answer.kind !== 'result') return { digest: '', headline: JSON.stringify(answer) };
      const { digest, headline } = answer.result.verdict;
      return { digest, headline };
    },
    task as unknown as Plain,
    source,
  );
}

/** A sentence where this browser comes to something else than Node. */
async function difference(tab: Tab, expected: Expected, when = ''): Promise<string | null> {
  const { digest, headline } = await judgedInPage(tab, expected);
  if (digest === expected.digest) return null;
  const what = `${expected.name}${when}: "${headline}"`;
  return headline === expected.headline
    ? `${what}, with another digest than in Node`
    : `${what}, in Node "${expected.headline}"`;
}

function refuse(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(`${differences.length} differ\n${differences.join('\n')}`);
}

async function references({ tab, chamber, inNode, say }: Place): Promise<string> {
  await tab.open(chamber);
  const differences: string[] = [];
  for (const [i, expected] of inNode.references.entries()) {
    say(`${i + 1}/${inNode.references.length} ${expected.name}`);
    const found = await difference(tab, expected);
    if (found !== null) differences.push(found);
  }
  refuse(differences);
  return `${inNode.references.length} references`;
}

async function hostile({ tab, chamber, inNode, say }: Place): Promise<string> {
  await tab.open(chamber);
  const differences: string[] = [];
  for (const [i, expected] of inNode.hostile.entries()) {
    say(`${i + 1}/${inNode.hostile.length} ${expected.name}`);
    const found = [await difference(tab, expected), await difference(tab, inNode.honest, ` after "${expected.name}"`)];
    differences.push(...found.filter((one) => one !== null));
  }
  refuse(differences);
  return `${inNode.hostile.length} hostile inputs, each followed by an honest one`;
}

// --- on the app's page -------------------------------------------------------------------------------------

const EDITOR = '[role=textbox][aria-label="Your code"]';

const isThere = (selector: string): boolean => document.querySelector(selector) !== null;

/** As a first visitor goes: past the first screen. */
async function openEditor(tab: Tab, app: string): Promise<void> {
  await tab.open(app);
  const isFirstScreen = await tab.until(
    'the first screen or the editor',
    MINUTE,
    (editor) => {
      const start = [...document.querySelectorAll('button')].some(
        (one) => one.textContent?.trim() === 'Paste your own answer',
      );
      if (document.querySelector(editor) !== null) return 'editor';
      return start && 'first screen';
    },
    EDITOR,
  );
  if (isFirstScreen === 'first screen') await tab.click('button', 'Paste your own answer');
  await tab.until('the editor', MINUTE, isThere, EDITOR);
}

/** By the clipboard: copied from a field of a page's own, pasted into the editor over what is there. */
async function paste(tab: Tab, text: string): Promise<void> {
  await tab.run((content) => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.id = 'copied-from';
    field.value = content;
    field.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
    field.focus();
    field.select();
  }, text);
  await tab.strike(KEYS.control, 'c');
  await tab.run(() => document.getElementById('copied-from')?.remove());
  await tab.click('[role=textbox]', 'Your code');
  await tab.strike(KEYS.control, 'a');
  await tab.strike(KEYS.control, 'v');
  const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  await tab.until(
    'the pasted text in the editor',
    MINUTE,
    (selector, line) => document.querySelector(selector)?.textContent?.includes(line) ?? false,
    EDITOR,
    last,
  );
}

/** Waits for the verdict whose digest the foot of the page shows, and tells another one. */
async function shows(tab: Tab, { digest }: Expected): Promise<void> {
  const shown = await tab.until('a verdict', 3 * MINUTE, () => {
    const isRunning = [...document.querySelectorAll('button')].some(
      (one) => one.textContent?.trim() === 'Stop' && !one.disabled,
    );
    return (
      !isRunning && (/verdict ([0-9a-f]{12})/.exec(document.querySelector('footer')?.textContent ?? '')?.[1] ?? null)
    );
  });
  if (shown !== digest.slice(0, 12))
    throw new Error(`the page shows the verdict ${shown}, Node has ${digest.slice(0, 12)}`);
}

/** True once the region has the words. */
const regionSays = (name: string, words: string): boolean =>
  document.querySelector(`[aria-label="${name}"]`)?.textContent?.includes(words) ?? false;

async function pasteToVerdict({ tab, app, inNode }: Place): Promise<string> {
  await openEditor(tab, app);
  await paste(tab, inNode.accident.text);
  await tab.click('button', 'Run');
  await shows(tab, inNode.accident);
  await tab.until('the words of the verdict', MINUTE, regionSays, 'Verdict', 'Safe by accident');
  return 'a whole answer, pasted with the keys, gets its verdict';
}

async function shareLink({ tab, app, elsewhere, inNode }: Place): Promise<string> {
  await openEditor(tab, app);
  await paste(tab, inNode.accident.text);
  await tab.click('button', 'Run');
  await shows(tab, inNode.accident);
  await tab.click('button', 'Share');
  const link = await tab.until('the link', MINUTE, () => {
    const fields = document.querySelectorAll<HTMLInputElement>('[aria-label="Link"], dialog textarea, dialog input');
    return [...fields].find(({ value }) => value?.includes('#1'))?.value ?? null;
  });
  await tab.strike(KEYS.escape);
  await tab.open(link.replace(app, elsewhere));
  await tab.click('button', 'Run it');
  await tab.until(
    "the words Same as the sender's",
    3 * MINUTE,
    () => document.body.textContent?.includes("Same as the sender's.") ?? false,
  );
  await shows(tab, inNode.accident);
  return `a link of ${link.length} characters, run by its receiver: the same digest`;
}

const ENDLESS = 'def refund_order(conn, order_id):\n    sum(range(10 ** 18))\n';

async function stop({ tab, app, inNode }: Place): Promise<string> {
  await openEditor(tab, app);
  await paste(tab, ENDLESS);
  await tab.click('button', 'Run');
  await tab.until('the run', 2 * MINUTE, () => /clean run|normal run|running/i.test(document.body.innerText));
  await tab.click('button', 'Stop');
  await tab.until('the word stopped', 5_000, () =>
    /stopped/i.test(document.querySelector('[aria-label="Verdict"]')?.textContent ?? ''),
  );
  await paste(tab, inNode.design.text);
  await tab.click('button', 'Run');
  await shows(tab, inNode.design);
  return 'code that no budget reaches ends, and the next run works';
}

/** How many records the kept image has: what it is, and its parts. Null where none is kept (yet). */
const keptRecords = async (): Promise<number | null> => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'by-accident-images')) return null;
  return new Promise<number | null>((resolve, reject) => {
    const opening = indexedDB.open('by-accident-images');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('images').objectStore('images').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result || null);
      };
    };
  });
};

/** No number of a part. Whoever keeps an image anew clears all that was there, this too. */
const MARK = 1_000_000;

const isMarked = (mark: number, set: boolean): Promise<boolean> =>
  new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open('by-accident-images');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction('images', 'readwrite');
      const store = change.objectStore('images');
      if (set) store.put(new ArrayBuffer(1), mark);
      const found = store.count(mark);
      change.oncomplete = () => {
        opening.result.close();
        resolve(found.result === 1);
      };
    };
  });

/** Long enough for an image that was made instead of used to be packed and kept. */
const KEEPING_MS = 5_000;

async function keptImage({ tab, app, inNode }: Place): Promise<string> {
  await openEditor(tab, app);
  await paste(tab, inNode.design.text);
  await tab.click('button', 'Run');
  await shows(tab, inNode.design);
  const records = await tab.until('a kept image', MINUTE, keptRecords);
  await tab.run(isMarked, MARK, true);
  await tab.reload();
  await tab.until('the editor', MINUTE, isThere, EDITOR);
  await tab.click('button', 'Run');
  await shows(tab, inNode.design);
  await new Promise((resolve) => setTimeout(resolve, KEEPING_MS));
  if (!(await tab.run(isMarked, MARK, false)))
    throw new Error('the kept image was not used: another one was made and kept');
  return `an image of ${records} records in IndexedDB starts the next visit, the same digest`;
}

export const CHECKS: readonly Check[] = [
  { name: 'references', run: references },
  { name: 'hostile code', run: hostile },
  { name: 'paste', run: pasteToVerdict },
  { name: 'share', run: shareLink },
  { name: 'stop', run: stop },
  { name: 'kept image', run: keptImage },
];
