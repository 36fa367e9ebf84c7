#: send, then record | none
def run(conn, notifier):
    for i, to in conn.execute("SELECT id, t FROM outbox WHERE st = 'pending'").fetchall():
        notifier.send(to, "hi", "text") #! missing-key effect-before-record
        conn.execute("UPDATE outbox SET st = 'sent' WHERE id = ?", (i,))
        conn.commit() #! commit-in-loop

#: send with a key that stays | none
def run(conn, notifier):
    for i, to in conn.execute("SELECT id, t FROM outbox WHERE st = 'pending'").fetchall():
        notifier.send(to, "hi", "text", idempotency_key=f"outbox-{i}")
        conn.execute("UPDATE outbox SET st = 'sent' WHERE id = ?", (i,))
        conn.commit() #! commit-in-loop

#: key from the clock | none
import time
def run(conn, notifier, order):
    notifier.send("a@b", "hi", "text", f"receipt-{order}-{time.time()}") #! fresh-key effect-before-record
    conn.execute("UPDATE o SET st = 'sent' WHERE id = ?", (order,))
    conn.commit()

#: key from a helper that draws it anew | none
import uuid
def new_key():
    return uuid.uuid4().hex
def run(conn, notifier, order):
    key = new_key()
    notifier.send("a@b", "hi", "text", idempotency_key=key) #! fresh-key effect-before-record
    conn.execute("UPDATE o SET st = 'sent' WHERE id = ?", (order,))
    conn.commit()

#: fresh key that is stored before it is used | none
import uuid
def run(conn, notifier, order):
    key = conn.execute("SELECT k FROM o WHERE id = ?", (order,)).fetchone()[0]
    if key is None:
        key = uuid.uuid4().hex
        conn.execute("UPDATE o SET k = ? WHERE id = ?", (key, order))
        conn.commit()
    notifier.send("a@b", "hi", "text", idempotency_key=key)

#: key of the day | none
from datetime import date
def run(conn, notifier, user):
    notifier.send("a@b", "hi", "text", idempotency_key=f"digest-{user}-{date.today()}")
    conn.execute("UPDATE u SET seen = 1 WHERE id = ?", (user,))
    conn.commit()

#: arguments that cannot be seen | none
def run(conn, notifier, mail):
    notifier.send(**mail)
    conn.execute("UPDATE u SET seen = 1")
    conn.commit()

#: mail before the commit that it announces | begin
def run(conn, notifier, order):
    conn.execute("BEGIN")
    try:
        conn.execute("UPDATE o SET st = 'paid' WHERE id = ?", (order,))
        notifier.send("a@b", "receipt", "text") #! missing-key effect-before-record
        conn.commit()
    except BaseException:
        conn.rollback()
        raise

#: mail after the commit, and the re-run stops at the guard | with-conn
def run(conn, notifier, order):
    email, status = conn.execute("SELECT email, status FROM o WHERE id = ?", (order,)).fetchone()
    if status == "paid":
        return
    with conn:
        conn.execute("UPDATE o SET status = 'paid' WHERE id = ?", (order,)) #! record-before-effect
    notifier.send(email, "receipt", "text", idempotency_key=f"paid-{order}")

#: mail after the commit, sent again by a re-run under the same key | with-conn
def run(conn, notifier, order):
    email, status = conn.execute("SELECT email, status FROM o WHERE id = ?", (order,)).fetchone()
    if status != "paid":
        with conn:
            conn.execute("UPDATE o SET status = 'paid' WHERE id = ?", (order,))
    notifier.send(email, "receipt", "text", idempotency_key=f"paid-{order}")

#: invitation saved, its mail not | with-conn
def run(conn, notifier, email):
    row = conn.execute("SELECT id FROM invitations WHERE email = ?", (email,)).fetchone()
    if row is not None:
        return
    with conn:
        conn.execute("INSERT INTO invitations (email) VALUES (?)", (email,)) #! record-before-effect
    notifier.send(email, "welcome", "text", idempotency_key=f"invite-{email}")

#: only sent invitations are passed by | with-conn
def run(conn, notifier, email):
    row = conn.execute("SELECT id FROM invitations WHERE email = ? AND sent_at IS NOT NULL", (email,)).fetchone()
    if row is not None:
        return
    with conn:
        conn.execute("INSERT OR IGNORE INTO invitations (email) VALUES (?)", (email,))
    notifier.send(email, "welcome", "text", idempotency_key=f"invite-{email}")
    with conn:
        conn.execute("UPDATE invitations SET sent_at = 'now' WHERE email = ?", (email,))

#: outbox row in the same transaction, sent afterwards with a key | begin
def run(conn, notifier, order):
    conn.execute("BEGIN")
    conn.execute("UPDATE o SET st = 'paid' WHERE id = ?", (order,))
    conn.execute("INSERT OR IGNORE INTO outbox(oid, st) VALUES (?, 'pending')", (order,))
    conn.commit()
    for i, oid in conn.execute("SELECT id, oid FROM outbox WHERE st = 'pending'").fetchall():
        notifier.send("a@b", "receipt", "text", idempotency_key=f"receipt-{oid}")
        conn.execute("UPDATE outbox SET st = 'sent' WHERE id = ?", (i,))
        conn.commit() #! commit-in-loop

#: mail error swallowed | none
def run(conn, notifier, order):
    conn.execute("UPDATE o SET seen = 1 WHERE id = ?", (order,))
    conn.commit()
    try:
        notifier.send("a@b", "hi", "text", idempotency_key=f"o-{order}")
    except Exception: #! error-swallowed
        pass

#: cache set before the commit | none
def run(conn, cache, price):
    conn.execute("UPDATE p SET price = ?", (price,))
    cache.set("price", price) #! effect-before-record
    conn.commit()

#: cache cleared first, set after the commit | none
def run(conn, cache, price):
    cache.delete("price")
    conn.execute("UPDATE p SET price = ?", (price,))
    conn.commit()
    cache.set("price", price)

#: file removed before its row | none
import os
def run(conn, i):
    row = conn.execute("SELECT f FROM att WHERE id = ?", (i,)).fetchone()
    if not row:
        return
    if os.path.exists(row[0]):
        os.remove(row[0]) #! effect-before-record
    conn.execute("DELETE FROM att WHERE id = ?", (i,))
    conn.commit()

#: row first, then the file | none
import os
def run(conn, i):
    row = conn.execute("SELECT f FROM att WHERE id = ?", (i,)).fetchone()
    if row:
        conn.execute("DELETE FROM att WHERE id = ?", (i,))
        conn.commit()
        os.remove(row[0])

#: row of a file that is not there yet | with-conn
def run(conn, path, data):
    with conn:
        conn.execute("INSERT INTO uploads(path) VALUES (?)", (path,)) #! record-before-effect
    with open(path, "wb") as f:
        f.write(data)

#: file first, then its row | with-conn
def run(conn, path, data):
    with open(path, "wb") as f:
        f.write(data)
    with conn:
        conn.execute("INSERT INTO uploads(path) VALUES (?)", (path,))
