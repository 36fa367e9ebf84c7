import os


def delete_upload(conn, path):
    row = conn.execute("SELECT path FROM upload WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    if os.path.exists(path):
        os.remove(path)
    conn.execute("DELETE FROM upload WHERE path = ?", (path,))
    conn.commit()
