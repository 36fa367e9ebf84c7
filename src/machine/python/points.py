"""Write points of sqlite3, patched into the module's own types.

Run once while the image is made, after the types have been unlocked. `install` takes `point(kind, text, conn)`,
called just before each write takes effect; what it raises is raised in place of the call. The types keep
their identity, so subclasses, `isinstance` and the C functions see nothing new.

Hidden writes that get points of their own: each row of `executemany`, each statement of `executescript`,
and the COMMIT inside `executescript`, `isolation_level = None` and `autocommit = True`.
"""

import re, sqlite3, types

_SKIP = re.compile(r"(?:\s+|--[^\n]*(?:\n|$)|/\*.*?(?:\*/|$))*", re.S)
_WORD = re.compile(r"[A-Za-z_]+")
_TOKEN = re.compile(
    r"(?P<skip>\s+|--[^\n]*(?:\n|$)|/\*.*?(?:\*/|$))"
    r"|(?P<quoted>'(?:[^']|'')*(?:'|$)|\"(?:[^\"]|\"\")*(?:\"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$))"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_$]*)|(?P<other>.)",
    re.S,
)
# What follows the word PRAGMA: a schema, the name, and whether a value is given.
_PRAGMA = re.compile(r"(?:\s*(?:\w+|\"[^\"]*\"|'[^']*'|`[^`]*`|\[[^\]]*\])\s*\.)?\s*(\w+)\s*(=|\()?")
_WRITES = frozenset("INSERT REPLACE UPDATE DELETE CREATE DROP ALTER REINDEX VACUUM ANALYZE".split())
_COMMITS = frozenset("COMMIT END RELEASE".split())
# Pragmas that, given a value, change the database file.
_WRITING_PRAGMAS = frozenset(
    "application_id auto_vacuum default_cache_size encoding incremental_vacuum journal_mode optimize page_size "
    "schema_version user_version wal_checkpoint".split()
)


_complete, _Method = sqlite3.complete_statement, types.MethodType


def classify(sql):
    """'statement', 'commit', or None where the statement changes nothing outside the process."""
    start = _SKIP.match(sql).end()
    word = _WORD.match(sql, start)
    if word is None:
        return None
    keyword = word.group().upper()
    if keyword in _WRITES:
        return "statement"
    if keyword in _COMMITS:
        return "commit"
    if keyword == "WITH":
        return _classify_with(sql, start)
    if keyword == "PRAGMA":
        match = _PRAGMA.match(sql, word.end())
        if match and match.group(1).lower() in _WRITING_PRAGMAS:
            if match.group(2) or match.group(1).lower() in ("incremental_vacuum", "optimize", "wal_checkpoint"):
                return "statement"
    return None


def _classify_with(sql, start):
    depth = 0
    for token in _TOKEN.finditer(sql, start):
        other = token.group("other")
        if other == "(":
            depth += 1
        elif other == ")":
            depth -= 1
        elif depth == 0 and token.group("word"):
            keyword = token.group("word").upper()
            if keyword in ("SELECT", "VALUES"):
                return None
            if keyword in ("INSERT", "REPLACE", "UPDATE", "DELETE"):
                return "statement"
    return None


def split(script):
    """The statements of a script, in order, each with its semicolon. Trailing comments are left out."""
    statements = []
    start = 0
    for token in _TOKEN.finditer(script):
        if token.group("other") == ";" and _complete(script[start : token.end()]):
            statements.append(script[start : token.end()])
            start = token.end()
    rest = script[start:]
    if _SKIP.match(rest).end() < len(rest):
        statements.append(rest)
    return statements


def install(point, in_world, before_sql):
    """Patches the types. `in_world(conn, sql)`: does what it writes outlive the process? `before_sql(conn)` is
    called before any statement runs. The types must be unlocked; call it once an interpreter."""
    Connection, Cursor, Blob = sqlite3.Connection, sqlite3.Cursor, sqlite3.Blob
    legacy = sqlite3.LEGACY_TRANSACTION_CONTROL
    max_length = sqlite3.SQLITE_LIMIT_SQL_LENGTH
    c_execute, c_executemany, c_executescript = Cursor.execute, Cursor.executemany, Cursor.executescript
    c_connection_execute, c_connection_executemany = Connection.execute, Connection.executemany
    c_connection_executescript = Connection.executescript
    c_commit, c_rollback, c_exit = Connection.commit, Connection.rollback, Connection.__exit__
    c_backup, c_deserialize, c_getlimit = Connection.backup, Connection.deserialize, Connection.getlimit
    c_isolation_level, c_autocommit = Connection.isolation_level, Connection.autocommit
    c_in_transaction = Connection.in_transaction
    c_blob_write, c_blob_setitem = Blob.write, Blob.__setitem__
    connection_of = Cursor.connection.__get__
    Failure = sqlite3.OperationalError

    def in_transaction(conn):
        return c_in_transaction.__get__(conn)

    def watched(conn, args):
        """Whether the connection's writes count. Never raises: what is wrong, the C function says."""
        try:
            before_sql(conn)
            return in_world(conn, args[0] if args and isinstance(args[0], str) else "")
        except Exception:
            return False

    def owner(cursor):
        """The cursor's connection, or None where it was never initialised."""
        try:
            return connection_of(cursor)
        except AttributeError:
            return None

    def before_execute(conn, args):
        if watched(conn, args) and args and isinstance(args[0], str):
            kind = classify(args[0])
            if kind:
                point(kind, args[0], conn)

    def with_row_points(conn, args):
        if watched(conn, args) and len(args) == 2 and isinstance(args[0], str) and classify(args[0]):
            sql, rows = args
            try:
                return sql, map(_Method(before_row, (sql, conn)), rows)
            except TypeError:
                pass  # no rows at all, as the C function will say
        return args

    def before_row(statement, row):
        sql, conn = statement
        point("statement", sql, conn)
        return row

    def execute(self, *args, **kwargs):
        before_execute(owner(self), args)
        return c_execute(self, *args, **kwargs)

    def connection_execute(self, *args, **kwargs):
        before_execute(self, args)
        return c_connection_execute(self, *args, **kwargs)

    def executemany(self, *args, **kwargs):
        return c_executemany(self, *with_row_points(owner(self), args), **kwargs)

    def connection_executemany(self, *args, **kwargs):
        return c_connection_executemany(self, *with_row_points(self, args), **kwargs)

    def is_script(conn, args):
        """Whether the script can be taken apart; where not, the C function raises."""
        if not watched(conn, args) or len(args) != 1 or not isinstance(args[0], str) or "\0" in args[0]:
            return False
        try:
            return len(args[0].encode()) <= c_getlimit(conn, max_length)
        except UnicodeEncodeError:
            return False

    def run_script(conn, cursor, script):
        if c_autocommit.__get__(conn) == legacy and in_transaction(conn):
            point("commit", "COMMIT (hidden: executescript commits first)")
        # An empty script makes the same checks and the same hidden COMMIT.
        c_executescript(cursor, "")
        for statement in split(script):
            kind = classify(statement)
            if kind:
                point(kind, statement, conn)
            if c_autocommit.__get__(conn) == legacy and not in_transaction(conn):
                c_executescript(cursor, statement)
            else:
                # Inside a transaction `executescript` would commit it, and `execute` begins none.
                for _ in c_execute(Cursor(conn), statement):
                    pass
        return cursor

    def executescript(self, *args, **kwargs):
        conn = owner(self)
        if not is_script(conn, args):
            return c_executescript(self, *args, **kwargs)
        return run_script(conn, self, args[0])

    def connection_executescript(self, *args, **kwargs):
        if not is_script(self, args):
            return c_connection_executescript(self, *args, **kwargs)
        return run_script(self, self.cursor(), args[0])

    def commit(self, *args, **kwargs):
        if in_world(self):
            point("commit", "commit()")
        return c_commit(self, *args, **kwargs)

    def leave(self, *args):
        if len(args) == 3 and args[0] is None and args[1] is None and args[2] is None and in_world(self):
            try:
                point("commit", "commit (end of the with block)")
            except Failure:
                c_rollback(self)  # what the C function does when its commit fails
                raise
        return c_exit(self, *args)

    # Not the C functions themselves, whose `__self__` would set the attribute unseen.
    def get_isolation_level(self):
        return c_isolation_level.__get__(self)

    def delete_isolation_level(self):
        c_isolation_level.__delete__(self)

    def get_autocommit(self):
        return c_autocommit.__get__(self)

    def delete_autocommit(self):
        c_autocommit.__delete__(self)

    def set_isolation_level(self, value):
        if value is None and in_world(self) and c_autocommit.__get__(self) == legacy and in_transaction(self):
            point("commit", "COMMIT (hidden: isolation_level = None commits)")
        c_isolation_level.__set__(self, value)

    def set_autocommit(self, value):
        if value is True and in_world(self) and in_transaction(self):
            point("commit", "COMMIT (hidden: autocommit = True commits)")
        c_autocommit.__set__(self, value)

    def backup(self, *args, **kwargs):
        target = args[0] if args else kwargs.get("target")
        if isinstance(target, Connection) and in_world(target):
            point("backup", "backup()")
        return c_backup(self, *args, **kwargs)

    def deserialize(self, *args, **kwargs):
        if in_world(self):
            point("backup", "deserialize()")
        return c_deserialize(self, *args, **kwargs)

    def blob_write(self, *args, **kwargs):
        point("blob", "Blob.write()")
        return c_blob_write(self, *args, **kwargs)

    def blob_setitem(self, key, value):
        point("blob", "Blob item assignment")
        return c_blob_setitem(self, key, value)

    for cls, functions in (
        (Cursor, {"execute": execute, "executemany": executemany, "executescript": executescript}),
        (
            Connection,
            {
                "execute": connection_execute,
                "executemany": connection_executemany,
                "executescript": connection_executescript,
                "commit": commit,
                "__exit__": leave,
                "backup": backup,
                "deserialize": deserialize,
            },
        ),
        (Blob, {"write": blob_write, "__setitem__": blob_setitem}),
    ):
        for name, function in functions.items():
            original = getattr(cls, name)
            function.__name__ = name
            function.__qualname__ = f"{cls.__name__}.{name}"
            function.__doc__ = original.__doc__
            setattr(cls, name, function)
    Connection.isolation_level = property(
        get_isolation_level, set_isolation_level, delete_isolation_level, c_isolation_level.__doc__
    )
    Connection.autocommit = property(get_autocommit, set_autocommit, delete_autocommit, c_autocommit.__doc__)
