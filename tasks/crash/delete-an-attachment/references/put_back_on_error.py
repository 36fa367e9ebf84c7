"""Deletes an attachment, and puts its file back if the database does not agree."""

import os


def delete_attachment(conn, attachment_id: int):
    path = f"attachments/{attachment_id}.bin"
    exists = conn.execute("SELECT 1 FROM attachments WHERE id = ?", (attachment_id,)).fetchone()
    if not exists:
        return

    # Keep the content, so that the deletion can be undone.
    with open(path, "rb") as f:
        content = f.read()
    os.remove(path)

    try:
        conn.execute("DELETE FROM attachments WHERE id = ?", (attachment_id,))
        conn.commit()
    except Exception:
        conn.rollback()
        with open(path, "wb") as f:
            f.write(content)
        raise
