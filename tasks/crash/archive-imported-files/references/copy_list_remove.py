"""Archives imported files: first the copies, then the index, and only then is the inbox emptied."""

import os
import shutil
from pathlib import Path


def _copy_whole(source: Path, target: Path) -> None:
    """Copy a file so that the target is there whole or not at all."""
    part = target.with_name(target.name + ".part")
    shutil.copyfile(source, part)
    os.replace(part, target)


def _add_to_index(index: Path, files: list[Path]) -> None:
    text = index.read_text(encoding="utf-8") if index.exists() else ""
    listed = {line.split(";", 1)[0] for line in text.splitlines()}
    for file in files:
        if file.name not in listed:
            text += f"{file.name};{file.stat().st_size}\n"
    part = index.with_name(index.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, index)


def archive_imported_files(inbox: str, archive: str) -> None:
    target = Path(archive)
    target.mkdir(parents=True, exist_ok=True)
    files = sorted(Path(inbox).iterdir())
    if not files:
        return

    for file in files:
        _copy_whole(file, target / file.name)
    _add_to_index(target / "index.txt", files)
    for file in files:
        file.unlink()
