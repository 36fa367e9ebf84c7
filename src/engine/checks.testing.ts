// Small experiments that hold on a machine that is right; a harness that is broken must fail one. For tests only.
import { SCHEDULE } from '../model/schedule.ts';
import { kill, paths, request, startingWorld } from '../machine/testing.ts';
import type { Machine } from './ports.ts';

const UPDATE = 'conn.execute("UPDATE account SET balance = balance - 1 WHERE id = 1")';

function solution(...body: string[]): string {
  return ['def f(conn, notifier, cache):', ...body.map((line) => `    ${line}`)].join('\n');
}

export const CHECKS = {
  'every statement and commit is a write point': (machine) => {
    const { points } = machine.run(request(solution(UPDATE, UPDATE, 'conn.commit()')), startingWorld(machine));
    return points.map((point) => `${point.kind} ${point.line}`).join() === 'statement 2,statement 3,commit 4';
  },

  'a kill runs no finally': (machine) => {
    const source = solution('try:', `    ${UPDATE}`, 'finally:', '    open("cleaned-up", "w").close()');
    return paths(machine.run(kill(source, 0), startingWorld(machine))).join() === 'app.db';
  },

  'the world of a kill is the one before the effect': (machine) => {
    const start = startingWorld(machine);
    const source = solution('notifier.send("a", "first", "")', 'notifier.send("a", "second", "")');
    const mails: number[] = [];
    machine.run(request(source), start, (_point, moment) => mails.push(moment.world().data().mail.length));
    return mails.join() === '0,1';
  },

  'a re-run draws another uuid': (machine) => {
    const source = `import uuid\n${solution('print(uuid.uuid4())')}`;
    const [first, again, second] = [1, 1, 2].map(
      (attempt) => machine.run(request(source, { attempt }), startingWorld(machine)).exit.stdout,
    );
    return first === again && first !== second;
  },

  'a key made of the time does not protect a re-run ten minutes later': (machine) => {
    const source = `import time\n${solution('notifier.send("a", "b", "c", idempotency_key=str(int(time.time()) // 60))')}`;
    const first = machine.run(request(source, { startMs: SCHEDULE.firstRunMs }), startingWorld(machine));
    const second = machine.run(request(source, { attempt: 2, startMs: SCHEDULE.rerunMs }), first.world);
    return second.world.data().mail.length === 2;
  },

  'a process starts with no file open': (machine) => {
    const start = startingWorld(machine);
    const next = `import os\n${solution('print(os.open("next", os.O_CREAT | os.O_WRONLY))')}`;
    const before = machine.run(request(next), start).exit.stdout;
    machine.run(kill(solution('file = open("left-open", "w")', UPDATE), 1), start);
    return machine.run(request(next), start).exit.stdout === before;
  },

  'a process remembers nothing of another': (machine) => {
    const start = startingWorld(machine);
    const source = `import json\n${solution('print(getattr(json, "left", "nothing"))', 'json.left = "something"')}`;
    const outputs = [1, 2].map(() => machine.run(request(source), start).exit.stdout);
    return outputs.join('') === 'nothing\nnothing\n';
  },

  'a write in autocommit is saved at once, and one in the default mode is not': (machine) => {
    const start = startingWorld(machine);
    const source = solution(UPDATE, 'print("between")', 'conn.rollback()');
    const [byDefault, atOnce] = (['default', 'autocommit'] as const).map(
      (mode) => machine.run(request(source, { mode }), start).world.digest !== start.digest,
    );
    return byDefault === false && atOnce === true;
  },
} satisfies Readonly<Record<string, (machine: Machine) => boolean>>;

export type CheckName = keyof typeof CHECKS;

/** Names of the checks that do not hold. */
export function failedChecks(machine: Machine): CheckName[] {
  return (Object.keys(CHECKS) as CheckName[]).filter((name) => !CHECKS[name](machine));
}
