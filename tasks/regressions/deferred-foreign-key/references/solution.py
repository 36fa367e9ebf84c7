def delete_author(conn, author_id):
    conn.execute("PRAGMA foreign_keys = ON")
    with conn:
        conn.execute("DELETE FROM author WHERE id = ?", (author_id,))
        conn.execute("DELETE FROM book WHERE author_id = ?", (author_id,))
