"""Move processed files out of the inbox and keep a record of each one."""

import shutil
from pathlib import Path


def archive_imported_files(inbox: str, archive: str) -> None:
    source_dir = Path(inbox)
    archive_dir = Path(archive)
    archive_dir.mkdir(parents=True, exist_ok=True)

    with (archive_dir / "index.txt").open("a", encoding="utf-8") as index:
        for source in sorted(source_dir.iterdir()):
            size = source.stat().st_size
            shutil.move(str(source), str(archive_dir / source.name))
            # Record the file as soon as it has been moved.
            index.write(f"{source.name};{size}\n")
