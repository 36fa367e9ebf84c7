// The sealed frame: an iframe of an opaque origin with a policy of its own, one worker inside, one port out. What is
// said through the port lives in `protocol.ts`.
import { FRAME_DOCUMENT } from './seal.ts';

export interface SealedFrame {
  /** The only way in and out. */
  readonly port: MessagePort;
  /** Ends the worker at once, even while it spins: a worker does not outlive its document. */
  remove(): void;
}

/** An empty document without a network loads at once, or something is wrong. */
const FRAME_TIMEOUT_MS = 20_000;

/**
 * One transparent pixel in sight. A frame that is not drawn at all is a background process to the browser, which then
 * gives all that runs in it, the worker too, less of the processor.
 */
const UNSEEN = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0;pointer-events:none';

/**
 * Called for each chamber. The frame opens while the worker's script is still on its way: a browser gives it a process
 * of its own, which takes a while. Resolves once the worker has been asked for; whether it lives is known when it
 * answers. Rejects as `workerSource` does. `onDeath` is called at most once, with half a sentence, when the worker
 * fails or the frame is navigated.
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
  const die = (cause: string): void => {
    remove();
    onDeath(cause);
  };
  /** Only the bootstrap speaks through the window, and only to report a death. */
  const hear = (event: MessageEvent<unknown>): void => {
    if (event.source === null || event.source !== frame.contentWindow) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('chamberDied' in data)) return;
    die(String(data.chamberDied).slice(0, 500));
  };
  const remove = (): void => {
    window.removeEventListener('message', hear);
    port.close();
    frame.onload = null;
    frame.remove();
  };

  const opened = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the sealed frame did not open in ${FRAME_TIMEOUT_MS / 1000} seconds`)),
      FRAME_TIMEOUT_MS,
    );
    frame.onload = () => {
      clearTimeout(timer);
      // A second load means that the frame went somewhere: whatever is there now is not the chamber.
      frame.onload = () => die('the sealed frame was navigated away');
      resolve();
    };
    window.addEventListener('message', hear);
    document.body.append(frame);
  });
  return Promise.all([workerSource, opened]).then(
    ([script]) => {
      frame.contentWindow?.postMessage(script.slice(0, script.size, 'text/javascript'), '*', [far]);
      return { port, remove };
    },
    (error: unknown) => {
      remove();
      throw error;
    },
  );
}
