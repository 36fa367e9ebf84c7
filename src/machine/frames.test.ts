// The line read from the interpreter's memory is the line that Python itself names.
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorldCopy } from '../engine/ports.ts';
import { lineAt } from './frames.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: ProcessMachine;
let start: WorldCopy;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  start = startingWorld(machine);
});

/** Each `mark()` notes the line that Python gives for the caller. */
const SOURCE =
  `
import sys, os, contextlib, functools
lines = []
def mark():
    global count
    count = len(lines)
    lines.append(sys._getframe(1).f_lineno)
    mkdir(str(count))
mkdir = os.mkdir

def decorated(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)
    return inner

@decorated
def one(
    value,
):
    mark()
    return (
        value,
        mark(),
    )

class Thing:
    def __enter__(self):
        mark()
        return self
    def __exit__(self, *error):
        mark()
    def __del__(self):
        mark()

def generate():
    for i in range(2):
        mark()
        yield i
` +
  '\n'.repeat(300) +
  `
def f(conn, notifier, cache):
    mark(); mark()
    one(
        1
    )
    with Thing() as thing:
        [mark() for _ in range(2)]
    del thing
    list(generate())
    try:
        raise ValueError
    except ValueError:
        mark()
    finally:
        mark()
    (lambda: mark())()
    sorted([2, 1], key=lambda value:
        mark() or value)
    f = functools.partial(
        mark)
    exec("\\n\\nmark()")
    print(lines)
`;

describe('the running line', () => {
  it("is the caller's line, through every kind of frame", () => {
    // Once with marks that only note the line Python gives, once with a write point in their place.
    const record = machine.run(request(SOURCE.replaceAll('    mkdir(str(count))', '    pass')), start);
    expect(record.exit.status).toMatchObject({ kind: 'returned' });
    const named = JSON.parse(record.exit.stdout) as number[];
    const direct = SOURCE.replaceAll('mark()', 'mkdir(note())')
      .replace('def mkdir(note()):', 'def note():')
      .replace('    mkdir(str(count))', '    return str(count)')
      .replace('        mark)', '        lambda: mkdir(note()))');
    const run = machine.run(request(direct), start);
    expect(run.exit.status).toMatchObject({ kind: 'returned' });
    expect(named.length).toBeGreaterThan(14);
    // The line inside `exec` belongs to another file; the machine names the solution's line that called it.
    const lineOfExec = SOURCE.split('\n').findIndex((line) => line.includes('exec(')) + 1;
    expect(run.points.map((point) => point.line)).toEqual([...named.slice(0, -1), lineOfExec]);
  });

  it('is decoded from location tables as Python decodes them', () => {
    const record = machine.run(
      request(`
import json
def f(conn, notifier, cache):
    source = ${JSON.stringify(SOURCE)}
    todo, found = [compile(source, "x", "exec")], []
    while todo:
        code = todo.pop()
        lines = [position[0] for position in code.co_positions()]
        found.append([code.co_linetable.hex(), code.co_firstlineno, lines])
        todo.extend(c for c in code.co_consts if hasattr(c, "co_linetable"))
    print(json.dumps(found))
`),
      start,
    );
    const found = JSON.parse(record.exit.stdout) as [hex: string, first: number, lines: (number | null)[]][];
    expect(found.length).toBeGreaterThan(10);
    for (const [hex, first, lines] of found) {
      const table = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      expect(lines.map((_line, unit) => lineAt(table, first, unit))).toEqual(lines);
    }
  });
});
