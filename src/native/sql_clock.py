"""The simulated clock in SQL: functions that know its time. SQLite's own do the work, in a database of their own."""

import datetime, sqlite3


def tell_sqlite_time(clock):
    """What to call with each new connection."""
    plain = sqlite3.Connection(":memory:")

    def now():
        return datetime.datetime.fromtimestamp(clock.now(), datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]

    def timed(name, first):
        def call(*args):
            given = list(args) if len(args) > first else [*args, "now"]
            if isinstance(given[first], str) and given[first].lower() == "now":
                given[first] = now()
            return plain.execute(f"SELECT {name}({','.join('?' * len(given))})", given).fetchone()[0]

        return call

    def prepare(conn):
        for name in ("date", "time", "datetime", "julianday", "unixepoch", "strftime"):
            conn.create_function(name, -1, timed(name, int(name == "strftime")), deterministic=True)
        for name, part in ("timestamp", slice(19)), ("date", slice(10)), ("time", slice(11, 19)):
            conn.create_function(f"current_{name}", 0, lambda part=part: now()[part], deterministic=True)

    return prepare
