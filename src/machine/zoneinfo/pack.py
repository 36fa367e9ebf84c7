"""Makes `zones.txt` of a wheel of the PyPI package `tzdata`: python3 pack.py tzdata-2026.4-py2.py3-none-any.whl

Base64 of gzip of: one line for each different file (its length, then every zone that has it), an empty line, the files one
after another.
"""

import base64, gzip, sys, zipfile

PREFIX = "tzdata/zoneinfo/"

contents = {}
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for name in sorted(wheel.namelist()):
        data = wheel.read(name)
        if name.startswith(PREFIX) and data.startswith(b"TZif"):
            contents.setdefault(data, []).append(name.removeprefix(PREFIX))
index = "".join(f"{len(data)} {' '.join(names)}\n" for data, names in contents.items())
packed = gzip.compress(index.encode() + b"\n" + b"".join(contents), 9, mtime=0)
with open("zones.txt", "wb") as file:
    file.write(base64.b64encode(packed) + b"\n")
