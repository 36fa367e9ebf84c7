import json
import os
import tempfile
import time


def write(path, user):
    fd, name = tempfile.mkstemp()
    with open(fd, "w") as stream:
        json.dump(user, stream)
    os.replace(name, path)


def move_points(source, target, points):
    for path, change in ((source, -points), (target, points)):
        with open(path) as stream:
            user = json.load(stream)
        user["points"] += change
        user["at"] = time.time()
        write(path, user)
