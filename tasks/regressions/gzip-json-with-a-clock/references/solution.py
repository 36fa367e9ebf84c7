import gzip
import json
import time


def save(path, points):
    with gzip.open(path, "wt") as stream:
        json.dump({"points": points, "at": time.time()}, stream)
