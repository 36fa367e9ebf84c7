def move(conn, amount):
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("UPDATE account SET balance = balance - ? WHERE name = 'a'", (amount,))
    conn.execute("UPDATE account SET balance = balance + ? WHERE name = 'b'", (amount,))
    conn.execute("COMMIT")
    conn.execute("INSERT INTO audit (text) VALUES ('moved')")
    conn.commit()
