"""Batch import: commits every few rows so that large files do not pile up in memory."""

import csv
import itertools

BATCH_SIZE = 2


def _batches(rows, size):
    rows = iter(rows)
    while batch := list(itertools.islice(rows, size)):
        yield batch


def import_customers(conn, path):
    with open(path, newline="", encoding="utf-8") as f:
        for batch in _batches(csv.DictReader(f), BATCH_SIZE):
            for row in batch:
                cur = conn.execute(
                    "INSERT INTO customers (name, email) VALUES (?, ?)",
                    (row["name"], row["email"]),
                )
                if row["newsletter"] == "yes":
                    conn.execute(
                        "INSERT INTO subscriptions (customer_id, list) VALUES (?, 'newsletter')",
                        (cur.lastrowid,),
                    )
            conn.commit()
