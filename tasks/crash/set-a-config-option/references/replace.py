"""Changing single options of INI files."""

import configparser
import os


def set_config_option(path: str, section: str, option: str, value: str) -> None:
    """Set one option and leave the rest of the file as it is."""
    config = configparser.ConfigParser(interpolation=None)
    with open(path, encoding="utf-8") as current:
        config.read_file(current)

    if not config.has_section(section):
        config.add_section(section)
    config.set(section, option, value)

    temporary = f"{path}.tmp"
    with open(temporary, "w", encoding="utf-8") as updated:
        config.write(updated)
        updated.flush()
        os.fsync(updated.fileno())
    os.replace(temporary, path)
