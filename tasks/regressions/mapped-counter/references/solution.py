import mmap
import struct


def add_counter(path, name):
    with open(path, "r+b") as stream:
        area = mmap.mmap(stream.fileno(), 0)
        (used,) = struct.unpack_from("<i", area, 0)
        names = [struct.unpack_from("<8sd", area, 4 + 16 * i)[0].rstrip(bytes(1)).decode() for i in range(used)]
        if name not in names:
            struct.pack_into("<i", area, 0, used + 1)
            struct.pack_into("<8sd", area, 4 + 16 * used, name.encode(), 1.0)
        area.flush()
        area.close()
