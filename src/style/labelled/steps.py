#: commit per item | none
def run(conn):
    for (i,) in conn.execute("SELECT id FROM p").fetchall():
        try:
            conn.execute("UPDATE p SET price = price + 1 WHERE id = ?", (i,))
            conn.commit() #! commit-in-loop
        except Exception:
            conn.rollback()
            raise

#: commit per step | none
def run(conn):
    conn.execute("UPDATE acc SET n = 1")
    conn.commit() #! split-commit
    conn.execute("UPDATE acc SET m = 1")
    conn.commit()

#: helper commits its own step | none
def debit(db):
    db.execute("UPDATE acc SET n = 1")
    db.commit() #! split-commit
def run(conn):
    debit(conn)
    conn.execute("UPDATE acc SET m = 1")
    conn.commit()

#: helper in a loop commits | none
def one(conn, i):
    conn.execute("UPDATE p SET price = 1 WHERE id = ?", (i,))
    conn.commit() #! commit-in-loop
def run(conn, ids):
    for i in ids:
        one(conn, i)

#: commit every hundred rows | none
def run(conn, rows):
    for n, row in enumerate(rows):
        conn.execute("INSERT INTO acc VALUES (?)", (row,))
        if n % 100 == 99:
            conn.commit() #! commit-in-loop
    conn.commit()

#: the claim is saved, nothing takes it up | none
def run(conn):
    while True:
        row = conn.execute("SELECT id FROM job WHERE st = 'queued' ORDER BY id LIMIT 1").fetchone()
        if not row:
            return
        conn.execute("UPDATE job SET st = 'processing' WHERE id = ?", row) #! record-before-effect
        conn.commit() #! commit-in-loop
        conn.execute("UPDATE job SET st = 'done' WHERE id = ?", row)
        conn.commit() #! commit-in-loop

#: the claim is saved, and taken up again | none
def run(conn):
    for row in conn.execute("SELECT id FROM job WHERE st IN ('queued', 'processing')").fetchall():
        conn.execute("UPDATE job SET st = 'processing' WHERE id = ?", row)
        conn.commit() #! commit-in-loop
        conn.execute("UPDATE job SET st = 'done' WHERE id = ?", row)
        conn.commit() #! commit-in-loop

#: status saved before the rest, and asked for first | none
def run(conn, order):
    status = conn.execute("SELECT status FROM orders WHERE id = ?", (order,)).fetchone()[0]
    if status != "paid":
        raise ValueError("not paid")
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order,)) #! record-before-effect
    conn.commit() #! split-commit
    conn.execute("INSERT INTO refunds VALUES (?)", (order,))
    conn.commit()

#: no commit at all | none
def run(conn):
    conn.execute("UPDATE acc SET n = 1")
    conn.execute("UPDATE acc SET m = 1") #! no-commit

#: no commit, through a helper | none
def add(cur, n):
    cur.execute("INSERT INTO acc VALUES (?)", (n,)) #! no-commit
def run(conn):
    add(conn.cursor(), 1)

#: commit in finally | none
def run(conn):
    try:
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("UPDATE acc SET m = 1")
    finally:
        conn.commit() #! commit-in-finally

#: lock released in finally, with its own commit | none
def run(conn):
    try:
        print("work")
    finally:
        conn.execute("DELETE FROM locks")
        conn.commit()

#: swallowed error | none
def run(conn):
    try:
        conn.execute("UPDATE acc SET n = 1")
        conn.commit()
    except Exception: #! error-swallowed
        conn.rollback()

#: a handler that marks the failure | none
def run(conn):
    try:
        conn.execute("UPDATE acc SET n = 1")
        conn.commit()
    except Exception:
        conn.execute("UPDATE job SET st = 'failed'")
        conn.commit()

#: one item fails, the others go on | none
def run(conn, ids, log):
    for i in ids:
        try:
            conn.execute("UPDATE acc SET n = 1 WHERE id = ?", (i,))
            conn.commit() #! commit-in-loop
        except Exception:
            conn.rollback()

#: definition, then seed | none
def run(conn):
    if conn.execute("SELECT count(*) FROM sqlite_master WHERE name = 'roles'").fetchone()[0]:
        return
    conn.execute("CREATE TABLE roles(name TEXT PRIMARY KEY)") #! ddl-outside-transaction
    conn.execute("INSERT INTO roles VALUES ('admin')")
    conn.commit()

#: definition that a repeat leaves alone | none
def run(conn, n):
    conn.execute("CREATE TABLE IF NOT EXISTS roles(name TEXT PRIMARY KEY)")
    conn.execute("INSERT INTO roles VALUES (?)", (n,))
    conn.commit()

#: a single definition | none
def run(conn):
    conn.execute("CREATE TABLE roles(name TEXT PRIMARY KEY)")

#: the column is added if missing, the rows are filled in any case | none
def run(conn):
    names = [row[1] for row in conn.execute("PRAGMA table_info(item)")]
    if "v" not in names:
        conn.execute("ALTER TABLE item ADD COLUMN v REAL")
    conn.execute("UPDATE item SET v = 0 WHERE v IS NULL")
    conn.commit()

#: migration as a script | none
def run(conn):
    if conn.execute("SELECT v FROM ver").fetchone()[0] >= 2:
        return
    conn.executescript("CREATE TABLE p2(id); INSERT INTO p2 SELECT id FROM p; DROP TABLE p; ALTER TABLE p2 RENAME TO p;") #! script-without-begin
    conn.execute("UPDATE ver SET v = 2")
    conn.commit()

#: a script of one write | none
def run(conn):
    conn.executescript("-- rename; once\nUPDATE acc SET n = 'a;b';")

#: switched to autocommit midway | mode-change
def run(conn):
    conn.execute("INSERT INTO audit VALUES ('start')")
    conn.isolation_level = None #! mode-changed-midway
    conn.execute("UPDATE acc SET n = 1")
    conn.execute("UPDATE acc SET m = 1")

#: switched in a manager of the same source | mode-change
from contextlib import contextmanager
def run(conn):
    @contextmanager
    def autocommit_off():
        old = conn.isolation_level
        conn.isolation_level = None #! mode-changed-midway
        try:
            yield
        finally:
            conn.isolation_level = old
    conn.execute("INSERT INTO audit VALUES ('start')")
    with autocommit_off():
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("UPDATE acc SET m = 1")
    conn.commit()

#: the mode is set first | mode-change
def run(conn):
    conn.autocommit = False
    conn.execute("ALTER TABLE item ADD COLUMN v REAL")
    conn.execute("INSERT INTO ver VALUES (2)")
    conn.commit()

#: another isolation level, then a block | mode-change
def run(conn):
    conn.isolation_level = "IMMEDIATE"
    with conn:
        conn.execute("UPDATE acc SET n = 1")

#: reading the mode changes nothing | none
def run(conn):
    if conn.isolation_level is None:
        print("autocommit")
    conn.execute("UPDATE acc SET n = 1")
    conn.commit()

#: get or create in a helper, whose caller goes on either way | none
def get_or_create(conn, email):
    row = conn.execute("SELECT id FROM customers WHERE email = ?", (email,)).fetchone()
    if row:
        return row[0]
    new = conn.execute("INSERT INTO customers (email) VALUES (?)", (email,)).lastrowid
    conn.commit() #! split-commit
    return new
def run(conn, email):
    customer = get_or_create(conn, email)
    conn.execute("INSERT OR IGNORE INTO orders (customer) VALUES (?)", (customer,))
    conn.commit()

#: a guard of a helper that raises holds for its caller | none
def load(conn, order):
    row = conn.execute("SELECT status FROM orders WHERE id = ?", (order,)).fetchone()
    status = row[0]
    if status != "paid":
        raise ValueError("not paid")
    return row
def run(conn, order):
    load(conn, order)
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order,)) #! record-before-effect
    conn.commit() #! split-commit
    conn.execute("INSERT INTO refunds VALUES (?)", (order,))
    conn.commit()

#: a guard on another value of the same name is no evidence | none
def run(conn, order, currency):
    if currency != "EUR":
        raise ValueError("only euros")
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order,))
    conn.commit() #! split-commit
    conn.execute("INSERT INTO refunds VALUES (?)", (order,))
    conn.commit()
