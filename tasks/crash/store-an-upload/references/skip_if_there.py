"""Uploads are stored once: a file that is there already is not written again."""

from pathlib import Path


def store_upload(conn, upload_id, name, content):
    folder = Path("uploads")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{upload_id}{Path(name).suffix}"

    if not path.exists():
        path.write_text(content, encoding="utf-8")

    size = len(content.encode("utf-8"))
    with conn:
        conn.execute(
            "INSERT INTO uploads (id, name, path, size) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            (upload_id, name, str(path), size),
        )
    return str(path)
