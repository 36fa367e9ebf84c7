// The reader of the page: its worker, made by the browser.
import { wrap } from 'comlink';
import { readerOver, type Reader, type ReaderFunctions } from './reader.ts';

export function createReader(): Reader {
  return readerOver((onBroken) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'reader' });
    // It did not load, or something in it threw outside of a call.
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      onBroken();
    });
    return { functions: wrap<ReaderFunctions>(worker), end: () => worker.terminate() };
  });
}
