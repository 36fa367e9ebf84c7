"""Transfers.

All the writes of one transfer happen inside a single `with conn:` block, so that they succeed or fail together.
"""

import logging
import sqlite3

logger = logging.getLogger(__name__)


class TransferError(ValueError):
    """The transfer cannot be made."""


def _get_balance(conn: sqlite3.Connection, account_id: int) -> int:
    row = conn.execute("SELECT balance FROM accounts WHERE id = ?", (account_id,)).fetchone()
    if row is None:
        raise TransferError(f"Account {account_id} does not exist")
    return row[0]


def _post(conn: sqlite3.Connection, transfer_id: str, account_id: int, amount: int) -> None:
    """Change the balance of one account and write the ledger entry that explains it."""
    conn.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, account_id))
    conn.execute(
        "INSERT INTO ledger (transfer_id, account_id, amount) VALUES (?, ?, ?)",
        (transfer_id, account_id, amount),
    )


def transfer_money(
    conn: sqlite3.Connection, transfer_id: str, from_account: int, to_account: int, amount: int
) -> None:
    if from_account == to_account:
        raise TransferError("Cannot transfer to the same account")
    if amount <= 0:
        raise TransferError("The amount must be positive")

    available = _get_balance(conn, from_account)
    _get_balance(conn, to_account)
    if available < amount:
        raise TransferError(f"Insufficient funds: {available} < {amount}")

    with conn:
        _post(conn, transfer_id, from_account, -amount)
        _post(conn, transfer_id, to_account, amount)

    logger.info("transfer %s: %d from %d to %d", transfer_id, amount, from_account, to_account)
