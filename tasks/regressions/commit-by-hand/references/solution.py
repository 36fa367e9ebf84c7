def order(conn, name, lines):
    order_id = conn.execute("INSERT INTO orders (name) VALUES (?)", (name,)).lastrowid
    conn.executemany("INSERT INTO line VALUES (?, ?)", [(order_id, what) for what in lines])
    conn.execute("COMMIT")
