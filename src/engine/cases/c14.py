def move_coins(conn, source, target, coins):
    cursor = conn.cursor()
    cursor.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
    cursor.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
    conn.close()
