#: one commit at the end | none
def run(conn, a, b):
    conn.execute("UPDATE acc SET bal = bal - 30 WHERE id = ?", (a,))
    conn.execute("UPDATE acc SET bal = bal + 30 WHERE id = ?", (b,))
    conn.commit()

#: only reads | none
def run(conn):
    return conn.execute("SELECT count(*) FROM acc").fetchone()[0]

#: nothing but arithmetic | no-database
def run(a, b):
    total = a.replace("x", "y") + b
    return total

#: cursor, one commit, rollback on error | none
def run(conn, a):
    cur = conn.cursor()
    try:
        cur.execute("INSERT INTO log(n) VALUES (?)", (a,))
        cur.execute("UPDATE acc SET n = n + 1")
        conn.commit()
    except Exception:
        conn.rollback()
        raise

#: loop of inserts, one commit after it | none
def run(conn, rows):
    for row in rows:
        conn.execute("INSERT INTO cust(name) VALUES (?)", (row,))
    conn.commit()

#: executemany, one commit | none
def run(connection, rows):
    connection.executemany("INSERT INTO cust(name) VALUES (?)", rows)
    connection.commit()

#: commit as SQL, without a BEGIN | none
def run(db):
    db.execute("DELETE FROM acc")
    db.execute("COMMIT")

#: retry loop that returns after its commit | none
import time, sqlite3
def run(conn, a):
    for attempt in range(3):
        try:
            conn.execute("UPDATE acc SET n = ?", (a,))
            conn.commit()
            return
        except sqlite3.OperationalError:
            conn.rollback()
            time.sleep(1)
    raise RuntimeError("locked")

#: loop left by break after its commit | none
def run(conn):
    while True:
        conn.execute("UPDATE acc SET n = n + 1")
        conn.commit()
        break

#: the comment and the docstring mention BEGIN and commit | none
def run(conn, a):
    """Runs BEGIN IMMEDIATE and then COMMIT."""
    # conn.execute("BEGIN")
    conn.execute("UPDATE acc SET n = ?", (a,))
    conn.commit()

#: a column called begin_at | none
def run(conn, a):
    conn.execute("UPDATE shifts SET begin_at = ? WHERE id = 1", (a,))
    conn.commit()

#: the connection goes to an unknown function | none
from shop import save
def run(conn, a):
    conn.execute("UPDATE acc SET n = ?", (a,))
    save(conn)

#: unknown statement | none
def run(conn, sql):
    conn.execute("UPDATE acc SET n = 1")
    conn.execute(sql)

#: the connection is kept in an object | none
class Store:
    def __init__(self, conn):
        self.conn = conn
    def add(self, n):
        self.conn.execute("INSERT INTO acc VALUES (?)", (n,))
    def save(self):
        self.conn.commit()
def run(conn, n):
    store = Store(conn)
    store.add(n)
    store.save()

#: a method of a class is the target | none
class Store:
    def run(self, n):
        self.conn.execute("INSERT INTO acc VALUES (?)", (n,))
        self.conn.commit()

#: decorated by something unknown | none
from shop import transactional
@transactional
def run(conn, n):
    conn.execute("INSERT INTO acc VALUES (?)", (n,))

#: a generator | none
def run(conn, n):
    conn.execute("INSERT INTO acc VALUES (?)", (n,))
    yield n

#: a helper that only reads | none
def load(conn, n):
    return conn.execute("SELECT n FROM acc WHERE id = ?", (n,)).fetchone()
def run(conn, n):
    row = load(conn, n)
    conn.execute("UPDATE acc SET n = ?", (row[0] + 1,))
    conn.commit()

#: each branch commits its own work | none
def run(conn, n, up):
    if up:
        conn.execute("UPDATE acc SET n = n + 1")
        conn.commit()
    else:
        conn.execute("UPDATE acc SET n = n - 1")
        conn.commit()

#: early return with its own commit | none
def run(conn, n):
    if n == 0:
        conn.execute("DELETE FROM acc")
        conn.commit()
        return
    conn.execute("UPDATE acc SET n = ?", (n,))
    conn.commit()

#: closed without a commit | none
def run(conn, n):
    conn.execute("UPDATE acc SET n = ?", (n,))
    conn.execute("UPDATE acc SET m = ?", (n,)) #! no-commit
    conn.close()
