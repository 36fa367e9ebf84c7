"""Rare write points of sqlite3: incremental writes to a cell, and copies of whole databases."""

import sqlite3

from sqlite_points import disk_error


class CountedBlob:
    def __init__(self, blob, point):
        self._blob, self._point = blob, point

    def __getattr__(self, name):
        return getattr(self._blob, name)

    def __len__(self):
        return len(self._blob)

    def __getitem__(self, at):
        return self._blob[at]

    def __setitem__(self, at, value):
        self._point("blob", "item assignment", disk_error)
        self._blob[at] = value

    def write(self, data):
        self._point("blob", "write()", disk_error)
        self._blob.write(data)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return self._blob.__exit__(*error)


def connection_with_rare_points(point):
    """The class of connections to build on."""

    class Connection(sqlite3.Connection):
        __slots__ = ()

        def blobopen(self, *args, **kwargs):
            return CountedBlob(super().blobopen(*args, **kwargs), point)

        def backup(self, target, **kwargs):
            if getattr(target, "on_disk", True):
                point("backup", "backup()", disk_error)
            super().backup(target, **kwargs)

        def deserialize(self, *args, **kwargs):
            if getattr(self, "on_disk", True):
                point("backup", "deserialize()", disk_error)
            super().deserialize(*args, **kwargs)

    return Connection
