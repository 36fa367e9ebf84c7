from pathlib import Path


def append_to_ledger(path, request_id, account, amount):
    ledger = Path(path)
    lines = ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else []

    # Skip requests that we have seen before.
    for line in lines:
        if line.startswith(f"{request_id};"):
            return

    lines.append(f"{request_id};{account};{amount}")
    ledger.write_text("\n".join(lines) + "\n", encoding="utf-8")
