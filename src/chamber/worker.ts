// The worker's entry: wires engine, machine, world and judge together and serves them. No logic lives here.
import { crashTest } from '../engine/crash-test.ts';
import type { EngineParts } from '../engine/laboratory.ts';
import { createJudge, type WorldReader } from '../judge/sql-judge.ts';
import { bootMachine } from '../machine/boot.ts';
import { freezeIntrinsics } from '../machine/intrinsics.ts';
import { taskDigest } from '../tasks/digest.ts';
import { worldStore } from '../world/world.ts';
import { KeptWorlds } from './kept-worlds.ts';
import { withParts } from './parts.ts';
import { serve } from './serve.ts';

let parts: (EngineParts & { readonly judge: WorldReader }) | null = null;
const last = new KeptWorlds();

serve({
  async load({ files, kept }, onStage) {
    const [judge, { machine, image }] = await Promise.all([
      files.sqlWasm.then(createJudge),
      withParts(files, async (own) => bootMachine(own, await kept, onStage)),
    ]);
    parts = { machine, judge, store: worldStore };
    freezeIntrinsics();
    return { image };
  },
  run(task, source, onProgress) {
    if (parts === null) throw new Error('asked to run before loading');
    last.drop();
    let worlds: Parameters<KeptWorlds['keep']>[2] = new Map();
    const options = { taskDigest: taskDigest(task), onWorlds: (named: typeof worlds) => (worlds = named) };
    const result = crashTest(parts, task, source, options, onProgress);
    last.keep(result.verdict, task, worlds);
    return result;
  },
  query(query) {
    if (parts === null) throw new Error('asked to query before loading');
    return last.query(parts.judge, query);
  },
});
