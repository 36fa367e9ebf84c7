// Whether the instrument is right, as far as this page has checked it: nothing is run before a person asks. The
// check gives way to a crash test; it never runs beside one.
import type { LoadProgress } from '../model/progress.ts';
import type { CrashTestClient } from './client.ts';
import { checkReferences, isFaulty, tallyOf, type GateState, type GateTasks } from './gate.ts';

export class Gate {
  readonly #client: CrashTestClient;
  readonly #tasks: GateTasks;
  /** The check that is going on. */
  #check: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;

  state: GateState = $state.raw({ kind: 'not-checked' });
  load: LoadProgress | null = $state.raw(null);

  readonly busy: boolean = $derived(this.state.kind === 'checking');
  readonly faulty: boolean = $derived.by(() => {
    const tally = tallyOf(this.state);
    return tally !== null && isFaulty(tally);
  });

  constructor(client: CrashTestClient, tasks: GateTasks) {
    this.#client = client;
    this.#tasks = tasks;
  }

  /** Called only while no crash test runs. */
  start(): void {
    if (this.#check !== null) return;
    const stop = new AbortController();
    this.#check = { stop, ended: this.#run(stop.signal) };
  }

  /** Resolves once the client is free for another run. Without a check: at once. */
  async stop(): Promise<void> {
    this.#check?.stop.abort();
    await this.#check?.ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const end = await checkReferences(this.#client, this.#tasks, signal, {
      onLoad: (progress) => (this.load = progress),
      onCheck: (tally, now) => (this.state = { kind: 'checking', tally, now }),
    });
    this.#check = null;
    this.state = end;
  }
}
