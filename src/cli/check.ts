// `npm run -s check -- --task <id or folder> [--json] [--brute] <file or ->`: one answer, one verdict.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readAnswer } from '../answer/answer.ts';
import { chosenCandidate } from '../answer/chosen.ts';
import { formatProblem } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { canonicalJson } from '../model/digest.ts';
import { runGuarded } from './guarded.ts';
import { reportOf } from './report.ts';
import { wronglyListed } from './reference-check.ts';
import { findTask } from './tasks.ts';

const USAGE = `usage: npm run -s check -- --task <id or folder> [--json] [--brute] <file or ->

  --task   a bundled task's id, or the folder of any task
  --json   print the verdict as JSON (docs/verdict.schema.json)
  --brute  execute every kill and every re-run
  -        read the answer from standard input

exit: 0 safe by design and fully crash-safe · 1 judged, something to mend · 2 bad input · 3 our fault`;

export const EXIT = { safe: 0, toMend: 1, badInput: 2, ourFault: 3 } as const;

class BadInput extends Error {}

async function main(): Promise<number> {
  const { values, positionals } = parseOrRefuse();
  if (values.help) {
    console.log(USAGE);
    return EXIT.safe;
  }
  const [file, ...others] = positionals;
  if (values.task === undefined)
    throw new BadInput(`--task is missing: which task does the answer belong to?\n\n${USAGE}`);
  if (file === undefined || others.length > 0)
    throw new BadInput(`expected one file, or - for standard input\n\n${USAGE}`);
  const task = await readTask(values.task);
  const source = chooseCode(await readText(file), task);
  const answer = await runGuarded(task, source, values.brute);
  if (answer.kind === 'stopped') {
    console.log(`not judged: ${answer.sentence}`);
    return EXIT.toMend;
  }
  if (answer.kind === 'bad-input') throw new BadInput(answer.sentence);
  const { verdict } = answer.result;
  console.log(values.json ? canonicalJson(verdict) : reportOf(verdict, task));
  const wrong = wronglyListed(task, source, verdict);
  if (wrong !== null) console.error(wrong);
  return exitCode(verdict);
}

function parseOrRefuse() {
  try {
    return parseArgs({
      allowPositionals: true,
      args: process.argv.slice(2),
      options: {
        task: { type: 'string' },
        json: { type: 'boolean', default: false },
        brute: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new BadInput(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function readTask(idOrFolder: string): Promise<Task> {
  const found = await findTask(idOrFolder);
  if (!found.ok) throw new BadInput(found.problems.map(formatProblem).join('\n'));
  for (const notice of found.notices ?? []) console.error(`notice: ${formatProblem(notice)}`);
  return found.value;
}

async function readText(file: string): Promise<string> {
  try {
    return await (file === '-' ? readStandardInput() : readFile(file, 'utf8'));
  } catch (error) {
    throw new BadInput(`${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readStandardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Of several candidates the preferred one, else the last, an assistant's final word; the choice is said. */
function chooseCode(text: string, task: Task): string {
  const reading = readAnswer(text, { function: task.function, parameters: task.parameters });
  if (reading.kind === 'none') throw new BadInput(reading.sentence);
  const candidate = chosenCandidate(reading);
  if (!candidate) throw new BadInput('no code was found');
  if (reading.kind === 'several')
    console.error(`${reading.candidates.length} blocks define ${task.function}; testing ${candidate.where}`);
  if (!candidate.usable.ok) throw new BadInput(candidate.usable.sentence);
  if (candidate.adapted !== null) console.error(candidate.adapted);
  return candidate.source;
}

function exitCode(verdict: Verdict): number {
  const lost = verdict.notes.some(({ code }) => code === 'changes-lost');
  return verdict.safety === 'safe-by-design' && verdict.fullyCrashSafe && !lost ? EXIT.safe : EXIT.toMend;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof BadInput) {
    console.error(error.message);
    process.exitCode = EXIT.badInput;
  } else {
    console.error('This is a fault of By Accident, not of the code under test:');
    console.error(error);
    process.exitCode = EXIT.ourFault;
  }
}
