"""The users of a plain machine."""

from collections import namedtuple

struct_passwd = namedtuple("struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell", module="pwd")

_USERS = (
    struct_passwd("root", "x", 0, 0, "root", "/root", "/bin/bash"),
    struct_passwd("daemon", "x", 1, 1, "daemon", "/usr/sbin", "/usr/sbin/nologin"),
    struct_passwd("www-data", "x", 33, 33, "www-data", "/var/www", "/usr/sbin/nologin"),
    struct_passwd("nobody", "x", 65534, 65534, "nobody", "/nonexistent", "/usr/sbin/nologin"),
)


def getpwuid(uid, /):
    if not hasattr(uid, "__index__"):
        raise TypeError(f"uid should be integer, not {type(uid).__name__}")
    for user in _USERS:
        if user.pw_uid == uid.__index__():
            return user
    raise KeyError(f"getpwuid(): uid not found: {uid.__index__()}")


def getpwnam(name, /):
    if not isinstance(name, str):
        raise TypeError(f"getpwnam() argument must be str, not {type(name).__name__}")
    for user in _USERS:
        if user.pw_name == name:
            return user
    raise KeyError(f"getpwnam(): name not found: {name!r}")


def getpwall():
    return list(_USERS)
