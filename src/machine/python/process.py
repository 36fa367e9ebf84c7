"""One process: read a request, run the solution, report how it ended.

Run once while the image is made; what it defines then lives in the image. `enter()` is called by the
machine at the start of every process, after the image was restored. Everything outside the process is
reached through one control file: JSON in, JSON out, each message behind a secret that the machine gives each process.
Nothing here holds an object of the host.

The solution runs in the same interpreter and may replace whatever it can name. So what runs beside it here uses functions
written in C that were looked up while the image was made, and `image.py` hides the rest.
"""

import sys, os, io, json, gc, atexit, signal, time, random, types, traceback, linecache, inspect, warnings
import _json, sqlite3

# Modules that solutions import; loading them here makes each process start with them.
import abc, argparse, asyncio, base64, collections.abc, configparser, contextlib, copy, csv, dataclasses, datetime
import decimal, email.message, email.mime.text, enum, errno, fnmatch, functools, glob, hashlib, hmac, itertools
import logging, math, operator, pathlib, pickle, re, secrets, shutil, smtplib, socket, stat, string, struct
import subprocess, tempfile, textwrap, threading, typing, unicodedata, urllib.parse, uuid, weakref, zlib

CONTROL = 1000  # file descriptor of the control file, opened by the machine
_PART_BYTES = 1 << 14
_SECRET_BYTES = 16
SOLUTION = "solution.py"
_NAMES_A_FILE = re.compile(r"\b(?:ATTACH|VACUUM)\b", re.I)
_SQL_STEPS = 10_000  # SQLite instructions between two charges to the budget

_os_write, _os_read = os.write, os.read
_values = json.JSONEncoder(), json.JSONDecoder()  # for what the solution keeps in the cache
_encoder = _json.make_encoder(None, repr, _json.encode_basestring_ascii, None, ": ", ", ", False, False, True)
_scanner = _json.make_scanner(json.JSONDecoder())
_Connection, _Method, _fspath = sqlite3.Connection, types.MethodType, os.fspath
_c_set_progress_handler, _c_close = _Connection.set_progress_handler, _Connection.close
_c_execute, _c_serialize, _connect = _Connection.execute, _Connection.serialize, sqlite3.connect
_c_set_authorizer, _c_set_trace = _Connection.set_authorizer, _Connection.set_trace_callback
_c_in_transaction = _Connection.in_transaction.__get__
_secret = b""
_running = False
_own_connections = set()  # ids of connections whose databases die with the process
_handed = None  # id of the connection that the function is handed
_handing = False  # the next connection is that one
_writers = set()  # which connections wrote: "handed", "own"
_guarded = set()  # ids of connections with a progress handler of ours
_every_database = False  # counts databases in memory too; for the test of transparency


def tell(op, **fields):
    """One message to the machine. Raises OSError where the machine lets the operation fail."""
    fields["op"] = op
    _os_write(CONTROL, _secret + "".join(_encoder(fields, 0)).encode())


def _read():
    """What the machine has for us. Read in small parts: a large buffer would grow the memory of every process."""
    parts = []
    while part := _os_read(CONTROL, _PART_BYTES):
        parts.append(part)
        if len(part) < _PART_BYTES:
            break
    return b"".join(parts)


def _hear():
    return _scanner(_read().decode(), 0)[0]


def ask(op, **fields):
    tell(op, **fields)
    return _hear()


# --- sqlite3 -----------------------------------------------------------------------------------------------


def point(kind, text, conn=None):
    """A write point of sqlite3, of `conn` where that is known. A soft crash raises what the call would raise."""
    if not _running:
        return
    if conn is not None:
        _writers.add("handed" if id(conn) == _handed else "own")
    try:
        tell("point", kind=kind, text=text)
    except OSError:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        error.sqlite_errorname = "SQLITE_IOERR"
        try:
            raise error from None
        finally:
            del error  # or the frames below would live on, held by their own error


def _in_world(conn, sql=""):
    """Whether what `sql` writes may outlive the process. A database in memory can get a file beside it, for good with
    ATTACH, and can be written to one."""
    if _every_database or id(conn) not in _own_connections:
        return True
    named = _NAMES_A_FILE.search(sql)
    if named and named.group().upper() == "ATTACH":
        _own_connections.discard(id(conn))
    return named is not None


def _charge():
    tell("steps", count=_SQL_STEPS)
    return 0


def _before_sql(conn):
    if _running and id(conn) not in _guarded:
        _guarded.add(id(conn))
        _c_set_progress_handler(conn, _charge, _SQL_STEPS)


def _holds_changes(conn):
    """Whether the open transaction of `conn` would change a database if it were committed. Only for a connection that
    is about to end: what the solution hung into it is taken out."""
    global _running
    was_running, _running = _running, False
    try:
        _c_set_authorizer(conn, None)
        _c_set_trace(conn, None)
        conn.row_factory, conn.text_factory = None, str
        for _, name, path in _c_execute(conn, "PRAGMA database_list").fetchall():
            if path and _differs(_c_serialize(conn, name=name), path):
                return True
        return False
    finally:
        _running = was_running


def _differs(database, path):
    """Whether the database is not as another process reads it. One that is locked has a journal where it changed."""
    other = _connect(f"file:{urllib.parse.quote(path)}?mode=ro", timeout=0, uri=True)
    try:
        return database != _c_serialize(other)
    except sqlite3.OperationalError:
        return os.path.exists(path + "-journal") and os.path.getsize(path + "-journal") > 0
    finally:
        _c_close(other)


def _close(self, /):
    """Tells where changes are given up that nobody rolled back. In an error that is what is wanted."""
    try:
        may_lose = _running and _c_in_transaction(self) and id(self) not in _own_connections
        if may_lose and sys.exception() is None and _holds_changes(self):
            tell("fact", what="changes-lost-in-close")
    except Exception:
        pass
    return _c_close(self)


def _set_progress_handler(self, /, *args, **kwargs):
    """Keeps the budget running under a handler of the solution's own."""
    if not _running:
        return _c_set_progress_handler(self, *args, **kwargs)
    handler = args[0] if args else None
    if handler is None or len(args) != 2 or not isinstance(args[1], int):
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            result = _c_set_progress_handler(self, *args, **kwargs)
        for warning in given:
            warnings.warn(warning.message, warning.category, stacklevel=1)
        _guarded.discard(id(self))
        return result
    _guarded.add(id(self))
    return _c_set_progress_handler(self, _Method(_charge_and_ask, args), args[1])


def _charge_and_ask(args):
    handler, count = args
    tell("steps", count=max(count, 1))
    return handler()


def _connection_made(conn):
    """Asks the machine whether SQLite opened a file of the world for it: no name says so for certain."""
    if not issubclass(type(conn), _Connection):
        tell("tampered", what="it loaded a second sqlite3 module, whose writes nobody counts")
    _guarded.discard(id(conn))
    if ask("sqlite.opened"):
        _own_connections.discard(id(conn))
        if not _handing:
            tell("fact", what="own-connection")
    else:
        _own_connections.add(id(conn))


# --- what is not part of this machine ----------------------------------------------------------------------


def _announce(call, path):
    """What Python does itself: the same done without a word is SQLite's."""
    try:
        path = _fspath(path)
    except TypeError:
        return  # a file descriptor, or no path at all
    tell("python", call=call, path=path if isinstance(path, str) else path.decode("utf-8", "surrogateescape"))


def _audit(event, args):
    if not _running:
        return
    if event == "open":
        if args[2] & os.O_NOFOLLOW:
            _announce("open", args[0])
    elif event == "os.remove":
        _announce("remove", args[0])
    elif event == "sqlite3.connect":
        tell("sqlite.connect")
    elif event == "sqlite3.connect/handle":
        _connection_made(args[0])
    elif event == "code.__new__":
        lacks.note(lacks.PART, "types.CodeType")  # with instructions of its own it could reach any memory
    elif event == "marshal.loads":
        if sys._getframe(1).f_code.co_filename == SOLUTION:
            lacks.note(lacks.PART, "marshal.loads")
    elif event == "mmap.__new__":
        if args[0] != -1:
            stores.watch(args[2])
    elif event == "import":
        lacks.on_import(args[0])
    else:
        lacks.on_event(event)


def _refused_process(*args, **kwargs):
    lacks.refuse(lacks.SUBPROCESSES, "subprocess.Popen")


def _sleep(seconds, /):
    """`time.sleep`: moves the simulated clock."""
    if not isinstance(seconds, (int, float)):
        seconds = seconds.__index__()
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    signals.sleep(float(seconds), _pass_time)


def _pass_time(seconds):
    tell("sleep", seconds=seconds)


class StackOverflow(RecursionError):
    """What C code raises where calls go too deep. For calls of Python alone the limit is Python's own."""

    def __init__(self, *args):
        if args and isinstance(args[0], str) and args[0].startswith("Stack overflow"):
            lacks.note(lacks.PART, "recursion this deep through C code")


StackOverflow.__name__ = StackOverflow.__qualname__ = "RecursionError"
StackOverflow.__module__ = "builtins"

_DEEP_JSON = 1_000
_raw_decode = json.JSONDecoder.raw_decode


def raw_decode(self, s, idx=0):
    if type(s) is str and s.count("[") + s.count("{") > _DEEP_JSON and _depth(s) > _DEEP_JSON:
        lacks.note(lacks.PART, f"JSON more than {_DEEP_JSON} levels deep")
        # The scanner would go on until the browser's stack ends, which is another depth in each.
        raise RecursionError("maximum recursion depth exceeded")
    return _raw_decode(self, s, idx)


def _depth(text):
    """How deep brackets are nested; those in strings may make it more."""
    depth = deepest = 0
    for token in _BRACKET.findall(text):
        depth += 1 if token in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


_BRACKET = re.compile(r"[\[\]{}]")


# --- what the task hands to the function -------------------------------------------------------------------


class NotifierError(Exception):
    """The email service did not take the message."""


class CacheError(Exception):
    """The cache did not answer."""


class Notifier:
    """Client of the email service."""

    Error = NotifierError

    def send(self, to, subject, body, idempotency_key=None):
        """Sends one email. A repeated `idempotency_key` is accepted and dropped."""
        try:
            key = None if idempotency_key is None else str(idempotency_key)
            tell("send", to=str(to), subject=str(subject), body=str(body), key=key)
        except OSError:
            raise NotifierError("the email service did not answer") from None


class Cache:
    """Client of the cache service. Values are anything that JSON can hold."""

    Error = CacheError

    def get(self, key, default=None):
        value = ask("cache.get", key=str(key))
        return default if value is None else _values[1].decode(value)

    def set(self, key, value):
        try:
            tell("cache.set", key=str(key), value=_values[0].encode(value))
        except OSError:
            raise CacheError("the cache did not answer") from None

    def delete(self, key):
        try:
            tell("cache.delete", key=str(key))
        except OSError:
            raise CacheError("the cache did not answer") from None


def _smtp_connect(self, host="localhost", port=0, source_address=None):
    self.sock = None
    return (220, b"ready")


def _smtp_sendmail(self, from_addr, to_addrs, msg, mail_options=(), rcpt_options=()):
    text = msg.decode("utf-8", "replace") if isinstance(msg, bytes) else msg
    message = email.message_from_string(text)
    body = message.get_payload(decode=True) if not message.is_multipart() else text.encode()
    for to in [to_addrs] if isinstance(to_addrs, str) else list(to_addrs):
        try:
            body_text = (body or b"").decode("utf-8", "replace").replace("\r\n", "\n")
            tell("send", to=str(to), subject=str(message.get("Subject", "")), body=body_text, key=None)
        except OSError:
            raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed") from None
    return {}


def _smtp_nothing(self, *args, **kwargs):
    return (250, b"ok")


def _install_smtp():
    for cls in (smtplib.SMTP, getattr(smtplib, "SMTP_SSL", smtplib.SMTP)):
        cls.connect = _smtp_connect
        cls.sendmail = _smtp_sendmail
        for name in ("starttls", "login", "ehlo", "helo", "quit", "noop"):
            setattr(cls, name, _smtp_nothing)
        cls.ehlo_or_helo_if_needed = lambda self: None
    socket.getfqdn = lambda name="": "machine.localdomain"


# --- a process ---------------------------------------------------------------------------------------------


def _solution_line(tb):
    line = None
    for frame, number in traceback.walk_tb(tb):
        if frame.f_code.co_filename == SOLUTION:
            line = number
    return line


_CAUSED = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING = "\nDuring handling of the above exception, another exception occurred:\n\n"
_FRAMES_SHOWN = 30


def _traceback_text(error):
    """The traceback as an operator would see it, without the harness's own frames and without carets, whose
    places take longer to find than the rest of a process takes."""
    parts, seen = [], set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        parts.append(_one_traceback(error))
        if error.__cause__ is not None:
            parts.append(_CAUSED)
            error = error.__cause__
        elif error.__context__ is not None and not error.__suppress_context__:
            parts.append(_DURING)
            error = error.__context__
        else:
            break
    if parts[-1] in (_CAUSED, _DURING):
        parts.pop()
    return "".join(reversed(parts))


def _one_traceback(error):
    lines = []
    for frame, number in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if not code.co_filename.startswith("<machine "):
            text = linecache.getline(code.co_filename, number).strip()
            lines.append(f'  File "{code.co_filename}", line {number}, in {code.co_name}\n')
            if text:
                lines[-1] += f"    {text}\n"
    left_out = len(lines) - _FRAMES_SHOWN
    if left_out > 0:
        lines[:left_out] = [f"  ({left_out} more calls)\n"]
    head = ["Traceback (most recent call last):\n"] if lines else []
    return "".join([*head, *lines, *traceback.format_exception_only(error)])


def _text(value, limit):
    try:
        text = value if isinstance(value, str) else repr(value)
    except BaseException as error:
        text = f"<{type(value).__name__}, whose repr raised {type(error).__name__}>"
    return text if len(text) <= limit else text[:limit] + " … (cut)"


def _describe(error):
    line = _solution_line(error.__traceback__)
    try:
        trace = _traceback_text(error)
    except BaseException:
        trace = f"{type(error).__name__}\n"
    try:
        message = str(error)
    except BaseException:
        message = "(its text could not be made)"
    return type(error).__name__, _text(message, 1000), line, _text(trace, 8000)


def _unusable(reason, message, line=None, trace=""):
    return {"kind": "unusable", "reason": reason, "message": message, "line": line}, trace


def _load(source):
    """Compiles and runs the solution as a module. Returns (module, None) or (None, report)."""
    linecache.cache[SOLUTION] = (len(source), None, source.splitlines(True), SOLUTION)
    try:
        code = compile(source, SOLUTION, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        trace = "".join(traceback.format_exception_only(error))
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        return None, _unusable("syntax-error", message, getattr(error, "lineno", None), trace)
    module = types.ModuleType("solution")
    module.__file__ = SOLUTION
    sys.modules["solution"] = module
    try:
        exec(code, module.__dict__)
    except SystemExit:
        raise
    except ImportError as error:
        _, message, line, trace = _describe(error)
        return None, _unusable("import-fails", message, line, trace)
    except BaseException as error:
        kind, message, line, trace = _describe(error)
        return None, _unusable("module-raises", f"{kind}: {message}", line, trace)
    return module, None


def _plainly_takes(function, count):
    """The common case, without the cost of `inspect.signature`: exactly so many positional parameters."""
    if type(function) is not types.FunctionType or hasattr(function, "__wrapped__"):
        return False
    code = function.__code__
    return code.co_argcount == count and code.co_kwonlyargcount == 0


def _call(name, values, module, conn):
    function = module.__dict__.get(name)
    if not callable(function):
        found = [k for k, v in module.__dict__.items() if inspect.isfunction(v) and v.__module__ == "solution"]
        listed = f"defines {', '.join(found[:8])}, not {name}" if found else f"defines no function named {name}"
        return _unusable("no-function", f"the code {listed}")
    helpers = {"conn": conn, "notifier": Notifier(), "cache": Cache()}
    args = [helpers[a["helper"]] if "helper" in a else a["value"] for a in values]
    if not _plainly_takes(function, len(args)):
        try:
            inspect.signature(function).bind(*args)
        except TypeError as error:
            signature = f"{name}{inspect.signature(function)}"
            return _unusable("wrong-signature", f"{signature} cannot be called with {len(args)} arguments: {error}")
        except ValueError:
            pass
    value = function(*args)
    if inspect.isgenerator(value) or inspect.isasyncgen(value):
        return _unusable("returns-generator", f"{name} returned a generator, so its body did not run")
    if inspect.iscoroutine(value):
        value.close()
        return _unusable("returns-coroutine", f"{name} returned a coroutine, so its body did not run")
    return {"kind": "returned", "value": _text(value, 500)}, ""


def _hand_over(database, options):
    """The connection that the function is called with."""
    global _handed, _handing
    _handing = True
    try:
        conn = sqlite3.connect(database, **options)
    finally:
        _handing = False
    _handed = id(conn)
    return conn


def _execute(source, function, args, mode, database):
    """`args` is JSON, so that nothing of the request lies about where the solution's module could find and change it."""
    conn = None
    open_at_end = False
    try:
        module, report = _load(source)
        if report is None:
            if mode is not None:
                options = {"isolation_level": None} if mode == "autocommit" else {}
                conn = _hand_over(database, options)
            report = _call(function, _scanner(args, 0)[0], module, conn)
    except SystemExit as error:
        code = "0" if error.code is None else str(error.code)
        report = {"kind": "exited", "code": _text(code, 200), "abrupt": False}, ""
    except BaseException as error:
        kind, message, line, trace = _describe(error)
        report = {"kind": "raised", "errorType": kind, "message": message, "line": line}, trace
    if conn is not None:
        try:
            open_at_end = bool(conn.in_transaction)
            if open_at_end and report[0]["kind"] == "returned":
                if _holds_changes(conn):
                    tell("fact", what="changes-lost-at-end")
                elif conn.autocommit is False:
                    open_at_end = False  # there a commit begins the next transaction
        except BaseException:
            pass
    return report, open_at_end


def _shut_down():
    """What an interpreter does at its end: exit handlers, then the module's objects, then the streams."""
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    gc.collect()
    module = sys.modules.pop("solution", None)
    if module is not None:
        module.__dict__.clear()
    sys.last_exc = None
    gc.collect()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def enter():
    global _running, _every_database, _handed, _secret
    _handed = None
    first = _read()
    _secret = first[:_SECRET_BYTES]
    source, function, args, mode, database, _every_database, pid = _scanner(first[_SECRET_BYTES:].decode(), 0)[0]
    random.seed()
    signals.begin(pid)
    stores.begin(_secret)
    _running = True
    (status, trace), open_at_end = _execute(source, function, args, mode, database)
    _shut_down()
    if stores.was_stopped():
        tell("tampered", what="it switched off how stores to shared memory are seen")
    _running = False
    if _writers == {"own"}:
        tell("fact", what="only-own-connections")
    tell("done", status=status, traceback=trace, transactionOpen=open_at_end)


# --- making the image --------------------------------------------------------------------------------------


def _forget_host():
    """Takes the host's modules out of the interpreter, so that no solution meets an object of the host."""
    is_host = lambda name: name.partition(".")[0] in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
    for name in [name for name in sys.modules if is_host(name)]:
        del sys.modules[name]
    foreign = lambda finder: is_host(getattr(type(finder), "__module__", "")) or is_host(
        getattr(finder, "__module__", "") or ""
    )
    sys.meta_path[:] = [finder for finder in sys.meta_path if not foreign(finder)]
    sys.path_hooks[:] = [hook for hook in sys.path_hooks if not foreign(hook)]
    sys.excepthook, sys.displayhook = sys.__excepthook__, sys.__displayhook__
    is_proxy = lambda thing: not isinstance(thing, type) and any(["JsProxy" in c.__name__ for c in type(thing).__mro__])
    for thing in gc.get_objects():
        table = thing if type(thing) is dict else getattr(thing, "__dict__", None)
        if type(table) is dict and not is_proxy(thing):
            for key in [key for key, value in table.items() if is_proxy(value)]:
                table[key] = None


_WARM_UP = """
import sqlite3
def f(conn):
    conn.execute("SELECT 1").fetchall()
    raise ValueError("warm")
"""


def _warm_up():
    """Runs processes in memory, so that every later one starts with SQLite initialised and its code warm.
    They write nothing: a journal would draw from SQLite's generator, whose state would be in every process."""
    for name, mode in (("f", "default"), ("f", "autocommit"), ("g", None)):
        _execute(_WARM_UP, name, '[{"helper": "conn"}]', mode, ":memory:")
        sys.modules.pop("solution", None)
    linecache.cache.clear()


def prepare(install_points, loop):
    """Called once, last, while the image is made; the types of sqlite3 and mmap are unlocked."""
    install_points(point, _in_world, _before_sql)
    stores.install(lacks.refusing("part", "mmap.resize"))
    _set_progress_handler.__name__ = "set_progress_handler"
    sqlite3.Connection.set_progress_handler = _set_progress_handler
    _close.__name__, _close.__qualname__, _close.__doc__ = "close", "Connection.close", _c_close.__doc__
    sqlite3.Connection.close = _close
    _sleep.__name__ = _sleep.__qualname__ = "sleep"
    time.sleep = _sleep
    raw_decode.__doc__, json.JSONDecoder.raw_decode = _raw_decode.__doc__, raw_decode
    signals.install(lacks.refuse, lacks.refusing)
    openssl.install(lacks.refuse, lacks.refusing)
    linux_os.install(ask, lacks.refuse, lacks.refusing, linux_errors.COMPILED.get)
    # CPython for this platform refuses before its audit event.
    subprocess.Popen.__init__ = _refused_process
    subprocess.Popen.__del__ = lambda self: None
    _install_smtp()
    os.environ.clear()
    os.environ.update({"HOME": "/world", "PATH": "/usr/bin", "LANG": "C.UTF-8", "TMPDIR": "/tmp"})
    sys.argv[:] = [SOLUTION]
    sys.path[:] = [entry for entry in sys.path if entry.endswith((".zip", "python3.14", "lib-dynload"))]
    tempfile.tempdir = "/tmp"  # or the first use would write a file to try it
    for stream, number in (("stdout", 1), ("stderr", 2)):
        raw = io.FileIO(number, "w", closefd=False)
        wrapper = io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", "backslashreplace", line_buffering=number == 2)
        setattr(sys, stream, wrapper)
        setattr(sys, f"__{stream}__", wrapper)
    sys.addaudithook(_audit)
    _warm_up()
    _forget_host()
    lacks.install(tell)
    loop.install(lacks.refuse)
