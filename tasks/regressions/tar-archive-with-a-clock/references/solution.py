import io
import tarfile
import time


def add_page(path, name, text):
    with tarfile.open(path) as archive:
        if name in archive.getnames():
            return
    data = (text * 40_000).encode()
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    entry.mtime = time.time()
    with tarfile.open(path, "a") as archive:
        archive.addfile(entry, io.BytesIO(data))
