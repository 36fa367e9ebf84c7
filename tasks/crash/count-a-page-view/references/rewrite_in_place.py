import os


def count_page_view(path):
    views = 0
    if os.path.exists(path):
        with open(path) as f:
            views = int(f.read().strip())

    views += 1

    with open(path, "w") as f:
        f.write(str(views))

    return views
