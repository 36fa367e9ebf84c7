"""Write points on native CPython: wrappers around sqlite3, file and os calls that count, and fail or kill where told.

Written on its own, not from the machine's: subclasses of Connection and Cursor instead of patched types, a raw file
class and wrapped `os` functions instead of a file system. Only a process of the twin imports it, and installs it once.
"""

import builtins, errno, io, os, shutil, signal, sqlite3, stat, sys
import _io

# What CPython 3.14, which the machine runs, takes for a buffer; 3.13 asks the disk for a smaller one.
BUFFER_BYTES = 128 * 1024

_c_open, _c_os_write, _c_stat, _c_connect = io.open, os.write, os.stat, sqlite3.connect


class Points:
    """Counts, and crashes at `crash_at`: by a signal that no code of the process sees, or by an error."""

    def __init__(self, log, crash_at, soft, root):
        self.log, self.crash_at, self.soft, self.root = log, crash_at, soft, root
        self.reached = 0
        self.running = False

    def __call__(self, kind, text, make_error):
        if not self.running:
            return
        index = self.reached
        self.reached += 1
        _c_os_write(self.log, f"{kind} {' '.join(str(text).split())[:120]}\n".encode("utf-8", "replace"))
        if index == self.crash_at:
            if not self.soft:
                self._kill()
            raise make_error()

    def _kill(self):
        if hasattr(signal, "SIGKILL"):
            os.kill(os.getpid(), signal.SIGKILL)
        os._exit(137)


def disk_error():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    error.sqlite_errorname = "SQLITE_IOERR"
    return error


def file_error():
    return OSError(errno.EIO, os.strerror(errno.EIO))


# --- SQL as text -------------------------------------------------------------------------------------------

_WRITING = {"INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "REINDEX", "VACUUM", "ANALYZE"}
_SAVING = {"COMMIT", "END", "RELEASE"}


def _words(sql):
    """Pairs (word or semicolon, depth of parentheses), with quotes and comments passed over."""
    at, depth = 0, 0
    while at < len(sql):
        c = sql[at]
        if sql.startswith("--", at):
            end = sql.find("\n", at)
            at = len(sql) if end < 0 else end
        elif sql.startswith("/*", at):
            end = sql.find("*/", at)
            at = len(sql) if end < 0 else end + 2
        elif c in "'\"`[":
            end = sql.find("]" if c == "[" else c, at + 1)
            at = len(sql) if end < 0 else end + 1
        elif c.isalpha() or c == "_":
            end = at
            while end < len(sql) and (sql[end].isalnum() or sql[end] in "_$"):
                end += 1
            yield sql[at:end].upper(), depth
            at = end
        else:
            depth += (c == "(") - (c == ")")
            if c == "=" or c == "(":
                yield c, depth
            at += 1


def kind_of(sql):
    """'statement', 'commit', or None where nothing outside the process changes."""
    words = list(_words(sql))
    if not words:
        return None
    first = words[0][0]
    if first in _WRITING:
        return "statement"
    if first in _SAVING:
        return "commit"
    if first == "WITH":
        top = [word for word, depth in words if depth == 0]
        main = next((word for word in top if word in _WRITING or word in ("SELECT", "VALUES")), None)
        return "statement" if main in _WRITING else None
    if first == "PRAGMA" and any(word in ("=", "(") for word, _ in words):
        if {word for word, _ in words} & {"USER_VERSION", "APPLICATION_ID", "JOURNAL_MODE", "AUTO_VACUUM"}:
            return "statement"
    return None


def statements_of(script):
    statement = ""
    for part in script.split(";"):
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            if any(True for _ in _words(statement)):
                yield statement
            statement = ""


# --- sqlite3 -----------------------------------------------------------------------------------------------


def install_sqlite(point, prepare):
    """`prepare(conn)` is called with every new connection."""
    is_legacy = lambda conn: conn.autocommit == sqlite3.LEGACY_TRANSACTION_CONTROL

    def counted(conn):
        return getattr(conn, "on_disk", True)

    def rows_with_points(sql, rows):
        for row in rows:
            point("statement", sql, disk_error)
            yield row

    class Cursor(sqlite3.Cursor):
        def execute(self, sql, *rest):
            kind = kind_of(sql)
            if kind and counted(self.connection):
                point(kind, sql, disk_error)
            return super().execute(sql, *rest)

        def executemany(self, sql, rows):
            watched = kind_of(sql) and counted(self.connection)
            return super().executemany(sql, rows_with_points(sql, rows) if watched else rows)

        def executescript(self, script):
            conn = self.connection
            if not counted(conn):
                return super().executescript(script)
            if conn.in_transaction and is_legacy(conn):
                point("commit", "hidden COMMIT of executescript", disk_error)
            super().executescript("")
            for statement in statements_of(script):
                kind = kind_of(statement)
                if kind:
                    point(kind, statement, disk_error)
                if conn.in_transaction or not is_legacy(conn):
                    # A script of its own would commit first; a bare cursor begins nothing inside a transaction.
                    sqlite3.Cursor(conn).execute(statement).fetchall()
                else:
                    super().executescript(statement)
            return self

    class Connection(sqlite3.Connection):
        def __init__(self, database, *args, **kwargs):
            super().__init__(database, *args, **kwargs)
            self.on_disk = os.fsdecode(database) not in ("", ":memory:")
            prepare(self)

        def cursor(self, factory=Cursor):
            return super().cursor(factory)

        def execute(self, *args):
            return self.cursor().execute(*args)

        def executemany(self, *args):
            return self.cursor().executemany(*args)

        def executescript(self, *args):
            return self.cursor().executescript(*args)

        def commit(self):
            if counted(self):
                point("commit", "commit()", disk_error)
            super().commit()

        def __exit__(self, error_type, *rest):
            if error_type is None and counted(self):
                try:
                    point("commit", "end of the with block", disk_error)
                except sqlite3.OperationalError:
                    self.rollback()
                    raise
            return super().__exit__(error_type, *rest)

        @property
        def isolation_level(self):
            return super().isolation_level

        @isolation_level.setter
        def isolation_level(self, level):
            if level is None and self.in_transaction and is_legacy(self) and counted(self):
                point("commit", "hidden COMMIT of isolation_level = None", disk_error)
            sqlite3.Connection.isolation_level.__set__(self, level)

        @property
        def autocommit(self):
            return super().autocommit

        @autocommit.setter
        def autocommit(self, value):
            if value is True and self.in_transaction and counted(self):
                point("commit", "hidden COMMIT of autocommit = True", disk_error)
            sqlite3.Connection.autocommit.__set__(self, value)

    def connect(*args, **kwargs):
        if len(args) < 6:
            kwargs.setdefault("factory", Connection)
        return _c_connect(*args, **kwargs)

    sqlite3.connect = connect


# --- files -------------------------------------------------------------------------------------------------


def install_files(point):
    root = point.root + os.sep

    def in_world(path):
        if isinstance(path, int):
            return path > 2
        name = os.path.abspath(os.fsdecode(path))
        return name.startswith(root) and not name.endswith(("-journal", "-wal", "-shm"))

    def info(path, follow=False, dir_fd=None):
        try:
            return _c_stat(path, follow_symlinks=follow, dir_fd=None if isinstance(path, int) else dir_fd)
        except (OSError, ValueError):
            return None

    def has_parent(path, dir_fd=None):
        found = info(os.path.dirname(os.fsdecode(path)) or os.curdir, True, dir_fd)
        return found is not None and stat.S_ISDIR(found.st_mode)

    def is_full_folder(path):
        found = info(path)
        return found is not None and stat.S_ISDIR(found.st_mode) and bool(os.listdir(path))

    def before_open(path, creates, empties, exclusive, dir_fd=None):
        """A point where the call makes a file or throws its bytes away; none where it will fail by itself."""
        if isinstance(path, int) or not in_world(path):
            return
        found = info(path, True, dir_fd)
        if found is None:
            if creates and has_parent(path, dir_fd):
                point("open", f"create {path}", file_error)
        elif empties and not exclusive and found.st_size > 0 and stat.S_ISREG(found.st_mode):
            point("open", f"empty {path}", file_error)

    class CountedFile(io.FileIO):
        def write(self, data):
            if memoryview(data).nbytes:
                point("write", f"{memoryview(data).nbytes} bytes", file_error)
            return super().write(data)

        def truncate(self, size=None):
            size = self.tell() if size is None else size
            if size != os.fstat(self.fileno()).st_size:
                point("truncate", size, file_error)
            return super().truncate(size)

    def open_counted(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
        writes = isinstance(mode, str) and set(mode) & set("wax+")
        if not point.running or not writes or not in_world(file):
            return _c_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        if opener is None:
            before_open(file, bool(set(mode) & set("wax")), "w" in mode, "x" in mode)
        raw = CountedFile(file, mode.replace("b", "").replace("t", ""), closefd, opener)
        if buffering == 0:
            return raw
        cls = io.BufferedRandom if "+" in mode else io.BufferedWriter
        buffered = cls(raw, buffering if buffering > 1 else BUFFER_BYTES)
        if "b" in mode:
            return buffered
        text = io.TextIOWrapper(buffered, encoding, errors, newline, line_buffering=buffering == 1)
        text.mode = mode
        return text

    builtins.open = io.open = _io.open = open_counted

    def wrap(name, kind, applies):
        call = getattr(os, name, None)
        if call is None:
            return

        def counted(*args, **kwargs):
            if point.running and args and applies(*args, **kwargs):
                point(kind, f"{name} {args[0]}", file_error)
            return call(*args, **kwargs)

        counted.__name__ = name
        setattr(os, name, counted)

    def moves(source, target, **_):
        return in_world(source) and info(source) is not None and has_parent(target) and not is_full_folder(target)

    def deletes(path, *, dir_fd=None):
        found = info(path, dir_fd=dir_fd)
        return in_world(path) and found is not None and not stat.S_ISDIR(found.st_mode)

    def removes_folder(path, *, dir_fd=None):
        found = info(path, dir_fd=dir_fd)
        if found is None or not stat.S_ISDIR(found.st_mode) or not in_world(path):
            return False
        return dir_fd is not None or not is_full_folder(path)

    def makes(path, *_, dir_fd=None, **__):
        return in_world(path) and info(path, dir_fd=dir_fd) is None and has_parent(path, dir_fd)

    def cuts(path, length):
        found = info(path, True)
        return in_world(path) and found is not None and found.st_size != length

    c_os_open = os.open

    def os_open(path, flags, mode=0o777, *, dir_fd=None):
        if point.running:
            before_open(path, flags & os.O_CREAT, flags & os.O_TRUNC, flags & os.O_EXCL, dir_fd)
        return c_os_open(path, flags, mode, dir_fd=dir_fd)

    os.open = os_open
    wrap("write", "write", lambda fd, data: fd > 2 and memoryview(data).nbytes > 0)
    wrap("pwrite", "write", lambda fd, data, *_: fd > 2 and memoryview(data).nbytes > 0)
    wrap("writev", "write", lambda fd, parts: fd > 2 and any(memoryview(part).nbytes for part in parts))
    for name in ("rename", "replace"):
        wrap(name, "rename", moves)
    for name in ("unlink", "remove"):
        wrap(name, "delete", deletes)
    wrap("rmdir", "delete", removes_folder)
    wrap("mkdir", "mkdir", makes)
    wrap("symlink", "link", lambda _source, target, *_, **__: makes(target))
    wrap("truncate", "truncate", cuts)
    wrap("ftruncate", "truncate", cuts)
    # Copies inside the kernel would be writes nobody counts; without them shutil reads and writes.
    shutil._USE_CP_SENDFILE = False
