"""Update an INI file through a temporary copy, so that readers never see it half-written."""

import configparser
import os
import tempfile
from pathlib import Path


def _load(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(path, encoding="utf-8")
    return parser


def set_config_option(path: str, section: str, option: str, value: str) -> None:
    target = Path(path)
    parser = _load(target)
    if not parser.has_section(section):
        parser.add_section(section)
    parser[section][option] = value

    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".ini")
    with os.fdopen(handle, "w", encoding="utf-8") as copy:
        parser.write(copy)

    # os.rename fails on Windows if the target exists.
    if target.exists():
        os.remove(target)
    os.rename(name, target)
