"""One process of the twin: a simulated clock, the helpers, the solution, and a log of how far it came.

`run(request)` is called in a process of its own, forked from the driver, or started with the request's file as
argument where there is no fork. It ends the process.
"""

import atexit, datetime, gc, json, os, sqlite3, sys, tempfile, time, types

import points

# Modules that solutions import: a forked process finds them loaded.
import argparse, base64, collections, configparser, contextlib, csv, dataclasses, decimal, functools, glob, hashlib
import io, itertools, logging, pathlib, random, re, secrets, shutil, string, typing, uuid

MAILBOX, CACHE = "mailbox.json", "cache.json"
_c_open, _c_os_write = open, os.write


class NotifierError(Exception):
    pass


class CacheError(Exception):
    pass


def read_json(path):
    with _c_open(path, encoding="utf-8") as file:
        return json.load(file)


def write_json(path, value):
    with _c_open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


# --- clock -------------------------------------------------------------------------------------------------


class Clock:
    """Starts at a given time; each look moves it by a millisecond, sleeping by what was asked."""

    def __init__(self, start_ms):
        self._now = start_ms / 1000

    def now(self):
        self._now += 0.001
        return self._now

    def sleep(self, seconds):
        self._now += seconds


def install_clock(clock):
    time.time = clock.now
    time.time_ns = lambda: int(clock.now() * 1e9)
    time.sleep = clock.sleep
    for name in ("gmtime", "localtime", "ctime"):
        call = getattr(time, name)
        setattr(time, name, lambda seconds=None, call=call: call(clock.now() if seconds is None else seconds))
    strftime = time.strftime
    time.strftime = lambda form, when=None: strftime(form, time.localtime() if when is None else when)

    class Date(datetime.date):
        @classmethod
        def today(cls):
            return cls.fromtimestamp(clock.now())

    class DateTime(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(clock.now(), tz)

        @classmethod
        def today(cls):
            return cls.fromtimestamp(clock.now())

        @classmethod
        def utcnow(cls):
            return cls.fromtimestamp(clock.now(), datetime.timezone.utc).replace(tzinfo=None)

    # sqlite3 looks adapters up by the exact type.
    sqlite3.register_adapter(Date, lambda value: value.isoformat())
    sqlite3.register_adapter(DateTime, lambda value: value.isoformat(" "))
    datetime.date, datetime.datetime = Date, DateTime


def sqlite_clock(clock):
    """SQL functions that know the simulated time. A second connection, in memory, does the work of the real ones."""
    connect, helper = sqlite3.connect, []

    def plain():
        if not helper:
            helper.append(connect(":memory:"))
        return helper[0]

    def put_on(conn):
        def now():
            return datetime.datetime.fromtimestamp(clock.now(), datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S.%f")

        def timed(name, first):
            def call(*args):
                given = list(args) if len(args) > first else [*args, "now"]
                if isinstance(given[first], str) and given[first].lower() == "now":
                    given[first] = now()[:-3]
                marks = ",".join("?" * len(given))
                return plain().execute(f"SELECT {name}({marks})", given).fetchone()[0]

            return call

        for name in ("date", "time", "datetime", "julianday", "unixepoch"):
            conn.create_function(name, -1, timed(name, 0), deterministic=True)
        conn.create_function("strftime", -1, timed("strftime", 1), deterministic=True)
        conn.create_function("current_timestamp", 0, lambda: now()[:19], deterministic=True)
        conn.create_function("current_date", 0, lambda: now()[:10], deterministic=True)
        conn.create_function("current_time", 0, lambda: now()[11:19], deterministic=True)

    return put_on


# --- helpers of the call -----------------------------------------------------------------------------------


class Notifier:
    Error = NotifierError

    def __init__(self, point, clock, path):
        self._point, self._clock, self._path = point, clock, path

    def send(self, to, subject, body, idempotency_key=None):
        key = None if idempotency_key is None else str(idempotency_key)
        self._point("mail", f"{to}: {subject}", lambda: NotifierError("the email service did not answer"))
        sent = read_json(self._path)
        if key is not None and any(mail["key"] == key for mail in sent):
            return
        at = datetime.datetime.fromtimestamp(self._clock.now(), datetime.timezone.utc)
        mail = {"to": str(to), "subject": str(subject), "body": str(body), "key": key}
        write_json(self._path, [*sent, {**mail, "at": at.strftime("%Y-%m-%dT%H:%M:%S.000Z")}])


class Cache:
    Error = CacheError

    def __init__(self, point, path):
        self._point, self._path = point, path

    def _failed(self):
        return CacheError("the cache did not answer")

    def get(self, key, default=None):
        value = read_json(self._path).get(str(key))
        return default if value is None else json.loads(value)

    def set(self, key, value):
        text = json.dumps(value)
        self._point("cache", f"set {key}", self._failed)
        write_json(self._path, {**read_json(self._path), str(key): text})

    def delete(self, key):
        self._point("cache", f"delete {key}", self._failed)
        write_json(self._path, {name: value for name, value in read_json(self._path).items() if name != str(key)})


# --- the run -----------------------------------------------------------------------------------------------


def _execute(request, point, clock):
    """How the call ended: status, type of error, message, returned."""
    beside = os.path.dirname(point.root)
    try:
        solution = types.ModuleType("solution")
        sys.modules["solution"] = solution
        exec(compile(request["source"], "solution.py", "exec", dont_inherit=True), solution.__dict__)
        helpers = {
            "notifier": Notifier(point, clock, os.path.join(beside, MAILBOX)),
            "cache": Cache(point, os.path.join(beside, CACHE)),
        }
        if request["mode"] is not None:
            options = {"isolation_level": None} if request["mode"] == "autocommit" else {}
            helpers["conn"] = sqlite3.connect("app.db", **options)
        args = [helpers[one["helper"]] if "helper" in one else one["value"] for one in request["args"]]
        value = getattr(solution, request["function"])(*args)
        return ["returned", None, None, value if isinstance(value, str) else repr(value)]
    except SystemExit as error:
        return ["returned" if error.code in (None, 0) else "exited", None, str(error.code), None]
    except BaseException as error:
        return ["raised", type(error).__name__, str(error), None]


def run(request):
    os.chdir(request["world"])
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    tempfile.tempdir = os.path.join(request["world"], "tmp")
    random.seed()
    clock = Clock(request["startMs"])
    point = points.Points(log, request["index"], request["fault"] == "soft", request["world"])
    tell_time = sqlite_clock(clock)
    install_clock(clock)
    points.install_sqlite(point, tell_time)
    points.install_files(point)
    point.running = True
    status = _execute(request, point, clock)
    # An interpreter's end: exit handlers, then what the solution still holds (an open file is written then).
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    gc.collect()
    sys.modules.pop("solution").__dict__.clear()
    gc.collect()
    point.running = False
    _c_os_write(log, f"end {json.dumps(status)}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    run(read_json(sys.argv[1]))
