from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

logger = logging.getLogger(__name__)

ATTACHMENTS_DIR = Path("attachments")


def _attachment_path(attachment_id: int) -> Path:
    return ATTACHMENTS_DIR / f"{attachment_id}.bin"


def delete_attachment(conn: sqlite3.Connection, attachment_id: int) -> None:
    """Delete the row and the file together: if the file cannot be removed, the row stays."""
    with conn:
        deleted = conn.execute("DELETE FROM attachments WHERE id = ?", (attachment_id,)).rowcount
        if deleted == 0:
            logger.info("attachment %d does not exist", attachment_id)
            return
        try:
            _attachment_path(attachment_id).unlink()
        except FileNotFoundError:
            logger.warning("the file of attachment %d was missing", attachment_id)
