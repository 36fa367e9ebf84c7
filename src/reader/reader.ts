// Reads what was pasted, away from the page's own thread and with a deadline: a text comes from anybody, by paste, file or
// link, and must not stop the page however it is made. What reading means lives in `answer/` and `style/`.
import type { AnswerReading, Wanted } from '../answer/answer.ts';
import { tooLong } from '../answer/limit.ts';
import type { StyleReport } from '../style/report.ts';

/** What the worker does. Both are functions of their arguments. */
export interface ReaderFunctions {
  readAnswer(text: string, wanted: Wanted): AnswerReading;
  detectStyle(source: string, functionName: string): StyleReport;
}

/** It took too long, or the worker did not come or died. The sentence says what to do. */
export interface Unread {
  readonly kind: 'unread';
  readonly sentence: string;
}

export type StyleReading = { readonly kind: 'read'; readonly report: StyleReport } | Unread;

export interface Reader {
  /** Fetches what reading takes, so that the first text does not wait for it. */
  warm(): void;
  /** Always resolves. */
  readAnswer(text: string, wanted: Wanted): Promise<AnswerReading | Unread>;
  /** Always resolves. */
  readStyle(source: string, functionName: string): Promise<StyleReading>;
  /** Ends what is being read, at once; those who wait for it hear that it was stopped. */
  stop(): void;
}

/** A worker that is running. */
export interface ReaderWorker {
  /** Each answers once, or never where the worker dies. */
  readonly functions: {
    readonly [Name in keyof ReaderFunctions]: (
      ...given: Parameters<ReaderFunctions[Name]>
    ) => Promise<ReturnType<ReaderFunctions[Name]>>;
  };
  readonly end: () => void;
}

/** Long for a text of the greatest length on a slow machine: 200,000 characters take at most 3 s on the bench. */
export const ANSWER_DEADLINE_MS = 10_000;
/** The text of a solution was read before it is asked what it shows, and its test runs meanwhile. */
export const STYLE_DEADLINE_MS = 5_000;

const STOPPED = 'Reading was stopped.';
const MISSING = 'The part of the page that reads the code did not load. Your text is still there. Try again.';
const FAILED = 'The text could not be read. It is still there. Paste only the code of the answer.';

/** `start` makes a worker and tells when it breaks before it has answered. */
export function readerOver(start: (onBroken: () => void) => ReaderWorker): Reader {
  let running: { readonly worker: ReaderWorker; readonly waiting: Set<(sentence: string) => void> } | null = null;

  const end = (sentence: string): void => {
    const ended = running;
    running = null;
    ended?.worker.end();
    for (const tell of ended?.waiting ?? []) tell(sentence);
  };
  const worker = (): NonNullable<typeof running> => {
    running ??= { worker: start(() => end(MISSING)), waiting: new Set() };
    return running;
  };

  /** Where it takes too long the worker goes, as nothing else ends what it does; the next text gets another one. */
  const ask = <T>(
    call: (functions: ReaderWorker['functions']) => Promise<T>,
    deadlineMs: number,
    tooSlow: string,
  ): Promise<T | Unread> =>
    new Promise((resolve) => {
      let current: ReturnType<typeof worker>;
      try {
        current = worker();
      } catch {
        // A host's policy may forbid it.
        resolve({ kind: 'unread', sentence: MISSING });
        return;
      }
      const timer = setTimeout(() => end(tooSlow), deadlineMs);
      const settle = (answer: T | Unread): void => {
        clearTimeout(timer);
        current.waiting.delete(tell);
        resolve(answer);
      };
      const tell = (sentence: string): void => settle({ kind: 'unread', sentence });
      current.waiting.add(tell);
      call(current.worker.functions).then(settle, () => tell(FAILED));
    });

  return {
    warm() {
      try {
        worker();
      } catch {
        // Said where a text is to be read.
      }
    },
    readAnswer(text, wanted) {
      const refusal = tooLong(text);
      if (refusal !== null) return Promise.resolve({ kind: 'none', sentence: refusal });
      const tooSlow = `Reading this text took longer than ${ANSWER_DEADLINE_MS / 1000} seconds and was stopped. Your text is still there. Paste only the answer, or only its code.`;
      // Plain data: what the page hands over may be a proxy, which cannot be copied.
      const plain = { function: wanted.function, parameters: [...wanted.parameters] };
      return ask((functions) => functions.readAnswer(text, plain), ANSWER_DEADLINE_MS, tooSlow);
    },
    async readStyle(source, functionName) {
      const tooSlow = 'What the text of the code shows was not read: it took too long.';
      const report = await ask((functions) => functions.detectStyle(source, functionName), STYLE_DEADLINE_MS, tooSlow);
      return 'kind' in report ? report : { kind: 'read', report };
    },
    stop() {
      if (running !== null && running.waiting.size > 0) end(STOPPED);
    },
  };
}
