"""Modules of CPython's library that this build lacks and that can be had: loaded into the image, so that each process finds
them as if they had been compiled in.

`install` is called once, first, while the image is made; the sources lie in `library/`.
"""

import importlib.machinery, os, sys, types

# The module, and its file.
MODULES = {
    "pwd": "pwd",
    "grp": "grp",
    "resource": "resource",
    "syslog": "syslog",
    "dbm": "dbm",
    "dbm.sqlite3": "dbm_sqlite3",
    "dbm.dumb": "dbm_dumb",
}
_FOLDER = "/lib/python3.14"


def install():
    for name, file in MODULES.items():
        _load(name, file)
    _import_zoneinfo()
    for module in list(sys.modules.values()):
        for name in MODULES.keys() & getattr(module, "__dict__", {}).keys():
            if vars(module)[name] is None:  # looked for, and not found then
                setattr(module, name, sys.modules[name])
    _give_owners(sys.modules["pwd"], sys.modules["grp"])


def _give_owners(pwd, grp):
    """`pathlib` was loaded before, and says that this system knows none."""
    import pathlib

    def owner(self, *, follow_symlinks=True):
        """Return the login name of the file owner."""
        return pwd.getpwuid(self.stat(follow_symlinks=follow_symlinks).st_uid).pw_name

    def group(self, *, follow_symlinks=True):
        """Return the group name of the file gid."""
        return grp.getgrgid(self.stat(follow_symlinks=follow_symlinks).st_gid).gr_name

    pathlib.Path.owner, pathlib.Path.group = owner, group


def _import_zoneinfo():
    """With the path that CPython has on Debian, and without `sysconfig`, which it would load to know it."""
    os.environ["PYTHONTZPATH"] = "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo"
    import zoneinfo

    del os.environ["PYTHONTZPATH"]
    common, not_found = zoneinfo._common, zoneinfo.ZoneInfoNotFoundError
    find = common.load_tzdata

    def load_tzdata(key):
        try:
            return find(key)
        except not_found:  # whose text speaks of the host
            raise not_found(f"No time zone found with key {key}") from None

    common.load_tzdata = load_tzdata


def _load(name, file):
    is_package = name == "dbm"
    path = f"{_FOLDER}/{name.replace('.', '/')}{'/__init__' if is_package else ''}.py"
    spec = importlib.machinery.ModuleSpec(name, None, origin=path, is_package=is_package)
    module = types.ModuleType(name)
    module.__spec__, module.__file__, module.__package__ = spec, path, spec.parent
    if is_package:
        module.__path__ = spec.submodule_search_locations
    sys.modules[name] = module
    with open(f"/machine/library.{file}.py") as source:
        exec(compile(source.read(), path, "exec"), module.__dict__)
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
