"""One process of the twin: the solution between the clock, write points and helpers of `src/native`, and a log.

`run(request)` is called in a process of its own, forked from the driver, or started with the request's file as
argument where there is no fork. It ends the process.
"""

import json, os, sqlite3, sys, tempfile

from blob_points import connection_with_rare_points
from cache import Cache
from clock import Clock
from file_points import watch_files
from mapping_points import watch_mappings
from notifier import Notifier
from running import call_solution, end_solution
from sql_clock import tell_sqlite_time
from sqlite_points import watch_sqlite
from world import read_json
from write_points import WritePoints

# Modules that solutions import: a forked process finds them loaded.
import argparse, base64, collections, configparser, contextlib, csv, dataclasses, decimal, functools, glob, hashlib
import io, itertools, logging, pathlib, random, re, secrets, shutil, string, typing, uuid


def run(request):
    root = request["world"]
    beside = os.path.dirname(root)
    os.chdir(root)
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    tempfile.tempdir = os.path.join(root, "tmp")
    random.seed()
    clock = Clock(request["startMs"] / 1000)
    point = WritePoints(log, request["index"], request["fault"] == "soft")
    tell_time, plain_write = tell_sqlite_time(clock), os.write

    def prepare(conn):
        tell_time(conn)
        path = conn.execute("PRAGMA database_list").fetchone()[2]
        if path.startswith(root + os.sep):
            opened = os.open(os.path.join(beside, "opened.txt"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            plain_write(opened, os.fsencode(f"{os.path.relpath(path, root)}\n"))
            os.close(opened)

    watch_sqlite(point, prepare, connection_with_rare_points(point))
    clock.install()
    watch_files(point, root, watch_mappings(point))

    def arguments():
        helpers = {
            "notifier": Notifier(point, os.path.join(beside, "mailbox.json")),
            "cache": Cache(point, os.path.join(beside, "cache.json")),
        }
        if request["mode"] is not None:
            options = {"isolation_level": None} if request["mode"] == "autocommit" else {}
            helpers["conn"] = sqlite3.connect("app.db", **options)
        return [helpers[one["helper"]] if "helper" in one else one["value"] for one in request["args"]]

    point.running = True
    status = call_solution(request["source"], request["function"], arguments)
    end_solution()
    point.running = False
    os.write(log, f"end {json.dumps(status)}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    run(read_json(sys.argv[1]))
