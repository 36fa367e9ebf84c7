SCHEMA = """
    CREATE TABLE IF NOT EXISTS journal (text TEXT);
"""


def move_coins(conn, source, target, coins):
    conn.execute("BEGIN")
    conn.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
    conn.executescript(SCHEMA)
    conn.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
    conn.commit()
