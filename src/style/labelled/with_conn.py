#: one block | with-conn
def run(conn):
    with conn:
        conn.execute("UPDATE acc SET n = 1")
        conn.execute("UPDATE acc SET m = 1")

#: two managers | with-conn
def run(conn, path):
    with open(path) as rows, conn:
        conn.executemany("INSERT INTO acc VALUES (?)", [(row,) for row in rows])

#: connection of its own, closed afterwards | with-conn
import sqlite3
from contextlib import closing
def run(path):
    with closing(sqlite3.connect(path)) as conn:
        with conn:
            conn.execute("UPDATE acc SET n = 1")

#: closing alone is no transaction | none
from contextlib import closing
def run(conn):
    with closing(conn.cursor()) as cur:
        cur.execute("UPDATE acc SET n = 1")
        conn.commit()

#: connect as the manager | with-conn
import sqlite3
def run(path):
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE acc SET n = 1")

#: a block per item | with-conn
def run(conn, ids):
    for i in ids:
        with conn: #! commit-in-loop
            conn.execute("UPDATE acc SET n = 1 WHERE id = ?", (i,))

#: two blocks | with-conn
def run(conn):
    with conn: #! split-commit
        conn.execute("UPDATE acc SET n = 1")
    with conn:
        conn.execute("UPDATE acc SET m = 1")

#: script inside the block | with-conn
def run(conn):
    with conn:
        conn.executescript("UPDATE acc SET n = 1; UPDATE acc SET m = 1;") #! executescript-in-transaction

#: script after a write of the block | with-conn
def run(conn, script):
    with conn:
        conn.execute("UPDATE acc SET n = 1")
        conn.executescript(script) #! executescript-in-transaction

#: unknown script alone in the block | with-conn
def run(conn, script):
    with conn:
        conn.executescript(script)

#: definition inside the block | with-conn
def run(conn):
    with conn:
        conn.execute("ALTER TABLE item ADD COLUMN v REAL") #! ddl-outside-transaction
        conn.execute("INSERT INTO ver VALUES (2)")

#: definition after a write of the block | with-conn
def run(conn):
    with conn:
        conn.execute("INSERT INTO ver VALUES (2)")
        conn.execute("ALTER TABLE item ADD COLUMN v REAL")

#: helper commits what the block has open | with-conn
def audit(conn, note):
    conn.execute("INSERT INTO audit VALUES (?)", (note,))
    conn.commit() #! helper-commits
def run(conn):
    with conn:
        conn.execute("UPDATE acc SET n = 1")
        audit(conn, "n")
        conn.execute("UPDATE acc SET m = 1")

#: with insert first | with-conn
def run(conn):
    with conn:
        conn.execute("WITH t(n) AS (VALUES (1)) INSERT INTO acc SELECT n FROM t") #! with-insert
        conn.execute("UPDATE acc SET m = 1")

#: with insert after another write | with-conn
def run(conn):
    with conn:
        conn.execute("UPDATE acc SET m = 1")
        conn.execute("WITH t(n) AS (VALUES (1)) INSERT INTO acc SELECT n FROM t")

#: with select is a read | with-conn
def run(conn):
    with conn:
        conn.execute("WITH t(n) AS (VALUES (1)) SELECT n FROM t")
        conn.execute("UPDATE acc SET m = 1")

#: error swallowed around the block | with-conn
import sqlite3, logging
def run(conn):
    try:
        with conn:
            conn.execute("UPDATE acc SET n = 1")
    except sqlite3.Error as error: #! error-swallowed
        logging.error("failed: %s", error)

#: the error is returned | with-conn
import sqlite3
def run(conn):
    try:
        with conn:
            conn.execute("UPDATE acc SET n = 1")
    except sqlite3.Error:
        return False
    return True

#: only the duplicate is caught | with-conn
import sqlite3
def run(conn):
    try:
        with conn:
            conn.execute("INSERT INTO acc VALUES (1)")
    except sqlite3.IntegrityError:
        pass

#: replace of a parent row | with-conn
SCHEMA = "CREATE TABLE save(rom_id INTEGER REFERENCES rom(id) ON DELETE CASCADE)"
def run(conn, name):
    with conn:
        conn.execute("INSERT OR REPLACE INTO rom VALUES (1, ?)", (name,)) #! replace-parent

#: replace of a row about which nothing is known | with-conn
def run(conn, name):
    with conn:
        conn.execute("REPLACE INTO rom VALUES (1, ?)", (name,))
