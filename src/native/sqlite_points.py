"""Write points of sqlite3: subclasses of its types, used by every connection that is opened afterwards."""

import os, re, sqlite3

_TOKEN = re.compile(
    r"""--[^\n]*|/\*.*?(?:\*/|\Z)|'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|(?P<word>\w+)|(?P<sign>[=()])""", re.S
)
_WRITING = {"INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "REINDEX", "VACUUM", "ANALYZE"}
_PRAGMAS = {"USER_VERSION", "APPLICATION_ID", "JOURNAL_MODE", "AUTO_VACUUM"}


def kind_of(sql):
    """'statement', 'commit', or None where nothing outside the process changes."""
    words, depth, given = [], 0, False
    for token in _TOKEN.finditer(sql):
        if token["word"] and depth == 0:
            words.append(token["word"].upper())
        depth += (token["sign"] == "(") - (token["sign"] == ")")
        given = given or token["sign"] in ("=", "(")
    first = words[0] if words else ""
    if first == "WITH":
        first = next((word for word in words if word in _WRITING | {"SELECT", "VALUES"}), "")
    if first in _WRITING or first == "PRAGMA" and given and _PRAGMAS & set(words):
        return "statement"
    return "commit" if first in ("COMMIT", "END", "RELEASE") else None


def statements_of(script):
    parts, statement = f"{script}\n".split(";"), ""
    for number, part in enumerate(parts, 1):
        statement += part + ";"
        if number == len(parts) or sqlite3.complete_statement(statement):
            if any(token["word"] for token in _TOKEN.finditer(statement)):
                yield statement
            statement = ""


def disk_error():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = 10, "SQLITE_IOERR"
    return error


def watch_sqlite(point, prepare=lambda conn: None, base=sqlite3.Connection):
    """`prepare(conn)` is called with every new connection. Connections are made of the class `base`."""

    def reach(conn, kind, text):
        if kind and getattr(conn, "on_disk", True):
            point(kind, text, disk_error)

    def each(conn, sql, rows):
        for row in rows:
            reach(conn, "statement", sql)
            yield row

    def begins_itself(conn):  # `autocommit` came with Python 3.12; -1 is the old way
        return getattr(conn, "autocommit", -1) == -1

    class Cursor(sqlite3.Cursor):
        __slots__ = ()

        def execute(self, sql, *rest):
            reach(self.connection, kind_of(sql), sql)
            return super().execute(sql, *rest)

        def executemany(self, sql, rows):
            return super().executemany(sql, each(self.connection, sql, rows) if kind_of(sql) else rows)

        def executescript(self, script):
            conn = self.connection
            if conn.in_transaction and begins_itself(conn):
                reach(conn, "commit", "hidden COMMIT of executescript")
            self._whole_script("")
            for statement in statements_of(script):
                reach(conn, kind_of(statement), statement)
                if conn.in_transaction or not begins_itself(conn):
                    # A script of its own would commit first; a bare cursor begins nothing inside a transaction.
                    sqlite3.Cursor(conn).execute(statement).fetchall()
                else:
                    self._whole_script(statement)
            return self

        def _whole_script(self, script):
            self.connection.in_script = True  # in Python 3.10 it calls commit()
            try:
                super().executescript(script)
            finally:
                self.connection.in_script = False

    class Connection(base):
        __slots__ = ("on_disk", "in_script")
        execute = lambda self, *args: self.cursor().execute(*args)
        executemany = lambda self, *args: self.cursor().executemany(*args)
        executescript = lambda self, *args: self.cursor().executescript(*args)
        cursor = lambda self, factory=Cursor: base.cursor(self, factory)

        def __init__(self, database, *args, **kwargs):
            super().__init__(database, *args, **kwargs)
            self.on_disk, self.in_script = os.fsdecode(database) not in ("", ":memory:"), False
            prepare(self)

        def commit(self):
            reach(self, None if self.in_script else "commit", "commit()")
            super().commit()

        def __exit__(self, error_type, *rest):
            try:
                reach(self, None if error_type else "commit", "end of the with block")
            except sqlite3.OperationalError:
                self.rollback()
                raise
            return super().__exit__(error_type, *rest)

        def __setattr__(self, name, value):
            commits = name == "autocommit" and value is True or name == "isolation_level" and value is None
            if commits and self.in_transaction and (name == "autocommit" or begins_itself(self)):
                reach(self, "commit", f"hidden COMMIT of {name} = {value}")
            super().__setattr__(name, value)

    def connect(*args, connect=sqlite3.connect, **kwargs):
        return connect(*args, **kwargs if len(args) > 5 else {"factory": Connection, **kwargs})

    sqlite3.connect = connect
