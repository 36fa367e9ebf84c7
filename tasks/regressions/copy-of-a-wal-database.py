import shutil


def snapshot(conn, text, target):
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("INSERT OR IGNORE INTO note (text) VALUES (?)", (text,))
    conn.commit()
    source = conn.execute("PRAGMA database_list").fetchone()[2]
    shutil.copy2(source, target)
