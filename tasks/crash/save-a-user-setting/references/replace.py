"""User settings, one JSON file a user."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any


def _load(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def save_user_setting(folder: str, user: str, name: str, value: Any) -> None:
    path = os.path.join(folder, f"{user}.json")
    settings = _load(path)
    settings[name] = value

    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{user}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(settings, file, indent=2, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
