import os
import pwd


def book(conn, seat):
    user = pwd.getpwuid(os.getuid()).pw_name
    with conn:
        changed = conn.execute("UPDATE seat SET taken = 1 WHERE name = ? AND taken = 0", (seat,))
        if changed.rowcount:
            conn.execute("INSERT INTO log VALUES (?, ?)", (seat, user))
