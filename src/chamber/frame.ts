// The sealed frame: an iframe of an opaque origin with a policy of its own, one worker inside, one port out. What is
// said through the port lives in `protocol.ts`.
import { isNeeded, Refusals, refusalWords, toldRefusal } from './refusal.ts';
import { BOOTSTRAP, FRAME_DOCUMENT } from './seal.ts';
import { Watchdog } from './watchdog.ts';

export interface SealedFrame {
  /** The only way in and out. */
  readonly port: MessagePort;
  /** Ends the worker at once, even while it spins: a worker does not outlive its document. */
  remove(): void;
}

/** An empty document without a network loads at once, or something is wrong. */
const FRAME_TIMEOUT_MS = 20_000;
/** Its script runs before it has loaded, and says so; the word may come a little later than the event. */
const FIRST_WORD_TIMEOUT_MS = 3_000;
/** The frame's own thread has nothing to do but to answer, also while its worker spins. */
const PING_EVERY_MS = 2_000;
/** A frame that answers nothing for so long, while the page itself is awake, has lost its process. */
const SILENCE_TIMEOUT_MS = 8_000;

/**
 * One transparent pixel in sight. A frame that is not drawn at all is a background process to the browser, which then
 * gives all that runs in it, the worker too, less of the processor.
 */
const UNSEEN = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0;pointer-events:none';

/** Why a frame is given up, half a sentence. */
export const PROCESS_GONE = 'the browser has ended its process';

/**
 * Called for each chamber. The frame opens while the worker's script is still on its way: a browser gives it a process
 * of its own, which takes a while. Resolves once the worker has been asked for; whether it lives is known when it
 * answers. Rejects as `workerSource` does. `onDeath` is called at most once, with half a sentence, when the worker
 * fails, when the frame is navigated, and when its process has ended.
 */
export function openFrame(workerSource: Promise<Blob>, onDeath: (cause: string) => void): Promise<SealedFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.title = 'sealed chamber';
  frame.tabIndex = -1;
  frame.style.cssText = UNSEEN;
  frame.srcdoc = FRAME_DOCUMENT;

  const { port1: port, port2: far } = new MessageChannel();
  let refused: string | null = null;
  let speak: () => void = () => undefined;
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  let heartbeat: { readonly watchdog: Watchdog; readonly timer: ReturnType<typeof setInterval> } | null = null;
  const die = (cause: string): void => {
    remove();
    onDeath(cause);
  };
  /** Only the bootstrap speaks through the window: that it lives, what a policy refused, or a death. */
  const hear = (event: MessageEvent<unknown>): void => {
    if (event.source === null || event.source !== frame.contentWindow) return;
    const { data } = event;
    if (data === 'pong') {
      speak();
      heartbeat?.watchdog.touch();
    }
    if (typeof data !== 'object' || data === null) return;
    if ('chamberRefused' in data && 'directive' in data && 'policy' in data && isNeeded(String(data.chamberRefused)))
      refused ??= refusalWords(String(data.directive).slice(0, 100), String(data.policy));
    if ('chamberDied' in data) die(refused ?? String(data.chamberDied).slice(0, 500));
  };
  const remove = (): void => {
    window.removeEventListener('message', hear);
    clearInterval(heartbeat?.timer);
    heartbeat?.watchdog.stop();
    port.close();
    frame.onload = null;
    frame.remove();
  };
  /** No event tells of a process that is gone; a port's `close` does not come either. */
  const watch = (): void => {
    heartbeat = {
      watchdog: new Watchdog(SILENCE_TIMEOUT_MS, () => die(PROCESS_GONE)),
      timer: setInterval(() => frame.contentWindow?.postMessage('ping', '*'), PING_EVERY_MS),
    };
  };

  const opened = new Promise<void>((resolve, reject) => {
    let silent: Watchdog | null = null;
    let hasSpoken = false;
    const timer = setTimeout(
      () => reject(new Error(`the sealed frame did not open in ${FRAME_TIMEOUT_MS / 1000} seconds`)),
      FRAME_TIMEOUT_MS,
    );
    void spoken.then(() => {
      hasSpoken = true;
      clearTimeout(timer);
      silent?.stop();
      resolve();
    });
    frame.onload = () => {
      // A second load means that the frame went somewhere: whatever is there now is not the chamber.
      frame.onload = () => die('the sealed frame was navigated away');
      if (hasSpoken) return;
      silent = new Watchdog(FIRST_WORD_TIMEOUT_MS, () => {
        void refusalOfScript().then((refusal) => {
          if (refusal === null) return;
          clearTimeout(timer);
          reject(new Error(refusal));
        });
      });
    };
    window.addEventListener('message', hear);
    document.body.append(frame);
  });
  return Promise.all([workerSource, opened]).then(
    ([script]) => {
      watch();
      frame.contentWindow?.postMessage(script.slice(0, script.size, 'text/javascript'), '*', [far]);
      return { port, remove };
    },
    (error: unknown) => {
      remove();
      throw error;
    },
  );
}

/**
 * Why the frame's script does not run, null where nothing forbids it. A frame without a script cannot tell which policy it
 * was, so the page tries the same script itself, under the same policy of the host.
 */
async function refusalOfScript(): Promise<string | null> {
  const refusals = new Refusals(document, (blocked) => blocked === 'inline');
  const script = document.createElement('script');
  script.textContent = BOOTSTRAP;
  document.head.append(script);
  script.remove();
  const refusal = await toldRefusal(refusals);
  refusals.stop();
  return refusal;
}
