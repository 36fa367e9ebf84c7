def move_coins(conn, source, target, coins):
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
        conn.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
        conn.execute("COMMIT")
    except BaseException:
        conn.execute("ROLLBACK")
        raise
