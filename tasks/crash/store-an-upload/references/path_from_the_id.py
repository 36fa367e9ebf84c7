"""Storing uploaded documents."""

import os
from pathlib import Path

FOLDER = Path("uploads")
DRAFTS = Path("drafts")


def _write_whole(path, data):
    """Write a draft elsewhere and move it into place; a draft of an earlier attempt is overwritten."""
    FOLDER.mkdir(exist_ok=True)
    DRAFTS.mkdir(exist_ok=True)
    draft = DRAFTS / path.name
    with open(draft, "wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())
    os.replace(draft, path)


def store_upload(conn, upload_id, name, content):
    """Store an upload and return its path. The path follows from the id, so a repeat finds its own file."""
    row = conn.execute("SELECT path FROM uploads WHERE id = ?", (upload_id,)).fetchone()
    if row is not None:
        return row[0]

    path = FOLDER / (upload_id + Path(name).suffix)
    data = content.encode("utf-8")
    _write_whole(path, data)
    conn.execute(
        "INSERT INTO uploads (id, name, path, size) VALUES (?, ?, ?, ?)",
        (upload_id, name, path.as_posix(), len(data)),
    )
    conn.commit()
    return path.as_posix()
