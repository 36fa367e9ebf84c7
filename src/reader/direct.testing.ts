// A reader without a worker, for tests of what uses one.
import { readAnswer } from '../answer/answer.ts';
import { detectStyle } from '../style/detect.ts';
import type { Reader } from './reader.ts';

export const directReader: Reader = {
  warm: () => undefined,
  readAnswer: async (text, wanted) => readAnswer(text, wanted),
  readStyle: async (source, name) => ({ kind: 'read', report: detectStyle(source, name) }),
  stop: () => undefined,
};
