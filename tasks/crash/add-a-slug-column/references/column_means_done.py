"""Schema migrations for the magazine."""

import logging
import re
import sqlite3

logger = logging.getLogger(__name__)


def _slug(title: str) -> str:
    """SQL function slug(title)."""
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def add_slug_column(conn: sqlite3.Connection) -> None:
    existing = conn.execute(
        "SELECT COUNT(*) FROM pragma_table_info('articles') WHERE name = 'slug'"
    ).fetchone()[0]
    if existing:
        logger.info("articles.slug exists already, nothing to migrate")
        return

    conn.create_function("slug", 1, _slug, deterministic=True)
    conn.execute("ALTER TABLE articles ADD COLUMN slug TEXT")
    conn.execute("UPDATE articles SET slug = slug(title)")
    conn.commit()
    logger.info("articles.slug added")
