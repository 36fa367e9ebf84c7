// The page on which a visit is timed: it does at once what a visitor would come to, and remembers when what happened.
import { createClient } from '../../../chamber/client.ts';
import type { LoadStage } from '../../../model/progress.ts';
import { bundledTasks } from '../../../tasks/bundled.ts';

/** Times in milliseconds since the navigation began. */
export interface Visit {
  readonly doneMs: number;
  /** When each stage of loading was entered; a kept image skips `import`. */
  readonly stages: Partial<Record<LoadStage, number>>;
  readonly answer: string;
}

declare global {
  interface Window {
    visit?: Visit;
  }
}

const stages: Partial<Record<LoadStage, number>> = {};
const client = createClient();
await client.load(({ stage }) => (stages[stage] ??= performance.now()));
const [first] = bundledTasks();
const reference = first?.ok ? first.value.references[0] : undefined;
if (!first?.ok || !reference) throw new Error('there is no task to test');
const answer = await client.run({ task: first.value, source: reference.source }, () => undefined);
const doneMs = performance.now();
window.visit = {
  doneMs,
  stages,
  answer: answer.kind === 'result' ? answer.result.verdict.headline : JSON.stringify(answer),
};
