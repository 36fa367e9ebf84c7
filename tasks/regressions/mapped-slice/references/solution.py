import mmap


def add_counter(path, name):
    with open(path, "r+b") as stream, mmap.mmap(stream.fileno(), 0) as area:
        used = int.from_bytes(area[:4], "little")
        names = [area[4 + 8 * i : 12 + 8 * i].rstrip(b"\0").decode() for i in range(used)]
        if name not in names:
            area[:4] = (used + 1).to_bytes(4, "little")
            area[4 + 8 * used : 12 + 8 * used] = name.encode().ljust(8, b"\0")
