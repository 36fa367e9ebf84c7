import csv
import os
from datetime import datetime, timezone


def export_sales_report(conn, month):
    cursor = conn.cursor()
    cursor.execute(
        """
        SELECT product, SUM(units) AS units, SUM(units * price) AS revenue
        FROM sales
        WHERE sold_on LIKE ? || '-%'
        GROUP BY product
        ORDER BY product
        """,
        (month,),
    )
    rows = cursor.fetchall()

    os.makedirs("reports", exist_ok=True)
    file_path = f"reports/{month}.csv"
    with open(file_path, "w", newline="") as csvfile:
        writer = csv.writer(csvfile)
        writer.writerow(["product", "units", "revenue"])
        for row in rows:
            writer.writerow(row)

    exported_at = datetime.now(timezone.utc).isoformat()
    cursor.execute("SELECT id FROM reports WHERE month = ?", (month,))
    existing = cursor.fetchone()
    if existing:
        cursor.execute("UPDATE reports SET exported_at = ? WHERE id = ?", (exported_at, existing[0]))
    else:
        cursor.execute(
            "INSERT INTO reports (month, path, exported_at) VALUES (?, ?, ?)",
            (month, file_path, exported_at),
        )
    conn.commit()
