// Code that means the wanted function and does not offer it: what is added, and where nothing is.
import { describe, expect, it } from 'vitest';
import { candidatesOf, readAnswer, type Candidate } from './answer.ts';
import type { Wanted } from './fit.ts';

const WANTED: Wanted = { function: 'refund_order', parameters: ['conn', 'order_id'] };

function one(text: string, wanted = WANTED): Candidate {
  const reading = readAnswer(text, wanted);
  if (reading.kind !== 'one') throw new Error(`expected one candidate: ${JSON.stringify(reading)}`);
  return reading.candidate;
}

/** What was added; checks that the code before it stands as it was, and that reading it again adds nothing more. */
function addedTo(source: string, wanted = WANTED): string {
  const candidate = one(source, wanted);
  expect(candidate.usable).toEqual({ ok: true });
  expect(candidate.source.startsWith(`${source.trimEnd()}\n\n\n# Added: `)).toBe(true);
  expect(candidate.adapted).not.toBeNull();
  expect(one(candidate.source, wanted)).toMatchObject({ source: candidate.source, adapted: null });
  return candidate.source.slice(source.trimEnd().length).trim();
}

function refusal(text: string, wanted = WANTED): string {
  const reading = readAnswer(text, wanted);
  const [candidate] = candidatesOf(reading);
  if (reading.kind === 'none') return reading.sentence;
  if (candidate === undefined || candidate.usable.ok) throw new Error(`expected a refusal: ${JSON.stringify(reading)}`);
  return candidate.usable.sentence;
}

describe('another function name', () => {
  it('gets the wanted one in a line at the end, and a sentence says so', () => {
    const source = 'def process_refund(conn, oid, note=""):\n    conn.commit()\n';
    expect(addedTo(source)).toBe('# Added: the task calls it refund_order.\nrefund_order = process_refund');
    expect(one(source).adapted).toBe(
      'The code defines `process_refund(conn, oid, note="")`; a line at its end gives it the name `refund_order`.',
    );
  });

  it('is found beside helpers that it calls, tests, main and private functions', () => {
    const source = `def find(conn, order_id):
    return conn.execute("SELECT 1")


def _credit(conn, order_id):
    pass


def issue_refund(conn, order_id):
    find(conn, order_id)
    _credit(conn, order_id)


def test_refund(conn, order_id):
    issue_refund(conn, order_id)


def main(conn, order_id):
    issue_refund(conn, order_id)
`;
    expect(addedTo(source)).toContain('refund_order = issue_refund');
  });

  it('is found among others by the names of its parameters', () => {
    const source = 'def open_shop(path, mode):\n    pass\n\n\ndef give_back(conn, order_id):\n    pass\n';
    expect(addedTo(source)).toContain('refund_order = give_back');
  });

  it('that takes the arguments elsewhere gets them by name', () => {
    const source = 'def give_back(order_id, *, conn):\n    pass\n';
    expect(addedTo(source)).toContain(
      'refund_order = lambda conn, order_id, _given=give_back: _given(conn=conn, order_id=order_id)',
    );
  });

  it('is not guessed between two that could be meant, or where the connection is none', () => {
    expect(refusal('def a(conn, order_id): pass\ndef b(conn, order_id): pass\n')).toContain(
      'Rename the one that is meant',
    );
    expect(refusal('def a(conn, key): pass\ndef b(conn, value): pass\n')).toContain('Rename the one that is meant');
    expect(refusal('def add(left, right):\n    return left + right\n')).toContain('Rename it');
    expect(refusal('def refund(conn, order_id, reason):\n    pass\n')).toContain('Rename it');
    expect(refusal('def rows(conn, order_id):\n    yield 1\n')).toContain('Rename it');
  });

  it('is taken from each of two versions, and the later one preferred', () => {
    const fence = (body: string): string => `\`\`\`python\ndef pay_back(conn, order_id):\n    ${body}\n\`\`\`\n`;
    const reading = readAnswer(`${fence('pass')}\nHere is an improved version:\n\n${fence('conn.commit()')}`, WANTED);
    expect(reading).toMatchObject({ kind: 'several', preferred: 1 });
    expect(candidatesOf(reading).map(({ adapted }) => adapted === null)).toEqual([false, false]);
  });

  it('is found in text without fences', () => {
    const source = 'def pay_back(conn, order_id):\n    conn.commit()';
    const candidate = one(`Here is the function:\n\n${source}\n\nIt commits at the end.\n`);
    expect(candidate).toMatchObject({ startLine: 3, usable: { ok: true } });
    expect(candidate.source).toBe(`${source}\n\n\n# Added: the task calls it refund_order.\nrefund_order = pay_back\n`);
  });
});

describe('the wanted function with its parameters in another order', () => {
  it('gets its arguments by name', () => {
    expect(addedTo('def refund_order(order_id, conn):\n    pass\n')).toContain(
      'refund_order = lambda conn, order_id, _given=refund_order: _given(conn=conn, order_id=order_id)',
    );
    expect(addedTo('def refund_order(conn, reason="", order_id=None):\n    pass\n')).toContain('order_id=order_id');
  });

  it('is refused where only some of the names say which is which', () => {
    expect(refusal('def refund_order(order_id, database):\n    pass\n')).toBe(
      'The task calls `refund_order(conn, order_id)`. The code defines `refund_order(order_id, database)`, with its parameters in another order.',
    );
    expect(refusal('def refund_order(order_id, conn, /):\n    pass\n')).toContain('in another order');
  });
});

describe('a method of a class', () => {
  const lines = (call: string): string =>
    `# Added: the task calls a function.\ndef refund_order(conn, order_id):\n    return ${call}`;

  it.each<[string, string]>([
    ['class Shop:\n    def refund_order(self, conn, order_id): pass\n', 'Shop().refund_order(conn, order_id)'],
    [
      'class Shop:\n    def __init__(self, conn):\n        self.conn = conn\n\n    def refund_order(self, order_id): pass\n',
      'Shop(conn).refund_order(order_id)',
    ],
    [
      'class Shop:\n    def __init__(self, db: sqlite3.Connection, log=None): pass\n\n    def refund_order(self, oid): pass\n',
      'Shop(db).refund_order(order_id)'.replace('(db)', '(conn)'),
    ],
    [
      'class Shop(Base):\n    def __init__(self, *, conn=None): pass\n\n    def refund_order(self, conn, order_id, note=""): pass\n',
      'Shop(conn=conn).refund_order(conn, order_id)',
    ],
    [
      'class Shop:\n    @staticmethod\n    def refund_order(conn, order_id): pass\n',
      'Shop.refund_order(conn, order_id)',
    ],
    [
      'class Shop(Base):\n    @classmethod\n    def refund_order(cls, conn, oid): pass\n',
      'Shop.refund_order(conn, order_id)',
    ],
    ['class Shop:\n    def refund_order(self, order_id, conn): pass\n', 'Shop().refund_order(order_id, conn)'],
    [
      'class Refund:\n    def __init__(self, conn): pass\n\n    def run(self, order_id): pass\n',
      'Refund(conn).run(order_id)',
    ],
  ])('%s', (source, call) => {
    expect(addedTo(source)).toBe(lines(call));
  });

  it('takes more than the connection in its constructor', () => {
    const wanted = { function: 'mark', parameters: ['conn', 'notifier', 'order_id'] };
    const source =
      'class Paid:\n    def __init__(self, notifier, connection): pass\n\n    def mark(self, order_id): pass\n';
    expect(addedTo(source, wanted)).toContain('return Paid(notifier, conn).mark(order_id)');
  });

  it('of the one class that can be made is taken, where an abstract one has it too', () => {
    const source =
      'class Base(ABC):\n    def refund_order(self, order_id): ...\n\n\nclass Shop(Base):\n    def __init__(self, conn): pass\n\n    def refund_order(self, order_id): pass\n';
    expect(addedTo(source)).toBe(lines('Shop(conn).refund_order(order_id)'));
  });

  const asks = 'The task asks for `refund_order(conn, order_id)`.';
  const only = `${asks} The code defines it only as a method of the class \`Shop\``;
  it.each<[string, string, string]>([
    [
      'that needs what the task does not pass',
      'class Shop:\n    def __init__(self, path): pass\n\n    def refund_order(self, order_id): pass\n',
      `${only}, whose constructor needs \`path\`, which the task does not pass. Move it out of the class, then run again.`,
    ],
    [
      'whose constructor is not written there',
      '@dataclass\nclass Shop:\n    conn: Connection\n\n    def refund_order(self, order_id): pass\n',
      `${only}, and how to make an object of it is not written there. Move it out of the class, then run again.`,
    ],
    [
      'that takes other things',
      'class Shop:\n    def __init__(self, conn): pass\n\n    def refund_order(self, order_id, reason): pass\n',
      `${only}, whose method takes \`self, order_id, reason\`. Move it out of the class, then run again.`,
    ],
    [
      'inside a function',
      'def make():\n    class Shop:\n        def refund_order(self, conn, order_id): pass\n    return Shop\n',
      `${only}. Move it out of the class, then run again.`,
    ],
    [
      'of two classes',
      'class A:\n    def refund_order(self, conn, order_id): pass\n\n\nclass B:\n    def refund_order(self, conn, order_id): pass\n',
      `${asks} The code has several classes with that method. Keep one, then run again.`,
    ],
  ])('%s is refused', (_what, source, expected) => {
    expect(refusal(source)).toBe(expected);
  });
});

describe('async def', () => {
  const RUNNER =
    '# Added: the task calls refund_order without await, and nothing here waits for an event loop.\ndef _run_to_its_end(coroutine):\n    try:\n        coroutine.send(None)\n    except StopIteration as end:\n        return end.value\n\n\n';

  it('that awaits only its own functions is run to its end', () => {
    const source =
      'async def find(conn, oid):\n    return 1\n\n\nasync def refund_order(conn, oid):\n    await find(conn, oid)\n    conn.commit()\n';
    expect(addedTo(source)).toBe(
      `${RUNNER}refund_order = lambda conn, order_id, _given=refund_order: _run_to_its_end(_given(conn, order_id))`,
    );
  });

  it('under another name, and as a method', () => {
    expect(addedTo('async def pay_back(order_id, conn):\n    conn.commit()\n')).toBe(
      `${RUNNER}refund_order = lambda conn, order_id, _given=pay_back: _run_to_its_end(_given(conn=conn, order_id=order_id))`,
    );
    const source =
      'class Shop:\n    def __init__(self, conn): pass\n\n    async def _a(self): pass\n\n    async def refund_order(self, order_id):\n        await self._a()\n';
    expect(addedTo(source)).toBe(
      `${RUNNER}def refund_order(conn, order_id):\n    return _run_to_its_end(Shop(conn).refund_order(order_id))`,
    );
  });

  it('that awaits what asyncio has gets an event loop', () => {
    const waiting = 'async def refund_order(conn, order_id):\n    await asyncio.sleep(1)\n';
    const loop = '# Added: the task calls refund_order without await.\nimport asyncio as _asyncio\n\n\n';
    expect(addedTo(`import asyncio\n${waiting}`)).toBe(
      `${loop}refund_order = lambda conn, order_id, _given=refund_order: _asyncio.run(_given(conn, order_id))`,
    );
    const indented = waiting.replace(/^/gm, '    ').replace('conn, ', 'self, conn, ');
    expect(addedTo(`import asyncio\nclass Shop:\n${indented}`)).toBe(
      `${loop}def refund_order(conn, order_id):\n    return _asyncio.run(Shop().refund_order(conn, order_id))`,
    );
  });

  it.each<[string, string]>([
    ['await conn.execute("SELECT 1")', '`conn.execute`'],
    ['async with conn.cursor() as cursor:\n        pass', '`async with`'],
    ['await task', '`task`'],
    ['rows = [row async for row in conn]', '`async for`'],
  ])('that does this is refused: %s', (line, what) => {
    expect(refusal(`async def refund_order(conn, order_id):\n    ${line}\n`)).toBe(
      `\`refund_order\` is an async function and waits for ${what}; what the task hands in can be called, but not waited for. Ask for a plain function, then run again.`,
    );
  });
});
