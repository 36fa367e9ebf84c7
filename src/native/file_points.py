"""Write points of files: Python's audit events tell what a call is about to do; a raw file class sees the writing."""

import builtins, errno, io, os, shutil, stat, sys
import _io

BUFFER_BYTES = 128 * 1024  # what CPython 3.14 takes; before, it was 8 KiB or what the disk asked for

_broken = set()  # descriptors, where there is no better mark


def is_broken(fd):
    """Whether a write through this open file has failed. The mark is a flag that belongs to the open file, as its position
    does, so that copies of the descriptor share it, and that means nothing to a file on disk. Windows has no such flag."""
    if os.name == "nt":
        return fd in _broken
    return not os.get_blocking(fd) and stat.S_ISREG(os.fstat(fd).st_mode)


def break_open_file(fd):
    if os.name == "nt":
        _broken.add(fd)
    else:
        os.set_blocking(fd, False)


def watch_files(point, root, keep=lambda call, *args: call(*args)):
    """Files below `root`, but for SQLite's own: there the statement is the point. `keep` does the writing where files may
    be mapped into memory, too."""

    def failure():
        return OSError(errno.EIO, os.strerror(errno.EIO))

    def reach(fd, kind, text):
        """A write or a truncation through a descriptor. Once one has failed, later writes fail too, and are no points:
        Python's buffers would try again when they are closed."""

        def break_file():
            break_open_file(fd)
            return failure()

        if kind == "write" and is_broken(fd):
            raise failure()
        point(kind, text, break_file)

    def in_world(path):
        if isinstance(path, int):
            return path > 2
        name = os.path.abspath(os.fsdecode(path))
        return name.startswith(root + os.sep) and not name.endswith(("-journal", "-wal", "-shm"))

    def info(path, folder=-1, follow=False):
        try:
            return os.stat(path, follow_symlinks=follow, dir_fd=None if folder < 0 else folder)
        except (OSError, ValueError):
            return None

    def is_folder(found):
        return found is not None and stat.S_ISDIR(found.st_mode)

    def has_parent(path, folder=-1):
        return is_folder(info(os.path.dirname(os.fsdecode(path)) or os.curdir, folder, True))

    def is_full(path):
        return is_folder(info(path)) and bool(os.listdir(path))

    # Whether a call will change something. Where it will fail by itself, or change nothing, there is no point.
    def opens(path, _mode, flags):
        found = None if isinstance(path, int) or not in_world(path) else info(path, follow=True)
        if found is None:
            return flags & os.O_CREAT and not isinstance(path, int) and in_world(path) and has_parent(path)
        return flags & os.O_TRUNC and not flags & os.O_EXCL and found.st_size > 0 and stat.S_ISREG(found.st_mode)

    def deletes(path, folder):
        found = info(path, folder)
        return in_world(path) and found is not None and not is_folder(found)

    def removes(path, folder):
        return in_world(path) and is_folder(info(path, folder)) and (folder >= 0 or not is_full(path))

    def is_same(source, target):
        """Two names of one file: to rename one to the other changes nothing."""
        one, other = info(source), info(target)
        return one is not None and other is not None and os.path.samestat(one, other)

    def renames(source, target, *_):
        if not in_world(source) or info(source) is None or is_same(source, target):
            return False
        return has_parent(target) and not is_full(target)

    def links(source, target, _from, folder):
        found = info(source)
        return found is not None and not is_folder(found) and makes(target, folder)

    def makes(path, folder):
        return in_world(path) and info(path, folder) is None and has_parent(path, folder)

    def cuts(path, length):
        found = info(path, follow=True)
        return in_world(path) and found is not None and found.st_size != length

    events = {
        "open": ("open", opens),
        "os.remove": ("delete", deletes),
        "os.rmdir": ("delete", removes),
        "os.rename": ("rename", renames),
        "os.mkdir": ("mkdir", lambda path, _mode, folder: makes(path, folder)),
        "os.link": ("link", links),
        "os.symlink": ("link", lambda _source, target, folder: makes(target, folder)),
        "os.truncate": ("truncate", cuts),
    }

    def audit(event, args):
        """Python calls this before the effect, and what is raised here ends the call."""
        if not point.running or event not in events or not events[event][1](*args):
            return
        if event == "os.truncate" and isinstance(args[0], int):
            reach(args[0], "truncate", args[1])
        else:
            point(events[event][0], f"{event} {args[0]}", failure)

    class CountedFile(io.FileIO):
        def __init__(self, *args):
            super().__init__(*args)
            _broken.discard(self.fileno())

        def write(self, data):
            if memoryview(data).nbytes:
                reach(self.fileno(), "write", f"{memoryview(data).nbytes} bytes")
            return keep(super().write, data)

        def truncate(self, size=None):
            size = self.tell() if size is None else size
            if size != os.fstat(self.fileno()).st_size:
                reach(self.fileno(), "truncate", size)
            return keep(super().truncate, size)

    plain_open = io.open

    def open_counted(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
        writes = isinstance(mode, str) and set(mode) & set("wax+")
        if not point.running or not writes or not in_world(file):
            return plain_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        raw = CountedFile(file, mode.replace("b", "").replace("t", ""), closefd, opener)
        if buffering == 0:
            return raw
        buffered_type = io.BufferedRandom if "+" in mode else io.BufferedWriter
        buffered = buffered_type(raw, buffering if buffering > 1 else BUFFER_BYTES)
        if "b" in mode:
            return buffered
        text = io.TextIOWrapper(buffered, encoding, errors, newline, line_buffering=buffering == 1)
        text.mode = mode
        return text

    def counted(call):
        def write(fd, data, *rest):
            if point.running and fd > 2 and len(data):
                reach(fd, "write", f"to file descriptor {fd}")
            return keep(call, fd, data, *rest)

        return write

    def copied(call, order):
        """A copy inside the kernel: one write of its target, where there is something to copy."""

        def copy(first, second, *args, **kwargs):
            target, source = (first, second) if order == "target first" else (second, first)
            given = dict(zip(("offset", "count") if order == "target first" else ("count", "offset_src"), args), **kwargs)
            at = given.get("offset", given.get("offset_src"))
            at = os.lseek(source, 0, os.SEEK_CUR) if at is None else at
            if point.running and given["count"] > 0 and os.fstat(source).st_size > at:
                reach(target, "write", f"to file descriptor {target}")
            return call(first, second, *args, **kwargs)

        return copy

    def allocated(call):
        def posix_fallocate(fd, offset, length, /):
            if point.running and length > 0 and os.fstat(fd).st_size < offset + length:
                reach(fd, "truncate", offset + length)
            return call(fd, offset, length)

        return posix_fallocate

    # Python 3.10's pathlib puts it into a class, where a plain function would become a method.
    builtins.open = io.open = _io.open = staticmethod(open_counted)
    for name in {"write", "pwrite", "writev", "pwritev"} & set(dir(os)):
        setattr(os, name, counted(getattr(os, name)))
    for name, order in (("sendfile", "target first"), ("copy_file_range", "source first")):
        if hasattr(os, name):
            setattr(os, name, copied(getattr(os, name), order))
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate = allocated(os.posix_fallocate)
    # The library copies by reading and writing, as where the kernel does not copy.
    shutil._USE_CP_SENDFILE = shutil._HAS_FCOPYFILE = False
    sys.addaudithook(audit)
