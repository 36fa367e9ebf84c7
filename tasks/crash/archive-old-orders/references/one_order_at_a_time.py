import sqlite3


def _move(conn: sqlite3.Connection, order_id: int) -> None:
    conn.execute(
        "INSERT INTO archived_orders SELECT id, customer, total, status, ordered_on FROM orders WHERE id = ?",
        (order_id,),
    )
    conn.execute(
        "INSERT INTO archived_items SELECT order_id, product, quantity FROM order_items WHERE order_id = ?",
        (order_id,),
    )
    conn.execute("DELETE FROM order_items WHERE order_id = ?", (order_id,))
    conn.execute("DELETE FROM orders WHERE id = ?", (order_id,))


def archive_old_orders(conn: sqlite3.Connection, before: str) -> int:
    """Archive order by order, so that the database is never locked for long."""
    old = conn.execute(
        "SELECT id FROM orders WHERE ordered_on < ? AND status IN ('delivered', 'cancelled') ORDER BY id",
        (before,),
    ).fetchall()

    for (order_id,) in old:
        conn.execute("BEGIN")
        try:
            _move(conn, order_id)
        except BaseException:
            conn.execute("ROLLBACK")
            raise
        conn.execute("COMMIT")
    return len(old)
