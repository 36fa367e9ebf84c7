def write_note(conn, text):
    with conn:
        conn.execute("INSERT INTO note (text) VALUES (?)", (text,))


def move_coins(conn, source, target, coins):
    if not conn.in_transaction:
        conn.execute("BEGIN")
    conn.execute("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))
    write_note(conn, f"{coins} from {source} to {target}")
    conn.execute("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))
    conn.commit()
