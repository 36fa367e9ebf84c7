import os


def rotate(path):
    os.rename(path, path + ".1")
    with open(path, "w") as log:
        log.write("# tags\n")
