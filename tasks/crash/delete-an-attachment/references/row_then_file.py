"""Deleting attachments from the mail archive."""

from pathlib import Path

FOLDER = Path("attachments")


def delete_attachment(conn, attachment_id):
    """Delete an attachment: first the row, so that nothing points to the file, then the file itself.

    The file is removed even if the row is gone, because an earlier attempt may have come only that far.
    """
    conn.execute("DELETE FROM attachments WHERE id = ?", (attachment_id,))
    conn.commit()
    (FOLDER / f"{attachment_id}.bin").unlink(missing_ok=True)
