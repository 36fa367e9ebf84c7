import contextlib
import json


def set_limit(path, limit):
    with open(path) as stream:
        options = json.load(stream)
    options["limit"] = limit
    stream = open(path, "w")
    with contextlib.suppress(OSError):
        stream.write(json.dumps(options))
        stream.flush()
    stream.close()
