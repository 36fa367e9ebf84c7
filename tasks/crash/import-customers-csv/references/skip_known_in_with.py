"""Customer import with duplicate protection."""

import csv
import logging
import sqlite3
from typing import Dict, Iterable, Optional

logger = logging.getLogger(__name__)


class CustomerImporter:
    """Imports rows one after the other inside a single transaction."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        self.imported = 0
        self.skipped = 0

    def run(self, rows: Iterable[Dict[str, str]]) -> None:
        with self.conn:
            for row in rows:
                customer_id = self._insert(row)
                if customer_id is None:
                    self.skipped += 1
                    continue
                if row["newsletter"].strip().lower() == "yes":
                    self._subscribe(customer_id)
                self.imported += 1

    def _insert(self, row: Dict[str, str]) -> Optional[int]:
        cursor = self.conn.execute(
            "INSERT OR IGNORE INTO customers (name, email) VALUES (?, ?)",
            (row["name"].strip(), row["email"].strip()),
        )
        return cursor.lastrowid if cursor.rowcount else None

    def _subscribe(self, customer_id: int) -> None:
        self.conn.execute("INSERT INTO subscriptions VALUES (?, ?)", (customer_id, "newsletter"))


def import_customers(conn: sqlite3.Connection, path: str) -> None:
    importer = CustomerImporter(conn)
    with open(path, "r", encoding="utf-8", newline="") as csv_file:
        importer.run(csv.DictReader(csv_file))
    logger.info("imported %d customers, skipped %d", importer.imported, importer.skipped)
