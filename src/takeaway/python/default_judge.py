"""The default judge: a world is as before, as after a clean run, as after two, or torn. It learns from clean runs.

A dump is a world as texts, items are a dump cut into things that a sentence can name: a row, a file, a mail, a cache
entry. What differs between two clean runs is masked.
"""

import itertools, posixpath, sqlite3

from differences import differences, done_twice, surplus
from tables import read_tables
from world import complaint_about, text_of

_MAIL = ("to", "subject", "body", "key")
_NEW = "a new value"


def _cell(value):
    if isinstance(value, bytes):
        return f"x'{value.hex().upper()}'"
    return "NULL" if value is None else f"'{value}'" if isinstance(value, str) else repr(value)


def _shown(text):
    return text if len(text) <= 60 else text[:59] + "…"


def _folder(path):
    return posixpath.join(posixpath.dirname(path), "")


class Dump:
    """Raises ValueError where `app.db` is corrupt. Another database that is, is bytes among the files.

    What is in another database is named as `orders in archive.db`.
    """

    def __init__(self, world):
        self.tables, self.schema, self.mail, self.cache = {}, {}, world.mail, world.cache
        self.files = {path: data if text_of(data) is None else text_of(data) for path, data in world.files.items()}
        self.files.update((path, ("link to", target)) for path, target in world.links.items())
        self.files = {path: content for path, content in self.files.items() if not path.startswith("tmp/")}
        self._read(world.database or ":memory:", "")
        for path, copy in world.databases.items():
            if not path.startswith("tmp/"):
                try:
                    self._read(copy, f" in {path}")
                except ValueError:
                    with open(copy, "rb") as file:
                        self.files[path] = file.read()

    def _read(self, path, place):
        """Tables and the rest of one database; `place` ends their names."""
        db = sqlite3.connect(path)
        try:
            complaint = complaint_about(db)
            if complaint:
                raise ValueError(complaint)
            for name, sql, columns, key, rows in read_tables(db):
                cells = [tuple(map(_cell, row)) for row in rows]
                self.tables[name + place] = " ".join(sql.split()), columns, key, cells
            others = "sql IS NOT NULL AND NOT (type = 'table' AND rootpage > 0)"
            for name, sql in db.execute(f"SELECT name, sql FROM sqlite_schema WHERE {others}"):
                self.schema[name + place] = sql
        finally:
            db.close()


def _volatile_columns(table, other):
    """Columns that differ between two clean runs, with the values that do; None where even the number of rows does."""
    (_, columns, key, left), (_, other_columns, _, right) = table, other
    if len(left) != len(right) or columns != other_columns:
        return None
    every = range(len(columns))
    found = {at for at in every if sorted(row[at] for row in left) != sorted(row[at] for row in right)}
    # Rows are paired by what stays: the key where it does, else everything that does.
    kept = key if key and not found & set(key) else [at for at in every if at not in found]
    changed = {}
    for one, two in zip(*(sorted(rows, key=lambda row: [row[at] for at in kept]) for rows in (left, right))):
        for at in every:
            if one[at] != two[at]:
                changed.setdefault(at, set()).update((one[at], two[at]))
    return changed


def _volatile_lines(content, other):
    """Numbers of the lines that differ, from 0; None where their number does, or one is not text."""
    if not isinstance(content, str) or not isinstance(other, str) or content.count("\n") != other.count("\n"):
        return None
    pairs = zip(content.split("\n"), other.split("\n"))
    return {number for number, (one, two) in enumerate(pairs) if one != two}


class Item:
    """Equal where the fields are. `copy_of` is the key of what this is a further copy of."""

    def __init__(self, subject, fields, copy_of=None):
        self.subject, self.fields, self.copy_of = subject, fields, copy_of

    def __eq__(self, other):
        return isinstance(other, Item) and self.fields == other.fields


class Items(dict):
    """The items of a dump, by key. `before`, `after` and `elsewhere` are the dumps that say what is masked."""

    def __init__(self, dump, before, after, elsewhere):
        for name, (sql, columns, key, rows) in sorted(dump.tables.items()):
            self["table", name] = Item(f"the table {name}", {"definition": f"'{sql}'"})
            masked = {}
            if name in after.tables and name in elsewhere.tables:
                masked = _volatile_columns(after.tables[name], elsewhere.tables[name])
            if masked is not None:
                self._add_rows(name, columns, key, rows, masked, before.tables.get(name), sql)
        for name, sql in dump.schema.items():
            self["schema", name] = Item(name, {"definition": f"'{sql}'"})
        self._add_files(dump.files, before.files, after.files, elsewhere.files)
        if len(after.mail) == len(elsewhere.mail):
            pairs = list(zip(after.mail, elsewhere.mail))
            masked = {field for field in _MAIL if any(one[field] != two[field] for one, two in pairs)}
            for mail in dump.mail:
                seen = (_NEW if field in masked and mail[field] is not None else mail[field] for field in _MAIL)
                self._add_copy(("mail", *seen), f"the mail to {mail['to']} '{mail['subject']}'")
        for key, value in dump.cache.items():
            if (key in after.cache) == (key in elsewhere.cache):
                masked = after.cache.get(key) != elsewhere.cache.get(key)
                self["cache", key] = Item(f"the cache entry {key}", {"value": _NEW if masked else value})

    def _add_rows(self, name, columns, key, rows, masked, before, sql):
        is_keyed = key and not masked.keys() & set(key)
        key_of = lambda row: tuple(row[at] for at in key)
        old = {key_of(row): row for row in before[3]} if is_keyed and before and before[0] == sql else {}
        for row in rows:
            was = old.get(key_of(row))
            stays = lambda at: row[at] not in masked[at] and (row[at] in ("NULL", "''") or was and was[at] == row[at])
            cells = [_NEW if at in masked and not stays(at) else cell for at, cell in enumerate(row)]
            if is_keyed:
                named = " and ".join(f"{columns[at]} = {_shown(row[at])}" for at in key)
                self["row", name, key_of(row)] = Item(f"{name}, row {named}", dict(zip(columns, cells)))
            else:
                named = ", ".join(_shown(cell) for cell in cells if cell != _NEW)
                self._add_copy(("row", name, *cells), f"{name}, row ({named})")

    def _add_files(self, files, before, after, elsewhere):
        stable = set(after) & set(elsewhere) | set(before)
        folders = {_folder(path) for path in set(after) | set(elsewhere) if path not in stable}
        made_up = lambda files: sorted(str(held) for path, held in files.items() if path not in stable)
        varies = made_up(after) != made_up(elsewhere)
        for path, content in files.items():
            if path not in stable and _folder(path) in folders:
                # A made-up name: the folder and what the file holds are all that can be compared.
                held = _NEW if varies and content else content
                self._add_copy(("file in", _folder(path), held), f"a file in {_folder(path) or 'the world'}")
                continue
            masked = set()
            if path in after and path in elsewhere and after[path] != elsewhere[path]:
                masked = _volatile_lines(after[path], elsewhere[path])
            if masked is None and content and content != before.get(path):
                fields = {"content": _NEW}
            elif isinstance(content, str):
                *lines, last = content.split("\n")
                lines = [*lines, last] if last else lines
                fields = {"number of lines": str(len(lines))}
                old = before[path].split("\n") if isinstance(before.get(path), str) else []
                hidden = lambda n, line: n in (masked or ()) and line and old[n : n + 1] != [line]
                fields.update((f"line {n + 1}", _NEW if hidden(n, line) else f"'{line}'") for n, line in enumerate(lines))
                if lines:
                    fields["end of the last line"] = "nothing" if last else "a line end"
            else:
                fields = {"content": _cell(content)} if isinstance(content, bytes) else {"target": f"'{content[1]}'"}
            self["file", path] = Item(f"the file {path}", fields)

    def _add_copy(self, key, subject):
        """Something without a key: what it holds is its name, and further copies are counted."""
        copies = next(number for number in itertools.count(1) if (*key, number) not in self)
        further = f"{subject} (copy {copies})", {}, (*key, 1)
        self[(*key, copies)] = Item(subject, {}) if copies == 1 else Item(*further)


def learn(before, after, elsewhere, twice):
    """From dumps after clean runs, `elsewhere` on another day: whether a run has an effect, and the judge."""
    items = lambda dump: Items(dump, before, after, elsewhere)
    was, goal, again = items(before), items(after), items(twice)

    def findings(world):
        found = {"torn": [], "missing": [], "repeated": []}
        try:
            now = items(Dump(world))
        except ValueError as error:
            return {**found, "torn": [str(error)]}
        if now == goal:
            return found
        if now == was:
            return {**found, "missing": ["nothing has been done"]}
        if now == again:
            return {**found, "repeated": done_twice(now, goal)}
        copies = surplus(now, goal)
        return {**found, "repeated": copies} if copies else {**found, "torn": differences(now, was, goal)}

    return was != goal, findings
