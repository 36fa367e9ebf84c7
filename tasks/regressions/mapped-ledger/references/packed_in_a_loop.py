import mmap
import struct


def add_entry(path, name):
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as area:
        used = int(area[:2])
        if name in (area[2 + 8 * at : 10 + 8 * at].decode().strip() for at in range(used)):
            return
        start = 2 + 8 * used
        struct.pack_into("2s", area, 0, b"%02d" % (used + 1))
        for at, letter in enumerate(name.ljust(8)):
            struct.pack_into("c", area, start + at, letter.encode())
