"""A world on disk: a folder in which `files/` is where the solution works; mailbox and cache lie beside it."""

import json, os, re, shutil, sqlite3

# What SQLite keeps beside a database; the last is of a commit over several.
SIDE_FILE = re.compile(r"-(journal|wal|shm|mj[0-9A-F]+)\Z")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def build_world(place, sql, files, cache, prepare=lambda conn: None):
    """A starting world. `sql` makes app.db, None for none; `files` are bytes by path, `cache` JSON texts by key."""
    root = os.path.join(place, "files")
    os.makedirs(os.path.join(root, "tmp"))
    for path, data in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "wb") as file:
            file.write(data)
    if sql is not None:
        db = sqlite3.connect(os.path.join(root, "app.db"), isolation_level=None)
        prepare(db)
        db.executescript(sql)
        db.close()
    write_json(os.path.join(place, "mailbox.json"), [])
    write_json(os.path.join(place, "cache.json"), cache)


class World:
    """What the next process and a judge find. Read in a copy, so that the world stays as the crash left it.

    `database` is the path of app.db in the copy, None where there is none; `databases` are the paths in the copy of the
    others, by their path in the world. Who opens one first, recovers it. An empty file is one where `opened.txt`, beside
    `files/`, says that sqlite3 opened it. `files` are bytes by path, databases left out; `links` are targets by path.
    """

    def __init__(self, place, copy):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(place, copy, symlinks=True)
        self.mail = read_json(os.path.join(copy, "mailbox.json"))
        self.cache = dict(sorted(read_json(os.path.join(copy, "cache.json")).items()))
        self.files, self.links, self.databases = {}, {}, {}
        root, opened = os.path.join(copy, "files"), set()
        if os.path.exists(os.path.join(copy, "opened.txt")):
            with open(os.path.join(copy, "opened.txt"), encoding="utf-8", errors="surrogateescape") as file:
                opened.update(file.read().splitlines())
        for parent, folders, names in os.walk(root):
            for path in sorted(os.path.join(parent, name) for name in names + folders):
                shown = os.path.relpath(path, root).replace(os.sep, "/")
                if os.path.islink(path):
                    self.links[shown] = os.readlink(path)
                elif os.path.isfile(path) and shown != "app.db" and not SIDE_FILE.search(shown):
                    with open(path, "rb") as file:
                        data = file.read()
                    if data.startswith(b"SQLite format 3\0") or not data and shown in opened:
                        self.databases[shown] = path
                    else:
                        self.files[shown] = data
        database = os.path.join(root, "app.db")
        self.database = database if os.path.exists(database) else None


def text_of(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def complaint_about(db):
    """What is wrong with an opened database's file, or None. CHECK constraints are the solution's business."""
    try:
        db.executescript("PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON")
        (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        answer = error
    return None if answer == "ok" else f"the database file is corrupt: {answer}"
