from typing import Optional


def add_comment(conn, request_id: str, post_id: int, author: str, body: str) -> Optional[int]:
    cursor = conn.cursor()
    try:
        # Has this request been handled already?
        cursor.execute("SELECT id FROM comments WHERE request_id = ?", (request_id,))
        duplicate = cursor.fetchone()
        if duplicate:
            return duplicate[0]

        cursor.execute("SELECT author FROM posts WHERE id = ?", (post_id,))
        post = cursor.fetchone()
        if not post:
            raise ValueError(f"Post {post_id} not found")

        cursor.execute(
            """
            INSERT INTO comments (post_id, author, body, request_id)
            VALUES (?, ?, ?, ?)
            """,
            (post_id, author, body, request_id),
        )
        comment_id = cursor.lastrowid

        cursor.execute(
            """
            UPDATE posts
            SET comment_count = comment_count + 1
            WHERE id = ?
            """,
            (post_id,),
        )

        cursor.execute(
            """
            INSERT INTO notifications (recipient, comment_id)
            VALUES (?, ?)
            """,
            (post[0], comment_id),
        )

        conn.commit()
        return comment_id
    except Exception:
        conn.rollback()
        raise
    finally:
        cursor.close()
