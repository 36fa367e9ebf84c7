// The detector's work grows with the text and no faster: whoever pastes a long one must not wait for its square. Counted,
// never timed, so that a busy machine changes nothing.
import { describe, expect, it } from 'vitest';
import { countSteps, steepPlaces } from '../growth.testing.ts';
import { detectStyle } from './detect.ts';

const SIZES = [200, 400, 800, 1600, 3200];

/** A function of so many lines, all of one kind. */
function repeated(lines: readonly string[], before = ''): (count: number) => string {
  return (count) => {
    const body = Array.from({ length: Math.ceil(count / lines.length) }, (_, n) =>
      lines.map((line) => `    ${line.replaceAll('N', `${n}`)}\n`).join(''),
    );
    return `${before}def run(conn, order_id, notifier, cache):\n${body.join('')}`;
  };
}

const UPDATE = 'conn.execute("UPDATE orders SET status = \'paid\' WHERE id = ?", (order_id,))';

const SHAPES: Record<string, (count: number) => string> = {
  'statements alone': repeated(['conn.execute("UPDATE orders SET a = 1")']),
  'statements with commits': repeated([UPDATE, 'conn.commit()']),
  'branches that commit': repeated(['if order_id == N:', `    ${UPDATE}`, '    conn.commit()']),
  'loops that commit': repeated(['for row in rowsN:', `    ${UPDATE}`, '    conn.commit()']),
  'records before mails in loops': repeated([
    `for row in conn.execute("SELECT id FROM orders WHERE status = 'new'"):`,
    '    conn.execute("UPDATE orders SET status = \'sent\' WHERE id = ?", (row,))',
    '    conn.commit()',
    '    notifier.send("a", "b", "c")',
  ]),
  'mails with records': repeated(['notifier.send("a", "b", "c")', UPDATE, 'conn.commit()']),
  'fresh keys': repeated(['key = uuid.uuid4().hex', 'notifier.send("a", "b", "c", key)', UPDATE, 'conn.commit()']),
  'guards that find a row': repeated([
    'row = conn.execute("SELECT a FROM orders WHERE id = ?", (order_id,)).fetchone()',
    'if row is not None:',
    '    raise ValueError()',
    'conn.execute("INSERT INTO orders (a) VALUES (1)")',
  ]),
  'guards of a status': repeated(['if status != "paid":', '    raise ValueError()', UPDATE, 'conn.commit()']),
  definitions: repeated(['conn.execute("CREATE TABLE t (a)")']),
  handlers: repeated(['try:', `    ${UPDATE}`, 'except Exception:', '    pass', 'finally:', '    conn.commit()']),
  'one name assigned again and again': repeated(['key = conn']),
  'files rewritten': repeated(['open("aN").read()', 'open("aN", "w").write("x")']),
  'files removed': repeated(['os.remove("aN")', 'os.rename("b", "aN")', 'conn.execute("DELETE FROM log")']),
  scripts: repeated(['conn.executescript("UPDATE a SET b = 1; UPDATE c SET d = 2")']),
  'replaced parents': repeated(['conn.execute("INSERT OR REPLACE INTO tN (a) VALUES (1)")']),
  'calls of a helper': repeated(['helper(conn)'], `def helper(conn):\n    ${UPDATE}\n    conn.commit()\n`),
  'a class given the connection': repeated(
    ['Orders(conn)'],
    `class Orders:\n    def pay(self):\n        with self.conn:\n            self.${UPDATE}\n`,
  ),
  'a long statement': (count) =>
    `def run(conn):\n    conn.execute("UPDATE t SET ${'a = ?, '.repeat(count)}b = ?")\n    conn.commit()\n`,
  'an elif for each': (count) =>
    `def run(conn, a):\n    if a:\n        pass\n${`    elif a:\n        ${UPDATE}\n`.repeat(count / 2)}    conn.commit()\n`,
};

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  it('take steps in proportion to their lines', () => {
    const sources = SIZES.map(shape);
    const growth = SIZES.map((size, at) => ({ size, steps: countSteps(() => detectStyle(sources[at] ?? '', 'run')) }));
    expect(growth[0]?.steps).toBeGreaterThan(200);
    expect(steepPlaces(growth)).toEqual([]);
  });
});

it('a helper is not read for ever, however often it is called', () => {
  const lines = `    ${UPDATE}\n`.repeat(800);
  const source = `def helper(conn):\n${lines}def run(conn):\n${'    helper(conn)\n'.repeat(800)}`;
  const once = countSteps(() => detectStyle(`def run(conn):\n${lines}`, 'run'));
  expect(countSteps(() => detectStyle(source, 'run'))).toBeLessThan(40 * once);
});

it('names that lead to names are followed once, not once for each way', () => {
  const sum = (name: string): string => Array.from({ length: 300 }, () => name).join(' + ');
  const chain = ['a', 'b', 'c', 'd', 'e']
    .map((name, at, all) => `    ${name} = ${sum(all[at + 1] ?? '"x"')}\n`)
    .reverse();
  const source = `def run(conn, notifier):\n${chain.join('')}    notifier.send("x", "y", "z", a)\n    conn.execute(a)\n`;
  expect(countSteps(() => detectStyle(source, 'run'))).toBeLessThan(10_000_000);
});
