// The own function as a draft: one JSON text. A text that is none of ours gives the example. And how two are compared.
import * as v from 'valibot';
import type { OwnFile, OwnFunction } from '../model/own.ts';
import { exampleOwn } from '../own/example.ts';

const schema: v.GenericSchema<unknown, OwnFunction> = v.object({
  title: v.string(),
  call: v.string(),
  sql: v.string(),
  files: v.array(v.object({ path: v.string(), text: v.string() })),
  judgeSql: v.string(),
  finishesInterruptedWork: v.boolean(),
});

export const EMPTY_OWN: OwnFunction = {
  title: '',
  call: '',
  sql: '',
  files: [],
  judgeSql: '',
  finishesInterruptedWork: false,
};

export function textOfOwn(own: OwnFunction): string {
  return JSON.stringify(own);
}

/** The draft that `textOfOwn` wrote, else the example. */
export function keptOwn(text: string): OwnFunction {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    if (read.success) return read.output;
  } catch {
    // No draft yet, or not one of ours.
  }
  return exampleOwn().own;
}

/** Whether both come to the same verdict of the same code: they may differ in the title. */
export function testsTheSame(one: OwnFunction, other: OwnFunction): boolean {
  return one === other || textOfOwn({ ...one, title: '' }) === textOfOwn({ ...other, title: '' });
}

export function isExample(own: OwnFunction): boolean {
  return textOfOwn(own) === textOfOwn(exampleOwn().own);
}

/** A text field on a page knows one kind of line end only; a file that is edited there keeps its own. */
export function keepLineEnds(file: OwnFile, changes: Partial<OwnFile>): Partial<OwnFile> {
  const isWindows = file.text.includes('\r\n') && !/(^|[^\r])\n/.test(file.text);
  if (changes.text === undefined || !isWindows) return changes;
  return { ...changes, text: changes.text.replace(/\r?\n/g, '\r\n') };
}
