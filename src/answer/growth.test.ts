// Reading an answer takes work in proportion to its length, whatever it is made of. Counted, never timed.
import { describe, expect, it } from 'vitest';
import { countSteps, steepPlaces } from '../growth.testing.ts';
import { detectStyle } from '../style/detect.ts';
import { readAnswer, readWhole } from './answer.ts';

const WANTED = { function: 'refund_order', parameters: ['conn', 'order_id'] };
/** Far below the longest that is read: what grows too fast shows here as well, and the parser is slow while it is counted. */
const LENGTHS = [10_000, 20_000, 40_000];

const SOLUTION = 'def refund_order(conn, order_id):\n    conn.execute("DELETE FROM t")\n    conn.commit()\n';

/** A text of one unit over and over, each with its number for N, with something before and after. */
function repeated(unit: string, after = '', before = ''): (length: number) => string {
  return (length) => {
    const units = Array.from({ length: Math.ceil(length / unit.length) }, (_, n) => unit.replaceAll('N', `${n}`));
    return before + units.join('') + after;
  };
}

const CHAT = `You said:
Please write a function that refunds an order, and don't forget the customer's credit (it's important).
The assistant said:
Sure! First, we read the order; then we update it.

def helper_N(conn, order_id):
    row = conn.execute("SELECT total FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None:
        raise ValueError("no such order")
    conn.commit()

It’s safe, as the query takes a parameter.
`;

const SHAPES: Record<string, (length: number) => string> = {
  'a chat without fences': repeated(CHAT, SOLUTION),
  'a chat that never comes to the point': repeated(CHAT),
  'quotes that go on behind lines without their mark': repeated('> - a\nb\n'),
  'quoted code that goes on so': repeated('>     a\nb\n'),
  'quoted fences': repeated('> ```\na\n> ```\n'),
  'prompts of a shell and their continuations': repeated('>>> def fN(a):\n... pass\n... \n'),
  'fences with functions': repeated('Text.\n\n```python\ndef fN(a):\n    return a\n```\n\n', SOLUTION),
  'fences with the same function in many versions': repeated(
    `Text.\n\n\`\`\`python\n${SOLUTION}    print(N)\n\`\`\`\n\n`,
  ),
  'a diff after each version': repeated(`\`\`\`\n${SOLUTION}    print(N)\n\`\`\`\n\n\`\`\`diff\n-a\n+b\n\`\`\`\n`),
  'a program of many functions': repeated('def fN(a):\n    return a\n\n'),
  'functions that call each other': repeated('def fN(a):\n    return fN1(a)\n\n'),
  'names assigned at the margin': repeated('nameN = 1\n'),
  'many names assigned at once': repeated('nameN, ', 'last = 1\n'),
  'classes with the method': repeated('class CN:\n    def refund_order(self, conn):\n        pass\n\n'),
  'a list': repeated('- an item (it is one)\n'),
  'a numbered list with code': repeated('1. an item\n\n   ```python\n   x = 1\n   ```\n'),
  'brackets that never close': repeated('(', '', SOLUTION),
  'calls in calls': repeated('f(', '', 'async def run(conn):\n    await '),
  'code that no parser likes': repeated('def gN(:\n  x = (\n', '', SOLUTION),
  'curly quotes and entities': repeated('print(“it’s &lt;N&gt;”)\n', SOLUTION),
};

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  it('takes steps in proportion to its length', () => {
    const growth = LENGTHS.map((size) => {
      const text = shape(size);
      return { size, steps: countSteps(() => readWhole(text, WANTED)) };
    });
    expect(growth[0]?.steps).toBeGreaterThan(1_000);
    expect(steepPlaces(growth)).toEqual([]);
  });
});

it('brackets deeper than the parser can go are said, and nothing is thrown', () => {
  const text = `async def run(conn):\n    await ${'f('.repeat(99_000)}`;
  expect(readAnswer(text, WANTED).kind).toBe('none');
  expect(detectStyle(text.repeat(3), 'run')).toMatchObject({ style: 'no-database', patterns: [] });
});

it('a few long blocks that need each other are read a few times, not once for each pair', () => {
  const block = (n: number): string =>
    `Version ${n}:\n\n\`\`\`python\n${'    \n'.repeat(200)}def part_${n}(conn):\n    x = ‘a‘\n\n${SOLUTION}    part_${n}(conn)\n\`\`\`\n\n`;
  const few = Array.from({ length: 6 }, (_, n) => block(n)).join('');
  const many = Array.from({ length: 24 }, (_, n) => block(n)).join('');
  const steps = countSteps(() => readWhole(few, WANTED));
  expect(countSteps(() => readWhole(many, WANTED))).toBeLessThan(6 * steps);
});
