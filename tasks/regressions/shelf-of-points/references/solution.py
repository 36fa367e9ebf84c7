import shelve


def move_points(path, source, target, points):
    with shelve.open(path) as users:
        users[source] = users[source] - points
        users[target] = users[target] + points
