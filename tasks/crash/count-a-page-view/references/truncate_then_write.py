"""Count page views without leaving the file: one descriptor is opened, read, emptied and written to."""

import os


def count_page_view(path: str) -> int:
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        text = os.read(fd, 64).decode("ascii").strip()
        views = int(text or 0) + 1

        os.lseek(fd, 0, os.SEEK_SET)
        os.ftruncate(fd, 0)
        os.write(fd, str(views).encode("ascii"))
        return views
    finally:
        os.close(fd)
