// The judge for functions that have none: a world is as before, as after a clean run, as after two, or torn.
// How worlds are read and compared lives in `dump.ts`, `volatile.ts`, `items.ts` and `differences.ts`.
import type { CleanRuns, Judgement, LearnedJudge } from '../engine/ports.ts';
import type { Findings } from '../model/verdict.ts';
import type { WorldData } from '../model/world.ts';
import { differences, doneTwice, same, surplusCopies } from './differences.ts';
import { type Dump, dumpOf } from './dump.ts';
import { itemsOf } from './items.ts';
import { type Sqlite, messageOf } from './sqlite.ts';
import { volatileOf } from './volatile.ts';

const DONE: Findings = { torn: [], missing: [], repeated: [] };

/**
 * Learns from clean runs. A function that changes nothing but volatile cells leaves nothing to tell before from
 * after: every such world is *done*. Where a clean run's world cannot be read, every judgement says so.
 */
export function learn(sqlite: Sqlite, runs: CleanRuns): LearnedJudge {
  let learned: (world: WorldData) => Findings;
  try {
    learned = learnedFrom(sqlite, runs);
  } catch (error) {
    const message = `default judge: the clean runs cannot be compared: ${messageOf(error)}`;
    return { judge: () => ({ ok: false, message }) };
  }
  return {
    judge(world): Judgement {
      try {
        return { ok: true, findings: learned(world) };
      } catch (error) {
        return { ok: false, message: `default judge: ${messageOf(error)}` };
      }
    },
  };
}

function learnedFrom(sqlite: Sqlite, runs: CleanRuns): (world: WorldData) => Findings {
  const beforeDump = readable(sqlite, runs.before);
  const afterDump = readable(sqlite, runs.after);
  const volatile = volatileOf(beforeDump, afterDump, readable(sqlite, runs.afterElsewhere));
  const before = itemsOf(beforeDump, beforeDump, volatile);
  const after = itemsOf(afterDump, beforeDump, volatile);
  const twice = runs.afterTwice && itemsOf(readable(sqlite, runs.afterTwice), beforeDump, volatile);

  return (world) => {
    const read = dumpOf(sqlite, world);
    if (read.kind === 'corrupt') return { ...DONE, torn: [read.sentence] };
    const now = itemsOf(read.dump, beforeDump, volatile);
    if (same(now, after)) return DONE;
    if (same(now, before)) return { ...DONE, missing: ['nothing has been done'] };
    if (twice && same(now, twice)) return { ...DONE, repeated: doneTwice(now, after) };
    const copies = surplusCopies(now, after);
    if (copies.length > 0) return { ...DONE, repeated: copies };
    return { ...DONE, torn: [...newlyUnreadable(read.dump, afterDump), ...differences(now, before, after)] };
  };
}

/** Why databases cannot be read that could be, or were not there, after a clean run. */
function newlyUnreadable(now: Dump, after: Dump): readonly string[] {
  return [...now.unreadable].filter(([path]) => !after.unreadable.has(path)).map(([, sentence]) => sentence);
}

function readable(sqlite: Sqlite, world: WorldData): Dump {
  const read = dumpOf(sqlite, world);
  if (read.kind === 'corrupt') throw new Error(read.sentence);
  return read.dump;
}
