import os


def append(path, text):
    fd = os.open(path, os.O_RDWR | os.O_APPEND)
    size = os.fstat(fd).st_size
    try:
        os.write(fd, f"{text}\n".encode())
        os.write(fd, b"end\n")
    except OSError:
        os.truncate(path, size)
        raise
    finally:
        os.close(fd)
