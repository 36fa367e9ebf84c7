#: suppressed errors | with-conn
import contextlib, sqlite3
def run(conn):
    with contextlib.suppress(sqlite3.Error): #? error-swallowed
        with conn:
            conn.execute("UPDATE acc SET n = 1")

#: statement built at run time | none
def run(conn, table):
    for sql in ["UPDATE acc SET n = 1", "UPDATE acc SET m = 1"]:
        conn.execute(sql) #? no-commit

#: method bound to a name | none
def run(conn, ids):
    save = conn.commit
    for i in ids:
        conn.execute("UPDATE acc SET n = 1 WHERE id = ?", (i,))
        save() #? commit-in-loop

#: in a class, patterns are not looked for | none
class Store:
    def __init__(self, conn):
        self.conn = conn
    def add_all(self, ids):
        for i in ids:
            self.conn.execute("INSERT INTO acc VALUES (?)", (i,))
            self.conn.commit() #? commit-in-loop
def run(conn, ids):
    Store(conn).add_all(ids)

#: low-level file calls | no-database
import os
def run(path):
    fd = os.open(path, os.O_RDWR) #? file-in-place
    count = int(os.read(fd, 64))
    os.ftruncate(fd, 0)
    os.write(fd, b"1")

#: written to its final place without having been read | no-database
def run(path, rows):
    with open(path, "w") as f: #? file-in-place
        f.writelines(rows)

#: kept safe by a copy first | no-database
import shutil
def run(path, line):
    shutil.copy(path, path + ".old")
    with open(path) as f:
        text = f.read()
    with open(path, "w") as f: #? file-in-place
        f.write(text + line)

#: claim by a boolean that no constant names | none
def run(conn, notifier, done):
    for i, to in conn.execute("SELECT id, t FROM outbox WHERE NOT sent").fetchall():
        conn.execute("UPDATE outbox SET sent = ? WHERE id = ?", (done, i)) #? record-before-effect
        conn.commit() #! commit-in-loop
        notifier.send(to, "hi", "text", idempotency_key=f"o-{i}")

#: key that is only sometimes fresh | none
import uuid
def run(conn, notifier, key):
    notifier.send("a@b", "hi", "text", idempotency_key=key or uuid.uuid4().hex) #? fresh-key
    conn.execute("UPDATE o SET st = 'sent'")
    conn.commit()

#: mail client under another name | none
def run(conn, mailer):
    for i, to in conn.execute("SELECT id, t FROM outbox WHERE st = 'pending'").fetchall():
        mailer.send(to, "hi", "text") #? effect-before-record missing-key
        conn.execute("UPDATE outbox SET st = 'sent' WHERE id = ?", (i,))
        conn.commit() #! commit-in-loop

#: a definition in a branch | none
def run(conn, old):
    if old:
        conn.execute("ALTER TABLE item ADD COLUMN v REAL") #? ddl-outside-transaction
    conn.execute("INSERT INTO ver VALUES (2)")
    conn.commit()
