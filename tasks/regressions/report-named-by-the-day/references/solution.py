import datetime


def report(conn):
    today = datetime.date.today().isoformat()
    (total,) = conn.execute("SELECT coalesce(sum(amount), 0) FROM sale WHERE reported = 0").fetchone()
    conn.execute("INSERT OR REPLACE INTO report VALUES (?, ?)", (today, total))
    conn.commit()
    conn.execute("UPDATE sale SET reported = 1")
    conn.commit()
