from contextlib import contextmanager


@contextmanager
def no_autocommit(conn):
    before = conn.isolation_level
    conn.isolation_level = None
    try:
        yield conn
    finally:
        conn.isolation_level = before


def move_coins(conn, source, target, coins):
    conn.execute("INSERT INTO note (text) VALUES ('a move begins')")
    with no_autocommit(conn):
        conn.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
        conn.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
    conn.commit()
