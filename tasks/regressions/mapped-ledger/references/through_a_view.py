import mmap


def add_entry(path, name):
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as area:
        used = int(area[:2])
        if name in (area[2 + 8 * at : 10 + 8 * at].decode().strip() for at in range(used)):
            return
        start = 2 + 8 * used
        with memoryview(area) as view:
            view[:2] = b"%02d" % (used + 1)
            view[start : start + 8] = name.ljust(8).encode()
