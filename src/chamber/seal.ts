// The seal of the chamber: the policy of its frame and the one script that runs in it. Building the frame lives in
// `frame.ts`; the page's own policy is written by `build/page-policy.ts`.

/**
 * The only script of the frame, run before any foreign code exists. Takes one message from the page, makes one
 * classic worker from its blob, and passes the port on. Afterwards it only reports the worker's death.
 */
export const BOOTSTRAP = `
'use strict';
onmessage = (event) => {
  if (event.source !== parent) return;
  onmessage = null;
  const tell = (text) => parent.postMessage({ chamberDied: String(text).slice(0, 500) }, event.origin);
  try {
    const worker = new Worker(URL.createObjectURL(event.data));
    worker.onerror = (error) => { error.preventDefault(); tell(error.message || 'its script did not start'); };
    worker.onmessageerror = () => tell('a message could not be read');
    worker.postMessage(null, event.ports);
  } catch (error) {
    tell(error);
  }
};
`;

/** Of the text above; the build and a test compare it. */
export const BOOTSTRAP_HASH = 'sha256-zpINAWtuvkGaWf/HdomNtpcuuYgiTMEhymSCGMlNL1I=';

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
