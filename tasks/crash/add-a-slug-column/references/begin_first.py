import re
import sqlite3


def slugify(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def add_slug_column(conn: sqlite3.Connection) -> None:
    """Add articles.slug and fill it from the titles, all or nothing."""
    if not conn.in_transaction:
        conn.execute("BEGIN IMMEDIATE")
    try:
        columns = {row[1] for row in conn.execute("PRAGMA table_info(articles)")}
        if "slug" not in columns:
            conn.execute("ALTER TABLE articles ADD COLUMN slug TEXT")
        for article_id, title in conn.execute("SELECT id, title FROM articles").fetchall():
            conn.execute("UPDATE articles SET slug = ? WHERE id = ?", (slugify(title), article_id))
        conn.commit()
    except BaseException:
        conn.rollback()
        raise
