import gzip


def append_day(path, line):
    with gzip.open(path, "at") as log:
        log.write(line + "\n")
