// Looks at the text of a person's own judge SQL before anything runs: are the three views there, and nothing that the
// judge would refuse. Whether the SQL is right is found out when it judges.
import type { Problem } from '../model/result.ts';
import { excerpt, problemIn } from './problems.ts';
import { createdName, isWord, sqlStatements } from '../model/sql-tokens.ts';

const VIEWS = ['torn', 'missing', 'repeated'] as const;

/** Lines count from 1 in `sql`. An empty text is the default judge and no problem. */
export function judgeProblems(sql: string): readonly Problem[] {
  if (sql.trim() === '') return [];
  const problems: Problem[] = [];
  const made = new Set<string>();
  for (const statement of sqlStatements(sql)) {
    const [first, second] = statement;
    const created = createdName(statement, 'VIEW', 'TABLE');
    if (created === null || !isWord(second, 'TEMP', 'TEMPORARY')) {
      const line = sql.slice(0, first?.from ?? 0).split('\n').length;
      const found = excerpt(sql.slice(first?.from ?? 0, (statement.at(-1)?.from ?? 0) + 1));
      problems.push(
        problemIn('judgeSql', `expected only CREATE TEMP VIEW and CREATE TEMP TABLE, found ${found}`, line),
      );
      continue;
    }
    made.add(created.name.toLowerCase());
  }
  const absent = VIEWS.filter((view) => !made.has(view));
  if (problems.length === 0 && absent.length > 0) {
    const [are, views] = absent.length === 1 ? ['is', 'view'] : ['are', 'views'];
    const example = 'CREATE TEMP VIEW torn(what) AS SELECT …';
    problems.push(
      problemIn(
        'judgeSql',
        `expected the views torn, missing and repeated, such as ${example}; the ${views} ${absent.join(' and ')} ${are} not there`,
      ),
    );
  }
  return problems;
}
