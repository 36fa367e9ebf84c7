import datetime
import zoneinfo


def book(conn, when, zone):
    local = datetime.datetime.fromisoformat(when).replace(tzinfo=zoneinfo.ZoneInfo(zone))
    with conn:
        conn.execute("INSERT INTO appointment VALUES (?)", (local.astimezone(datetime.timezone.utc).isoformat(),))
        conn.execute("UPDATE stat SET n = n + 1")
