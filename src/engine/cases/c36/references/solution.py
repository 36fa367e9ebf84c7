import json
import os


def set_limit(path, limit):
    with open(path, encoding="utf-8") as old:
        options = json.load(old)
    options["limit"] = limit
    beside = path + ".tmp"
    with open(beside, "w", encoding="utf-8") as new:
        new.write(json.dumps(options))
        new.flush()
        os.fsync(new.fileno())
    os.replace(beside, path)
