"""The native side of the benchmark: the naive way, a fresh CPython process for every run.

Reads one request a line (JSON), answers one line. A scenario is two processes, the crashed run and the re-run, in a
fresh world. Only the processes are timed: worlds are built beforehand, and nothing is judged. Kept apart from the
benchmark's own process because starting a process from a large one costs more.
"""

import base64, json, marshal, os, py_compile, resource, shutil, signal, sqlite3, subprocess, sys, tempfile, time

# So that the worlds are removed then too.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

memory = "/dev/shm"
root = tempfile.mkdtemp(prefix="bench-", dir=memory if os.access(memory, os.W_OK) else None)
process = os.path.join(root, "process.pyc")
# Compiled once, as a module that is imported would be.
py_compile.compile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "native_process.py"), process)
# `-E -P -s` is `-I`, which would ignore PYTHONHASHSEED; no variable of the caller reaches the process anyway.
command = [sys.executable, "-P", "-s", "-B", process]
environment = {"PYTHONHASHSEED": "0"}
template, world = os.path.join(root, "template"), os.path.join(root, "world")


def build_template(start):
    shutil.rmtree(template, ignore_errors=True)
    place = os.path.join(template, "files")
    os.makedirs(os.path.join(place, "tmp"))
    for file in start["files"]:
        path = os.path.join(place, file["path"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as target:
            target.write(base64.b64decode(file["base64"]))
    if start["sql"] is not None:
        conn = sqlite3.connect(os.path.join(place, "app.db"))
        conn.executescript(start["sql"])
        conn.commit()
        conn.close()
    with open(os.path.join(template, "cache.json"), "w") as target:
        json.dump({key: json.loads(value) for key, value in start["cache"]}, target)


def children_ms():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def run(request):
    """Wall-clock and processor milliseconds of one process, and how it ended."""
    file = os.path.join(root, "request")
    with open(file, "wb") as target:
        marshal.dump(request, target)
    cpu_before, before = children_ms(), time.perf_counter()
    ended = subprocess.run([*command, file], cwd=os.path.join(world, "files"), env=environment, capture_output=True)
    ms, cpu_ms = (time.perf_counter() - before) * 1000, children_ms() - cpu_before
    if ended.returncode not in (0, 137):
        raise RuntimeError(ended.stderr.decode())
    return ms, cpu_ms, ended


def scenario(request, plan):
    shutil.rmtree(world, ignore_errors=True)
    shutil.copytree(template, world)
    first = run({**request, "mode": plan["mode"], "index": plan["index"], "fault": plan["fault"]})
    again = run({**request, "mode": plan["mode"], "index": -1, "fault": "hard"})
    if plan["fault"] == "hard":
        fired = first[2].returncode == 137
    else:
        fired = int(first[2].stdout.split()[-1]) > plan["index"]
    return {"ms": first[0] + again[0], "cpuMs": first[1] + again[1], "fired": fired}


try:
    for line in sys.stdin:
        request = json.loads(line)
        build_template(request["start"])
        common = {key: request[key] for key in ("source", "function", "args")}
        print(json.dumps([scenario(common, plan) for plan in request["scenarios"]]), flush=True)
finally:
    shutil.rmtree(root, ignore_errors=True)
