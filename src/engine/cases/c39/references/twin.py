from pathlib import Path


def delete_upload(conn, path):
    conn.execute("DELETE FROM upload WHERE path = ?", (path,))
    conn.commit()
    Path(path).unlink(missing_ok=True)
