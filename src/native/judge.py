"""A task's judge.sql, run by Python's own sqlite3 over a world."""

import json, os, re, sqlite3

from world import complaint_about, text_of


def _tables(world, start, arguments, status):
    """What judge.sql finds in the schema `world`: rows by the table's definition."""
    files, start_files = (
        sorted((path, len(data), text_of(data), data) for path, data in one.files.items()) for one in (world, start)
    )
    lines = [(path, re.sub(r"\r?\n\Z", "", text or "")) for path, _, text, _ in files if text]
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    values = [json.dumps(one, **compact) if isinstance(one, (list, dict)) else one for one in arguments]
    mails = ((mail["to"], mail["subject"], mail["body"], mail["key"], mail["at"]) for mail in world.mail)
    return {
        "file(path TEXT, bytes INTEGER, text TEXT, content BLOB)": files,
        "line(path TEXT, n INTEGER, text TEXT)": [
            (path, n, line) for path, text in lines for n, line in enumerate(re.split(r"\r?\n", text), 1)
        ],
        "mail(n INTEGER, recipient TEXT, subject TEXT, body TEXT, idempotency_key TEXT, sent_at TEXT)": [
            (n, *mail) for n, mail in enumerate(mails, 1)
        ],
        "cache(key TEXT, value TEXT)": world.cache.items(),
        "run(status TEXT, error_type TEXT, error_message TEXT, returned TEXT)": [status],
        "argument(n INTEGER, value)": list(enumerate(values, 1)),
        "start_file(path TEXT, bytes INTEGER, text TEXT, content BLOB)": start_files,
        "start_cache(key TEXT, value TEXT)": start.cache.items(),
    }


def _databases(world, cells_of):
    """Every database that is not empty, and its cells where `cells_of` is there to read them."""
    found, cells = [], []
    for shown, path in sorted({**world.databases, "app.db": world.database}.items()):
        if path is None:
            continue
        db = sqlite3.connect(path)
        try:
            readable = complaint_about(db) is None
            if readable and cells_of:
                cells += [(shown, *cell) for cell in cells_of(db)]
        finally:
            db.close()
        found.append((shown, os.path.getsize(path), int(readable)))
    return {
        "database(path TEXT, bytes INTEGER, readable INTEGER)": found,
        "database_cell(database TEXT, table_name TEXT, row INTEGER, column TEXT, value)": cells,
    }


def judge(sql, world, start, arguments, status, cells_of=None):
    """Sentences by view: torn, missing, repeated. `start` is the starting world; a helper's argument is None.

    `cells_of` reads the rows of `world.cell` and `world.database_cell` from a database; None where `sql` has no use for it.
    """
    found = {"torn": [], "missing": [], "repeated": []}
    if start.database and not world.database:
        return {**found, "torn": ["the database file app.db is gone"]}
    db = sqlite3.connect(world.database if start.database else ":memory:", isolation_level=None)
    try:
        complaint = complaint_about(db)
        if complaint:
            return {**found, "torn": [complaint]}
        db.execute("ATTACH ':memory:' AS world")
        db.execute("ATTACH ? AS start", (start.database or ":memory:",))
        tables = _tables(world, start, arguments, status)
        if cells_of:
            tables["cell(table_name TEXT, row INTEGER, column TEXT, value)"] = list(cells_of(db))
        if re.search(r"\bdatabase(_cell)?\b", sql, re.IGNORECASE):
            tables.update(_databases(world, cells_of))
        for table, rows in tables.items():
            db.execute(f"CREATE TABLE world.{table}")
            for row in rows:
                db.execute(f"INSERT INTO world.{table.split('(')[0]} VALUES ({','.join('?' * len(row))})", row)
        # A table taken away from `main` must not be read from `start` in its place.
        gone = db.execute(
            "SELECT name FROM start.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
            " AND lower(name) NOT IN (SELECT lower(name) FROM main.sqlite_schema)"
        ).fetchall()
        for (name,) in gone:
            db.execute(f'CREATE TEMP VIEW "{name}" AS SELECT * FROM main."{name}"')
        for view in ("", *found):
            try:
                if view == "":
                    db.executescript(sql)
                else:
                    found[view] = [str(what) for (what,) in db.execute(f"SELECT what FROM temp.{view} LIMIT 20")]
            except sqlite3.OperationalError as error:
                # judge.sql is tested where nothing has happened, so what it misses now was taken away by the solution.
                if not str(error).startswith(("no such table", "no such column")):
                    raise
                found["torn"].append(re.sub(r"no such (\w+): (?:main\.)?(.*)", r"the \1 \2 is gone", str(error)))
                if view == "":
                    break
        return found
    finally:
        db.close()
