"""Compute the totals of pending jobs."""

import json
import logging
import sqlite3
from typing import Iterable

logger = logging.getLogger(__name__)


def parse_numbers(text: str) -> list[int]:
    numbers = json.loads(text)
    if not isinstance(numbers, list):
        raise TypeError(f"expected a list of numbers, got {type(numbers).__name__}")
    return [int(number) for number in numbers]


def compute(numbers: Iterable[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def process_jobs(conn: sqlite3.Connection) -> None:
    cursor = conn.cursor()
    jobs = cursor.execute(
        "SELECT id, name, numbers FROM jobs WHERE status = 'pending' ORDER BY id"
    ).fetchall()

    for job_id, name, text in jobs:
        try:
            total = compute(parse_numbers(text))
            cursor.execute("INSERT INTO results (job_id, total) VALUES (?, ?)", (job_id, total))
            cursor.execute("UPDATE jobs SET status = 'done' WHERE id = ?", (job_id,))
            # Commit after each job, so that finished jobs stay finished.
            conn.commit()
        except Exception:
            conn.rollback()
            logger.exception("job %s (%s) failed, it stays pending", job_id, name)
