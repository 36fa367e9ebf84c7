"""Outbox worker: claims each email first, so that two workers never send the same one."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Iterator


@dataclass(frozen=True)
class Email:
    id: int
    recipient: str
    subject: str
    body: str


def _queued(conn: sqlite3.Connection) -> Iterator[Email]:
    rows = conn.execute(
        "SELECT id, recipient, subject, body FROM outbox WHERE status = ? ORDER BY id",
        ("queued",),
    ).fetchall()
    for row in rows:
        yield Email(*row)


def _claim(conn: sqlite3.Connection, email: Email) -> bool:
    """Mark the email as sent; False if another worker was faster."""
    with conn:
        cursor = conn.execute(
            "UPDATE outbox SET status = 'sent', sent_at = ? WHERE id = ? AND status = 'queued'",
            (datetime.now(UTC).isoformat(timespec="seconds"), email.id),
        )
    return cursor.rowcount == 1


def send_queued_emails(conn: sqlite3.Connection, notifier) -> None:
    for email in _queued(conn):
        if _claim(conn, email):
            notifier.send(email.recipient, email.subject, email.body)
