// What is fuzzed of the machine and the judge, which need to be started first. Run by the tests and by `npm run fuzz`.
import fc from 'fast-check';
import type { Lab } from '../cli/lab.ts';
import { anyProgram, programTask } from '../engine/programs.testing.ts';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { damaged, expectThat, target, type Target } from './targets.testing.ts';

const HONEST = `def f(conn, notifier):
    conn.execute("UPDATE item SET n = n + 1 WHERE id = 1")
    conn.commit()
`;

/** Longer than several crash tests take on a busy machine. */
const MOST_MS = 60_000;

/** Lines that end a run oddly, or try what it must not do. */
const ODD_LINES = [
  'raise SystemExit(3)',
  'import os; os._exit(1)',
  'import os; os.abort()',
  'next(iter(()))',
  'import atexit; atexit.register(conn.commit)',
  'import sys; sys.setrecursionlimit(10); (lambda f: f(f))(lambda f: f(f))',
  'import gc; gc.unfreeze(); gc.collect()',
  'keep = (conn.execute("DELETE FROM item WHERE id = ?", (i,)) for i in range(3)); next(keep)',
  'import threading; threading.Thread(target=print).start()',
  'import asyncio; asyncio.run(asyncio.sleep(1))',
  'class T:\n        __del__ = lambda self: conn.commit()\n    T()',
  'conn.close()',
  'conn.interrupt()',
  'open("app.db", "r+b").write(b"x")',
  'import os; os.write(1000, b"{}")',
  'import signal; signal.raise_signal(signal.SIGTERM)',
  'bytearray(10 ** 9)',
  'print("x" * 10 ** 6)',
];

/** Bytes that look like messages of the harness. */
const anyMessage = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('', 'abcdefghijklmnop', '\0'.repeat(16)),
      fc.record({
        op: fc.constantFrom('point', 'done', 'send', 'cache.set', 'steps', 'refused'),
        kind: fc.string(),
        count: fc.nat(),
      }),
    )
    .map(([secret, message]) => new TextEncoder().encode(secret + JSON.stringify(message))),
);

/** Their names, for whoever asks before the machine is started. */
export const MACHINE_TARGETS = ['judge', 'control', 'python'] as const;

/** `lab` is used by all of them, so each also shows that the one before left nothing behind. */
export function machineTargets(lab: Lab): readonly Target[] {
  const task = programTask();
  const [taskCase] = task.cases;
  if (!taskCase) throw new Error('the task has a case');
  const start = lab.parts.machine.startingWorld(taskCase, task);
  const { digest: honest } = lab.test(task, HONEST).verdict;
  const exit = lab.test(task, HONEST).verdict.exits[0] ?? never();
  const staysHonest = (): void =>
    expectThat(lab.test(task, HONEST).verdict.digest === honest, 'honest code to be judged as ever');
  const whole: WorldData = start.data();
  const database = whole.files.find(({ path }) => path === DATABASE_PATH)?.bytes ?? new Uint8Array(0);

  return [
    target(
      'judge',
      60,
      damaged(fc.constant(database)),
      (bytes) => {
        const world = {
          ...whole,
          files: whole.files.map((file) => (file.path === DATABASE_PATH ? { ...file, bytes } : file)),
        };
        lab.parts.judge.settle(world);
        lab.parts.judge.view(world);
        const sql = ['torn', 'missing', 'repeated']
          .map((view) => `CREATE TEMP VIEW ${view}(what) AS SELECT 'row ' || id FROM main.item WHERE n > 15;`)
          .join('\n');
        const seen = lab.parts.judge.judge(sql, world, { start: whole, args: taskCase.args, exit });
        expectThat(seen.ok || seen.message !== '', 'findings, or a sentence');
        const again = lab.parts.judge.judge(sql, whole, { start: whole, args: taskCase.args, exit });
        expectThat(again.ok && again.findings.torn.length === 7, 'the whole database to be read as ever');
      },
      MOST_MS,
    ),
    target(
      'control',
      25,
      fc.array(anyMessage, { minLength: 1, maxLength: 3 }),
      (messages) => {
        const written = messages.map(
          (bytes) => `    try: os.write(1000, bytes(${JSON.stringify([...bytes])}))\n    except OSError: pass\n`,
        );
        const { verdict } = lab.test(task, `import os\n${HONEST.replace('\n', `\n${written.join('')}`)}`);
        const isTried = messages.some((bytes) => bytes.length > 0);
        expectThat(!isTried || verdict.reason?.code === 'tampered', `it to be tampered, not ${verdict.headline}`);
        staysHonest();
      },
      MOST_MS,
    ),
    target(
      'python',
      12,
      fc.tuple(anyProgram(12), fc.constantFrom(...ODD_LINES), fc.nat(12)),
      ([program, odd, offset]) => {
        const lines = program.source.split('\n');
        const body = lines.findIndex((line) => line.startsWith('    '));
        const at = Math.min(body + offset, lines.length - 1);
        const isWhole = lines[at]?.startsWith('    ') && !lines[at].startsWith('     ');
        const place = isWhole ? at : body;
        const source = [...lines.slice(0, place), `    ${odd}`, ...lines.slice(place)].join('\n');
        const own = programTask();
        const { verdict } = lab.test(own, source);
        expectThat(verdict.headline !== '', 'a headline');
        expectThat(lab.test(own, source).verdict.digest === verdict.digest, 'the same verdict again');
        if (verdict.safety !== null) {
          const executed = lab.test(own, source, { brute: true }).verdict;
          expectThat(
            executed.safety === verdict.safety,
            `the class of a run in which each kill is executed, ${executed.safety}`,
          );
        }
        staysHonest();
      },
      MOST_MS,
    ),
  ];
}

function never(): never {
  throw new Error('a verdict has an exit');
}
