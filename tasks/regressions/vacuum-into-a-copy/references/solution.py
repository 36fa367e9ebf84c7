import os


def snapshot(conn, text, target):
    conn.execute("INSERT OR IGNORE INTO note (text) VALUES (?)", (text,))
    conn.commit()
    if not os.path.exists(target):
        conn.execute("VACUUM INTO ?", (target,))
