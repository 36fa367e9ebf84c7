// Rounds over a map in place of localStorage: what becomes a round, what is kept, which two are compared.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Cell, Outcome, Verdict } from '../model/verdict.ts';
import { MapShelf } from '../storage/drafts.testing.ts';
import { introducedBy, compareKept, droppedOf, keptRounds, MOST_CHARACTERS, MOST_ROUNDS } from './round-list.ts';
import { Rounds } from './rounds.svelte.ts';

const TASK = { id: 'refund', finishesInterruptedWork: false };
const KEY = 'by-accident/rounds/refund';
const hex = (text: string): string => Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64);

interface Seen {
  /** Outcomes of kills in the default mode, and whether the data was torn after the crash. */
  readonly kills?: readonly Outcome[];
  readonly torn?: boolean;
  readonly task?: string;
  readonly story?: string;
}

function verdictOf(name: string, { kills = ['recovered'], torn = false, task = 'refund', story }: Seen = {}): Verdict {
  const cells = kills.map((outcome, point): Cell => ({
    status: 'judged',
    fault: 'hard',
    point,
    outcome,
    bad: torn,
    torn,
    crashExit: 0,
    crashWorld: 0,
    rerunExit: 0,
    rerunWorld: 0,
  }));
  const failed = torn || kills.some((outcome) => outcome !== 'recovered');
  const verdict: Partial<Verdict> = {
    task: { id: 'refund', digest: hex(task) },
    status: 'judged',
    safety: torn ? 'unsafe' : 'safe-by-design',
    doubleApplies: kills.includes('double-applied'),
    fullyCrashSafe: !failed,
    headline: 'Works.',
    story: story === undefined ? null : { mode: 'default', fault: 'hard', point: 0, line: 1, sentence: story },
    modes: [
      {
        mode: 'default',
        works: true,
        normal: [],
        startWorld: 0,
        points: [],
        pointsReached: 0,
        sampled: false,
        cells,
        repeat: { outcome: 'recovered', exit: 0, world: 0 },
      },
    ],
    worlds: [],
    exits: [],
    digest: hex(name),
  };
  return verdict as Verdict;
}

let shelf: MapShelf;
let rounds: Rounds;
const numbers = (of = rounds): number[] => of.of('refund').map(({ number }) => number);
const code = (n: number): string => `def refund():\n    return ${n}\n`;
const run = (n: number, seen: Seen = {}, of = rounds): void => of.add(TASK, code(n), verdictOf(`v${n}`, seen));

beforeEach(() => {
  shelf = new MapShelf();
  rounds = new Rounds(shelf);
});

describe('what becomes a round', () => {
  test('each run is the next round, with its story, by task', () => {
    run(1, { torn: true, story: 'Killed before line 1.' });
    run(2);
    expect(numbers()).toEqual([1, 2]);
    expect(rounds.of('refund')[0]).toMatchObject({
      story: 'Killed before line 1.',
      sameCodeAs: null,
      round: { source: code(1), safety: 'unsafe', digest: hex('v1') },
    });
    expect(rounds.of('another')).toEqual([]);
  });

  test('the same code with the same verdict once more is no round, and that is said', () => {
    run(1);
    run(1);
    expect(numbers()).toEqual([1]);
    expect(rounds.again).toEqual({ taskId: 'refund', number: 1 });
    run(2);
    expect(rounds.again).toBeNull();
  });

  test('the same code with another verdict is a round: the world or the engine was another', () => {
    run(1);
    rounds.add(TASK, code(1), verdictOf('other', { task: 'changed' }));
    expect(numbers()).toEqual([1, 2]);
  });

  test('an earlier code that comes back is a round, and names the last one it is the same as', () => {
    run(1);
    run(2);
    rounds.add(TASK, `# New version\n${code(1)}`, verdictOf('v3'));
    run(1);
    expect(rounds.of('refund').map(({ sameCodeAs }) => sameCodeAs)).toEqual([null, null, 1, 3]);
  });
});

describe('what is kept', () => {
  test('another visit finds the rounds and the kind of feedback again', () => {
    run(1, { torn: true, kills: ['half-done'] });
    run(2);
    rounds.chooseFeedback('static');
    const later = new Rounds(shelf);
    expect(later.of('refund')).toEqual(rounds.of('refund'));
    expect(later.feedback).toBe('static');
  });

  test('beyond the cap the oldest goes, and the numbers stay', () => {
    for (let n = 1; n <= MOST_ROUNDS + 3; n += 1) run(n);
    expect(numbers()).toEqual(Array.from({ length: MOST_ROUNDS }, (_, at) => at + 4));
    expect(droppedOf(rounds.of('refund'))).toBe(3);
    expect(numbers(new Rounds(shelf))).toEqual(numbers());
  });

  test('long codes push out older rounds, but never the last two', () => {
    const long = (n: number): string => `# ${n}\n`.padEnd(MOST_CHARACTERS, '#');
    run(1);
    rounds.add(TASK, long(2), verdictOf('v2'));
    expect(numbers()).toEqual([1, 2]);
    rounds.add(TASK, long(3), verdictOf('v3'));
    expect(numbers()).toEqual([2, 3]);
  });

  test('two tabs add to one list', () => {
    const other = new Rounds(shelf);
    run(1);
    run(2, {}, other);
    run(3);
    expect(rounds.of('refund').map(({ round }) => round.source)).toEqual([code(1), code(2), code(3)]);
  });

  test('where the browser keeps nothing, the rounds live as long as the page, and that is said', () => {
    for (const full of [true, false]) {
      const shelfless = new Rounds(full ? Object.assign(new MapShelf(), { full }) : null);
      run(1, {}, shelfless);
      run(2, {}, shelfless);
      expect(numbers(shelfless)).toEqual([1, 2]);
      expect(shelfless.problem).toContain('does not keep the rounds');
    }
  });

  test('room again: the rounds are kept, and nothing is said any more', () => {
    shelf.full = true;
    run(1);
    shelf.full = false;
    run(2);
    expect(rounds.problem).toBeNull();
    expect(numbers(new Rounds(shelf))).toEqual([1, 2]);
  });

  test('a text that is none of ours gives no rounds', () => {
    run(1);
    run(2);
    const text = shelf.map.get(KEY) ?? '';
    expect(keptRounds(text)).toHaveLength(2);
    const strange = [
      '',
      '{',
      '{}',
      '[1]',
      text.replace('"number":2', '"number":3'),
      text.replace('"judged"', '"fine"'),
    ];
    expect(strange.map((one) => keptRounds(one))).toEqual(strange.map(() => []));
  });

  test('cleared rounds can be had back until the next one', () => {
    run(1);
    run(2);
    rounds.clear('refund');
    expect(numbers()).toEqual([]);
    expect(shelf.map.has(KEY)).toBe(false);
    rounds.undoClear();
    expect(numbers()).toEqual([1, 2]);
    expect(numbers(new Rounds(shelf))).toEqual([1, 2]);
    rounds.clear('refund');
    run(3);
    expect(rounds.cleared).toBeNull();
    expect(numbers()).toEqual([1]);
  });
});

describe('which two are compared', () => {
  const pair = (): (number | undefined)[] => [
    rounds.compared('refund')?.before.number,
    rounds.compared('refund')?.after.number,
  ];

  test('the last two, unless an older one is chosen; the next round is compared with the one before it again', () => {
    run(1);
    expect(rounds.compared('refund')).toBeNull();
    run(2);
    run(3);
    expect(pair()).toEqual([2, 3]);
    rounds.compareWithLatest('refund', 1);
    expect(pair()).toEqual([1, 3]);
    run(3);
    expect(pair()).toEqual([1, 3]);
    run(4);
    expect(pair()).toEqual([3, 4]);
  });

  test('a round tells which kinds of failure came with it', () => {
    run(1, { torn: true });
    run(2, { kills: ['double-applied'] });
    run(3, { kills: ['double-applied'] });
    run(4, { kills: ['half-done'], task: 'changed' });
    const list = rounds.of('refund');
    expect(list.map((kept) => introducedBy(list, kept))).toEqual([
      null,
      { since: 1, text: 'a kill leads to work done twice' },
      null,
      null,
    ]);
  });

  test('sentences name rounds by their lasting numbers, and a change of the task is told', () => {
    for (let n = 1; n <= MOST_ROUNDS + 2; n += 1) run(n, n === 1 ? {} : { task: 'changed' });
    rounds.add(TASK, `${code(6)}# again\n`, verdictOf('same', {}));
    const list = rounds.of('refund');
    const [before, after] = [list.at(-2), list.at(-1)];
    if (before === undefined || after === undefined) throw new Error('two rounds are missing');
    const { sentences, taskChanged } = compareKept(list, before, after);
    expect(sentences.sameCode).toBe('The same code again, as in round 6; only comments or layout differ.');
    expect(after.sameCodeAs).toBe(6);
    expect(taskChanged).toBe(true);
  });
});
