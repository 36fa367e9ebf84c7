"""Names of `os` and `time` that Linux has and this build of CPython was compiled without, and those that it has and that
answer otherwise here: each does what Linux does for a process of root's that is alone on a plain machine, or is refused
by name.

`install` is called once while the image is made.
"""

import errno, fcntl, os, platform, posix, select, socket, sys, sysconfig, time, uuid

_ask = _refuse = _from_c = None
_niceness = 0
_started = None

# Constants of Linux on x86-64. Source: `os` of CPython 3.13 there.
_CONSTANTS = """
CLONE_FILES=1024 CLONE_FS=512 CLONE_NEWCGROUP=33554432 CLONE_NEWIPC=134217728 CLONE_NEWNET=1073741824 CLONE_NEWNS=131072
CLONE_NEWPID=536870912 CLONE_NEWTIME=128 CLONE_NEWUSER=268435456 CLONE_NEWUTS=67108864 CLONE_SIGHAND=2048
CLONE_SYSVSEM=262144 CLONE_THREAD=65536 CLONE_VM=256 EFD_CLOEXEC=524288 EFD_NONBLOCK=2048 EFD_SEMAPHORE=1
GRND_NONBLOCK=1 GRND_RANDOM=2 MFD_ALLOW_SEALING=2 MFD_CLOEXEC=1 MFD_HUGETLB=4 MFD_HUGE_16GB=2281701376
MFD_HUGE_16MB=1610612736 MFD_HUGE_1GB=2013265920 MFD_HUGE_1MB=1342177280 MFD_HUGE_256MB=1879048192
MFD_HUGE_2GB=2080374784 MFD_HUGE_2MB=1409286144 MFD_HUGE_32MB=1677721600 MFD_HUGE_512KB=1275068416
MFD_HUGE_512MB=1946157056 MFD_HUGE_64KB=1073741824 MFD_HUGE_8MB=1543503872 MFD_HUGE_MASK=63 MFD_HUGE_SHIFT=26
NGROUPS_MAX=65536 O_ACCMODE=3 O_FSYNC=1052672 O_LARGEFILE=0 POSIX_SPAWN_CLOSE=1 POSIX_SPAWN_CLOSEFROM=3
POSIX_SPAWN_DUP2=2 POSIX_SPAWN_OPEN=0 P_PIDFD=3 RTLD_DEEPBIND=8 SEEK_DATA=3 SEEK_HOLE=4 SPLICE_F_MORE=4 SPLICE_F_MOVE=1
SPLICE_F_NONBLOCK=2 TFD_CLOEXEC=524288 TFD_NONBLOCK=2048 TFD_TIMER_ABSTIME=1 TFD_TIMER_CANCEL_ON_SET=2 TMP_MAX=238328
XATTR_CREATE=1 XATTR_REPLACE=2 XATTR_SIZE_MAX=65536
"""

# Refused by name, by kind.
_REFUSED = {
    "subprocesses": "execv execve fork forkpty posix_spawn posix_spawnp",
    "part": "chroot eventfd eventfd_read eventfd_write grantpt login_tty memfd_create mkfifo openpty "
    "pidfd_open posix_openpt ptsname sched_getparam sched_rr_get_interval sched_setparam sched_setscheduler setns "
    "setxattr splice timerfd_create timerfd_gettime timerfd_gettime_ns timerfd_settime timerfd_settime_ns unlockpt "
    "unshare",
}


def _error(number, *names):
    raise OSError(number, os.strerror(number), *names)


# --- files -------------------------------------------------------------------------------------------------


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    """A hard link; a write point."""
    if src_dir_fd is not None or dst_dir_fd is not None:
        _refuse("part", "os.link with a folder's descriptor")
    answer = _ask("link", source=os.path.abspath(os.fsdecode(src)), target=os.path.abspath(os.fsdecode(dst)))
    if answer["refused"]:
        _refuse("part", answer["refused"])
    if answer["error"]:
        number = _from_c(answer["error"])
        raise OSError(number, os.strerror(number), src, None, dst)


def flock(fd, operation, /):
    descriptor = fd if isinstance(fd, int) else fd.fileno()
    os.fstat(descriptor)
    if error := _ask("lock", fd=descriptor, operation=operation):
        _error(_from_c(error))


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """A process never waits for a lock of its own."""
    descriptor = fd if isinstance(fd, int) else fd.fileno()
    access = fcntl.fcntl(descriptor, fcntl.F_GETFL) & 3
    if cmd & fcntl.LOCK_EX and access == os.O_RDONLY or cmd & fcntl.LOCK_SH and access == os.O_WRONLY:
        _error(errno.EBADF)
    return _c_lockf(descriptor, cmd, len, start, whence)


_c_lockf = fcntl.lockf


def _writable(fd):
    """The size of a file that is open for writing."""
    size = os.fstat(fd).st_size
    if fcntl.fcntl(fd, fcntl.F_GETFL) & 3 == os.O_RDONLY:
        _error(errno.EBADF)
    return size


def posix_fallocate(fd, offset, length, /):
    size = _writable(fd)
    if offset < 0 or length <= 0:
        _error(errno.EINVAL)
    if size < offset + length:
        os.ftruncate(fd, offset + length)


def _some(fd, count, offset):
    """What one call copies, and where the next one goes on."""
    return os.read(fd, count) if offset is None else os.pread(fd, count, offset)


def sendfile(out_fd, in_fd, offset, count):
    """One write point of the target for all that a call copies."""
    _writable(out_fd)
    return os.write(out_fd, _some(in_fd, count, offset)) if count else 0


def copy_file_range(src, dst, count, offset_src=None, offset_dst=None):
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    _writable(dst)
    data = _some(src, count, offset_src)
    if not data:
        return 0
    return os.write(dst, data) if offset_dst is None else os.pwrite(dst, data, offset_dst)


def preadv(fd, buffers, offset, flags=0, /):
    done = 0
    for buffer in buffers:
        view = memoryview(buffer).cast("B")
        data = os.pread(fd, len(view), offset + done)
        view[: len(data)] = data
        done += len(data)
        if len(data) < len(view):
            break
    return done


def pwritev(fd, buffers, offset, flags=0, /):
    return os.pwrite(fd, b"".join(buffers), offset)


def mknod(path, mode=0o600, device=0, *, dir_fd=None):
    if mode & 0o170000 not in (0, 0o100000) or dir_fd is not None:
        _refuse("part", "os.mknod")
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode & 0o7777))


def lchown(path, uid, gid):
    os.lstat(path)


def pipe2(flags, /):
    ends = os.pipe()
    if flags & os.O_NONBLOCK:
        for fd in ends:
            os.set_blocking(fd, False)
    return ends


def getxattr(path, attribute, *, follow_symlinks=True):
    _stat(path, follow_symlinks)
    _error(errno.ENODATA, path)


def removexattr(path, attribute, *, follow_symlinks=True):
    _stat(path, follow_symlinks)
    _error(errno.ENODATA, path)


def listxattr(path=None, *, follow_symlinks=True):
    _stat("." if path is None else path, follow_symlinks)
    return []


def _stat(path, follow):
    return os.stat(path) if isinstance(path, int) or follow else os.lstat(path)


# --- the process and the machine ---------------------------------------------------------------------------


def _no_child(*args, **kwargs):
    _error(errno.ECHILD)


def _become(name):
    def become(*ids):
        if any([one not in (0, -1) for one in ids]):
            _refuse("part", f"os.{name} to another user")

    return become


def getlogin():
    _error(errno.ENXIO)  # no terminal


def nice(increment, /):
    global _niceness
    _niceness = max(-20, min(19, _niceness + increment))
    return _niceness


def setpriority(which, who, priority):
    global _niceness
    _niceness = max(-20, min(19, priority))


def sched_setaffinity(pid, mask, /):
    if 0 not in set(mask):
        _error(errno.EINVAL)


def _priorities(lowest):
    def limit(policy):
        return lowest if policy in (os.SCHED_FIFO, os.SCHED_RR) else 0

    return limit


def setsid():
    _error(errno.EPERM)  # a process that leads its group cannot


def uname():
    return posix.uname_result(("Linux", "machine", "6.1.0-13-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.55-1", "x86_64"))


def getrandom(size, flags=0):
    return os.urandom(size)


def confstr(name, /):
    return "/bin:/usr/bin" if name in ("CS_PATH", os.confstr_names["CS_PATH"]) else _c_confstr(name)


_c_confstr = os.confstr


def process_time():
    """Of the processor all the time that passes, for the process is alone on it. To look at the clock at the start would
    move it: what a process had used when it first asked is taken to be what Python's own start takes."""
    global _started
    now = time.perf_counter()
    if _started is None:
        _started = now - 0.02
    return now - _started


def process_time_ns():
    return round(process_time() * 1e9)


def tzset():
    if os.environ.get("TZ", "UTC").lstrip(":") not in ("", "UTC", "UTC0", "Etc/UTC", "GMT", "GMT0"):
        _refuse("part", "time.tzset to another zone")


_OURS = dict(
    confstr=confstr, copy_file_range=copy_file_range, getegid=lambda: 0, geteuid=lambda: 0,
    getlogin=getlogin, getgrouplist=lambda user, group, /: [group], getgroups=lambda: [0], getpriority=lambda which, who: _niceness,
    getrandom=getrandom, getresgid=lambda: (0, 0, 0), getresuid=lambda: (0, 0, 0), getxattr=getxattr,
    initgroups=lambda username, gid, /: None, lchown=lchown, link=link, listxattr=listxattr, mknod=mknod, nice=nice,
    pipe2=pipe2, posix_fallocate=posix_fallocate, preadv=preadv, pwritev=pwritev, removexattr=removexattr,
    sched_get_priority_max=_priorities(99), sched_get_priority_min=_priorities(1),
    sched_getaffinity=lambda pid, /: {0}, sched_getscheduler=lambda pid, /: os.SCHED_OTHER,
    sched_setaffinity=sched_setaffinity, sendfile=sendfile, setgroups=lambda groups, /: None, setpriority=setpriority,
    setsid=setsid, uname=uname, wait=_no_child, wait3=_no_child, wait4=_no_child, waitid=_no_child, waitpid=_no_child,
)  # fmt: skip


def install(ask, refuse, refusing, from_c):
    global _ask, _refuse, _from_c
    _ask, _refuse, _from_c = ask, refuse, from_c
    for pair in _CONSTANTS.split():
        name, _, value = pair.partition("=")
        setattr(os, name, int(value))
    functions = dict(_OURS)
    for name in "setuid setgid seteuid setegid setreuid setregid setresuid setresgid".split():
        functions[name] = _become(name)
    for kind, names in _REFUSED.items():
        for name in names.split():
            functions[name] = refusing(kind, f"os.{name}")
    for name, function in functions.items():
        function.__name__ = function.__qualname__ = name
        setattr(os, name, function)
        setattr(posix, name, function)
    os.sched_param = type("sched_param", (tuple,), {"__new__": lambda cls, priority: tuple.__new__(cls, (priority,))})
    for name, function in dict(process_time=process_time, process_time_ns=process_time_ns, tzset=tzset).items():
        setattr(time, name, function)
    time.thread_time, time.thread_time_ns = process_time, process_time_ns
    fcntl.flock, fcntl.lockf = flock, lockf
    select.epoll = refusing("part", "select.epoll")
    for name in ("O_EXEC", "O_SEARCH", "O_TTY_INIT"):
        if hasattr(os, name):
            delattr(os, name)
    sys.platform = "linux"
    sysconfig._get_sysconfigdata_name = lambda: "_sysconfigdata__emscripten_wasm32-emscripten"  # named after the platform
    platform._Processor.get_linux = staticmethod(lambda: "")  # or another process would be asked
    uuid._node = 0x0242AC110002  # or the hardware would be
    socket.gethostname = lambda: "machine"
