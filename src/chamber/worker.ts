// The worker's entry: wires engine, machine, world and judge together and serves them. No logic lives here.
import { crashTest } from '../engine/crash-test.ts';
import type { EngineParts } from '../engine/laboratory.ts';
import { createJudge } from '../judge/sql-judge.ts';
import { bootMachine } from '../machine/boot.ts';
import { taskDigest } from '../tasks/digest.ts';
import { worldStore } from '../world/world.ts';
import { withParts } from './parts.ts';
import { serve } from './serve.ts';

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
    return crashTest(parts, task, source, { taskDigest: taskDigest(task) }, onProgress);
  },
});
