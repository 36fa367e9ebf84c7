// The chamber's worker for the benchmark: the same parts as the app's, but every kill and every re-run is executed.
import { createJudge } from '../../../judge/sql-judge.ts';
import { serve } from '../../../chamber/serve.ts';
import { withParts } from '../../../chamber/parts.ts';
import { crashTest } from '../../../engine/crash-test.ts';
import type { EngineParts } from '../../../engine/laboratory.ts';
import { bootMachine } from '../../../machine/boot.ts';
import { ProcessMachine } from '../../../machine/machine.ts';
import { taskDigest } from '../../../tasks/digest.ts';
import { worldStore } from '../../../world/world.ts';
import { measureRestores } from '../restores.ts';
import { MEASURE_RESTORES } from './measure-restores.ts';

let parts: EngineParts | null = null;

serve({
  async load({ files, kept }, onStage) {
    const [judge, { machine, image }] = await Promise.all([
      files.sqlWasm.then(createJudge),
      withParts(files, async (own) => bootMachine(own, await kept, onStage)),
    ]);
    parts = { machine, judge, store: worldStore };
    return { image };
  },
  run(task, source, onProgress) {
    if (parts === null) throw new Error('asked to run before loading');
    const result = crashTest(parts, task, source, { taskDigest: taskDigest(task), brute: true }, onProgress);
    if (source !== MEASURE_RESTORES) return result;
    if (!(parts.machine instanceof ProcessMachine)) throw new Error('this machine cannot be asked for a restore alone');
    const headline = JSON.stringify(measureRestores(parts.machine));
    return { ...result, verdict: { ...result.verdict, headline } };
  },
  // Nobody looks at the worlds of a benchmark.
  query: () => ({ kind: 'gone' }),
});
