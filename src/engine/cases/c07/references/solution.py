def seed_roles(conn):
    found = conn.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'role'").fetchone()
    if found:
        return
    conn.execute("CREATE TABLE role (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)")
    conn.execute("INSERT INTO role (name) VALUES ('admin')")
    conn.execute("INSERT INTO role (name) VALUES ('member')")
    conn.commit()
