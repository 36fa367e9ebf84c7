"""Save user settings, keeping a backup of the last version while the new one is written."""

import json
import os
import shutil


def load_settings(path):
    if not os.path.exists(path):
        return {}
    with open(path, "r", encoding="utf-8") as f:
        return json.load(f)


def save_user_setting(folder, user, name, value):
    path = os.path.join(folder, f"{user}.json")
    backup = path + ".bak"

    settings = load_settings(path)
    settings[name] = value

    # Keep the old version until the new one is safely on disk.
    if os.path.exists(path):
        shutil.move(path, backup)

    with open(path, "w", encoding="utf-8") as f:
        json.dump(settings, f, indent=4, sort_keys=True)

    if os.path.exists(backup):
        os.remove(backup)
