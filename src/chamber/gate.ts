// The page's end of comlink. What may be asked, and how answers are checked, lives in `protocol.ts`.
//
// The page only wraps. It exposes nothing and passes no callback (`proxy`): comlink lets the far side walk any property
// path of what is exposed, so a worker that foreign code has taken over would reach `constructor` of a page's function
// and with it the page. Why comlink gets this gate and not the port: docs/decisions/002-comlink-behind-a-wall.md.
import { type Endpoint, type Remote, releaseProxy, wrap } from 'comlink';
import { readAnswer, type WorkerFunctions } from './protocol.ts';

export class Gate {
  readonly worker: Remote<WorkerFunctions>;
  /** Ids of requests without an answer. */
  readonly #asked = new Set<string>();
  readonly #admitted = new EventTarget();

  constructor(port: Pick<MessagePort, 'postMessage'>) {
    const asked = this.#asked;
    const admitted = this.#admitted;
    // comlink's registry holds the endpoint for as long as the proxy lives, so the endpoint must not hold the gate.
    const endpoint: Endpoint = {
      postMessage(message: { readonly id: string }, transfer: Transferable[] = []) {
        port.postMessage(message, transfer);
        asked.add(message.id);
      },
      addEventListener: admitted.addEventListener.bind(admitted),
      removeEventListener: admitted.removeEventListener.bind(admitted),
    };
    this.worker = wrap<WorkerFunctions>(endpoint);
  }

  /** Called for each message that is no text. Lets comlink hear it where it answers a request; false where not. */
  admit(data: unknown): boolean {
    const answer = readAnswer(data);
    if (answer === null || !this.#asked.delete(answer.id)) return false;
    this.#admitted.dispatchEvent(new MessageEvent('message', { data: { ...answer, type: 'RAW' } }));
    return true;
  }

  /**
   * Called once, after the port has been closed. Requests without an answer stay so, and are forgotten; without this
   * they would keep the dead chamber in memory, by way of comlink's registry.
   */
  close(): void {
    this.worker[releaseProxy]();
  }
}
