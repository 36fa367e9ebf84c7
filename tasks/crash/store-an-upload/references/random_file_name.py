import os
import sqlite3
import uuid

UPLOAD_FOLDER = "uploads"


def store_upload(conn: sqlite3.Connection, upload_id: str, name: str, content: str) -> str:
    """Store an uploaded document under a unique name.

    Returns the path of the stored file.
    """
    cursor = conn.cursor()

    # Has the client sent this upload before?
    cursor.execute("SELECT path FROM uploads WHERE id = ?", (upload_id,))
    existing = cursor.fetchone()
    if existing:
        return existing[0]

    os.makedirs(UPLOAD_FOLDER, exist_ok=True)
    extension = os.path.splitext(name)[1]
    path = os.path.join(UPLOAD_FOLDER, f"{uuid.uuid4().hex}{extension}")

    with open(path, "w", encoding="utf-8") as f:
        f.write(content)

    try:
        cursor.execute(
            "INSERT INTO uploads (id, name, path, size) VALUES (?, ?, ?, ?)",
            (upload_id, name, path, os.path.getsize(path)),
        )
        conn.commit()
    except sqlite3.Error:
        conn.rollback()
        os.remove(path)
        raise
    return path
