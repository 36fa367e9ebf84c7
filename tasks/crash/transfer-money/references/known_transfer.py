"""Money transfers between two accounts."""

import sqlite3


def transfer_money(
    conn: sqlite3.Connection,
    transfer_id: str,
    from_account: int,
    to_account: int,
    amount: int,
) -> None:
    """Move `amount` cents from one account to another.

    A transfer that is in the ledger already is not made a second time.

    Raises:
        ValueError: the transfer is not possible; nothing was changed.
    """
    if amount <= 0:
        raise ValueError("amount must be positive")
    if from_account == to_account:
        raise ValueError("the accounts must differ")

    conn.execute("BEGIN IMMEDIATE")
    try:
        known = conn.execute("SELECT 1 FROM ledger WHERE transfer_id = ?", (transfer_id,)).fetchone()
        if known is None:
            _move(conn, transfer_id, from_account, to_account, amount)
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def _move(conn, transfer_id, from_account, to_account, amount):
    balances = dict(
        conn.execute("SELECT id, balance FROM accounts WHERE id IN (?, ?)", (from_account, to_account))
    )
    if from_account not in balances or to_account not in balances:
        raise ValueError("no such account")
    if balances[from_account] < amount:
        raise ValueError(f"account {from_account} has only {balances[from_account]}")

    conn.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", (amount, from_account))
    conn.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, to_account))
    conn.executemany(
        "INSERT INTO ledger (transfer_id, account_id, amount) VALUES (?, ?, ?)",
        [(transfer_id, from_account, -amount), (transfer_id, to_account, amount)],
    )
