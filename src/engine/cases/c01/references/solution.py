TAKE = "UPDATE jar SET coins = coins - ? WHERE name = ?"
PUT = "UPDATE jar SET coins = coins + ? WHERE name = ?"


def move_coins(conn, source, target, coins):
    with conn:
        conn.execute(TAKE, (coins, source))
        conn.execute(PUT, (coins, target))
