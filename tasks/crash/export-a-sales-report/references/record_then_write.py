"""Sales reports: the record first, then the file."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path


def _totals(conn: sqlite3.Connection, month: str) -> dict[str, list[int]]:
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for product, units, price in conn.execute(
        "SELECT product, units, price FROM sales WHERE substr(sold_on, 1, 7) = ?", (month,)
    ):
        totals[product][0] += units
        totals[product][1] += units * price
    return totals


def _record(conn: sqlite3.Connection, month: str, path: Path) -> None:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with conn:
        found = conn.execute("SELECT id FROM reports WHERE month = ?", (month,)).fetchone()
        if found:
            conn.execute("UPDATE reports SET exported_at = ? WHERE id = ?", (now, found[0]))
        else:
            conn.execute(
                "INSERT INTO reports (month, path, exported_at) VALUES (?, ?, ?)",
                (month, path.as_posix(), now),
            )


def export_sales_report(conn: sqlite3.Connection, month: str) -> str:
    path = Path("reports", f"{month}.csv")
    lines = ["product,units,revenue"]
    for product, (units, revenue) in sorted(_totals(conn, month).items()):
        lines.append(f"{product},{units},{revenue}")

    _record(conn, month, path)

    # Readers must never see a report that is only partly written.
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".csv")
    with os.fdopen(handle, "w", encoding="utf-8") as draft:
        draft.write("\n".join(lines) + "\n")
    os.replace(name, path)
    return path.as_posix()
