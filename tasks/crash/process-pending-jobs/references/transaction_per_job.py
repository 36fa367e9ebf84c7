"""Worker for the reporting service."""

import json
import sqlite3


def process_jobs(conn: sqlite3.Connection) -> int:
    """Process all pending jobs, each in a transaction of its own, and return how many were processed."""
    processed = 0
    while process_next(conn):
        processed += 1
    return processed


def process_next(conn: sqlite3.Connection) -> bool:
    """Process the first pending job. False if there is none."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        job = conn.execute(
            "SELECT id, numbers FROM jobs WHERE status = 'pending' ORDER BY id LIMIT 1"
        ).fetchone()
        if job is not None:
            job_id, numbers = job
            conn.execute(
                "INSERT INTO results (job_id, total) VALUES (?, ?)",
                (job_id, sum(json.loads(numbers))),
            )
            conn.execute("UPDATE jobs SET status = 'done' WHERE id = ?", (job_id,))
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
    return job is not None
