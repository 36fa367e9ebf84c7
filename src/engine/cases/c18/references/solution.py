def ship_orders(conn):
    for (sale,) in conn.execute("SELECT id FROM sale WHERE status = 'new'"):
        conn.execute("INSERT INTO shipment (sale_id) VALUES (?)", (sale,))
        conn.execute("UPDATE sale SET status = 'shipped' WHERE id = ?", (sale,))
        conn.commit()
