"""Job worker. Several workers may run at the same time, so each job is claimed before it is processed."""

import json
import sqlite3
from typing import Optional


def claim_job(conn: sqlite3.Connection) -> Optional[tuple]:
    """Claim the next pending job for this worker; None if there is nothing to do."""
    with conn:
        return conn.execute(
            """
            UPDATE jobs SET status = 'processing'
            WHERE id = (SELECT id FROM jobs WHERE status = 'pending' ORDER BY id LIMIT 1)
            RETURNING id, numbers
            """
        ).fetchone()


def finish_job(conn: sqlite3.Connection, job_id: int, total: int) -> None:
    with conn:
        conn.execute("INSERT INTO results (job_id, total) VALUES (?, ?)", (job_id, total))
        conn.execute("UPDATE jobs SET status = 'done' WHERE id = ?", (job_id,))


def process_jobs(conn: sqlite3.Connection) -> None:
    while (job := claim_job(conn)) is not None:
        job_id, numbers = job
        finish_job(conn, job_id, sum(json.loads(numbers)))
