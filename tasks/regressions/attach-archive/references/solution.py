def archive(conn, path, before):
    conn.execute("ATTACH DATABASE ? AS old", (path,))
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("CREATE TABLE IF NOT EXISTS old.orders (id INTEGER PRIMARY KEY, day TEXT NOT NULL, total INTEGER NOT NULL)")
    conn.execute("INSERT INTO old.orders SELECT * FROM main.orders WHERE day < ?", (before,))
    conn.execute("DELETE FROM main.orders WHERE day < ?", (before,))
    conn.execute("COMMIT")
    conn.execute("DETACH DATABASE old")
