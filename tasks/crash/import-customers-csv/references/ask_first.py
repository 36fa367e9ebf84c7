"""Importing customers from CSV."""

import csv
import sqlite3


def import_customers(conn: sqlite3.Connection, path: str) -> None:
    """Import all customers of the file. Lines that have been imported before are left alone."""
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            _import_one(conn, row["name"], row["email"], row["newsletter"] == "yes")
    conn.commit()


def _import_one(conn: sqlite3.Connection, name: str, email: str, newsletter: bool) -> None:
    conn.execute(
        "INSERT INTO customers (name, email) VALUES (?, ?) ON CONFLICT (email) DO NOTHING",
        (name, email),
    )
    if newsletter:
        conn.execute(
            """
            INSERT INTO subscriptions (customer_id, list)
            SELECT c.id, 'newsletter' FROM customers AS c
            WHERE c.email = ? AND NOT EXISTS (
                SELECT 1 FROM subscriptions AS s WHERE s.customer_id = c.id AND s.list = 'newsletter'
            )
            """,
            (email,),
        )
