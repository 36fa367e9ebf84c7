// What the page asks of whoever runs crash tests: the chamber's own types, passed on for what lies above `state`.
export type { CrashTestClient, CrashTestRequest, RunAnswer } from '../chamber/client.ts';

/** The sentence of a rejected call, whatever was thrown. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
