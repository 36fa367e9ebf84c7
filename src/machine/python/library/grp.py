"""The groups of a plain machine."""

from collections import namedtuple

struct_group = namedtuple("struct_group", "gr_name gr_passwd gr_gid gr_mem", module="grp")

_GROUPS = tuple((name, number) for name, number in (("root", 0), ("daemon", 1), ("www-data", 33), ("nogroup", 65534)))


def getgrall():
    return [struct_group(name, "x", number, []) for name, number in _GROUPS]


def getgrgid(id):
    if not hasattr(id, "__index__"):
        raise TypeError(f"group id must be int, not {type(id).__name__}")
    for group in getgrall():
        if group.gr_gid == id.__index__():
            return group
    raise KeyError(f"getgrgid(): gid not found: {id.__index__()}")


def getgrnam(name):
    if not isinstance(name, str):
        raise TypeError(f"getgrnam() argument 'name' must be str, not {type(name).__name__}")
    for group in getgrall():
        if group.gr_name == name:
            return group
    raise KeyError(f"getgrnam(): name not found: {name!r}")
