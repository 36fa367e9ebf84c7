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
    schema: 'by-accident/verdict@2',
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
    notes: [],
    counts: { planned: 0, fired: 0, notJudged: 0 },
    modes: [],
    worlds: [],
    exits: [],
    digest: '',
  };
  return { verdict, evidence: { worlds: {}, logs: [] } };
}

/** Sends what no honest worker sends, and answers what was not asked, as foreign code that caught the port could. */
function forge(port: MessagePort): void {
  const result = saying('forged');
  const progress = { kind: 'normal-run', mode: 'default', case: 'forged' };
  port.postMessage({ kind: 'result', run: 1, result });
  port.postMessage(JSON.stringify({ kind: 'progress', run: 999_999, progress: [progress] }));
  port.postMessage('{"kind":"progress"');
  port.postMessage(JSON.stringify({ kind: 'progress', run: 1, progress: [{ kind: 'cell', cell: '<b>' }] }));
  port.postMessage(JSON.stringify({ kind: 'stage', stage: 'start' }));
  port.postMessage({ type: 'HANDLER', id: 1, value: [] });
  port.postMessage({ type: 'RAW', id: `${lastId}0`, value: JSON.stringify({ kind: 'result', run: 1, result }) });
  port.postMessage({ type: 'RAW', id: 'load', value: { key: 'poisoned', bytes: new ArrayBuffer(8) } });
}

/** Foreign code that escaped could have caught the port, and what is asked through it, in this way. */
const ports: MessagePort[] = [];
let lastId = '';
addEventListener('message', (event) => {
  ports.push(...event.ports);
  event.ports[0]?.addEventListener('message', ({ data }: MessageEvent<{ id: string }>) => (lastId = data.id));
});

/** Answers that are none, each in place of the honest one. */
const ANSWERS: Record<string, () => [message: object, transfer?: Transferable[]]> = {
  object: () => [{ type: 'RAW', value: { kind: 'result', run: 1, result: saying('forged') } }],
  nothing: () => [{ type: 'RAW', value: undefined }],
  unfinished: () => [{ type: 'RAW', value: '{"kind":"result"' }],
  'of-another-run': () => [
    { type: 'RAW', value: JSON.stringify({ kind: 'result', run: 999_999, result: saying('forged') }) },
  ],
  huge: () => [{ type: 'RAW', value: 'x'.repeat(33_000_000) }],
  proxy: () => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => fetch('https://chamber.invalid/the-page-took-the-bait');
    return [{ type: 'HANDLER', name: 'proxy', value: port1 }, [port1]];
  },
  'proxy-of-nothing': () => [{ type: 'HANDLER', name: 'proxy', value: { start: 1 } }],
  throw: () => [
    {
      type: 'HANDLER',
      name: 'throw',
      value: { isError: true, value: JSON.parse('{"message":{"toString":1},"__proto__":{"polluted":1}}') },
    },
  ],
  'no-such-handler': () => [{ type: 'HANDLER', name: '__proto__', value: 1 }],
};

/** The script of a worker inside the worker, which spins: only its end can stop it. */
const NESTED = 'postMessage("alive"); for (;;);';

const started = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = () => reject(new Error('refused'));
  });

let kept = 'no image';
serve({
  load: async (inside, onStage) => {
    onStage('start');
    const image = await inside.kept;
    kept = image === null ? 'no image' : `${image.key}, ${image.bytes.length} bytes`;
    if (image?.bytes[0] === 255) throw new Error('a damaged image');
    if (image !== null) return { image };
    const bytes = new Uint8Array(1_000_000);
    bytes[0] = (await inside.files.wasm).length % 251;
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
      // Well-formed, of this run, as large and as many as they can be: nothing but their amount is wrong.
      case 'flood-of-progress': {
        const points = Array.from({ length: 3_000 }, (_, index) => ({
          index,
          kind: 'statement',
          text: 'x'.repeat(400),
          line: 1,
          repetition: 1,
        }));
        const progress = [{ kind: 'points', mode: 'default', points }];
        const said = JSON.stringify({ kind: 'progress', run: Number(rest[0]), progress });
        for (let i = 0; i < 500; i++) ports[0]?.postMessage(said);
        return new Promise(() => undefined);
      }
      case 'flood-of-events': {
        const event = { kind: 'normal-run', mode: 'default', case: 'x' };
        const progress = Array.from({ length: 4_000 }, () => event);
        const said = JSON.stringify({ kind: 'progress', run: Number(rest[0]), progress });
        for (let i = 0; i < 500; i++) ports[0]?.postMessage(said);
        return new Promise(() => undefined);
      }
      // The answer comes first; then nothing is asked any more.
      case 'flood-when-idle':
        setTimeout(() => {
          const large = 'x'.repeat(1_000_000);
          for (;;) ports[0]?.postMessage(large);
        }, 200);
        return saying('honest');
      case 'end-itself':
        (globalThis as unknown as { close(): void }).close();
        return new Promise(() => undefined);
      // As a worker that was ended by something else: it answers nothing any more.
      case 'spin-when-idle':
        setTimeout(() => {
          for (;;);
        }, 200);
        return saying('honest');
      case 'late': {
        const late = {
          kind: 'progress',
          run: Number(rest[0]),
          progress: [{ kind: 'points', mode: 'default', points: [] }],
        };
        const id = lastId;
        setTimeout(() => {
          ports[0]?.postMessage(JSON.stringify(late));
          ports[0]?.postMessage({ type: 'RAW', id, value: 'late' });
        }, 100);
        return saying('in time');
      }
      case 'answer': {
        const [message, transfer] = ANSWERS[rest[0] ?? '']?.() ?? [{}];
        ports[0]?.postMessage({ ...message, id: lastId }, transfer ?? []);
        return new Promise(() => undefined);
      }
      case 'nest': {
        const nested = new Worker(URL.createObjectURL(new Blob([NESTED], { type: 'text/javascript' })));
        await started(nested);
        // Progress that follows on another's heels is held back.
        await new Promise((resolve) => setTimeout(resolve, 100));
        onProgress({ kind: 'points', mode: 'default', points: [] });
        return new Promise(() => undefined);
      }
      case 'kept':
        return saying(kept);
      default:
        return saying(`ran ${source}`);
    }
  },
  query: ({ sql }) => {
    switch (sql) {
      case 'loop':
        for (;;);
      case 'silence':
        return new Promise(() => undefined);
      case 'throw':
        throw new TypeError('a fault of the judge');
      case 'wide':
        return { kind: 'rows', columns: ['a'], rows: [['x'.repeat(10_000)]], cut: false };
      case 'uneven':
        return { kind: 'rows', columns: ['a'], rows: [['1', '2']], cut: false };
      case 'gone':
        return { kind: 'gone' };
      default:
        return { kind: 'rows', columns: ['asked'], rows: [[sql], [null]], cut: false };
    }
  },
});
