"""The twin's judge: a task's judge.sql run by Python's own sqlite3 over a world on disk."""

import hashlib, json, os, shutil, sqlite3

_SIDE_FILES = ("", "-journal", "-wal", "-shm")
_TABLES = {
    "file": "path TEXT, bytes INTEGER, text TEXT",
    "line": "path TEXT, n INTEGER, text TEXT",
    "mail": "n INTEGER, recipient TEXT, subject TEXT, body TEXT, idempotency_key TEXT, sent_at TEXT",
    "cache": "key TEXT, value TEXT",
    "run": "status TEXT, error_type TEXT, error_message TEXT, returned TEXT",
    "argument": "n INTEGER, value",
    "start_file": "path TEXT, bytes INTEGER, text TEXT",
    "start_cache": "key TEXT, value TEXT",
}


def _plain_files(folder):
    hidden = {"app.db" + suffix for suffix in _SIDE_FILES}
    found = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            shown = os.path.relpath(path, folder).replace(os.sep, "/")
            if shown in hidden or os.path.islink(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                text = None
            found.append((shown, len(data), text))
    return sorted(found)


def _lines(files):
    for path, _, text in files:
        lines = (text or "").replace("\r\n", "\n").split("\n")
        if lines[-1] == "":
            lines.pop()
        yield from ((path, n, line) for n, line in enumerate(lines, 1))


def _argument(argument):
    value = argument.get("value")
    if isinstance(value, (list, dict)):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return value


def _load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class World:
    """One world as the next process would find it: read once, its database recovered in a copy.

    The world itself stays as the crash left it, journals included. `digest` is equal for worlds that no process can
    tell apart, but for the times of their files.
    """

    def __init__(self, place, scratch):
        self.place, self.database = place, os.path.join(scratch, "main")
        for suffix in _SIDE_FILES:
            source, target = os.path.join(place, "files", "app.db" + suffix), self.database + suffix
            if os.path.exists(source):
                shutil.copyfile(source, target)
            elif os.path.exists(target):
                os.unlink(target)
        self.has_database = os.path.exists(self.database)
        self.mail = _load(os.path.join(place, "mailbox.json"))
        self.cache = sorted(_load(os.path.join(place, "cache.json")).items())
        self.files = _plain_files(os.path.join(place, "files"))
        folders = sorted(os.path.relpath(parent, place) for parent, _, _ in os.walk(place))
        digest = hashlib.sha256(repr((self.mail, self.cache, self.files, folders)).encode("utf-8", "surrogateescape"))
        if self.has_database:
            if os.path.exists(self.database + "-journal") or os.path.exists(self.database + "-wal"):
                db = sqlite3.connect(self.database)
                db.execute("PRAGMA user_version").fetchall()
                db.close()
            with open(self.database, "rb") as file:
                digest.update(file.read())
        self.digest = digest.hexdigest()


def judge(sql, world, start, args, status):
    """Findings as lists of sentences. `start` is a world's folder; it is not written to."""
    start_database = os.path.join(start, "files", "app.db")
    has_start = os.path.exists(start_database)
    if has_start and not world.has_database:
        return {"torn": ["the database file is gone"], "missing": [], "repeated": []}
    db = sqlite3.connect(world.database if has_start else ":memory:", isolation_level=None)
    try:
        db.execute("PRAGMA ignore_check_constraints = ON")
        (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if answer != "ok":
            return {"torn": [f"the database file is corrupt: {answer}"], "missing": [], "repeated": []}
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("ATTACH ':memory:' AS world")
        db.execute("ATTACH ? AS start", (start_database if has_start else ":memory:",))
        mails = [
            (n, m["to"], m["subject"], m["body"], m["key"], m["at"])
            for n, m in enumerate(world.mail, 1)
        ]
        rows = {
            "file": world.files,
            "line": list(_lines(world.files)),
            "mail": mails,
            "cache": world.cache,
            "run": [status],
            "argument": [(n, _argument(one)) for n, one in enumerate(args, 1)],
            "start_file": _plain_files(os.path.join(start, "files")),
            "start_cache": sorted(_load(os.path.join(start, "cache.json")).items()),
        }
        db.execute("BEGIN")
        for name, columns in _TABLES.items():
            db.execute(f"CREATE TABLE world.{name}({columns})")
            marks = ",".join("?" * len(columns.split(",")))
            db.executemany(f"INSERT INTO world.{name} VALUES ({marks})", rows[name])
        db.execute("COMMIT")
        # A table taken away from `main` must not be read from `start` in its place.
        gone = db.execute(
            "SELECT name FROM start.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
            " AND lower(name) NOT IN (SELECT lower(name) FROM main.sqlite_schema)"
        ).fetchall()
        for (name,) in gone:
            db.execute(f'CREATE TEMP VIEW "{name}" AS SELECT * FROM main."{name}"')
        found = {"torn": [], "missing": [], "repeated": []}
        try:
            db.executescript(sql)
        except sqlite3.OperationalError as error:
            if not _says_gone(error):
                raise
            return {**found, "torn": [str(error)]}
        for view in ("torn", "missing", "repeated"):
            try:
                found[view] = [str(what) for (what,) in db.execute(f"SELECT what FROM temp.{view} LIMIT 20")]
            except sqlite3.OperationalError as error:
                if not _says_gone(error):
                    raise
                found["torn"].append(str(error))
        return found
    finally:
        db.close()


def _says_gone(error):
    """judge.sql is tested where nothing has happened, so what it misses now was taken away by the solution."""
    return str(error).startswith(("no such table", "no such column"))
