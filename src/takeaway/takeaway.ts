// One scenario as one pytest file for plain CPython: the solution, the world and the judge on top, below them the
// pieces of Python that this crash needs. Nothing here runs anything.
import type { Task } from '../model/task.ts';
import type { Fault, Mode } from '../model/trace.ts';
import type { Verdict } from '../model/verdict.ts';
import { blockLiteral, escapedBlock } from './literals.ts';
import { firstCase, needsOf } from './needs.ts';
import { joinPieces } from './pieces.ts';
import { callParts, crashParts, findings, setUp, startWorld, tests, worldParts } from './sections.ts';
import { docstring, fileName, type Scene } from './words.ts';

export interface TakeawayInput {
  readonly task: Task;
  readonly source: string;
  /** The verdict of this source in this task. */
  readonly verdict: Verdict;
  readonly mode: Mode;
  readonly fault: Fault;
  /** Position of the crash point among the points planned in that mode, from 0, as in a cell. */
  readonly point: number;
}

export interface TakeawayFile {
  readonly name: string;
  /** UTF-8 text. */
  readonly text: string;
}

/** The file fails under pytest where the scenario is bad, else it passes. Throws where the scenario was not judged. */
export function pytestFile(input: TakeawayInput): TakeawayFile {
  const scene = sceneOf(input);
  const name = fileName(scene);
  const needs = needsOf(scene);
  const { imports, body } = joinPieces(needs.pieces);
  const parts = [
    `"""${escapedBlock(`${docstring(scene, name)}\n`)}"""\n\n${imports}`,
    `SOLUTION = ${blockLiteral(input.source.replace(/\r\n?/g, '\n'))}`,
    callParts(scene),
    worldParts(firstCase(scene)),
    ...(scene.task.judgeSql === null ? [] : [`JUDGE_SQL = ${blockLiteral(scene.task.judgeSql)}`]),
    crashParts(scene, needs),
    tests(scene),
    DIVIDER,
    startWorld(needs),
    setUp(scene, needs),
    findings(scene, needs),
    body.trimEnd(),
    'if __name__ == "__main__":\n    main()',
  ];
  return { name, text: `${parts.join('\n\n\n')}\n` };
}

const DIVIDER = `# ${'='.repeat(117)}
# Below: how the crash is made and judged. Each run is a process of its own, started from this file with "--run".
# ${'='.repeat(117)}`;

function sceneOf({ task, source, verdict, mode, fault, point: position }: TakeawayInput): Scene {
  const report = verdict.modes.find((one) => one.mode === mode);
  const point = report?.points[position];
  const cell = report?.cells.find((one) => one.fault === fault && one.point === position);
  if (!report || !point || cell?.status !== 'judged') {
    throw new Error(`there is no judged scenario: ${mode}, ${fault}, point ${position}`);
  }
  return { task, source, verdict, report, cell, point };
}
