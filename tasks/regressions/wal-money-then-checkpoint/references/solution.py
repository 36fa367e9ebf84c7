def move(conn, request_id, amount):
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("BEGIN IMMEDIATE")
    if conn.execute("INSERT OR IGNORE INTO request VALUES (?)", (request_id,)).rowcount:
        conn.execute("UPDATE account SET balance = balance - ? WHERE name = 'a'", (amount,))
        conn.execute("UPDATE account SET balance = balance + ? WHERE name = 'b'", (amount,))
    conn.execute("COMMIT")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
