import os
import tempfile


def lines_of(path):
    try:
        with open(path) as stream:
            return stream.read().splitlines()
    except OSError as error:
        if error.errno != 2:
            raise
        return []


def count(path, seen):
    lines = lines_of(path)
    if seen in lines:
        return
    with open(tempfile.gettempdir() + "/count.txt", "w") as stream:
        stream.write("\n".join([*lines, seen]) + "\n")
    os.rename(tempfile.gettempdir() + "/count.txt", path)
