def migrate(conn):
    if not conn.in_transaction:
        conn.execute("BEGIN IMMEDIATE")
    done = {version for (version,) in conn.execute("SELECT version FROM migration")}
    if 2 not in done:
        conn.execute("ALTER TABLE item ADD COLUMN price REAL")
        conn.execute("INSERT INTO migration (version) VALUES (2)")
    conn.commit()
