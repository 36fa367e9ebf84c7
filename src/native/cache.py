"""The client of the cache, as a task hands it to its function. The entries are a JSON file."""

import json

from world import read_json, write_json


class CacheError(Exception):
    pass


class Cache:
    Error = CacheError

    def __init__(self, point, path):
        self._point, self._path = point, path

    def _change(self, what, key, change):
        self._point("cache", f"{what} {key}", lambda: CacheError("the cache did not answer"))
        entries = read_json(self._path)
        change(entries)
        write_json(self._path, entries)

    def get(self, key, default=None):
        value = read_json(self._path).get(str(key))
        return default if value is None else json.loads(value)

    def set(self, key, value):
        text = json.dumps(value)
        self._change("set", key, lambda entries: entries.update({str(key): text}))

    def delete(self, key):
        self._change("delete", key, lambda entries: entries.pop(str(key), None))
