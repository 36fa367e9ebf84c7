from __future__ import annotations

import csv
import sqlite3
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    name: str
    email: str
    newsletter: bool


def read_rows(path: str | Path) -> list[Row]:
    with Path(path).open(encoding="utf-8", newline="") as handle:
        return [Row(r["name"], r["email"], r["newsletter"] == "yes") for r in csv.DictReader(handle)]


def import_customers(conn: sqlite3.Connection, path: str) -> int:
    """All lines or none. Customers we know already are skipped. Returns how many were new."""
    rows = read_rows(path)
    conn.execute("BEGIN IMMEDIATE")
    try:
        known = {email for (email,) in conn.execute("SELECT email FROM customers")}
        new = [row for row in rows if row.email not in known]
        for row in new:
            cursor = conn.execute("INSERT INTO customers (name, email) VALUES (?, ?)", (row.name, row.email))
            if row.newsletter:
                conn.execute(
                    "INSERT INTO subscriptions (customer_id, list) VALUES (?, 'newsletter')",
                    (cursor.lastrowid,),
                )
    except BaseException:
        conn.execute("ROLLBACK")
        raise
    else:
        conn.execute("COMMIT")
    return len(new)
