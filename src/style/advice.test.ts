// The one change, for verdicts made by hand.
import { describe, expect, it } from 'vitest';
import type { Fault, Mode, WritePointKind } from '../model/trace.ts';
import { ENGINE_VERSION, RULES_VERSION, VERDICT_SCHEMA, type Cell, type Verdict } from '../model/verdict.ts';
import { oneChange } from './advice.ts';
import { detectStyle } from './detect.ts';

type Point = readonly [kind: WritePointKind, line: number];

function verdict(changes: Partial<Verdict>): Verdict {
  return {
    schema: VERDICT_SCHEMA,
    engine: ENGINE_VERSION,
    rules: RULES_VERSION,
    task: { id: 'task', digest: '' },
    solution: { digest: '', function: 'run' },
    status: 'judged',
    reason: null,
    safety: 'unsafe',
    doubleApplies: false,
    fullyCrashSafe: false,
    headline: '',
    story: null,
    notes: [],
    counts: { planned: 0, fired: 0, notJudged: 0 },
    modes: [],
    worlds: [],
    exits: [],
    digest: '',
    ...changes,
  };
}

interface Broken {
  readonly mode?: Mode;
  readonly fault?: Fault;
  readonly torn?: boolean;
  readonly hardIsBad?: boolean;
}

/** Unsafe, or safe by accident where `mode` is autocommit: breaks at the last of the points. */
function broken(points: readonly Point[], options: Broken = {}): Verdict {
  const { mode = 'default', fault = 'soft', torn = true, hardIsBad = true } = options;
  const point = points.length - 1;
  const common = { status: 'judged', point, crashExit: 0, crashWorld: 0, rerunExit: 0, rerunWorld: 0, torn } as const;
  const cells: readonly Cell[] = [
    { ...common, fault: 'soft', outcome: 'half-done', bad: true },
    { ...common, fault: 'hard', outcome: 'half-done', bad: hardIsBad },
  ];
  const report = { works: true, normal: [], startWorld: 0, pointsReached: points.length, sampled: false, repeat: null };
  return verdict({
    safety: mode === 'default' ? 'unsafe' : 'safe-by-accident',
    story: { mode, fault, point, line: points[point]?.[1] ?? null, sentence: '' },
    modes: [
      {
        ...report,
        mode,
        points: points.map(([kind, line], index) => ({ index, kind, line, text: '', repetition: 1 })),
        cells,
      },
    ],
  });
}

function advise(lines: readonly string[], of: Verdict): string | null {
  return oneChange(detectStyle(['def run(conn, notifier, cache, path):', ...lines].join('\n    ') + '\n', 'run'), of);
}

const TWO_UPDATES = ['conn.execute("UPDATE a SET n = 1")', 'conn.execute("UPDATE a SET m = 1")'];

describe('safe by accident', () => {
  const accident = broken(
    [
      ['statement', 2],
      ['statement', 3],
    ],
    { mode: 'autocommit' },
  );

  it('style none: begin before the first statement, reads included', () => {
    expect(
      advise(['row = conn.execute("SELECT n FROM a").fetchone()', ...TWO_UPDATES, 'conn.commit()'], accident),
    ).toBe(
      'Open the transaction yourself: put conn.execute("BEGIN IMMEDIATE") before line 2, and roll back on an error.',
    );
  });

  it('style none with a commit per item: begin inside the loop', () => {
    const loop = [
      'for i in path:',
      '    conn.execute("UPDATE a SET n = 1")',
      '    conn.execute("UPDATE a SET m = 1")',
      '    conn.commit()',
    ];
    expect(advise(loop, accident)).toContain('before line 3,');
  });

  it('style none with one commit after the loop: begin before the loop', () => {
    expect(
      advise(['for i in path:', '    conn.execute("UPDATE a SET n = ?", (i,))', 'conn.commit()'], accident),
    ).toContain('before line 2,');
  });

  it('with conn: begin inside the block', () => {
    expect(advise(['with conn:', ...TWO_UPDATES.map((line) => `    ${line}`)], accident)).toBe(
      '`with conn:` on line 2 opens no transaction in autocommit mode: make conn.execute("BEGIN IMMEDIATE") the first statement inside the block.',
    );
  });

  it('a changed mode: do not rely on it', () => {
    expect(advise(['conn.isolation_level = "IMMEDIATE"', ...TWO_UPDATES, 'conn.commit()'], accident)).toContain(
      'mode set on line 2',
    );
  });
});

describe('unsafe', () => {
  const mailThenRow = ['notifier.send("a", "b", "c")', 'conn.execute("UPDATE a SET sent = 1")', 'conn.commit()'];

  it('mail before its record: a key that stays the same', () => {
    expect(
      advise(
        mailThenRow,
        broken([
          ['mail', 2],
          ['statement', 3],
        ]),
      ),
    ).toBe(
      'Give the email on line 2 a key that stays the same in a re-run: idempotency_key=… made of the id of its row.',
    );
  });

  it('where the crash came before the mail, the key is not the cause', () => {
    expect(advise(mailThenRow, broken([['mail', 2]]))).toBeNull();
  });

  it('file rewritten in place: a temporary file, then replace', () => {
    const lines = ['text = open(path).read()', 'with open(path, "w") as f:', '    f.write(text)'];
    expect(
      advise(
        lines,
        broken([
          ['open', 3],
          ['write', 4],
        ]),
      ),
    ).toBe('Write to a temporary file in the same folder instead of the file on line 3, then os.replace it.');
  });

  it('file deleted before its row: the row first', () => {
    const lines = ['import os', 'os.remove(path)', 'conn.execute("DELETE FROM att")', 'conn.commit()'];
    expect(
      advise(
        lines,
        broken([
          ['delete', 3],
          ['statement', 4],
        ]),
      ),
    ).toContain('remove the file of line 3 after that');
  });

  it('cache set before the commit: delete the entry instead', () => {
    const lines = ['conn.execute("UPDATE p SET n = 1")', 'cache.set("n", 1)', 'conn.commit()'];
    expect(
      advise(
        lines,
        broken([
          ['statement', 2],
          ['cache', 3],
          ['commit', 4],
        ]),
      ),
    ).toContain('instead of setting it on line 3');
  });

  it('row before its file, and the crash came at the file: the file first', () => {
    const lines = ['with conn:', '    conn.execute("INSERT INTO f VALUES (?)", (path,))', 'open(path, "w").write("x")'];
    expect(
      advise(
        lines,
        broken([
          ['statement', 3],
          ['commit', 2],
          ['open', 4],
        ]),
      ),
    ).toBe('Write the file first, and save the row of line 3 after it.');
  });

  it('two commits: one transaction', () => {
    const lines = [TWO_UPDATES[0] ?? '', 'conn.commit()', TWO_UPDATES[1] ?? '', 'conn.commit()'];
    expect(
      advise(
        lines,
        broken([
          ['statement', 2],
          ['commit', 3],
          ['statement', 4],
        ]),
      ),
    ).toBe(
      'Make it one transaction: conn.execute("BEGIN IMMEDIATE") before line 2, and one commit at the end instead of that on line 3.',
    );
  });

  it('commit in a loop: only where the world was torn', () => {
    const lines = ['for i in path:', '    conn.execute("UPDATE a SET n = ?", (i,))', '    conn.commit()'];
    const points: readonly Point[] = [
      ['statement', 3],
      ['commit', 4],
      ['statement', 3],
    ];
    expect(advise(lines, broken(points))).toContain('one commit after it instead of that on line 4');
    expect(advise(lines, broken(points, { torn: false }))).toBeNull();
  });

  it('a swallowed error: only where a kill at the same point does no harm', () => {
    const lines = [
      'try:',
      '    conn.execute("UPDATE a SET n = 1")',
      '    conn.commit()',
      'except Exception:',
      '    pass',
    ];
    const points: readonly Point[] = [
      ['statement', 3],
      ['commit', 4],
    ];
    expect(advise(lines, broken(points, { hardIsBad: false }))).toContain('handler on line 5');
    expect(advise(lines, broken(points))).toBeNull();
  });
});

it('work that is never committed, and does not work for it: commit', () => {
  const reason = { code: 'missing', sentence: '' } as const;
  expect(advise(TWO_UPDATES, verdict({ status: 'does-not-work', safety: null, reason }))).toBe(
    'Save the work: call conn.commit() after line 3.',
  );
});

it('nothing is advised where nothing was judged, or where the code is safe by design', () => {
  expect(advise(TWO_UPDATES, verdict({ status: 'not-judged', safety: null }))).toBeNull();
  expect(advise(TWO_UPDATES, verdict({ safety: 'safe-by-design' }))).toBeNull();
  expect(
    advise(['notifier.send("a", "b", "c")'], verdict({ safety: 'safe-by-design', doubleApplies: true })),
  ).toContain('line 2');
});
