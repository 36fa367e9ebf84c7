#: begin immediate, rollback on error | begin
def run(conn, a, b):
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute("UPDATE acc SET bal = bal - 30 WHERE id = ?", (a,))
        conn.execute("UPDATE acc SET bal = bal + 30 WHERE id = ?", (b,))
        conn.execute("COMMIT")
    except BaseException:
        conn.execute("ROLLBACK")
        raise

#: begin unless one is open | begin
def run(conn):
    if not conn.in_transaction:
        conn.execute("BEGIN")
    conn.execute("ALTER TABLE item ADD COLUMN v REAL")
    conn.execute("INSERT INTO ver VALUES (2)")
    conn.commit()

#: outermost savepoint | begin
def run(conn):
    conn.execute("SAVEPOINT t")
    try:
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("UPDATE acc SET m = 1")
    except BaseException:
        conn.execute("ROLLBACK TO t")
        conn.execute("RELEASE t")
        raise
    conn.execute("RELEASE t")

#: begin inside with conn | begin
def run(conn):
    with conn:
        conn.execute("BEGIN")
        conn.execute("CREATE TABLE roles(name)")
        conn.execute("INSERT INTO roles VALUES ('admin')")

#: begin in a constant, mode from an f-string | begin
MODE = "IMMEDIATE"
BEGIN = f"BEGIN {MODE}"
def run(conn):
    conn.execute(BEGIN)
    conn.execute("UPDATE acc SET n = 1")
    conn.commit()

#: implicit concatenation in lower case | begin
def run(conn):
    conn.execute("be" "gin")
    conn.execute("UPDATE acc SET n = 1")
    conn.commit()

#: a transaction made by a context manager of the same source | begin
from contextlib import contextmanager
@contextmanager
def transaction(conn):
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield conn
    except BaseException:
        conn.rollback()
        raise
    else:
        conn.commit()
def run(conn, n):
    with transaction(conn) as tx:
        tx.execute("CREATE TABLE roles(name)")
        tx.execute("INSERT INTO roles VALUES (?)", (n,))

#: a transaction made by a class of the same source | begin
class Transaction:
    def __init__(self, conn):
        self.conn = conn
    def __enter__(self):
        self.conn.execute("BEGIN")
    def __exit__(self, kind, error, trace):
        self.conn.execute("COMMIT" if kind is None else "ROLLBACK")
def run(conn):
    with Transaction(conn):
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("UPDATE acc SET m = 1")

#: script with its own begin and commit | begin
def run(conn):
    conn.executescript("BEGIN; CREATE TABLE p2(id); INSERT INTO p2 SELECT id FROM p; DROP TABLE p; COMMIT;")

#: autocommit first, then its own begin | begin
def run(conn):
    old = conn.isolation_level
    conn.isolation_level = None
    try:
        conn.execute("BEGIN")
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("COMMIT")
    finally:
        conn.isolation_level = old

#: one transaction per item | begin
def run(conn, ids):
    for i in ids:
        conn.execute("BEGIN")
        conn.execute("UPDATE acc SET n = 1 WHERE id = ?", (i,))
        conn.execute("COMMIT") #! commit-in-loop

#: executescript inside a begin | begin
def run(conn):
    conn.execute("BEGIN")
    conn.execute("UPDATE acc SET n = 1")
    conn.executescript("CREATE TABLE IF NOT EXISTS note(x);") #! executescript-in-transaction
    conn.execute("UPDATE acc SET m = 1")
    conn.commit()

#: helper with a with block commits the caller's transaction | begin
def run(conn):
    def log(note):
        with conn: #! helper-commits
            conn.execute("INSERT INTO audit VALUES (?)", (note,))
    if not conn.in_transaction:
        conn.execute("BEGIN")
    conn.execute("UPDATE acc SET n = 1")
    log("transfer")
    conn.execute("UPDATE acc SET m = 1")
    conn.commit()

#: left open after begin | begin
def run(conn):
    conn.execute("BEGIN")
    conn.execute("UPDATE acc SET n = 1") #! no-commit

#: commit in finally after begin | begin
def run(conn):
    cur = conn.cursor()
    cur.execute("BEGIN")
    try:
        cur.execute("UPDATE acc SET n = 1")
        cur.execute("UPDATE acc SET m = 1")
    finally:
        conn.commit() #! commit-in-finally

#: switched to autocommit within the transaction | begin
def run(conn):
    conn.execute("BEGIN")
    conn.execute("UPDATE acc SET n = 1")
    conn.autocommit = True #! mode-changed-midway
    conn.execute("UPDATE acc SET m = 1")

#: handler that restores nothing but raises | begin
def run(conn):
    conn.execute("BEGIN")
    try:
        conn.execute("UPDATE acc SET n = 1")
        conn.commit()
    except Exception as error:
        conn.rollback()
        raise RuntimeError("no") from error
