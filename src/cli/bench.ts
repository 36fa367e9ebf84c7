import { bootNodeMachine } from '../machine/node.ts';
import { DATABASE_PATH } from '../model/world.ts';
let t = performance.now();
process.on('uncaughtException', (e) => {
  console.log(String(e.stack).slice(0, 1500));
  process.exit(1);
});
const { machine } = await bootNodeMachine({ fresh: process.argv.includes('--fresh') });
console.log('boot', (performance.now() - t) | 0, (machine as any).imageBytes);
const sql =
  "create table customers(id integer primary key, credit int); create table orders(id integer primary key,total int,customer_id int,status text); create table refunds(order_id int, amount int); insert into customers values(1,0); insert into orders values(7,50,1,'paid');";
const start = machine.startingWorld({ name: 'x', args: [], sql, files: [], cache: [] }, { category: 'database' });
console.log(
  start.digest,
  start.data().files.map((f) => [f.path, f.bytes.length]),
  start.data().databases,
);
const src = `
import js2 if False else os
`;
const refund = `
def refund_order(conn, order_id):
    total, customer, status = conn.execute("SELECT total, customer_id, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if status != 'paid':
        raise ValueError("order is not paid")
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (total, customer))
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds VALUES (?,?)", (order_id,total))
    conn.commit()
    print('hi')
`;
const req = {
  source: refund,
  function: 'refund_order',
  args: [{ helper: 'conn' }, { value: 7 }],
  mode: 'autocommit',
  attempt: 1,
  startMs: 1.7e12,
  crash: null,
  entropySalt: '',
} as any;
let r = machine.run(req, start);
console.log(JSON.stringify(r.exit), JSON.stringify(r.points, null, 1), r.intact, r.world.digest);
for (const fault of ['soft', 'hard'])
  for (const i of [0, 1, 2, 3]) {
    r = machine.run({ ...req, crash: { index: i, fault } }, start);
    console.log(
      fault,
      i,
      r.exit.status.kind,
      r.world
        .data()
        .files.map((f) => [f.path, f.bytes.length])
        .join(';'),
      r.world.digest.slice(0, 8),
    );
  }
for (const mode of ['default'])
  for (const i of [0, 1, 2, 3]) {
    r = machine.run({ ...req, mode, crash: { index: i, fault: 'hard' } }, start);
    console.log(
      mode,
      i,
      r.exit.status.kind,
      r.world
        .data()
        .files.map((f) => [f.path, f.bytes.length])
        .join(';'),
      r.world.digest.slice(0, 8),
    );
  }
t = performance.now();
for (let i = 0; i < 200; i++) machine.run(req, start);
console.log('ms/run', (performance.now() - t) / 200);
t = performance.now();
for (let i = 0; i < 200; i++) (machine as any).restoreOnly();
console.log('ms/restore', (performance.now() - t) / 200);
t = performance.now();
for (let i = 0; i < 200; i++) {
  machine.run({ ...req, source: 'def refund_order(conn,x):\n  pass\n' }, start);
}
console.log('ms/empty run', (performance.now() - t) / 200);
const tryit = (src: string) => {
  const t = performance.now();
  const r = machine.run({ ...req, source: src, function: 'f' }, start);
  console.log(
    JSON.stringify(r.exit),
    ((performance.now() - t) | 0) + 'ms',
    r.points.map((p) => p.kind + '@' + p.line + ' ' + p.text).join(' | '),
  );
};
tryit('def f(c,x):\n  while True: pass\n');
tryit('def f(c,x):\n  try:\n    while True: pass\n  except BaseException: pass\n');
tryit('def f(c,x):\n  import js\n');
tryit('import ctypes\ndef f(c,x):\n  pass');
tryit('def f(c,x):\n  import threading\n  t=threading.Thread(target=print); t.start()');
tryit(
  'import time,datetime,uuid,random\ndef f(c,x):\n  print(time.time(),datetime.datetime.now(),uuid.uuid4(),random.random()); time.sleep(3600); print(time.time())\n  with open("a.txt","w") as g:\n    g.write("hi")\n  import os; os.replace("a.txt","b.txt"); open("/tmp/q","w").close(); os.replace("/tmp/q","z"); print(os.listdir("."), os.getcwd())',
);
tryit(
  'def f(c,x):\n  c.execute("with recursive c(x) as (select 1 union all select x+1 from c) select count(*) from c").fetchone()',
);
tryit('def g(n): return g(n+1)\ndef f(c,x): g(0)');
tryit('def f(c,x):\n  b=bytearray(10**9)');
tryit('def f(c,x):\n  b=[]\n  while True: b.append(bytes(10**7))');
tryit('import os\ndef f(c,x):\n  os._exit(3)');
tryit('import sys\ndef f(c,x):\n  sys.exit("bye")');
tryit('def f(c,x):\n  for i in range(10**7): print("x"*100)');
tryit('def f(c,x)\n  pass');
tryit('def f(c): pass');
tryit('def f(c,x):\n  yield 1');
tryit('import requests\ndef f(c,x):\n  pass');
tryit('def f(c,x):\n  c.close(); c.execute("select 1")');
tryit(
  'def f(c,x):\n  c.executescript("create table t(x); insert into t values(1); insert into t values(2);")\n  c.executemany("insert into t values(?)",[(1,),(2,)])\n  with c:\n    c.execute("delete from t")\n  c.isolation_level=None\n',
);
tryit(
  'import gc\ndef f(c,x):\n  print([type(o) for o in gc.get_objects() if "Js" in type(o).__name__], len(gc.get_objects()))',
);
