import json
import sqlite3


class JobProcessor:
    """Processes jobs one by one. A job that fails does not hold up the others."""

    def __init__(self, conn: sqlite3.Connection):
        self.conn = conn

    def pending(self):
        return self.conn.execute(
            "SELECT id, numbers FROM jobs WHERE status = 'pending' ORDER BY id"
        ).fetchall()

    def process(self, job_id, numbers):
        self.conn.execute("BEGIN")
        self.conn.execute(
            "INSERT INTO results (job_id, total) VALUES (?, ?)", (job_id, sum(json.loads(numbers)))
        )
        self.set_status(job_id, "done")
        self.conn.execute("COMMIT")

    def set_status(self, job_id, status):
        self.conn.execute("UPDATE jobs SET status = ? WHERE id = ?", (status, job_id))

    def run(self):
        for job_id, numbers in self.pending():
            try:
                self.process(job_id, numbers)
            except Exception:
                if self.conn.in_transaction:
                    self.conn.rollback()
                self.set_status(job_id, "failed")
                self.conn.commit()


def process_jobs(conn):
    JobProcessor(conn).run()
