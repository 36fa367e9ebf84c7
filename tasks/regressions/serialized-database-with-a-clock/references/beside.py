import os
import sqlite3
import tempfile
from datetime import datetime, timezone


def export(path, names):
    with sqlite3.connect(":memory:") as made:
        made.execute("CREATE TABLE name (name TEXT, at TEXT)")
        now = datetime.now(timezone.utc).isoformat()
        made.executemany("INSERT INTO name VALUES (?, ?)", [(name, now) for name in names])
    data = made.serialize()
    with open(tempfile.gettempdir() + "/names.db", "wb") as stream:
        stream.write(data)
    os.replace(tempfile.gettempdir() + "/names.db", path)
