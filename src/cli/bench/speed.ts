// The rounds: every side runs every reference in turn, and the figures are put beside each other. Ratios are taken
// within a round, so they come from the same minutes of the same machine.
import type { Side } from './side.ts';
import { median, sum, withRange } from './statistics.ts';
import type { Subject } from './subjects.ts';

export interface SpeedFigures {
  readonly title: string;
  /** Milliseconds a scenario, one a round. */
  readonly msEachRound: readonly number[];
  /** Processor milliseconds a scenario, one a round; null where they cannot be read. */
  readonly cpuMsEachRound: readonly number[] | null;
}

export type SpeedResult = ReadonlyMap<string, SpeedFigures>;

/** Subjects that each side runs before anything counts, so that compilers have warmed up. */
const WARM_UP = 6;

export async function runRounds(
  sides: readonly Side[],
  subjects: readonly Subject[],
  rounds: number,
): Promise<SpeedResult> {
  const figures = new Map(sides.map(({ key, title }) => [key, { title, ms: [] as number[], cpuMs: [] as number[] }]));
  for (const side of sides) {
    let warmed = 0;
    for (const subject of subjects) {
      if (warmed < WARM_UP && (await side.run(subject)).scenarios > 0) warmed++;
    }
  }
  for (let round = 0; round < rounds; round++) {
    const samples = new Map(sides.map(({ key }) => [key, { ms: 0, cpuMs: 0 as number | null, scenarios: 0 }]));
    for (const [at, subject] of subjects.entries()) {
      // Another side begins each time: none always follows the same one.
      for (const i of sides.keys()) {
        const side = sides[(i + at + round) % sides.length] as Side;
        const sample = await side.run(subject);
        const total = samples.get(side.key);
        if (!total) continue;
        total.ms += sample.ms;
        total.cpuMs = total.cpuMs === null || sample.cpuMs === null ? null : total.cpuMs + sample.cpuMs;
        total.scenarios += sample.scenarios;
      }
    }
    for (const [key, { ms, cpuMs, scenarios }] of samples) {
      figures.get(key)?.ms.push(ms / scenarios);
      if (cpuMs !== null) figures.get(key)?.cpuMs.push(cpuMs / scenarios);
    }
  }
  return new Map(
    [...figures].map(([key, { title, ms, cpuMs }]) => [
      key,
      { title, msEachRound: ms, cpuMsEachRound: cpuMs.length === ms.length ? cpuMs : null },
    ]),
  );
}

/** How many times as fast a side is as the native one, one a round; null where one of them was not run. */
export function ratiosToNative(result: SpeedResult, key: string): number[] | null {
  return ratios(result.get('native')?.msEachRound, result.get(key)?.msEachRound);
}

export function cpuRatiosToNative(result: SpeedResult, key: string): number[] | null {
  return ratios(result.get('native')?.cpuMsEachRound, result.get(key)?.cpuMsEachRound);
}

function ratios(slow: readonly number[] | null | undefined, fast: readonly number[] | null | undefined) {
  if (!slow || !fast) return null;
  return slow.map((ms, round) => ms / (fast[round] as number));
}

/** Lines for the terminal. The aim stands beside what it is about. */
export function speedLines(result: SpeedResult): string[] {
  const width = Math.max(...[...result.values()].map(({ title }) => title.length));
  const lines = ['ms a scenario: median of the rounds (lowest–highest)'];
  for (const { title, msEachRound, cpuMsEachRound } of result.values()) {
    const cpu = cpuMsEachRound === null ? '' : ` · processor time ${withRange(cpuMsEachRound, 2)}`;
    lines.push(`  ${title.padEnd(width)}  ${withRange(msEachRound, 2)}${cpu}`);
  }
  for (const key of ['node', 'node-brute', 'browser', 'browser-brute']) {
    const ratio = ratiosToNative(result, key);
    if (!ratio) continue;
    const cpu = cpuRatiosToNative(result, key);
    const byCpu = cpu ? ` · by processor time ${median(cpu).toFixed(1)}` : '';
    const aim = key === 'browser' ? ' · aim: at least 20, not below 10' : '';
    lines.push(`  ratio to native: ${withRange(ratio, 1)}, ${result.get(key)?.title ?? key}${byCpu}${aim}`);
  }
  return lines;
}

export function scenarioCount(subjects: readonly Subject[]): number {
  return sum(subjects.map(({ scenarios }) => scenarios.length));
}
