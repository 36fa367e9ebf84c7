"""Process the pending jobs as one batch."""

from __future__ import annotations

import json
import sqlite3


def process_jobs(conn: sqlite3.Connection) -> list[int]:
    """Process all pending jobs in one transaction, and return their ids."""
    conn.row_factory = sqlite3.Row
    jobs = conn.execute("SELECT * FROM jobs WHERE status = 'pending' ORDER BY id").fetchall()
    if not jobs:
        return []

    results = [{"job_id": job["id"], "total": sum(json.loads(job["numbers"]))} for job in jobs]

    with conn:
        conn.executemany("INSERT INTO results (job_id, total) VALUES (:job_id, :total)", results)
        conn.executemany("UPDATE jobs SET status = 'done' WHERE id = :job_id", results)

    return [result["job_id"] for result in results]
