def import_customers(conn, path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            conn.execute("INSERT INTO customer (name) VALUES (?)", (line.strip(),))
    conn.commit()
