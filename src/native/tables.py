"""The ordinary tables of a database with all their rows. Views and virtual tables are never read."""


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def read_tables(db):
    """By name: name, definition, columns, indices of the key, and the rows in the order of the key, else of the rowid."""
    found = db.execute(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0"
        " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
    ).fetchall()
    for name, sql in found:
        shape = db.execute("SELECT name, pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid", (name,))
        columns, places = zip(*shape.fetchall())
        key = sorted((at for at, place in enumerate(places) if place), key=lambda at: places[at])
        taken = [column.lower() for column in columns]
        rowid = [word for word in ("rowid", "_rowid_", "oid") if word not in taken][:1]
        order = ", ".join(map(quoted, [columns[at] for at in key] or rowid)) or "1"
        select = ", ".join(map(quoted, columns))
        yield name, sql, columns, key, db.execute(f"SELECT {select} FROM main.{quoted(name)} ORDER BY {order}").fetchall()


def cells_of(db):
    """Rows of `world.cell`: table, number of the row from 1, column, value."""
    for table, _, columns, _, rows in read_tables(db):
        for number, row in enumerate(rows, 1):
            for column, value in zip(columns, row):
                yield table, number, column, value
