// What a visitor is told where a query has no rows. How long a query may take and how it ends lives in `chamber.ts`.
import type { QueryAnswer, QueryReply } from '../model/query.ts';
import { unreachable } from '../model/unreachable.ts';

const AGAIN = 'Run again to query this world.';

/** `seconds` is how long it was waited for. */
export function tookTooLong(seconds: number): QueryAnswer {
  return noRows(`It took too long: the query was ended after ${seconds} seconds. ${AGAIN}`);
}

export function ended(cause: string): QueryAnswer {
  return noRows(`The query was ended: ${cause}. ${AGAIN}`);
}

export const GONE: QueryAnswer = noRows(`The worlds of this verdict are no longer kept. ${AGAIN}`);

export const BUSY: QueryAnswer = noRows('A crash test is running. Ask again when it has finished.');

export const ONE_AT_A_TIME: QueryAnswer = noRows('Another query is still running.');

/** Where the code under test broke the worker, so that running it again would keep no worlds either. */
export const BROKEN: QueryAnswer = noRows(
  'The worlds of this verdict are not kept: the code broke its interpreter, and it has been replaced.',
);

export function ourFault(cause: string): QueryAnswer {
  return noRows(`The query failed, by a fault of ours: ${cause}.`);
}

export function answerOf(reply: QueryReply): QueryAnswer {
  switch (reply.kind) {
    case 'rows':
      return reply;
    case 'refused':
      return noRows(reply.sentence);
    case 'gone':
      return GONE;
    default:
      return unreachable(reply);
  }
}

function noRows(sentence: string): QueryAnswer {
  return { kind: 'no-rows', sentence };
}
