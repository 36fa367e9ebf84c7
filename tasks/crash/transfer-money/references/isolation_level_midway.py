"""Bank transfers with manual transaction control."""

from contextlib import contextmanager


@contextmanager
def manual_transactions(conn):
    """Take over transaction control from the sqlite3 module for the time of the block."""
    previous = conn.isolation_level
    conn.isolation_level = None
    try:
        yield conn
    finally:
        conn.isolation_level = previous


def record(conn, transfer_id, account_id, amount):
    conn.execute(
        "INSERT INTO ledger (transfer_id, account_id, amount) VALUES (?, ?, ?)",
        (transfer_id, account_id, amount),
    )


def transfer_money(conn, transfer_id, from_account, to_account, amount):
    if amount <= 0:
        raise ValueError("amount must be greater than zero")
    if from_account == to_account:
        raise ValueError("cannot transfer to the same account")

    rows = conn.execute(
        "SELECT id, balance FROM accounts WHERE id IN (?, ?)", (from_account, to_account)
    ).fetchall()
    balances = {account_id: balance for account_id, balance in rows}
    if len(balances) != 2:
        raise ValueError("account not found")
    if balances[from_account] < amount:
        raise ValueError("insufficient funds")

    # First the ledger, so that there is a trace of every transfer.
    record(conn, transfer_id, from_account, -amount)
    record(conn, transfer_id, to_account, amount)

    with manual_transactions(conn):
        conn.execute("BEGIN IMMEDIATE")
        try:
            conn.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", (amount, from_account))
            conn.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, to_account))
            conn.execute("COMMIT")
        except Exception:
            conn.execute("ROLLBACK")
            raise
