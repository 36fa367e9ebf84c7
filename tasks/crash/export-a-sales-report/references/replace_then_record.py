"""Monthly sales reports as CSV files."""

import csv
import os
from datetime import datetime, timezone
from pathlib import Path

REPORT_QUERY = """
    SELECT product, SUM(units), SUM(units * price)
    FROM sales
    WHERE strftime('%Y-%m', sold_on) = ?
    GROUP BY product
    ORDER BY product
"""


def _write_report(path, rows):
    """Write the report beside its place and put it there whole."""
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(".csv.tmp")
    with open(draft, "w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f)
        writer.writerow(["product", "units", "revenue"])
        writer.writerows(rows)
        f.flush()
        os.fsync(f.fileno())
    os.replace(draft, path)


def export_sales_report(conn, month):
    """Export the sales of a month to reports/<month>.csv and record the export."""
    path = Path("reports") / f"{month}.csv"
    _write_report(path, conn.execute(REPORT_QUERY, (month,)).fetchall())

    now = datetime.now(timezone.utc).isoformat()
    updated = conn.execute("UPDATE reports SET path = ?, exported_at = ? WHERE month = ?", (str(path), now, month))
    if updated.rowcount == 0:
        conn.execute("INSERT INTO reports (month, path, exported_at) VALUES (?, ?, ?)", (month, str(path), now))
    conn.commit()
