"""What native CPython on Linux has, as JSON: the modules of its library that can be imported there, and the public names of
`os`, `signal`, `errno` and `time`. Run on CPython 3.13: python3.13 -I names.py > names.json
"""

import errno, importlib, json, os, signal, sys, time

NOT_TRIED = {"antigravity", "this", "__main__"}  # importing them opens a browser, prints


def is_there(name):
    try:
        importlib.import_module(name)
    except Exception:
        return False
    return True


names = {module.__name__: [n for n in sorted(dir(module)) if n[0] != "_"] for module in (os, signal, errno, time)}
modules = [name for name in sorted(sys.stdlib_module_names - NOT_TRIED) if is_there(name)]
print(json.dumps({"modules": modules, **names}, indent=1))
