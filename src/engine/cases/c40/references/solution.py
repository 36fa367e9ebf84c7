def import_numbers(conn):
    (done,) = conn.execute("SELECT done FROM progress").fetchone()
    while done < 6:
        conn.execute("INSERT INTO record (number) VALUES (?)", (done + 1,))
        conn.execute("INSERT INTO record (number) VALUES (?)", (done + 2,))
        conn.commit()
        done += 2
        conn.execute("UPDATE progress SET done = ?", (done,))
        conn.commit()
