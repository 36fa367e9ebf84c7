"""A simulated clock for one process, in Python's modules."""

import datetime, sqlite3, time


class Clock:
    """Starts at a given time, seconds since 1970; each look moves it by a tick, sleeping by what was asked.

    Raises RuntimeError where a clock that stands still is looked at without end.
    """

    def __init__(self, start, tick=0.001):
        self.seconds, self.tick, self.looks = start, tick, 0

    def now(self):
        self.seconds += self.tick
        self.looks += 1
        if self.looks > 100_000 and not self.tick:
            raise RuntimeError("the code waits for a clock that stands still")
        return self.seconds

    def sleep(self, seconds):
        self.seconds += seconds

    def install(self):
        clock, strftime = self.now, time.strftime
        time.time, time.sleep, time.time_ns = clock, self.sleep, lambda: int(clock() * 1e9)
        for name in ("gmtime", "localtime", "ctime"):
            call = getattr(time, name)
            setattr(time, name, lambda seconds=None, call=call: call(clock() if seconds is None else seconds))
        time.strftime = lambda form, when=None: strftime(form, time.localtime() if when is None else when)

        class Date(datetime.date):
            today = classmethod(lambda cls: cls.fromtimestamp(clock()))

        class DateTime(datetime.datetime):
            now = classmethod(lambda cls, tz=None: cls.fromtimestamp(clock(), tz))
            today = classmethod(lambda cls: cls.fromtimestamp(clock()))
            utcnow = classmethod(lambda cls: cls.now(datetime.timezone.utc).replace(tzinfo=None))

        # sqlite3 looks adapters up by the exact type.
        sqlite3.register_adapter(Date, lambda value: value.isoformat())
        sqlite3.register_adapter(DateTime, lambda value: value.isoformat(" "))
        # pickle writes down where a class is found.
        for cls, name in ((Date, "date"), (DateTime, "datetime")):
            cls.__module__, cls.__name__, cls.__qualname__ = "datetime", name, name
        datetime.date, datetime.datetime = Date, DateTime
