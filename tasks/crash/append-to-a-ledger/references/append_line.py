"""The ledger: one record a line, never changed, only added to."""

import os


def _has_request(path: str, request_id: str) -> bool:
    try:
        with open(path, encoding="utf-8") as ledger:
            return any(line.split(";", 1)[0] == request_id for line in ledger)
    except FileNotFoundError:
        return False


def append_to_ledger(path: str, request_id: str, account: str, amount: int) -> None:
    """Add one record, unless the request is in the ledger already."""
    if _has_request(path, request_id):
        return

    record = f"{request_id};{account};{amount}\n"
    with open(path, "a", encoding="utf-8") as ledger:
        ledger.write(record)
        ledger.flush()
        os.fsync(ledger.fileno())
