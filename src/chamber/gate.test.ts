// Both ends of the border over a real port, without frame and worker: what passes, what a forger achieves. How a chamber
// ends over it is tried by `e2e/chamber.spec.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { Gate } from './gate.ts';
import { FILE_NAMES, type Piece, readQueryText } from './protocol.ts';
import { answerOn, type Bench } from './serve.ts';

const pieces: readonly Piece[] = [
  ...FILE_NAMES.map((name): Piece => ({
    kind: 'file',
    name,
    bytes: new TextEncoder().encode(name).buffer,
    packed: false,
  })),
  { kind: 'image', kept: null },
];
const task = { id: 'crash/refund' } as Parameters<Bench['run']>[0];

let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

/** A gate and the port behind it. `texts` and `ignored` are what the page saw beside comlink. */
function open() {
  const { port1: port, port2: far } = new MessageChannel();
  ports.push(port, far);
  const gate = new Gate(port);
  const seen = { texts: [] as string[], ignored: 0 };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') seen.texts.push(data);
    else if (!gate.admit(data)) seen.ignored++;
  };
  return { gate, far, seen };
}

const honest: Bench = {
  load: async (inside, onStage) => {
    onStage('start');
    return { image: (await inside.kept) ?? { key: 'made', bytes: new Uint8Array([1, 2, 3, 4]).subarray(1, 3) } };
  },
  run: (_task, source, onProgress) => {
    onProgress({ kind: 'normal-run', mode: 'default', case: source });
    if (source === 'throw') throw new TypeError('no '.repeat(1_000));
    return { verdict: { headline: source }, evidence: { worlds: { aa: {} }, logs: [] } } as unknown as ReturnType<
      Bench['run']
    >;
  },
  query: ({ sql }) => {
    if (sql === 'throw') throw new TypeError('no judge');
    return { kind: 'rows', columns: ['asked'], rows: [[sql]], cut: false };
  },
};

/** A worker that answers every request in its own way. */
const answering = (far: MessagePort, answer: (id: string) => void): void => {
  far.onmessage = ({ data }: MessageEvent<{ id: string }>) => answer(data.id);
};

test('loading answers with the image, whole and alone, and tells its stages beside', async () => {
  const { gate, far, seen } = open();
  answerOn(far, honest);
  for (const piece of pieces) void gate.worker.take(piece);
  expect(seen.texts).toEqual([]);
  expect(await gate.worker.load()).toEqual({ key: 'made', bytes: new Uint8Array([2, 3]).buffer });
  expect(seen.texts).toEqual(['{"kind":"stage","stage":"start"}']);
});

test('an image that is handed in is used and does not come back', async () => {
  const { gate, far } = open();
  answerOn(far, honest);
  void gate.worker.take({ kind: 'image', kept: { key: 'kept', bytes: new Uint8Array(gzipSync('image')).buffer } });
  expect(await gate.worker.load()).toBe('{"kind":"kept-image-used"}');
});

test('files are unpacked on the far side; a damaged one fails the load with its name', async () => {
  const { gate, far } = open();
  answerOn(far, {
    ...honest,
    load: async ({ files }) => ({
      image: { key: new TextDecoder().decode(await files.wasm), bytes: await files.sqlWasm },
    }),
  });
  const packed = new Uint8Array(gzipSync('interpreter')).buffer;
  void gate.worker.take({ kind: 'file', name: 'wasm', bytes: packed, packed: true });
  void gate.worker.take({ kind: 'file', name: 'sqlWasm', bytes: packed.slice(3), packed: true });
  const reply = await gate.worker.load();
  expect(reply).toMatch(/"kind":"load-failed".*the file sqlWasm arrived damaged and could not be unpacked/);
});

test('a run answers with one text, after its progress', async () => {
  const { gate, far, seen } = open();
  answerOn(far, honest);
  expect(JSON.parse(await gate.worker.run(3, task, 'code'))).toEqual({
    kind: 'result',
    run: 3,
    result: { verdict: { headline: 'code' }, evidence: { worlds: { aa: '{}' }, logs: [] } },
  });
  expect(seen.texts.map((text) => JSON.parse(text).run)).toEqual([3]);
  expect(seen.ignored).toBe(0);
});

test('an error in the worker comes as a text of ours, cut', async () => {
  const { gate, far } = open();
  answerOn(far, honest);
  const reply = JSON.parse(await gate.worker.run(4, task, 'throw'));
  expect(reply).toMatchObject({ kind: 'failed', run: 4 });
  expect(reply.cause).toMatch(/^TypeError: no no /);
  expect(reply.cause).toHaveLength(500);
});

test('a query answers with one text; an error in the worker is such a text too', async () => {
  const { gate, far, seen } = open();
  answerOn(far, honest);
  const ask = (sql: string) => gate.worker.query({ verdict: 'aa', world: 0, exit: null, sql }).then(readQueryText);
  expect(await ask('SELECT 1')).toEqual({ kind: 'rows', columns: ['asked'], rows: [['SELECT 1']], cut: false });
  expect(await ask('throw')).toEqual({ kind: 'failed', cause: 'TypeError: no judge' });
  expect(seen.texts).toEqual([]);
});

test('an answer to what was not asked, or was answered already, is ignored', async () => {
  const { gate, far, seen } = open();
  answering(far, (id) => {
    far.postMessage({ id: `${id}0`, type: 'RAW', value: 'forged' });
    far.postMessage({ id: 1, type: 'RAW', value: 'forged' });
    far.postMessage({ id: ['__proto__'], type: 'RAW', value: 'forged' });
    far.postMessage({ id, type: 'RAW', value: 'first' });
    far.postMessage({ id, type: 'RAW', value: 'replayed' });
  });
  expect(await gate.worker.run(1, task, '')).toBe('first');
  answering(far, (id) => far.postMessage({ id, type: 'RAW', value: 'second' }));
  expect(await gate.worker.run(2, task, '')).toBe('second');
  expect(seen.ignored).toBe(4);
});

test('a port that would become a proxy, and an error that would be thrown, are nothing', async () => {
  const { gate, far } = open();
  const { port1: bait, port2: hook } = new MessageChannel();
  ports.push(bait, hook);
  let bitten = 0;
  hook.onmessage = () => void bitten++;
  answering(far, (id) => far.postMessage({ id, type: 'HANDLER', name: 'proxy', value: bait }, [bait]));
  expect(await gate.worker.run(1, task, '')).toBeUndefined();
  const thrown = { isError: true, value: JSON.parse('{"message":"<b>","__proto__":{"polluted":1}}') };
  answering(far, (id) => far.postMessage({ id, type: 'HANDLER', name: 'throw', value: thrown }));
  expect(await gate.worker.run(2, task, '')).toBeUndefined();
  answering(far, (id) => far.postMessage({ id, type: 'HANDLER', name: 'no such handler', value: 1 }));
  expect(await gate.worker.run(3, task, '')).toBeUndefined();
  expect('polluted' in {}).toBe(false);
  expect(bitten).toBe(0);
});

test('a closed gate asks nothing any more', () => {
  const { gate } = open();
  gate.close();
  expect(() => gate.worker.run(1, task, '')).toThrow(/released/);
});

test('comlink is named in two files of the chamber: one exposes, in the worker, and one wraps, in the page', () => {
  const root = new URL('..', import.meta.url);
  // The reader's worker runs nobody's code but ours.
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name));
  const imports = names.flatMap((name) => {
    const [, what] = /import \{([^}]*)\} from 'comlink'/.exec(readFileSync(new URL(name, root), 'utf8')) ?? [];
    return what === undefined ? [] : [`${name.replaceAll('\\', '/')}:${what}`];
  });
  expect(imports.sort()).toEqual([
    'chamber/gate.ts: type Endpoint, type Remote, releaseProxy, wrap ',
    'chamber/serve.ts: expose, transfer ',
    'reader/browser.ts: wrap ',
    'reader/worker.ts: expose ',
  ]);
});
