import json
from pathlib import Path


def save_user_setting(folder, user, name, value):
    path = Path(folder) / f"{user}.json"

    settings = {}
    if path.exists():
        settings = json.loads(path.read_text(encoding="utf-8"))

    settings[name] = value

    with open(path, "w", encoding="utf-8") as f:
        json.dump(settings, f, indent=2)
