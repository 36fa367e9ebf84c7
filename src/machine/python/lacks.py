"""What plain Linux has and this machine has not: it is refused by name, and the machine is told, because nothing can be
concluded from a run that touched it, whether the code caught the refusal or not.

`install` is called once, last, while the image is made. What a table here names is written out in docs/machine.md.
"""

import sys

THREADS, SUBPROCESSES, NETWORK, PART = "threads", "subprocesses", "network", "part"

# Raised by the interpreter just before the thing itself. Source: docs.python.org, "Audit events table".
EVENTS = {
    "socket.__new__": (NETWORK, "socket.socket"),
    "socket.getaddrinfo": (NETWORK, "socket.getaddrinfo"),
    "socket.gethostbyname": (NETWORK, "socket.gethostbyname"),
    "socket.gethostbyaddr": (NETWORK, "socket.gethostbyaddr"),
    "socket.getnameinfo": (NETWORK, "socket.getnameinfo"),
    "urllib.Request": (NETWORK, "urllib.request"),
    "_thread.start_new_thread": (THREADS, "threading.Thread"),
    "_thread.start_joinable_thread": (THREADS, "threading.Thread"),
    "subprocess.Popen": (SUBPROCESSES, "subprocess.Popen"),
    "os.system": (SUBPROCESSES, "os.system"),
    "os.fork": (SUBPROCESSES, "os.fork"),
    "os.forkpty": (SUBPROCESSES, "os.forkpty"),
    "os.exec": (SUBPROCESSES, "os.exec"),
    "os.posix_spawn": (SUBPROCESSES, "os.posix_spawn"),
    "os.spawn": (SUBPROCESSES, "os.spawn"),
}

# Modules of CPython's library on Linux, with what lies below them. Refused where the solution imports one; a module of
# the library that only looks whether one is there gets the plain ImportError it is ready for.
MODULES = frozenset(
    "_ctypes _curses _curses_panel _dbm _gdbm _hashlib _interpchannels _interpqueues _interpreters _multiprocessing "
    "_posixshmem _pydecimal _tkinter _uuid concurrent.interpreters ctypes curses dbm.gnu dbm.ndbm ensurepip idlelib "
    "multiprocessing.forkserver multiprocessing.popen_forkserver multiprocessing.resource_tracker "
    "multiprocessing.shared_memory multiprocessing.sharedctypes pydoc_data readline tkinter turtle turtledemo "
    "venv _testcapi _testinternalcapi _testlimitedcapi _remote_debugging".split()
)
# Imported by the library itself, and only once the solution asks for what they do.
USES = {
    "multiprocessing.synchronize": (SUBPROCESSES, "multiprocessing"),
    "concurrent.futures.interpreter": (THREADS, "concurrent.futures.InterpreterPoolExecutor"),
}
# What the host brings and CPython does not know: as absent as on any other machine.
HOST = frozenset("js micropip pyodide pyodide_http pyodide_js _pyodide _pyodide_core".split())

_SAID = {
    THREADS: (RuntimeError, "threads are not part of this machine"),
    SUBPROCESSES: (OSError, "other processes are not part of this machine"),
    NETWORK: (OSError, "the network is not part of this machine"),
}
_LIBRARY = ("/lib/python", "<frozen ")
_IMPORTERS = ("<frozen importlib", "<machine ")

_tell = None


def note(kind, name):
    """Tells the machine that the solution asked for something that is not here."""
    _tell("refused", kind=kind, name=name)


def refuse(kind, name):
    note(kind, name)
    error, sentence = _SAID.get(kind) or (OSError, f"{name} is not part of this machine")
    raise error(sentence)


def refusing(kind, name):
    """A function that stands for one that is not here."""

    def refused(*args, **kwargs):
        refuse(kind, name)

    refused.__name__ = refused.__qualname__ = name.rpartition(".")[2]
    refused.__doc__ = f"{name}: not part of this machine."
    return refused


def on_event(event):
    """Called for every audit event of a running solution."""
    found = EVENTS.get(event)
    if found is not None:
        refuse(*found)


def on_import(name):
    """Called before a module is looked for that is not loaded yet."""
    root = name.partition(".")[0]
    if root in HOST:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if name in USES:
        note(*USES[name])
    elif root in MODULES or name in MODULES:
        if not _imported_by_library():
            note(PART, name)
            raise ModuleNotFoundError(f"{name} is not part of this machine", name=name)
    else:
        return
    raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _imported_by_library():
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_IMPORTERS) and not file.endswith(("/importlib/__init__.py", "/importlib/util.py")):
            return file.startswith(_LIBRARY)
        frame = frame.f_back
    return False


class Finder:
    """First among the finders, so that `importlib` is answered too, which raises no audit event."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        on_import(name)


def install(tell):
    global _tell
    _tell = tell
    sys.meta_path.insert(0, Finder)
