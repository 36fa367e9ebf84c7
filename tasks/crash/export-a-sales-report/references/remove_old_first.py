from datetime import datetime, timezone
from pathlib import Path


def build_csv(rows):
    lines = ["product,units,revenue"]
    lines += [f"{product},{units},{revenue}" for product, units, revenue in rows]
    return "\n".join(lines) + "\n"


def export_sales_report(conn, month):
    """Exports one month; a report from an earlier export is thrown away first."""
    path = Path(f"reports/{month}.csv")
    path.parent.mkdir(exist_ok=True)

    if path.exists():
        path.unlink()

    rows = conn.execute(
        "SELECT product, SUM(units), SUM(units * price) FROM sales "
        "WHERE sold_on >= :month || '-01' AND sold_on <= :month || '-31' "
        "GROUP BY product ORDER BY product",
        {"month": month},
    )
    path.write_text(build_csv(rows), encoding="utf-8")

    now = datetime.now(timezone.utc).isoformat()
    with conn:
        conn.execute("BEGIN")
        conn.execute("DELETE FROM reports WHERE month = ?", (month,))
        conn.execute(
            "INSERT INTO reports (month, path, exported_at) VALUES (?, ?, ?)",
            (month, str(path), now),
        )
