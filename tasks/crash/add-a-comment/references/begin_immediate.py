"""Comments on blog posts."""

import sqlite3


def add_comment(conn: sqlite3.Connection, request_id: str, post_id: int, author: str, body: str) -> int:
    """Add a comment, count it and notify the author of the post.

    A request that has been handled before returns the comment it made then.
    Raises ValueError if there is no such post.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        comment_id = _insert_once(conn, request_id, post_id, author, body)
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
    return comment_id


def _insert_once(conn, request_id, post_id, author, body):
    post = conn.execute("SELECT author FROM posts WHERE id = ?", (post_id,)).fetchone()
    if post is None:
        raise ValueError(f"post {post_id} does not exist")

    existing = conn.execute("SELECT id FROM comments WHERE request_id = ?", (request_id,)).fetchone()
    if existing is not None:
        return existing[0]

    comment_id = conn.execute(
        "INSERT INTO comments (post_id, author, body, request_id) VALUES (?, ?, ?, ?)",
        (post_id, author, body, request_id),
    ).lastrowid
    conn.execute("UPDATE posts SET comment_count = comment_count + 1 WHERE id = ?", (post_id,))
    conn.execute("INSERT INTO notifications (recipient, comment_id) VALUES (?, ?)", (post[0], comment_id))
    return comment_id
