NEXT = "SELECT id FROM job WHERE status = 'queued' ORDER BY id LIMIT 1"


def run_jobs(conn):
    while (job := conn.execute(NEXT).fetchone()) is not None:
        conn.execute("UPDATE job SET status = 'processing' WHERE id = ?", job)
        conn.commit()
        conn.execute("UPDATE job SET status = 'done', result = 'ok' WHERE id = ?", job)
        conn.commit()
