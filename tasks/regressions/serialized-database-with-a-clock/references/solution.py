import sqlite3
from datetime import datetime, timezone


def export(path, names):
    with sqlite3.connect(":memory:") as made:
        made.execute("CREATE TABLE name (name TEXT, at TEXT)")
        now = datetime.now(timezone.utc).isoformat()
        made.executemany("INSERT INTO name VALUES (?, ?)", [(name, now) for name in names])
    data = made.serialize()
    with open(path, "wb") as stream:
        stream.write(data)
