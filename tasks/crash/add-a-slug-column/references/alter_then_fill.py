import re


def generate_slug(title):
    slug = title.lower()
    slug = re.sub(r"[^a-z0-9]+", "-", slug)
    return slug.strip("-")


def add_slug_column(conn):
    """
    Adds a 'slug' column to the articles table and populates it.

    Everything runs inside one `with conn` block, so either the whole
    migration is applied or none of it.
    """
    with conn:
        cursor = conn.cursor()

        # Step 1: add the column
        cursor.execute("ALTER TABLE articles ADD COLUMN slug TEXT")

        # Step 2: fill it for the existing rows
        cursor.execute("SELECT id, title FROM articles")
        updates = [(generate_slug(title), article_id) for article_id, title in cursor.fetchall()]
        cursor.executemany("UPDATE articles SET slug = ? WHERE id = ?", updates)
