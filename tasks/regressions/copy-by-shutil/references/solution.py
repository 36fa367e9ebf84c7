import shutil


def snapshot(conn, text, target):
    conn.execute("INSERT OR IGNORE INTO note (text) VALUES (?)", (text,))
    conn.commit()
    shutil.copy("app.db", target)
