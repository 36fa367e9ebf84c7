import fcntl
import json
import os
import tempfile


def set_limit(path, limit):
    with open(tempfile.gettempdir() + "/options.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with open(path) as stream:
            options = json.load(stream)
        options["limit"] = limit
        with open(tempfile.gettempdir() + "/options.json", "w") as stream:
            json.dump(options, stream)
        os.replace(tempfile.gettempdir() + "/options.json", path)
        fcntl.flock(lock, fcntl.LOCK_UN)
