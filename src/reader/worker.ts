// The worker's side: reads, and knows nothing else. Code of ours on both sides, and nothing in a text is ever run.
import { expose } from 'comlink';
import { readAnswer } from '../answer/answer.ts';
import { detectStyle } from '../style/detect.ts';
import type { ReaderFunctions } from './reader.ts';

const functions: ReaderFunctions = { readAnswer, detectStyle };

expose(functions);
