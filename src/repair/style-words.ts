// What the style detector found, as lines of a list for a repair. The finding itself is done in `style/`.
import { unreachable } from '../model/unreachable.ts';
import type { StyleReport } from '../style/report.ts';

/** Markdown list items without their dashes: the style first, then each pattern with its line. */
export function styleFindings(report: StyleReport): string[] {
  const style = styleSentence(report);
  return [
    ...(style === null ? [] : [style]),
    ...report.patterns.map(({ line, sentence }) => `Line ${line}: ${sentence}`),
  ];
}

function styleSentence({ style, lines, connection }: StyleReport): string | null {
  const where = lines.length === 0 ? '' : ` (${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')})`;
  switch (style) {
    case 'begin':
      return `The code begins a transaction of its own${where}.`;
    case 'with-conn':
      return `The code uses \`with ${connection ?? 'conn'}:\`${where}, which commits or rolls back at its end and begins nothing.`;
    case 'mode-change':
      return `The code changes the connection's transaction mode${where}.`;
    case 'none':
      return `The code opens no transaction of its own before it writes${where}.`;
    case 'no-database':
      return null;
    default:
      return unreachable(style);
  }
}
