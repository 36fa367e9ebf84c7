"""Migration: give every article a slug."""

from __future__ import annotations

import re
import sqlite3

NOT_ALLOWED = re.compile(r"[^a-z0-9]+")


def _has_column(conn: sqlite3.Connection, table: str, column: str) -> bool:
    info = conn.execute(f"PRAGMA table_info({table})")
    return any(name == column for _cid, name, _type, _notnull, _default, _pk in info)


def _make_slug(title: str) -> str:
    words = [word for word in NOT_ALLOWED.split(title.lower()) if word]
    return "-".join(words)


def add_slug_column(conn: sqlite3.Connection) -> int:
    """Adds the column if it is not there yet, then fills every slug that is still empty.

    Returns the number of slugs written.
    """
    if not _has_column(conn, "articles", "slug"):
        conn.execute("ALTER TABLE articles ADD COLUMN slug TEXT")

    empty = conn.execute("SELECT id, title FROM articles WHERE slug IS NULL ORDER BY id").fetchall()
    conn.executemany(
        "UPDATE articles SET slug = ? WHERE id = ?",
        [(_make_slug(title), article_id) for article_id, title in empty],
    )
    conn.commit()
    return len(empty)
