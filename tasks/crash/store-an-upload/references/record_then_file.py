from __future__ import annotations

from pathlib import Path, PurePosixPath


class UploadStore:
    def __init__(self, conn, folder: str = "uploads") -> None:
        self.conn = conn
        self.folder = Path(folder)

    def find(self, upload_id: str) -> str | None:
        row = self.conn.execute("SELECT path FROM uploads WHERE id = ?", (upload_id,)).fetchone()
        return row[0] if row else None

    def add(self, upload_id: str, name: str, data: bytes) -> str:
        path = self.folder / f"{upload_id}{PurePosixPath(name).suffix}"
        # The primary key makes sure that no upload is stored twice.
        self.conn.execute(
            "INSERT INTO uploads (id, name, path, size) VALUES (?, ?, ?, ?)", (upload_id, name, str(path), len(data))
        )
        self.conn.commit()
        self.folder.mkdir(exist_ok=True)
        path.write_bytes(data)
        return str(path)


def store_upload(conn, upload_id: str, name: str, content: str) -> str:
    store = UploadStore(conn)
    return store.find(upload_id) or store.add(upload_id, name, content.encode("utf-8"))
