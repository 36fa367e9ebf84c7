def archive(conn, path, before):
    conn.execute("ATTACH DATABASE ? AS old", (path,))
    conn.execute("PRAGMA main.journal_mode = WAL")
    conn.execute("PRAGMA old.journal_mode = WAL")
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("INSERT INTO old.orders SELECT * FROM main.orders WHERE day < ?", (before,))
    conn.execute("DELETE FROM main.orders WHERE day < ?", (before,))
    conn.execute("COMMIT")
    conn.execute("DETACH DATABASE old")
