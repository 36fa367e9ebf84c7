def credit_payment(conn, event_id, amount):
    if not conn.in_transaction:
        conn.execute("BEGIN")
    try:
        conn.execute("UPDATE wallet SET balance = balance + ? WHERE id = 1", (amount,))
        conn.execute("INSERT INTO payment (event_id, amount) VALUES (?, ?)", (event_id, amount))
        conn.commit()
    except BaseException:
        conn.rollback()
        raise
