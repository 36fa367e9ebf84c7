// The chamber's test page: two clients on `window`, one with a scripted worker, one with the real engine. The tests
// call them; nothing is shown.
import { createClient, type CrashTestClient } from '../../src/chamber/client.ts';
import type { ChamberFile, ChamberFiles } from '../../src/chamber/download.ts';
import type { LoadProgress } from '../../src/model/progress.ts';
import type { Task } from '../../src/model/task.ts';
import scriptedWorker from './scripted-worker.ts?chamber';
import smallFile from './small.txt?packed';

declare global {
  interface Window {
    scripted: CrashTestClient;
    real: CrashTestClient;
    /** A client whose files are changed by the test. */
    clientWith(change: (file: ChamberFile) => Partial<ChamberFile>): CrashTestClient;
    task: Task;
    stages: LoadProgress[];
    /** Set by a test that watches how the page stands still, in milliseconds. */
    longestGap: number;
  }
}

const scriptedFiles = (change: (file: ChamberFile) => Partial<ChamberFile> = () => ({})): ChamberFiles => {
  const small = { ...smallFile, ...change(smallFile) };
  return {
    worker: scriptedWorker,
    files: { pyodideMjs: small, asmMjs: small, wasm: small, stdlibZip: small, sqlWasm: small },
  };
};

window.scripted = createClient(async () => scriptedFiles());
window.clientWith = (change) => createClient(async () => scriptedFiles(change));
window.real = createClient();
window.stages = [];
window.task = {
  id: 'e2e/refund',
  title: 'Refund an order',
  category: 'database',
  function: 'refund_order',
  parameters: ['conn', 'order_id'],
  finishesInterruptedWork: false,
  judgesRepeats: true,
  prompt: 'Write refund_order(conn, order_id).',
  cases: [
    {
      name: 'paid order',
      args: [{ helper: 'conn' }, { value: 7 }],
      sql: `CREATE TABLE customers (id INTEGER PRIMARY KEY, credit INTEGER);
            CREATE TABLE orders (id INTEGER PRIMARY KEY, total INTEGER, customer_id INTEGER, status TEXT);
            INSERT INTO customers VALUES (1, 0);
            INSERT INTO orders VALUES (7, 50, 1, 'paid');`,
      files: [],
      cache: [],
    },
  ],
  judgeSql: null,
  references: [],
};
