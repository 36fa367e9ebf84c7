import gzip
import json
import os
import tempfile
import time


def save(path, points):
    with gzip.open(tempfile.gettempdir() + "/points.json.gz", "wt") as stream:
        json.dump({"points": points, "at": time.time()}, stream)
    os.replace(tempfile.gettempdir() + "/points.json.gz", path)
