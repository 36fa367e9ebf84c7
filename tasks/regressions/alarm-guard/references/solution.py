import signal


def give_up(number, frame):
    raise TimeoutError("the queue took too long")


def work(conn):
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(30)
    try:
        for (job_id,) in conn.execute("SELECT id FROM job WHERE status = 'queued' ORDER BY id").fetchall():
            conn.execute("BEGIN IMMEDIATE")
            conn.execute("INSERT INTO result VALUES (?, 'ok')", (job_id,))
            conn.execute("UPDATE job SET status = 'done' WHERE id = ?", (job_id,))
            conn.execute("COMMIT")
    finally:
        signal.alarm(0)
