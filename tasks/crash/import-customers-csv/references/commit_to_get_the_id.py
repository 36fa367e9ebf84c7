import csv
import sqlite3


def get_or_create_customer(conn, name, email):
    """Return (id, created)."""
    row = conn.execute("SELECT id FROM customers WHERE email = ?", (email,)).fetchone()
    if row:
        return row[0], False
    conn.execute("INSERT INTO customers (name, email) VALUES (?, ?)", (name, email))
    conn.commit()
    row = conn.execute("SELECT id FROM customers WHERE email = ?", (email,)).fetchone()
    return row[0], True


def import_customers(conn: sqlite3.Connection, path: str):
    """
    Import customers from a CSV file.

    Safe to run more than once: customers who exist already are skipped.
    """
    with open(path, newline="", encoding="utf-8") as f:
        reader = csv.DictReader(f)
        for row in reader:
            customer_id, created = get_or_create_customer(conn, row["name"], row["email"])
            if created and row["newsletter"] == "yes":
                conn.execute(
                    "INSERT INTO subscriptions (customer_id, list) VALUES (?, ?)",
                    (customer_id, "newsletter"),
                )
                conn.commit()
