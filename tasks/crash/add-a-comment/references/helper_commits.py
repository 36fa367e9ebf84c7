"""Adding comments, with the notification kept in a helper that other features use too."""

import sqlite3


def notify(conn: sqlite3.Connection, recipient: str, comment_id: int) -> None:
    """Put a notification into the recipient's list."""
    with conn:
        conn.execute(
            "INSERT INTO notifications (recipient, comment_id) VALUES (?, ?)",
            (recipient, comment_id),
        )


def add_comment(conn: sqlite3.Connection, request_id: str, post_id: int, author: str, body: str) -> int:
    post = conn.execute("SELECT author FROM posts WHERE id = ?", (post_id,)).fetchone()
    if post is None:
        raise ValueError(f"No post with id {post_id}")

    known = conn.execute("SELECT id FROM comments WHERE request_id = ?", (request_id,)).fetchone()
    if known:
        return known[0]

    with conn:
        cursor = conn.execute(
            "INSERT INTO comments (post_id, author, body, request_id) VALUES (?, ?, ?, ?)",
            (post_id, author, body, request_id),
        )
        comment_id = cursor.lastrowid
        notify(conn, post[0], comment_id)
        conn.execute("UPDATE posts SET comment_count = comment_count + 1 WHERE id = ?", (post_id,))

    return comment_id
