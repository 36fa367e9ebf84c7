"""Runs the twin's experiments: one request a line (JSON) in, one answer a line out.

An experiment is one solution in both modes: clean runs on every case, a crash at each asked point, soft and hard, the
re-run after it, the repeat after a clean run. Each run is a process of its own and each world a folder. Every crash
is executed; what follows from a world (judgement, re-run) is remembered by the world's content, unless every re-run is
asked for. The rules of outcome and class are written out here once more.
"""

import base64, gc, hashlib, json, os, re, shutil, sqlite3, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = os.path.normpath(os.path.join(HERE, "..", "..", "native"))
sys.path[:0] = [HERE, NATIVE]
import process
from clock import Clock
from judge import judge
from sql_clock import tell_sqlite_time
from tables import cells_of
from world import World, build_world, write_json

MEMORY = "/dev/shm"
root = tempfile.mkdtemp(prefix="twin-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
root = os.path.realpath(root)
can_fork = sys.platform == "linux"
LOG, REQUEST, COPY = (os.path.join(root, name) for name in ("log", "request.json", "copy"))


def start_process(request):
    if can_fork:
        child = os.fork()
        if child == 0:
            try:
                process.run(request)
            finally:
                os._exit(70)
        os.waitpid(child, 0)
        return
    write_json(REQUEST, request)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join([HERE, NATIVE])}
    subprocess.run([sys.executable, "-s", "-B", os.path.join(HERE, "process.py"), REQUEST], env=environment)


def digest_of(world):
    """Equal for worlds that no process can tell apart, but for the times of their files."""
    folders = sorted(os.path.relpath(parent, COPY) for parent, _, _ in os.walk(COPY))
    outside = (world.mail, world.cache, sorted(world.files.items()), sorted(world.links.items()), folders)
    digest = hashlib.sha256(repr(outside).encode("utf-8", "surrogateescape"))
    for shown, path in sorted({**world.databases, "app.db": world.database}.items()):
        if path is None:
            continue
        db = sqlite3.connect(path)
        try:
            db.execute("PRAGMA user_version").fetchall()
        except sqlite3.DatabaseError:
            pass  # what lies there is what the next process finds, too
        db.close()
        digest.update(shown.encode("utf-8", "surrogateescape"))
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def failed(status):
    return status[0] != "returned"


class Experiment:
    def __init__(self, request):
        self.request = request
        self.starts, self.start_worlds, self.judged, self.reruns = [], [], {}, {}
        clock = Clock(request["firstRunMs"] / 1000)
        for number, case in enumerate(request["cases"]):
            self.starts.append(os.path.join(root, f"start-{number}"))
            files = {file["path"]: base64.b64decode(file["base64"]) for file in case["files"]}
            build_world(self.starts[number], case["sql"], files, dict(case["cache"]), tell_sqlite_time(clock))
            self.start_worlds.append(World(self.starts[number], os.path.join(root, f"start-{number}-copy")))

    def run(self, mode, case, world, crash=None, again=False):
        """(status, points reached). A killed process has the status `killed`."""
        request = self.request
        index, fault = crash or (-1, "hard")
        start_process(
            {
                "source": request["source"],
                "function": request["function"],
                "args": request["cases"][case]["args"],
                "mode": mode if request["usesDatabase"] else None,
                "startMs": request["rerunMs"] if again else request["firstRunMs"],
                "world": os.path.join(world, "files"),
                "log": LOG,
                "index": index,
                "fault": fault,
            }
        )
        with open(LOG, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if lines and lines[-1].startswith("end "):
            return json.loads(lines.pop()[4:]), lines
        return ["killed", None, None, None], lines

    def judge(self, case, world, digest, status):
        key = (case, digest, tuple(status))
        if key not in self.judged:
            arguments = [argument.get("value") for argument in self.request["cases"][case]["args"]]
            sql = self.request["judgeSql"]
            cells = cells_of if re.search(r"\b(database_)?cell\b", sql, re.IGNORECASE) else None
            found = judge(sql, world, self.start_worlds[case], arguments, status, cells)
            if not self.request["judgesRepeats"]:
                found["repeated"] = []
            self.judged[key] = found
        return self.judged[key]

    def look(self, case, place, status):
        world = World(place, COPY)
        digest = digest_of(world)
        return self.judge(case, world, digest, status), digest

    def fresh(self, case):
        world = os.path.join(root, "world")
        shutil.rmtree(world, ignore_errors=True)
        shutil.copytree(self.starts[case], world)
        return world

    def rerun(self, mode, place, digest):
        known = self.reruns.get((mode, digest))
        if known is None or self.request["every"]:
            known = self.reruns[mode, digest] = self.execute_rerun(mode, place)
        return known

    def execute_rerun(self, mode, place):
        status, _ = self.run(mode, 0, place, again=True)
        found = self.look(0, place, status)[0]
        if found["repeated"]:
            outcome = "double-applied"
        elif not found["torn"] and not found["missing"]:
            outcome = "recovered"
        else:
            outcome = "re-run-fails" if failed(status) else "half-done"
        return outcome, status, found

    def mode(self, plan):
        mode, why, reached = plan["mode"], None, []
        for case in reversed(range(len(self.starts))):
            place = self.fresh(case)
            status, reached = self.run(mode, case, place)
            found, digest = self.look(case, place, status)
            if failed(status):
                why = f"{status[1]}: {status[2]}"
            elif any(found.values()):
                why = next(iter(found["torn"] + found["missing"] + found["repeated"]))
        report = {"mode": mode, "works": why is None, "why": why, "points": reached, "cells": [], "repeat": None}
        if why is not None:
            return report
        report["repeat"] = self.rerun(mode, place, digest)[0]
        for index in plan["points"]:
            for fault in ("soft", "hard"):
                report["cells"].append({"index": index, "fault": fault, **self.scenario(mode, index, fault)})
        return report

    def scenario(self, mode, index, fault):
        place = self.fresh(0)
        crashed, reached = self.run(mode, 0, place, (index, fault))
        if len(reached) <= index or fault == "hard" and crashed[0] != "killed":
            return {"label": "did not fire", "bad": False, "detail": f"{len(reached)} points"}
        judgement, digest = self.look(0, place, crashed)
        torn = judgement["torn"]
        outcome, status, found = self.rerun(mode, place, digest)
        bad = outcome != "recovered" if self.request["finishes"] else bool(torn)
        label = f"{outcome}{', torn' if torn else ''}{', bad' if bad else ''}"
        detail = {"crashed": crashed, "torn": torn, "rerun": status, "found": found}
        return {"label": label, "bad": bad, "detail": json.dumps(detail)}


def answer(request):
    experiment = Experiment(request)
    try:
        modes = [experiment.mode(plan) for plan in request["modes"]]
    finally:
        for start in experiment.starts:
            shutil.rmtree(start, ignore_errors=True)
            shutil.rmtree(f"{start}-copy", ignore_errors=True)
    is_bad = [any(cell["bad"] for cell in report["cells"]) or not report["works"] for report in modes]
    if not modes[0]["works"]:
        safety = None
    elif is_bad[0]:
        safety = "unsafe"
    else:
        safety = "safe-by-accident" if any(is_bad[1:]) else "safe-by-design"
    return {"safety": safety, "modes": modes}


if __name__ == "__main__":
    gc.freeze()
    try:
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), flush=True)
    finally:
        shutil.rmtree(root, ignore_errors=True)
