"""Looks at all that code in a process can get at, one thing after the other, for anything of the harness."""

import gc, sys, types, sqlite3

def neighbours(thing):
    yield from gc.get_referents(thing)
    for name in ("__globals__", "__closure__", "__code__", "__defaults__", "__self__", "__func__", "__wrapped__", "__dict__",
                 "fget", "fset", "fdel", "func", "args", "tb_frame", "tb_next", "f_back", "f_globals", "f_locals", "f_code",
                 "gi_frame", "cr_frame", "__objclass__", "__builtins__", "__traceback__", "__context__", "__loader__", "__spec__"):
        try:
            yield object.__getattribute__(thing, name) if not isinstance(thing, type) else type.__getattribute__(thing, name)
        except Exception:
            pass
    if isinstance(thing, type):
        try:
            yield from type.__subclasses__(thing)
        except Exception:
            pass

def is_ours(thing):
    if type(thing) is types.CodeType:
        return thing.co_filename.startswith("<machine")
    if type(thing) is dict:
        return "_secret" in thing or "_os_write" in thing
    return type(thing) is bytes and len(thing) == 16 and thing.isalpha()

def f(conn, notifier, cache, decoy=None):
    roots = [sys.modules, gc.get_objects(), object, sys._getframe(), conn, notifier, cache, sys.meta_path, sys.path_hooks, decoy]
    seen, waiting, found = {}, [(root, "root") for root in roots], []
    while waiting:
        thing, way = waiting.pop()
        if id(thing) in seen or thing is seen or thing is waiting or thing is found:
            continue
        seen[id(thing)] = thing
        if is_ours(thing):
            found.append(way + " > " + repr(thing)[:80])
            continue
        for other in neighbours(thing):
            if id(other) not in seen:
                waiting.append((other, (way + " > " + type(thing).__name__ + " " + str(getattr(thing, "__name__", "")))[-300:]))
    print(len(seen), "things")
    for one in found:
        print(one)
