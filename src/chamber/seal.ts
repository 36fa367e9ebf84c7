// The seal of the chamber: the policy of its frame and the one script that runs in it. Building the frame lives in
// `frame.ts`; the page's own policy is written by `build/page-policy.ts`.

/**
 * The only script of the frame, run before any foreign code exists. Says that it runs, takes the worker's script from the
 * page, makes one classic worker of it and passes the port on. Afterwards it answers pings, and reports the worker's death
 * and what a policy refused. Where the origin is not the frame's own, opaque one it does nothing: so the page can try
 * whether its host allows this script.
 */
export const BOOTSTRAP = `
'use strict';
if (origin === 'null') {
  const tell = (word) => parent.postMessage(word, '*');
  const die = (text) => tell({ chamberDied: String(text).slice(0, 500) });
  addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, effectiveDirective, originalPolicy } = event;
    tell({ chamberRefused: blockedURI, directive: effectiveDirective, policy: originalPolicy.slice(0, 500) });
  });
  let begun = false;
  onmessage = (event) => {
    if (event.source !== parent) return;
    if (event.data === 'ping') return tell('pong');
    if (begun) return;
    begun = true;
    try {
      const worker = new Worker(URL.createObjectURL(event.data));
      worker.onerror = (error) => { error.preventDefault(); die(error.message || 'its script did not start'); };
      worker.onmessageerror = () => die('a message could not be read');
      worker.postMessage(null, event.ports);
    } catch (error) {
      die(error);
    }
  };
  tell('pong');
}
`;

/** Of the text above; the build and a test compare it. */
export const BOOTSTRAP_HASH = 'sha256-tBT05hO30J2cHYvsOH/cFX7hojP/IdumE1qiRwp2pBw=';

/**
 * The frame's policy, inherited by its worker: no network, no evaluation of text, no navigation by forms or base.
 * Modules and the worker itself come from blobs made of bytes that the page handed in.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  `script-src '${BOOTSTRAP_HASH}' 'wasm-unsafe-eval' blob:`,
  'worker-src blob:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole document of the frame. */
export const FRAME_DOCUMENT = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}"><script>${BOOTSTRAP}</script>`;
