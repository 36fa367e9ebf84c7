from datetime import date

ARCHIVE = """
INSERT INTO archived_orders
  SELECT * FROM orders WHERE status <> 'open' AND ordered_on < '{before}';
INSERT INTO archived_items
  SELECT * FROM order_items
  WHERE order_id IN (SELECT id FROM archived_orders);
DELETE FROM order_items
  WHERE order_id IN (SELECT id FROM archived_orders);
DELETE FROM orders WHERE id IN (SELECT id FROM archived_orders);
"""


def archive_old_orders(conn, before):
    # executescript takes no parameters, so make sure that it really is a date.
    date.fromisoformat(before)

    count = conn.execute(
        "SELECT COUNT(*) FROM orders WHERE status <> 'open' AND ordered_on < ?", (before,)
    ).fetchone()[0]
    try:
        conn.executescript(ARCHIVE.format(before=before))
        conn.commit()
    except Exception:
        conn.rollback()
        raise
    return count
