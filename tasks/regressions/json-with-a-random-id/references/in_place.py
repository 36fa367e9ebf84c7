import json
import uuid


def move_points(path, request_id, points):
    with open(path) as stream:
        users = json.load(stream)
    if request_id in users["requests"]:
        return
    users["points"]["a"] -= points
    users["points"]["b"] += points
    users["requests"].append(request_id)
    users["revision"] = str(uuid.uuid4())
    with open(path, "w") as stream:
        json.dump(users, stream)
