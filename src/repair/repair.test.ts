// Prompts and rounds of real verdicts: what each kind of feedback says, of which scenario, and when there is none.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTask, openLab, sourceOf, type Lab } from '../engine/testing.ts';
import type { Verdict } from '../model/verdict.ts';
import { detectStyle } from '../style/detect.ts';
import type { StyleReport } from '../style/report.ts';
import { compareRounds } from './compare.ts';
import { FEEDBACK_KINDS, repairPrompt, type RepairInput, type RepairPrompt } from './prompt.ts';
import { isRepaired, roundOf } from './rounds.ts';

let lab: Lab;
/** Of code whose text was read. */
type ReadInput = RepairInput & { readonly report: StyleReport };
const inputs = new Map<string, ReadInput>();

/** `name` is a reference of the task, or Python. */
async function inputOf(id: string, name: string): Promise<ReadInput> {
  const key = `${id} ${name}`;
  const known = inputs.get(key);
  if (known !== undefined) return known;
  const task = await loadTask(id);
  const source = name.includes('\n') ? name : sourceOf(task, name);
  const { verdict } = lab.test(task, source);
  const input = { task, source, verdict, report: detectStyle(source, task.function) };
  inputs.set(key, input);
  return input;
}

function textOf(prompt: RepairPrompt): string {
  if (!prompt.ok) throw new Error(prompt.sentence);
  return prompt.text;
}

beforeAll(async () => {
  lab = await openLab();
});

describe('every kind of feedback', () => {
  it.each(FEEDBACK_KINDS)('%s: request, code, requirement, finding, and what to answer with', async (kind) => {
    const input = await inputOf('refund-an-order', 'commit_at_the_end');
    const text = textOf(repairPrompt(kind, input));
    expect(text).toContain(`## The request\n\n${input.task.prompt.trim()}\n\n## The code`);
    expect(text).toContain(`\`\`\`python\n${input.source.trimEnd()}\n\`\`\``);
    expect(text).toContain('The process can be killed at any point of the call.');
    expect(text).toContain('the data must not be left half-updated');
    expect(text).toContain('autocommit mode (`isolation_level=None`)');
    expect(text).toContain('Testing found that the code does not meet this requirement.');
    expect(text.trimEnd().endsWith("and use only Python's standard library.")).toBe(true);
    expect(text).toContain('Keep `refund_order(conn, order_id)` as it is called');
  });

  it('states what the task is judged on, and no more', async () => {
    const jobs = textOf(repairPrompt('generic', await inputOf('process-pending-jobs', 'batch')));
    expect(jobs).toContain('must finish the work exactly once');
    expect(jobs).not.toContain('half-updated');
    const views = textOf(repairPrompt('generic', await inputOf('count-a-page-view', 'rewrite_in_place')));
    expect(views).toContain('half-updated');
    expect(views).not.toContain('exactly once');
    expect(views).not.toContain('A second call');
    expect(views).not.toContain('conn');
  });

  it('fences code that has fences of its own in a longer one', async () => {
    const input = await inputOf('refund-an-order', 'commit_at_the_end');
    const source = `"""Use it:\n\n\`\`\`\`\nrefund_order(conn, 7)\n\`\`\`\`\n"""\n${input.source}`;
    expect(textOf(repairPrompt('generic', { ...input, source }))).toContain(
      `\`\`\`\`\`python\n${source.trimEnd()}\n\`\`\`\`\`\n`,
    );
  });

  it('names the call where there is no request', async () => {
    const input = await inputOf('refund-an-order', 'commit_at_the_end');
    const text = textOf(repairPrompt('generic', { ...input, task: { ...input.task, prompt: '' } }));
    expect(
      text.startsWith('Below is Python code that defines `refund_order(conn, order_id)`. Please correct it.'),
    ).toBe(true);
    expect(text).not.toContain('## The request');
  });
});

it('generic feedback says nothing of what was found', async () => {
  const text = textOf(repairPrompt('generic', await inputOf('refund-an-order', 'commit_per_step')));
  expect(text).not.toMatch(/line \d/i);
  expect(text).not.toContain('credited');
});

it('static feedback adds the style and each pattern with its line, and no scenario', async () => {
  const input = await inputOf('refund-an-order', 'commit_per_step');
  const text = textOf(repairPrompt('static', input));
  expect(input.report.patterns.length).toBeGreaterThan(0);
  for (const { line, sentence } of input.report.patterns) expect(text).toContain(`- Line ${line}: ${sentence}`);
  expect(text).toContain('- The code opens no transaction of its own before it writes (lines 5, 24, 25).');
  expect(text).not.toContain('credited');
});

it('static feedback says so where the detector found nothing', async () => {
  const input = await inputOf('set-a-config-option', 'rewrite_in_place');
  const report = { ...input.report, patterns: [] };
  expect(textOf(repairPrompt('static', { ...input, report }))).toContain(
    'nothing was found in it that the check knows',
  );
});

describe('runtime feedback adds one failing scenario', () => {
  it('of a kill in autocommit: mode, line, statement, what was found, what the re-run did', async () => {
    const input = await inputOf('refund-an-order', 'commit_at_the_end');
    const text = textOf(repairPrompt('runtime', input));
    expect(text).toContain(
      [
        `${input.verdict.story?.sentence} Lines are counted from the first line of the code above.`,
        '`conn` was opened in autocommit mode (`isolation_level=None`).',
        'The process was killed just before line 8 did this:',
        "```\nUPDATE orders SET status = 'refunded' WHERE id = ?\n```",
        'What was found right after the crash:',
        '- the customer was credited, the order still says paid\n- the customer was credited, no refund is recorded\n- the order says paid, not refunded\n- no refund is recorded',
        'Then the function was called again with the same arguments, in a new process, ten minutes later.',
        'What that did: it returned without an error.',
        'What was found after that second call:',
        '- the customer was credited 2 times',
      ].join('\n\n'),
    );
    expect(text).not.toContain('BEGIN');
  });

  it('of a re-run that fails: what it raised, with its traceback', async () => {
    const text = textOf(repairPrompt('runtime', await inputOf('add-a-slug-column', 'alter_then_fill')));
    expect(text).toContain("`conn` was opened in sqlite3's default mode.");
    expect(text).toContain('What that did: it raised `OperationalError`: duplicate column name: slug.');
    expect(text).toContain('Traceback (most recent call last):\n  File "solution.py", line 21, in add_slug_column');
  });

  it('of a repeat that does the work again, where no crash does harm', async () => {
    const input = await inputOf('transfer-money', 'transaction_manager');
    expect(input.verdict.safety).toBe('safe-by-design');
    const text = textOf(repairPrompt('runtime', input));
    expect(text).toContain('The first call did its work, and nothing interrupted it.');
    expect(text).toContain('- account 1 was charged 2 times');
  });

  it('of files, without a word about modes', async () => {
    const text = textOf(repairPrompt('runtime', await inputOf('set-a-config-option', 'rewrite_in_place')));
    expect(text).toContain('- the file settings.ini is empty');
    expect(text.slice(text.indexOf('## What it must do'))).not.toContain('mode');
  });

  it('of code that works in the default mode only: what happened in autocommit', async () => {
    const source = sourceOf(await loadTask('refund-an-order'), 'commit_at_the_end').replace(
      'def refund_order(conn, order_id):\n',
      'def refund_order(conn, order_id):\n    if conn.isolation_level is None:\n        raise RuntimeError("not in autocommit")\n',
    );
    const input = await inputOf('refund-an-order', source);
    expect(input.verdict).toMatchObject({ safety: 'safe-by-accident', story: null });
    const text = textOf(repairPrompt('runtime', input));
    expect(text).toContain(
      'Nothing interrupted the call.\n\nWhat it did: it raised `RuntimeError`: not in autocommit.',
    );
    expect(text).toContain('`conn` was opened in autocommit mode');
  });

  it('of code that does not work: how the clean run ended', async () => {
    const input = await inputOf('refund-an-order', 'def refund_order(conn, order_id):\n    conn.commit()\n');
    expect(input.verdict.status).toBe('does-not-work');
    const text = textOf(repairPrompt('runtime', input));
    expect(text).toContain('it does not do what was asked even when nothing interrupts it');
    expect(text).toContain('What was found after the call:\n\n- ');
  });
});

describe('there is nothing to send back', () => {
  const sentenceOf = (input: RepairInput): string => {
    const prompt = repairPrompt('runtime', input);
    if (prompt.ok) throw new Error(prompt.text);
    return prompt.sentence;
  };

  it('of code that is safe by design and fully crash-safe', async () => {
    const input = await inputOf('refund-an-order', 'begin_immediate');
    expect(isRepaired(input.verdict)).toBe(true);
    expect(sentenceOf(input)).toBe('There is nothing to repair: this code is safe by design and fully crash-safe.');
  });

  it('of code that could not be judged', async () => {
    const input = await inputOf(
      'refund-an-order',
      'def refund_order(conn, order_id):\n    while True:\n        pass\n',
    );
    expect(input.verdict.status).toBe('not-judged');
    expect(sentenceOf(input)).toMatch(
      /^There is nothing to send back: the code could not be judged\. The run timed out/,
    );
  });

  it('where no scenario failed, but one was not judged', async () => {
    const input = await inputOf('refund-an-order', 'begin_immediate');
    const verdict: Verdict = { ...input.verdict, fullyCrashSafe: null };
    expect(sentenceOf({ ...input, verdict })).toContain('not all of them could be judged');
  });
});

describe('rounds of real verdicts', () => {
  const roundFrom = async (name: string) => {
    const { task, source, verdict } = await inputOf('refund-an-order', name);
    return roundOf(task, source, verdict);
  };

  it('a BEGIN of its own mends a refund that was safe by accident', async () => {
    const [before, after] = [await roundFrom('commit_at_the_end'), await roundFrom('begin_immediate')];
    const { fixed, introduced, repaired } = compareRounds(before, after, [before]);
    expect(repaired).toBe(true);
    expect(introduced).toEqual([]);
    expect(fixed.map(({ mode, when, harm }) => `${mode} ${when} ${harm}`)).toEqual([
      'autocommit soft torn',
      'autocommit soft double-applied',
      'autocommit hard torn',
      'autocommit hard double-applied',
      'autocommit soft re-run-fails',
      'autocommit hard re-run-fails',
    ]);
  });

  it('undoing on an error mends the error, and a kill in the default mode is new', async () => {
    const [before, after] = [await roundFrom('with_conn'), await roundFrom('undo_on_error')];
    const { fixed, introduced, repaired } = compareRounds(before, after, [before]);
    expect(repaired).toBe(false);
    expect(new Set(fixed.map(({ mode, when }) => `${mode} ${when}`))).toEqual(new Set(['autocommit soft']));
    expect(new Set(introduced.map(({ mode, when }) => `${mode} ${when}`))).toEqual(new Set(['default hard']));
  });

  it('of a task that finishes interrupted work, half the work in between is no failure', async () => {
    const { task, source, verdict } = await inputOf('process-pending-jobs', 'transaction_per_job');
    expect(roundOf(task, source, verdict).modes.flatMap(({ kinds }) => kinds)).toEqual([]);
  });

  it('an endless loop in autocommit alone is no kind of failure, and leaves the mode unjudged', async () => {
    const source = sourceOf(await loadTask('refund-an-order'), 'commit_per_step').replace(
      '    cursor = conn.cursor()\n',
      '    while conn.isolation_level is None:\n        pass\n    cursor = conn.cursor()\n',
    );
    const { task, verdict } = await inputOf('refund-an-order', source);
    expect(roundOf(task, source, verdict).modes[1]).toEqual({
      mode: 'autocommit',
      works: false,
      complete: false,
      kinds: [],
    });
  });
});
