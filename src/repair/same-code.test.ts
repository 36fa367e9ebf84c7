import { describe, expect, it } from 'vitest';
import { isSameCode } from './same-code.ts';

const CODE = `def refund(conn, order_id):
    rows = conn.execute('SELECT 1', (order_id,)).fetchall()
    for row in rows:
        conn.execute("UPDATE a SET b = ?", [row[0], 2])
    conn.commit()
    return f'{rows!r} done'
`;

describe('the same code again', () => {
  it.each<[string, string]>([
    ['unchanged', CODE],
    [
      'comments',
      CODE.replace('    rows =', '    # All of them, at once.\n    rows =').replace('2])', '2])  # why not'),
    ],
    ['a docstring', CODE.replace('    rows =', '    """Refund it, safe in every crash."""\n    rows =')],
    ['blank lines, wider indentation and spaces', `\n\n${CODE.replaceAll('    ', '      ').replace('= ?', '= ?')}\n`],
    ['Windows line ends', CODE.replaceAll('\n', '\r\n')],
    [
      'line breaks inside a call',
      CODE.replace("('SELECT 1', (order_id,))", "(\n        'SELECT 1',\n (order_id,),\n    )"),
    ],
    ['a joined line', CODE.replace('rows = conn', 'rows = \\\n        conn')],
    ['other quotes', CODE.replace("'SELECT 1'", '"SELECT 1"')],
    ['a comma after the last element', CODE.replace('row[0], 2]', 'row[0], 2,]')],
    ['a semicolon', CODE.replace('conn.commit()\n', 'conn.commit();\n')],
  ])('%s', (_difference, other) => {
    expect(isSameCode(CODE, other)).toBe(true);
    expect(isSameCode(other, CODE)).toBe(true);
  });
});

describe('other code', () => {
  it.each<[string, string]>([
    ['another statement', CODE.replace('    conn.commit()\n', '')],
    ['another order', CODE.replace('row[0], 2', '2, row[0]')],
    ['another name', CODE.replaceAll('rows', 'found')],
    ['another text', CODE.replace('SELECT 1', 'SELECT  1')],
    ['another text around a value', CODE.replace(' done', ' finished')],
    ['a statement moved into the loop', CODE.replace('    conn.commit()', '        conn.commit()')],
    ['a tuple of one made a number', CODE.replace('(order_id,)', '(order_id)')],
    ['a call broken into two statements', CODE.replace('conn.commit()', 'conn.commit\n    ()')],
    ['positional-only parameters', CODE.replace('(conn, order_id):', '(conn, /, order_id):')],
    ['a text that is used', CODE.replace("return f'{rows!r} done'", "return 'done'")],
  ])('%s', (_difference, other) => {
    expect(isSameCode(CODE, other)).toBe(false);
  });

  it('of code that does not parse is still compared', () => {
    expect(isSameCode('def f(:\n    x', 'def f(:\n    x  # same')).toBe(true);
    expect(isSameCode('def f(:\n    x', 'def f(:\n    y')).toBe(false);
  });
});
