import json
import time


def change(conn, user, points):
    (text,) = conn.execute("SELECT body FROM doc WHERE id = ?", (user,)).fetchone()
    body = json.loads(text)
    body["points"] += points
    body["at"] = time.time()
    conn.execute("UPDATE doc SET body = ? WHERE id = ?", (json.dumps(body), user))


def move_points(conn, source, target, points):
    change(conn, source, -points)
    conn.commit()
    change(conn, target, points)
    conn.commit()
