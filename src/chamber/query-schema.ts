// The shape of the answer to a query as it comes out of the chamber. Its size is bounded: the page draws all of it.
import * as v from 'valibot';
import { QUERY_CELL_CHARS, QUERY_CELLS, QUERY_COLUMNS, QUERY_ROWS, type QueryReply } from '../model/query.ts';

/** A cut value has an ellipsis, and bytes have `x'…'` around them. */
const text = v.pipe(v.string(), v.maxLength(QUERY_CELL_CHARS + 8));

const rows = v.pipe(
  v.object({
    kind: v.literal('rows'),
    columns: v.pipe(v.array(text), v.maxLength(QUERY_COLUMNS)),
    rows: v.pipe(v.array(v.array(v.nullable(text))), v.maxLength(QUERY_ROWS)),
    cut: v.boolean(),
  }),
  v.check(
    ({ columns, rows }) =>
      rows.length * columns.length <= QUERY_CELLS && rows.every((row) => row.length === columns.length),
    'rows that are no table',
  ),
);

export const queryReply: v.GenericSchema<unknown, QueryReply> = v.union([
  rows,
  v.object({ kind: v.literal('refused'), sentence: v.string() }),
  v.object({ kind: v.literal('gone') }),
]);
