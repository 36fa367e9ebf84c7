import json


def set_limit(path, limit):
    with open(path) as stream:
        options = json.load(stream)
    text = json.dumps({**options, "limit": limit})
    for attempt in (1, 2):
        try:
            with open(path, "w") as stream:
                stream.write(text)
            return
        except OSError:
            if attempt == 2:
                raise
