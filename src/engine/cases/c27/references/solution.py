def move_coins(conn, source, target, coins):
    conn.execute("SAVEPOINT move")
    try:
        conn.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
        conn.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
    except BaseException:
        conn.execute("ROLLBACK TO move")
        conn.execute("RELEASE move")
        raise
    conn.execute("RELEASE move")
