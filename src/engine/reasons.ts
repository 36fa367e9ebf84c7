// Why a run cannot be judged, or does not count as working: codes and sentences. Pure.
import type { Exit, ExitStatus, Refusal } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Findings, NotJudgedReason, WorksReason } from '../model/verdict.ts';

export interface Reason<Code> {
  readonly code: Code;
  readonly sentence: string;
}

/** The exit of a run that nothing can be concluded from, else null. */
export function notJudged(exit: Exit): Reason<NotJudgedReason> | null {
  const [refusal] = exit.refusals;
  if (refusal) return refused(refusal);
  const { status } = exit;
  if (status.kind === 'timed-out') {
    return {
      code: 'timed-out',
      sentence: `The run timed out${atLine(status.line)}: it used up its budget of steps, as an endless loop does.`,
    };
  }
  if (status.kind === 'over-limit') {
    const sentence = `The run was ended${atLine(status.line)}: it ${status.what}, which is more than a run may do here.`;
    return { code: 'over-limit', sentence };
  }
  if (status.kind === 'died') {
    return { code: 'died', sentence: `The interpreter died on its own: ${sentenceEnd(status.detail)}` };
  }
  return null;
}

/** Whether the code caught the refusal makes no difference: on plain Linux it would have gone another way. */
function refused({ kind, name }: Refusal): Reason<NotJudgedReason> {
  const cannot = 'not part of this machine, so it cannot be judged here.';
  switch (kind) {
    case 'threads':
      return { code: 'uses-threads', sentence: `The code uses threads, which are ${cannot}` };
    case 'subprocesses':
      return { code: 'uses-subprocesses', sentence: `The code starts other processes, which are ${cannot}` };
    case 'network':
      return { code: 'uses-network', sentence: `The code uses the network, which is ${cannot}` };
    case 'part':
      return { code: 'uses-missing-part', sentence: `The code uses ${name}, which is ${cannot}` };
    default:
      return unreachable(kind);
  }
}

/** True where an operator would see a failed job. */
export function failed(status: ExitStatus): boolean {
  switch (status.kind) {
    case 'returned':
      return false;
    case 'exited':
      return status.code !== '0';
    case 'raised':
    case 'killed':
    case 'timed-out':
    case 'over-limit':
    case 'died':
    case 'unusable':
      return true;
    default:
      return unreachable(status);
  }
}

export interface CleanRun {
  /** A judge that was learned takes what the run left for right, so there changes that were lost speak for themselves. */
  readonly judge: 'written' | 'learned';
  /** Line of its last SQL statement that writes; null where there was none, or it had no line. */
  readonly lastWriteLine: number | null;
}

/** Why a clean run does not work, in the order in which a person would want to know; null where it works. */
export function notWorking(exit: Exit, findings: Findings, run: CleanRun): Reason<WorksReason> | null {
  const { status } = exit;
  if (status.kind === 'unusable') return { code: 'unusable', sentence: unusableSentence(status) };
  if (status.kind === 'raised') {
    const raised = `The clean run raised ${status.errorType}${atLine(status.line)}`;
    const message = status.message.trim() === '' ? '.' : `: ${sentenceEnd(status.message)}`;
    return { code: 'raised', sentence: raised + message };
  }
  if (failed(status)) return { code: 'exited', sentence: `The clean run did not return: ${describe(status)}.` };
  const first = findings.torn[0] ?? findings.missing[0] ?? findings.repeated[0];
  const lost = exit.facts.includes('changes-lost-at-end');
  if (first === undefined) {
    if (!lost || run.judge === 'written') return null;
    const last = run.lastWriteLine === null ? '' : `, last at line ${run.lastWriteLine},`;
    return {
      code: 'missing',
      sentence: `The function returned with a transaction open, so what it had written in it${last} was lost.`,
    };
  }
  const code = findings.torn.length > 0 ? 'torn' : findings.missing.length > 0 ? 'missing' : 'repeated';
  const open = lost ? ' The function left a transaction open, so its changes were lost.' : '';
  return { code, sentence: `After the clean run, ${sentenceEnd(first)}${open}` };
}

function unusableSentence(status: Extract<ExitStatus, { kind: 'unusable' }>): string {
  switch (status.reason) {
    case 'syntax-error':
      return `The code is not valid Python${atLine(status.line)}: ${sentenceEnd(status.message)}`;
    case 'import-fails':
      return `An import failed${atLine(status.line)}: ${sentenceEnd(status.message)} This machine has Python's standard library only.`;
    case 'module-raises':
      return `The code raised while it was being loaded${atLine(status.line)}: ${sentenceEnd(status.message)}`;
    case 'no-function':
    case 'wrong-signature':
    case 'returns-generator':
    case 'returns-coroutine':
      return `The function cannot be tested: ${sentenceEnd(status.message)}`;
    default:
      return unreachable(status.reason);
  }
}

/** A phrase for a person: how a process ended. */
export function describe(status: ExitStatus): string {
  switch (status.kind) {
    case 'returned':
      return 'it returned';
    case 'raised':
      return status.message.trim() === ''
        ? `it raised ${status.errorType}`
        : `it raised ${status.errorType}: ${status.message}`;
    case 'exited':
      return /^-?\d+$/.test(status.code)
        ? `it ended the process itself, with exit code ${status.code}`
        : `it ended the process itself, with the message "${status.code}"`;
    case 'killed':
      return 'it was killed';
    case 'timed-out':
      return 'it timed out';
    case 'over-limit':
      return 'it wrote too much and was ended';
    case 'died':
      return 'the interpreter died';
    case 'unusable':
      return 'the code could not be started';
    default:
      return unreachable(status);
  }
}

function atLine(line: number | null): string {
  return line === null ? '' : ` at line ${line}`;
}

function sentenceEnd(text: string): string {
  const trimmed = text.trim();
  return /[.?!]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
