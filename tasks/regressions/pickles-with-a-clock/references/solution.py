import datetime
import os
import pickle
import tempfile


def write(path, user):
    with open(tempfile.gettempdir() + "/new", "wb") as stream:
        pickle.dump(user, stream)
    os.replace(tempfile.gettempdir() + "/new", path)


def move_points(source, target, points):
    for path, change in ((source, -points), (target, points)):
        with open(path, "rb") as stream:
            user = pickle.load(stream)
        user["points"] += change
        user["at"] = datetime.datetime.now()
        write(path, user)
