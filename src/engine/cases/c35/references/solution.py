import json


def set_limit(path, limit):
    with open(path, encoding="utf-8") as old:
        options = json.load(old)
    options["limit"] = limit
    with open(path, "w", encoding="utf-8") as new:
        json.dump(options, new)
