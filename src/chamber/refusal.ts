// What a Content-Security-Policy refuses, in words: of the page's host, whose policy reaches into the chamber too. Used by
// the page, the frame's reports and the worker.

/** Half a sentence, for after "could not be started:". */
export function refusalWords(directive: string, policy: string): string {
  const shown = policy.length > SHOWN_CHARS ? `${policy.slice(0, SHOWN_CHARS)}…` : policy;
  return `the Content-Security-Policy of this page's host forbids it (${directive}), which is “${shown}”`;
}

/** Policies can be pages long; what matters most stands at the beginning. */
const SHOWN_CHARS = 200;

/** What the chamber needs, as events name it: blob scripts and workers, its own inline script, WebAssembly. */
export function isNeeded(blocked: string): boolean {
  return /^(blob|inline|wasm-eval)/.test(blocked);
}

/** Remembers the first refusal that `target` hears of, and that `concerns` us, by what was blocked. */
export class Refusals {
  readonly #target: EventTarget;
  readonly #listener: (event: Event) => void;
  first: string | null = null;

  constructor(target: EventTarget, concerns: (blocked: string) => boolean = isNeeded) {
    this.#target = target;
    this.#listener = (event) => {
      const { disposition, blockedURI, effectiveDirective, originalPolicy } = event as SecurityPolicyViolationEvent;
      if (disposition === 'report' || !concerns(blockedURI)) return;
      this.first ??= refusalWords(effectiveDirective, originalPolicy);
    };
    target.addEventListener('securitypolicyviolation', this.#listener);
  }

  stop(): void {
    this.#target.removeEventListener('securitypolicyviolation', this.#listener);
  }
}

/** The event comes after what it tells of, in a task of its own. */
const TOLD_AFTER_MS = 300;

/** Resolves with the refusal that has been told of by now or soon will be; null where nothing was refused. */
export async function toldRefusal(refusals: Refusals): Promise<string | null> {
  if (refusals.first === null) await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS));
  return refusals.first;
}
