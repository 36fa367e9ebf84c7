// Tasks that store the path of a file: a path from the root down to it is as good as one from the working directory.
import { beforeAll, expect, it } from 'vitest';
import { loadTask, openLab, sourceOf, type Lab } from './testing.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

it.each([
  ['store-an-upload', 'path_from_the_id', 'FOLDER = Path("uploads")', 'Path("uploads").resolve()', 'safe-by-design'],
  ['store-an-upload', 'path_from_the_id', 'FOLDER = Path("uploads")', 'Path("/tmp/uploads")', 'does-not-work'],
  ['export-a-sales-report', 'replace_then_record', 'Path("reports")', 'Path("reports").resolve()', 'safe-by-design'],
  ['export-a-sales-report', 'replace_then_record', 'Path("reports")', 'Path("/tmp/reports")', 'does-not-work'],
])('%s, %s with %s as %s: %s', async (id, reference, before, after, found) => {
  const task = await loadTask(id);
  const source = sourceOf(task, reference);
  expect(source).toContain(before);
  const { verdict } = lab.test(task, source.replace(before, before.replace(/Path\(.*\)/, after)));
  expect(verdict.safety ?? verdict.status).toBe(found);
  expect(JSON.stringify(verdict.worlds)).not.toMatch(/there is no file \/world/);
});
