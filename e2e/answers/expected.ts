// What must become of each pasted answer in this folder: which code is read from it, and what the crash test says of
// that code. The texts are written as assistants write them; their tasks are the bundled ones.
import type { Safety } from '../../src/model/verdict.ts';

export interface ExpectedCandidate {
  readonly where: string;
  /** Part of the sentence on what was done to the code; null where nothing was. */
  readonly adapted: string | null;
  /** `refused` stands for code that cannot be called as the task calls it, with a part of the sentence. */
  readonly verdict: Safety | { readonly doesNotWork: string } | { readonly refused: string };
  /** Line of the code, from 1, before which the verdict's story kills; absent where there is no story. */
  readonly storyLine?: number;
  /** True where the code is safe by design and fully crash-safe. */
  readonly fullyCrashSafe?: boolean;
}

export type ExpectedReading =
  | { readonly kind: 'one'; readonly candidate: ExpectedCandidate }
  | { readonly kind: 'several'; readonly candidates: readonly ExpectedCandidate[]; readonly preferred: number }
  /** `sentence`: a part of what is said. */
  | { readonly kind: 'none'; readonly sentence: string };

export interface ExpectedAnswer {
  /** Name in this folder, without `.md`. */
  readonly file: string;
  /** Id of a bundled task. */
  readonly task: string;
  readonly reading: ExpectedReading;
}

function one(file: string, task: string, candidate: ExpectedCandidate): ExpectedAnswer {
  return { file, task, reading: { kind: 'one', candidate } };
}

function none(file: string, task: string, sentence: string): ExpectedAnswer {
  return { file, task, reading: { kind: 'none', sentence } };
}

export const EXPECTED: readonly ExpectedAnswer[] = [
  one('01-prose-and-one-fence', 'refund-an-order', {
    where: 'code block 1, lines 4–39',
    adapted: null,
    verdict: 'safe-by-accident',
    storyLine: 29,
  }),
  {
    file: '02-improved-version',
    task: 'transfer-money',
    reading: {
      kind: 'several',
      preferred: 1,
      candidates: [
        { where: 'code block 1, lines 4–27', adapted: null, verdict: 'unsafe', storyLine: 20 },
        { where: 'code block 2, lines 36–63', adapted: null, verdict: 'safe-by-design', fullyCrashSafe: true },
      ],
    },
  },
  one('03-diff-then-whole-code', 'add-a-comment', {
    where: 'code block 2, lines 24–48',
    adapted: null,
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  none(
    '04-only-a-diff',
    'place-an-order',
    'The text has only a diff, which says what to change. Paste the whole code.',
  ),
  one('05-indented-without-fences', 'delete-a-users-data', {
    where: 'lines 4–19',
    adapted: null,
    verdict: 'safe-by-accident',
    storyLine: 9,
  }),
  one('06-curly-quotes', 'redeem-a-gift-card', {
    where: 'code block 1, lines 4–28',
    adapted: 'Curly quotes were made straight.',
    verdict: 'safe-by-accident',
    storyLine: 20,
  }),
  one('07-windows-line-ends', 'archive-old-orders', {
    where: 'code block 1, lines 4–27',
    adapted: null,
    verdict: 'safe-by-accident',
    storyLine: 17,
  }),
  one('08-class-with-methods', 'receive-a-stock-delivery', {
    where: 'code block 1, lines 4–39',
    adapted: '`receive_delivery` is a method of the class `DeliveryService`',
    verdict: 'safe-by-accident',
    storyLine: 33,
  }),
  one('09-async-def', 'process-pending-jobs', {
    where: 'code block 1, lines 4–17',
    adapted: '`process_jobs` is async',
    verdict: 'safe-by-accident',
    storyLine: 13,
  }),
  one('10-async-that-waits', 'send-queued-emails', {
    where: 'code block 1, lines 4–19',
    adapted: '`send_queued_emails` is async',
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('11-nested-fences', 'save-a-user-setting', {
    where: 'code block 1, lines 7–34',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 27,
  }),
  one('12-fence-without-language', 'count-a-page-view', {
    where: 'code block 1, lines 4–14',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 9,
  }),
  one('13-fence-with-a-title', 'set-a-config-option', {
    where: 'code block 2, lines 12–37',
    adapted: null,
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('14-shell-transcript', 'append-to-a-ledger', {
    where: 'code block 1, lines 4–18',
    adapted: 'Prompts and output of the Python shell were left out',
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('15-json-beside-it', 'update-prices', {
    where: 'code block 2, lines 12–35',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 24,
  }),
  one('16-test-file-after-it', 'mark-an-order-paid', {
    where: 'code block 1, lines 4–20',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 16,
  }),
  one('17-another-function-name', 'cancel-a-subscription', {
    where: 'code block 1, lines 4–26',
    adapted: 'The code defines `cancel(conn, notifier, subscription_id)`',
    verdict: 'unsafe',
    storyLine: 21,
  }),
  one('18-extra-default-parameters', 'invite-a-user', {
    where: 'code block 1, lines 5–43',
    adapted: null,
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('19-type-hints-and-dataclass', 'import-customers-csv', {
    where: 'code block 1, lines 4–44',
    adapted: null,
    verdict: 'safe-by-accident',
    storyLine: 39,
  }),
  one('20-decorated', 'add-a-slug-column', {
    where: 'code block 1, lines 4–34',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 31,
  }),
  one('21-wrong-answer', 'delete-an-attachment', {
    where: 'code block 1, lines 4–17',
    adapted: null,
    verdict: { doesNotWork: 'attachment 7 is still listed' },
  }),
  one('22-cut-off', 'export-a-sales-report', {
    where: 'code block 1, lines 4–34',
    adapted: null,
    verdict: { doesNotWork: 'The code is not valid Python at line 31' },
  }),
  none('23-prose-only', 'store-an-upload', 'The text has no Python code in it.'),
  one('24-another-human-language', 'archive-imported-files', {
    where: 'code block 1, lines 5–21',
    adapted: null,
    verdict: 'unsafe',
    storyLine: 12,
  }),
  one('25-html-escaped', 'place-an-order', {
    where: 'code block 1, lines 4–37',
    adapted: 'HTML entities such as &lt; were turned back into signs.',
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('26-split-over-fences', 'store-an-upload', {
    where: 'code blocks 1 and 2, lines 6–18 and 24–39',
    adapted: 'Code blocks 1 and 2 were put together',
    verdict: 'unsafe',
    storyLine: 11,
  }),
  one('27-copied-from-a-rendered-page', 'delete-an-attachment', {
    where: 'lines 5–13',
    adapted: null,
    verdict: 'safe-by-design',
    fullyCrashSafe: true,
  }),
  one('28-connection-of-its-own', 'transfer-money', {
    where: 'code block 1, lines 4–16',
    adapted: null,
    verdict: { refused: 'which takes at most 4 arguments and gets 5' },
  }),
  one('29-async-cursor', 'cancel-a-subscription', {
    where: 'code block 1, lines 4–12',
    adapted: null,
    verdict: { refused: 'waits for `async with` and `cursor.fetchone` and `conn.execute`; what the task hands in' },
  }),
];
