// Code that is no answer, or that fights the machine: never a false class, a sentence that a student
// understands, and no trace in the next run.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../model/task.ts';
import { loadTask, openLab, sourceOf, type Lab } from './testing.ts';

let lab: Lab;
let task: Task;
let honest: string;
let honestDigest: string;

beforeAll(async () => {
  [lab, task] = await Promise.all([openLab(), loadTask('refund-an-order')]);
  honest = sourceOf(task, 'commit_at_the_end');
  honestDigest = honestRun();
});

const WORK = [
  'total, customer = conn.execute("SELECT total, customer_id FROM orders WHERE id = ?", (order_id,)).fetchone()',
  'conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (total, customer))',
  `conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))`,
  'conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))',
];
const COMMIT = 'conn.commit()';

/** A solution; the first four lines of the work are lines 2 to 5 where nothing stands before them. */
function solution(...body: string[]): string {
  return ['def refund_order(conn, order_id):', ...body.map((line) => `    ${line}`)].join('\n');
}

const inner = (...lines: string[]): string[] => lines.map((line) => `    ${line}`);

/** Also looks at the next honest run: one case, so that the check is cheap. */
function verdictOf(source: string) {
  const { verdict } = lab.test(task, source);
  expect(honestRun()).toBe(honestDigest);
  return verdict;
}

function honestRun(): string {
  return lab.test({ ...task, cases: task.cases.slice(0, 1) }, honest).verdict.digest;
}

describe('code that cannot be started', () => {
  it.each<[string, string, RegExp]>([
    ['nothing at all', '', /^The function cannot be tested: .*no function.* refund_order\.$/],
    ['no function', 'total = 50', /^The function cannot be tested: .*no function.* refund_order\.$/],
    [
      'a function of another name',
      'def refund(conn, order_id): pass',
      /^The function cannot be tested: the code defines refund, not refund_order\.$/,
    ],
    [
      'too few parameters',
      'def refund_order(conn): pass',
      /refund_order\(conn\) cannot be called with 2 arguments: too many positional arguments\.$/,
    ],
    [
      'too many parameters',
      'def refund_order(conn, order_id, reason): pass',
      /cannot be called with 2 arguments: missing a required argument: 'reason'\.$/,
    ],
    [
      'a syntax error',
      'def refund_order(conn, order_id)\n    pass',
      /^The code is not valid Python at line 1: expected ':'\.$/,
    ],
    [
      'a missing module',
      'import requests\ndef refund_order(conn, order_id): pass',
      /^An import failed at line 1: No module named 'requests'\. This machine has Python's standard library only\.$/,
    ],
    [
      'an error while loading',
      'RATE = 1 / 0',
      /^The code raised while it was being loaded at line 1: ZeroDivisionError: division by zero\.$/,
    ],
    [
      'a generator',
      solution(...WORK, COMMIT, 'yield order_id'),
      /refund_order returned a generator, so its body did not run\.$/,
    ],
    [
      'a coroutine',
      `async ${solution(...WORK, COMMIT)}`,
      /refund_order returned a coroutine, so its body did not run\.$/,
    ],
  ])('%s', (_name, source, sentence) => {
    const verdict = verdictOf(source);
    expect(verdict).toMatchObject({
      status: 'does-not-work',
      safety: null,
      doubleApplies: null,
      fullyCrashSafe: null,
      reason: { code: 'unusable', sentence: expect.stringMatching(sentence) as string },
      counts: { planned: 0, fired: 0, notJudged: 0 },
    });
    expect(verdict.headline).toBe(verdict.reason?.sentence);
  });
});

describe('code whose clean run does not work', () => {
  it.each<[string, string, string, string]>([
    [
      'endless recursion',
      solution('return refund_order(conn, order_id)'),
      'raised',
      'The clean run raised RecursionError at line 2: maximum recursion depth exceeded.',
    ],
    [
      'eats memory',
      solution('data = b"x"', 'while True: data += data'),
      'raised',
      'The clean run raised MemoryError at line 3.',
    ],
    [
      'ends the process with a code',
      `import sys\n${solution(...WORK, COMMIT, 'sys.exit(3)')}`,
      'exited',
      'The clean run did not return: it ended the process itself, with exit code 3.',
    ],
    [
      'ends the process with a message',
      `import sys\n${solution(...WORK, COMMIT, 'sys.exit("refunded")')}`,
      'exited',
      'The clean run did not return: it ended the process itself, with the message "refunded".',
    ],
    [
      'calls os._exit',
      `import os\n${solution(...WORK, COMMIT, 'os._exit(1)')}`,
      'exited',
      'The clean run did not return: it ended the process itself, with exit code 1.',
    ],
    ['does nothing', solution('pass'), 'missing', 'After the clean run, the customer has not got the 50 back.'],
    [
      'answers the first case only',
      solution(`conn.executescript("""UPDATE customers SET credit = 50 WHERE id = 1;
        UPDATE orders SET status = 'refunded' WHERE id = 7; INSERT INTO refunds VALUES (7, 50)""")`),
      'torn',
      'After the clean run, a refund of order 7 is recorded that nobody asked for.',
    ],
    [
      'leaves a transaction open',
      solution(...WORK),
      'missing',
      'After the clean run, the customer has not got the 50 back. The function left a transaction open, so its changes were lost. It works only in autocommit, and a crash leaves it half-updated there.',
    ],
    [
      'closes the connection without a commit',
      solution(...WORK, 'conn.close()'),
      'missing',
      'After the clean run, the customer has not got the 50 back. It works only in autocommit, and a crash leaves it half-updated there.',
    ],
  ])('%s', (_name, source, code, sentence) => {
    expect(verdictOf(source)).toMatchObject({ status: 'does-not-work', safety: null, reason: { code, sentence } });
  });
});

it('code that fills the memory with one text has no class either', () => {
  const verdict = verdictOf(solution('text = "x"', 'while True: text += text'));
  expect(verdict.safety).toBeNull();
  expect(verdict.reason?.sentence).toMatch(
    /^The (interpreter died on its own: |clean run raised MemoryError at line 3)/,
  );
});

describe('code that cannot be judged here', () => {
  it.each<[string, string, string, string]>([
    [
      'loops for ever',
      solution(...WORK, COMMIT, 'while True: pass'),
      'timed-out',
      'The run timed out at line 7: it used up its budget of steps, as an endless loop does.',
    ],
    [
      'uses threads',
      `import threading\n${solution('def work():', ...inner(...WORK, COMMIT), 'threading.Thread(target=work).start()')}`,
      'uses-threads',
      'The code uses threads, which are not part of this machine, so it cannot be judged here.',
    ],
    [
      'swallows the refusal of threads',
      `import threading\n${solution('try: threading.Thread(target=print).start()', 'except Exception: pass', ...WORK, COMMIT)}`,
      'uses-threads',
      'The code uses threads, which are not part of this machine, so it cannot be judged here.',
    ],
    [
      'asks the network, and goes on without it',
      `import socket\n${solution('try: socket.socket()', 'except OSError: pass', ...WORK, COMMIT)}`,
      'uses-network',
      'The code uses the network, which is not part of this machine, so it cannot be judged here.',
    ],
    [
      'imports what is not here',
      `import ctypes\n${solution(...WORK, COMMIT)}`,
      'uses-missing-part',
      'The code uses ctypes, which is not part of this machine, so it cannot be judged here.',
    ],
    [
      'does without what is not here',
      `try: import readline\nexcept ImportError: pass\n${solution(...WORK, COMMIT)}`,
      'uses-missing-part',
      'The code uses readline, which is not part of this machine, so it cannot be judged here.',
    ],
    [
      'starts other processes',
      `import os\n${solution('os.system("true")', ...WORK, COMMIT)}`,
      'uses-subprocesses',
      'The code starts other processes, which are not part of this machine, so it cannot be judged here.',
    ],
  ])('%s', (_name, source, code, sentence) => {
    expect(verdictOf(source)).toMatchObject({ status: 'not-judged', safety: null, reason: { code, sentence } });
  });
});

describe('code that works, and only looks odd', () => {
  it.each<[string, string]>([
    ['prints 10 MB', solution(...WORK, COMMIT, 'for _ in range(100): print("x" * 100_000)')],
    [
      'catches BaseException around everything',
      solution('try:', ...inner(...WORK, COMMIT), 'except BaseException: pass'),
    ],
    ['sets a trace callback of its own', solution('conn.set_trace_callback(print)', ...WORK, COMMIT)],
    ['closes the connection after the commit', solution(...WORK, COMMIT, 'conn.close()')],
    ['leaves by sys.exit() without a code', `import sys\n${solution(...WORK, COMMIT, 'sys.exit()')}`],
    ['ends the process at once, with code 0', `import os\n${solution(...WORK, COMMIT, 'os._exit(0)')}`],
  ])('%s: safe by accident, every scenario judged', (_name, source) => {
    const verdict = verdictOf(source);
    expect(verdict).toMatchObject({
      status: 'judged',
      safety: 'safe-by-accident',
      counts: { planned: 16, fired: 16, notJudged: 0 },
    });
    expect(JSON.stringify(verdict).length).toBeLessThan(1_500_000);
  });

  it('opens a connection of its own to app.db: the mode of conn does not reach it', () => {
    const own = ['conn = sqlite3.connect("app.db")', ...WORK, COMMIT];
    const verdict = verdictOf(`import sqlite3\n${solution(...own)}`);
    expect(verdict).toMatchObject({
      safety: 'safe-by-design',
      headline: "Works. Never half-updated after a crash in the transaction mode of the code's own connection.",
      notes: [
        {
          code: 'own-connection',
          sentence: expect.stringMatching(/^The code opens its own connection and /) as string,
        },
      ],
    });
    expect(verdict.modes.map((report) => report.points)).toEqual([verdict.modes[0]?.points, verdict.modes[0]?.points]);
    const autocommit = own.with(0, 'conn = sqlite3.connect("app.db", isolation_level=None)');
    expect(verdictOf(`import sqlite3\n${solution(...autocommit)}`).safety).toBe('unsafe');
  });
});
