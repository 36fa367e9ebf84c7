"""Makes the image: loads the harness's modules and says where the machine finds what it needs.

Run with the sources beside it in `/machine`. `first()` gives addresses as JSON; the machine then unlocks the types and
calls `second()`, which gives what is to be sealed, after which this namespace is emptied.
"""

import builtins, gc, json, mmap, types
import _sqlite3


# Python leaves frames of files so named out when it looks for the caller of `warnings.warn(stacklevel=2)`,
# so a warning given inside a patched call names the solution's line, as it would unpatched.
# Source: `is_internal_filename` in Python/_warnings.c.
_FRAMES = "<machine importlib _bootstrap>"
_BUILTINS = dict(vars(builtins))  # as they are now, whatever becomes of them


def _load(name):
    module = types.ModuleType(name)
    module.__dict__["__builtins__"] = _BUILTINS
    with open(f"/machine/{name}.py") as file:
        exec(compile(file.read(), f"{_FRAMES}/{name}.py", "exec"), module.__dict__)
    return module


# First: the modules loaded below keep numbers of errors for themselves.
_linux_errors = _load("linux_errors")
_error_table = _linux_errors.install()
_load("library").install()
_lacks, _linux_os, _loop, _points = map(_load, ("lacks", "linux_os", "loop", "points"))
_process, _signals, _stores = map(_load, ("process", "signals", "stores"))
_process.lacks, _process.linux_os, _process.signals, _process.stores = _lacks, _linux_os, _signals, _stores
_process.linux_errors, _process.openssl = _linux_errors, _load("openssl")
_process.sealed = _sealed = _load("sealed")  # or it would go, with the type of what it sealed


def first():
    return json.dumps(
        {
            "enter": id(_process.enter),
            "codeType": id(types.CodeType),
            "errorTable": _error_table,
            "stackOverflow": id(_process.StackOverflow),
            "types": [id(_sqlite3.Connection), id(_sqlite3.Cursor), id(_sqlite3.Blob), id(mmap.mmap)],
        }
    )


def second():
    _process.prepare(_points.install, _loop)
    answer = json.dumps(_sealed.listing(_FRAMES))
    collect, freeze = gc.collect, gc.freeze
    globals().clear()
    collect()
    freeze()
    return answer
