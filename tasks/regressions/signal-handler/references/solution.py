import signal


def work(conn):
    stopped = []
    old = signal.signal(signal.SIGTERM, lambda number, frame: stopped.append(number))
    try:
        for (job_id,) in conn.execute("SELECT id FROM job WHERE status = 'queued' ORDER BY id").fetchall():
            if stopped:
                break
            conn.execute("BEGIN IMMEDIATE")
            conn.execute("INSERT INTO result VALUES (?, 'ok')", (job_id,))
            conn.execute("UPDATE job SET status = 'done' WHERE id = ?", (job_id,))
            conn.execute("COMMIT")
    finally:
        signal.signal(signal.SIGTERM, old)
