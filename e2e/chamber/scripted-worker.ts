// A worker that serves a script of probes instead of an interpreter: what the seal keeps out is tried here in plain
// JavaScript, as code that has escaped from Python would try it.
import { serve } from '../../src/chamber/serve.ts';
import type { CrashTestResult } from '../../src/model/verdict.ts';

/** Opens something by event handlers. */
const opened = (request: IDBOpenDBRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve('opened');
    request.onerror = () => reject(request.error);
  });

const connected = (socket: WebSocket | EventSource): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.onopen = () => resolve('connected');
    socket.onerror = () => reject(new Error('refused'));
  });

/** Each either fails, or answers with how far it came. Both addresses have a server that would answer. */
const PROBES: Record<string, (page: string, elsewhere: string) => unknown> = {
  'fetch elsewhere': (_page, elsewhere) => fetch(elsewhere).then((response) => response.status),
  'fetch the page': (page) => fetch(page).then((response) => response.status),
  'fetch a blob': () => fetch(URL.createObjectURL(new Blob(['x']))).then((response) => response.status),
  XMLHttpRequest: (page) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.onload = () => resolve(request.status);
      request.onerror = () => reject(new Error('refused'));
      request.open('GET', page);
      request.send();
    }),
  WebSocket: (_page, elsewhere) => connected(new WebSocket(elsewhere.replace('http', 'ws'))),
  EventSource: (page) => connected(new EventSource(page)),
  WebTransport: (_page, elsewhere) =>
    new WebTransport(elsewhere.replace('http', 'https')).ready.then(() => 'connected'),
  'importScripts elsewhere': (_page, elsewhere) =>
    (globalThis as unknown as { importScripts(url: string): void }).importScripts(elsewhere),
  'import elsewhere': (_page, elsewhere) => import(/* @vite-ignore */ elsewhere),
  'import a data URL': () => import(/* @vite-ignore */ `${'data'}:text/javascript,export default 1`),
  eval: () => (0, eval)('1 + 1'),
  Function: () => new Function('return 2')(),
  'the constructor of a function': () => (PROBES.eval as () => unknown).constructor('return 7')(),
  'setTimeout with text': () =>
    new Promise((resolve, reject) => {
      (globalThis as { ran?: number }).ran = 0;
      setTimeout('globalThis.ran = 1' as unknown as () => void, 0);
      setTimeout(
        () => ((globalThis as { ran?: number }).ran === 1 ? resolve('ran') : reject(new Error('not run'))),
        50,
      );
    }),
  indexedDB: () => opened(indexedDB.open('x')),
  caches: () => caches.open('x').then(() => 'opened'),
  'private file system': () => navigator.storage.getDirectory().then(() => 'opened'),
  'a worker by URL': (page) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(page);
      worker.onerror = () => reject(new Error('refused'));
      setTimeout(() => resolve('made'), 500);
    }),
};

async function tryAll(page: string, elsewhere: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, probe] of Object.entries(PROBES)) {
    try {
      answers[name] = `allowed: ${String(await probe(page, elsewhere))}`;
    } catch (error) {
      answers[name] = `refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return answers;
}

/** A well-formed verdict that says nothing but `headline`. */
function saying(headline: string): CrashTestResult {
  const verdict: CrashTestResult['verdict'] = {
    schema: 'by-accident/verdict@1',
    engine: 'scripted',
    rules: 0,
    task: { id: 'scripted', digest: '' },
    solution: { digest: '', function: '' },
    status: 'not-judged',
    reason: null,
    safety: null,
    doubleApplies: null,
    fullyCrashSafe: null,
    headline,
    story: null,
    counts: { planned: 0, fired: 0, notJudged: 0 },
    modes: [],
    worlds: [],
    exits: [],
    digest: '',
  };
  return { verdict, evidence: { worlds: {} } };
}

/** Sends what no honest worker sends, through the port that the first run's message came from. */
function forge(port: MessagePort): void {
  const result = saying('forged');
  port.postMessage({ kind: 'result', run: 1, result });
  port.postMessage(JSON.stringify({ kind: 'result', run: 999_999, result }));
  port.postMessage('{"kind":"result"');
  port.postMessage(JSON.stringify({ kind: 'result', run: 1, result: { verdict: { headline: 'forged' } } }));
  port.postMessage({ type: 'HANDLER', id: 1, value: [] });
  port.postMessage({ kind: 'loaded', image: { key: 'poisoned', bytes: new ArrayBuffer(8) } });
}

/** Foreign code that escaped could have caught the port in this way. */
const ports: MessagePort[] = [];
addEventListener('message', (event) => ports.push(...event.ports));

let kept = 'no image';
serve({
  load: async (inside, onStage) => {
    onStage('start');
    kept = inside.kept === null ? 'no image' : `${inside.kept.key}, ${inside.kept.bytes.length} bytes`;
    if (inside.kept?.bytes[0] === 255) throw new Error('a damaged image');
    if (inside.kept !== null) return { image: inside.kept };
    const bytes = new Uint8Array(1_000_000);
    bytes[0] = inside.files.wasm.length % 251;
    return { image: { key: 'scripted-image', bytes } };
  },
  run: async (_task, source, onProgress) => {
    const [what, ...rest] = source.split(' ');
    onProgress({ kind: 'normal-run', mode: 'default', case: source });
    switch (what) {
      case 'probe':
        return saying(JSON.stringify(await tryAll(rest[0] ?? '', rest[1] ?? '')));
      case 'loop':
        for (;;);
      case 'throw':
        throw new TypeError('a fault of the engine');
      case 'die':
        setTimeout(() => {
          throw new Error('the worker is gone');
        });
        return new Promise(() => undefined);
      case 'silence':
        return new Promise(() => undefined);
      case 'forge':
        for (const port of ports) forge(port);
        return saying('honest');
      case 'flood':
        for (const port of ports) for (let i = 0; i < 30_000; i++) port.postMessage('x');
        return new Promise(() => undefined);
      case 'late':
        setTimeout(() => ports[0]?.postMessage(JSON.stringify({ kind: 'failed', run: 1, cause: 'late' })), 100);
        return saying('in time');
      case 'kept':
        return saying(kept);
      default:
        return saying(`ran ${source}`);
    }
  },
});
