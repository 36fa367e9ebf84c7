"""Page view counters, one small file each."""

import os
from pathlib import Path


def _read(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return 0


def count_page_view(path: str) -> int:
    """Count one view and return the new number."""
    counter = Path(path)
    views = _read(counter) + 1

    temporary = counter.with_name(f".{counter.name}.tmp")
    with temporary.open("w", encoding="ascii") as file:
        file.write(f"{views}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, counter)
    return views
