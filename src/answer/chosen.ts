// Which code of a pasted answer is tested where nobody chooses: the preferred candidate, else the last, an assistant's
// final word.
import { candidatesOf, type AnswerReading, type Candidate } from './answer.ts';

/** Null where the answer has no code that defines the function. */
export function chosenCandidate(reading: AnswerReading): Candidate | null {
  const preferred = reading.kind === 'several' ? reading.preferred : undefined;
  return candidatesOf(reading).at(preferred ?? -1) ?? null;
}
