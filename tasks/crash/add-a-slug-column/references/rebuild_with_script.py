"""Adds articles.slug by rebuilding the table, the way SQLite's manual suggests for larger changes."""

import re
import sqlite3

REBUILD = """
    CREATE TABLE articles_new (
        id           INTEGER PRIMARY KEY,
        title        TEXT NOT NULL,
        body         TEXT NOT NULL,
        published_on TEXT,
        slug         TEXT
    );
    INSERT INTO articles_new (id, title, body, published_on, slug)
        SELECT id, title, body, published_on, make_slug(title) FROM articles;
    DROP TABLE articles;
    ALTER TABLE articles_new RENAME TO articles;
"""


def make_slug(title: str) -> str:
    slug = "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789" else " " for c in title.lower())
    return "-".join(slug.split())


def add_slug_column(conn: sqlite3.Connection) -> None:
    columns = [row[1] for row in conn.execute("PRAGMA table_info(articles)").fetchall()]
    if "slug" in columns:
        return
    conn.create_function("make_slug", 1, make_slug)
    conn.executescript(REBUILD)
