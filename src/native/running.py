"""Running a solution in this process, to the end of the interpreter."""

import atexit, gc, linecache, sys, traceback, types


def call_solution(source, function, arguments):
    """How the call ended: status, type of error, message, returned. `arguments()` makes the arguments."""
    module = sys.modules["solution"] = types.ModuleType("solution")
    module.__file__ = "solution.py"
    linecache.cache["solution.py"] = (len(source), None, source.splitlines(True), "solution.py")
    try:
        exec(compile(source, "solution.py", "exec", dont_inherit=True), module.__dict__)
        value = getattr(module, function)(*arguments())
        return ["returned", None, None, value if isinstance(value, str) else repr(value)]
    except SystemExit as error:
        return ["returned" if error.code in (None, 0) else "exited", None, str(error.code), None]
    except BaseException as error:
        traceback.print_exception(type(error), error, error.__traceback__.tb_next)
        return ["raised", type(error).__name__, str(error), None]


def end_solution():
    """An interpreter's end: exit handlers, then what the solution still holds. An open file is written then."""
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    gc.collect()
    sys.modules.pop("solution").__dict__.clear()
    gc.collect()
    sys.stdout.flush()
    sys.stderr.flush()
