#: rewritten in place | no-database
import json
def run(path, key, value):
    with open(path) as f:
        data = json.load(f)
    data[key] = value
    with open(path, "w") as f: #! file-in-place
        json.dump(data, f)

#: temporary file, then replace | no-database
import json, os
def run(path, key, value):
    with open(path) as f:
        data = json.load(f)
    data[key] = value
    draft = path + ".tmp"
    with open(draft, "w") as f:
        json.dump(data, f)
    os.replace(draft, path)

#: pathlib in place, through helpers | no-database
from pathlib import Path
def load(p):
    return p.read_text()
def save(p, text):
    p.write_text(text) #! file-in-place
def run(path, line):
    target = Path(path)
    save(target, load(target) + line)

#: pathlib, replaced by a file beside it | no-database
from pathlib import Path
def run(path, line):
    target = Path(path)
    beside = target.with_name("x")
    beside.write_text(target.read_text() + line)
    beside.replace(target)

#: read and rewritten through one handle | no-database
def run(path):
    with open(path, "r+") as f: #! file-in-place
        count = int(f.read())
        f.seek(0)
        f.write(str(count + 1))
        f.truncate()

#: appended | no-database
def run(path, line):
    with open(path, "a") as f:
        f.write(line)

#: one file read, another written | no-database
def run(source, target):
    with open(source) as f:
        text = f.read()
    with open(target, "w") as f:
        f.write(text)

#: removed before the new one is there | no-database
import os
def run(path, text):
    with open("draft", "w") as f:
        f.write(text)
    if os.path.exists(path):
        os.remove(path) #! remove-before-rename
    os.rename("draft", path)

#: moved away, then written | no-database
import os
def run(path, text):
    os.rename(path, "old")
    with open(path, "w") as f:
        f.write(text)

#: text.replace is no file operation | no-database
def run(path, text):
    name = text.replace("a", "b")
    return name.upper()
