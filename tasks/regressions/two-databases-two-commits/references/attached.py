def book(conn, path, seat):
    conn.execute("ATTACH DATABASE ? AS stats", (path,))
    conn.execute("BEGIN IMMEDIATE")
    changed = conn.execute("UPDATE seat SET taken = 1 WHERE name = ? AND taken = 0", (seat,)).rowcount
    conn.execute("UPDATE stats.stat SET n = n + ?", (changed,))
    conn.execute("COMMIT")
