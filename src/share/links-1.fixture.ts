// Links of version 1 as they were made when it was frozen, and what they hold. They must be read for ever: add to
// them, never change them.
import type { Shared } from '../model/shared.ts';

export const LINKS_1: readonly { readonly link: string; readonly shared: Shared }[] = [
  {
    link: '12o_NsrY_CmxSuX3oFB0g81tqjJ53BNHi86S1xtfo-QobLD1OX4My2BnR9aAlYRypDGPgFHMQEFd5g0UlmSUk1gKFKmOteMwne-QVm5nUGofFVhwCAAe',
    shared: {
      subject: { kind: 'task', id: 'refund-an-order' },
      code: `import sqlite3


def refund_order(conn, order_id):
    customer_id, total = conn.execute("SELECT customer_id, total FROM orders WHERE id = ?", (order_id,)).fetchone()
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (total, customer_id))
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))
    conn.commit()
`,
      view: { mode: 'autocommit', fault: 'hard', line: 7, point: 1, step: 'after-rerun' },
      expected: {
        engine: '1.0.0',
        rules: 1,
        digest: '3f0a6c52b97de8141d20f35b6a8c9e7704d1e2f3a4b5c6d7e8f90a1b2c3d4e5f',
      },
    },
  },
  {
    link: '1AnwAtAtjWMMk4l50eNvh-akKh5cAO3bAIv_D_L5ORWC3E7S3CzI6qgTMFcD1KyUVoNXI0cAN90axmukoR2aBFEOXyELOvkI-mQyyXQt6dJamNS_KsVYQnbAhRnW4TcDZS2OQWgYmTrgYM_AUIH7QqEClfjxwIQjwdJn4eIb3u_dDcgCSgxFryoFdSl4uTkTlBeRwYi2BIO4AF0CQzWVP1_UoafJyAQAe',
    shared: {
      subject: {
        kind: 'own',
        own: {
          title: 'Größe ändern 🎉',
          call: 'resize(conn, "notes.txt", [1, 2])',
          sql: "CREATE TABLE sizes (name TEXT PRIMARY KEY, size INTEGER);\r\nINSERT INTO sizes VALUES ('notes.txt', 3);\r\n",
          files: [
            { path: 'notes.txt', text: 'abc' },
            { path: 'empty/__proto__', text: '' },
          ],
          judgeSql: '',
          finishesInterruptedWork: true,
        },
      },
      code: '\uFEFFdef resize(conn, path, sizes):\r\n\twith conn:\r\n\t\tconn.execute("UPDATE sizes SET size = 完")\r\n',
      view: { mode: 'default', fault: 'soft', line: null, point: 300, step: 'before' },
      expected: null,
    },
  },
  {
    link: '1xr3HOAATS9QtSSzO1s1PA6oGd0R0K1MTiwAe',
    shared: { subject: { kind: 'task', id: 'a-task-of-another-year' }, code: '', view: null, expected: null },
  },
];
