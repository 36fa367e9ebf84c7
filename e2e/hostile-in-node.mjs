// What Node says of each hostile input, and of an honest one: a line of JSON each. Started by `chamber-hostile.spec.ts`.
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('../src/cli/raw-loader.mjs', import.meta.url);

const { openLab } = await import('../src/cli/lab.ts');
const { findTask } = await import('../src/cli/tasks.ts');
const { HOSTILE } = await import('../src/engine/hostile.testing.ts');

const found = await findTask('refund-an-order');
if (!found.ok) throw new Error('the task does not load');
const task = found.value;
const honest = task.references.find(({ name }) => name === 'commit_at_the_end');
const lab = await openLab();
const inputs = [['honest', honest.source], ...Object.entries(HOSTILE).map(([name, { source }]) => [name, source])];
for (const [name, source] of inputs) {
  const { digest, headline } = lab.test(task, source).verdict;
  console.log(JSON.stringify({ name, source, said: `${digest} ${headline}` }));
}
