"""One process of the native side: runs the solution once, crashed where it is told to.

Started anew by `native_driver.py` for every run. It is as light as the naive way allows: nothing is imported that
a run does not need, so that the comparison flatters nobody. It counts write points well enough to crash at them; it
judges nothing and is exact only for plain code.
"""

import builtins, errno, io, marshal, os, sqlite3, sys, types
import _io

with open(sys.argv[1], "rb") as request_file:
    request = marshal.load(request_file)

CRASH_AT = request["index"]
SOFT = request["fault"] == "soft"
MAILBOX, CACHE = "../mailbox.json", "../cache.json"
WRITES = ("INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "COMMIT", "END", "RELEASE")

reached = 0
running = False


class ServiceError(Exception):
    pass


def point(error):
    """A write point. `error` makes what the call would raise."""
    global reached
    if not running:
        return
    index = reached
    reached += 1
    if index == CRASH_AT:
        if not SOFT:
            os._exit(137)
        raise error()


def disk_error():
    return sqlite3.OperationalError("disk I/O error")


def file_error():
    return OSError(errno.EIO, "Input/output error")


def service_error():
    return ServiceError("the service did not answer")


# --- sqlite3 -----------------------------------------------------------------------------------------------


def writes(sql):
    text = sql.lstrip()
    while text.startswith("--"):
        text = text.partition("\n")[2].lstrip()
    word = text.split(None, 1)[0].rstrip(";").upper() if text else ""
    return word in WRITES or (word == "WITH" and any(f"{name} " in text.upper() for name in WRITES[:4]))


def rows_with_points(rows):
    for row in rows:
        point(disk_error)
        yield row


class Cursor(sqlite3.Cursor):
    def execute(self, sql, *rest):
        if writes(sql):
            point(disk_error)
        return super().execute(sql, *rest)

    def executemany(self, sql, rows):
        return super().executemany(sql, rows_with_points(rows) if writes(sql) else rows)

    def executescript(self, script):
        if self.connection.in_transaction:
            point(disk_error)
        super().executescript("")
        statement = ""
        for part in script.split(";"):
            statement += part + ";"
            if sqlite3.complete_statement(statement):
                if writes(statement):
                    point(disk_error)
                if statement.strip() != ";":
                    super().execute(statement)
                statement = ""
        return self


class Connection(sqlite3.Connection):
    def cursor(self, factory=Cursor):
        return super().cursor(factory)

    def execute(self, *args):
        return self.cursor().execute(*args)

    def executemany(self, *args):
        return self.cursor().executemany(*args)

    def executescript(self, script):
        return self.cursor().executescript(script)

    def commit(self):
        point(disk_error)
        super().commit()

    def __exit__(self, error_type, *rest):
        if error_type is None:
            try:
                point(disk_error)
            except sqlite3.OperationalError:
                self.rollback()
                raise
        return super().__exit__(error_type, *rest)


# --- files -------------------------------------------------------------------------------------------------

c_open, c_os_open, c_os_write = io.open, os.open, os.write


class CountedFile(io.FileIO):
    def write(self, data):
        point(file_error)
        return super().write(data)


def open_counted(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not running or not set(mode) & set("wax+"):
        return c_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    if "w" in mode or isinstance(file, (str, bytes, os.PathLike)) and not os.path.exists(file):
        point(file_error)
    raw = CountedFile(file, mode.replace("b", "").replace("t", ""), closefd, opener)
    if buffering == 0:
        return raw
    buffered = (io.BufferedRandom if "+" in mode else io.BufferedWriter)(raw)
    return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)


def os_open_counted(path, flags, *rest, **more):
    if flags & os.O_TRUNC or flags & os.O_CREAT and not os.path.exists(path):
        point(file_error)
    return c_os_open(path, flags, *rest, **more)


def os_write_counted(fd, data):
    point(file_error)
    return c_os_write(fd, data)


def counted(call):
    def with_point(*args, **more):
        point(file_error)
        return call(*args, **more)

    return with_point


builtins.open = io.open = _io.open = open_counted
os.open, os.write = os_open_counted, os_write_counted
for name in ("replace", "rename", "remove", "unlink", "mkdir", "rmdir", "link", "symlink", "truncate", "ftruncate"):
    setattr(os, name, counted(getattr(os, name)))


# --- mail and cache ----------------------------------------------------------------------------------------


def load(path, empty):
    import json

    if not os.path.exists(path):
        return empty
    with c_open(path) as file:
        return json.load(file)


def save(path, value):
    import json

    with c_open(path, "w") as file:
        json.dump(value, file)


class Notifier:
    Error = ServiceError

    def send(self, to, subject, body, idempotency_key=None):
        point(service_error)
        sent = load(MAILBOX, [])
        if idempotency_key is None or all(mail["key"] != str(idempotency_key) for mail in sent):
            key = None if idempotency_key is None else str(idempotency_key)
            save(MAILBOX, [*sent, {"to": to, "subject": subject, "body": body, "key": key}])


class Cache:
    Error = ServiceError

    def get(self, key, default=None):
        return load(CACHE, {}).get(str(key), default)

    def set(self, key, value):
        point(service_error)
        save(CACHE, {**load(CACHE, {}), str(key): value})

    def delete(self, key):
        point(service_error)
        kept = load(CACHE, {})
        kept.pop(str(key), None)
        save(CACHE, kept)


# --- the run -----------------------------------------------------------------------------------------------


def helper(name):
    if name == "notifier":
        return Notifier()
    if name == "cache":
        return Cache()
    options = {"isolation_level": None} if request["mode"] == "autocommit" else {}
    return sqlite3.connect("app.db", factory=Connection, **options)


solution = types.ModuleType("solution")
sys.modules["solution"] = solution
args = [helper(arg["helper"]) if "helper" in arg else arg["value"] for arg in request["args"]]
exec(compile(request["source"], "solution.py", "exec"), solution.__dict__)
running = True
status = "returned"
try:
    getattr(solution, request["function"])(*args)
except Exception as error:
    status = type(error).__name__
running = False
print(f"{status} {reached}")
