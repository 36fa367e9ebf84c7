// The judge for functions that have none: a world is as before, as after a clean run, as after two, or torn.
// How worlds are read and compared lives in `dump.ts`, `volatile.ts`, `items.ts` and `differences.ts`.
import type { CleanRuns, LearnedJudge, LearnedJudgement } from '../engine/ports.ts';
import type { Findings } from '../model/verdict.ts';
import type { WorldData } from '../model/world.ts';
import { comparing } from './comparable.ts';
import { differences, doneTwice, same, surplusCopies } from './differences.ts';
import { type Dump, dumpOf } from './dump.ts';
import { type Items, itemsOf, unsureSubject } from './items.ts';
import { type Sqlite, messageOf } from './sqlite.ts';
import { volatileOf } from './volatile.ts';

const DONE: Findings = { torn: [], missing: [], repeated: [] };

/** What is said of a world, and what of it could be neither right nor wrong. */
interface Told {
  readonly findings: Findings;
  readonly unsure: string | null;
}

interface Learned {
  readonly hides: boolean;
  readonly tell: (world: WorldData) => Told;
}

/** Learns from clean runs. Where a clean run's world cannot be read, every judgement says so. */
export function learn(sqlite: Sqlite, runs: CleanRuns): LearnedJudge {
  let learned: Learned;
  try {
    learned = learnedFrom(sqlite, runs);
  } catch (error) {
    const message = `default judge: the clean runs cannot be compared: ${messageOf(error)}`;
    return { hides: false, judge: () => ({ ok: false, message }) };
  }
  return {
    hides: learned.hides,
    judge(world): LearnedJudgement {
      try {
        return { ok: true, ...learned.tell(world) };
      } catch (error) {
        return { ok: false, message: `default judge: ${messageOf(error)}` };
      }
    },
  };
}

function learnedFrom(sqlite: Sqlite, runs: CleanRuns): Learned {
  const asBefore = readable(sqlite, runs.before);
  const asAfter = readable(sqlite, runs.after);
  const asElsewhere = readable(sqlite, runs.afterElsewhere);
  const prepared = comparing(asBefore, asAfter, asElsewhere);
  const [beforeDump, afterDump] = [prepared(asBefore), prepared(asAfter)];
  const volatile = volatileOf(beforeDump, afterDump, prepared(asElsewhere));
  const items = (dump: Dump): Items => itemsOf(prepared(dump), beforeDump, volatile, runs.clock === 'stopped');
  const [before, after] = [items(asBefore), items(asAfter)];
  const twice = runs.afterTwice && items(readable(sqlite, runs.afterTwice));

  const tell = (world: WorldData): Told => {
    const read = dumpOf(sqlite, world);
    if (read.kind === 'corrupt') return certain({ torn: [read.sentence] });
    const now = items(read.dump);
    if (same(now, after)) return { findings: DONE, unsure: doubtOf(now) };
    if (same(now, before)) return certain({ missing: ['nothing has been done'] });
    if (twice && same(now, twice)) return certain({ repeated: doneTwice(now, after) });
    const copies = surplusCopies(now, after);
    if (copies.length > 0) return certain({ repeated: copies });
    return certain({ torn: [...newlyUnreadable(read.dump, afterDump), ...differences(now, before, after)] });
  };
  return { hides: volatile.any, tell };
}

function certain(findings: Partial<Findings>): Told {
  return { findings: { ...DONE, ...findings }, unsure: null };
}

function doubtOf(items: Items): string | null {
  const subject = unsureSubject(items);
  return subject && `${subject}: each run leaves another content, and nothing tells a right one from a wrong one`;
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
