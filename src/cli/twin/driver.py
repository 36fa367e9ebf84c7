"""Runs the twin's experiments: one request a line (JSON) in, one answer a line out.

An experiment is one solution in both modes: clean runs on every case, a crash at each asked point, soft and hard, the
re-run after it, the repeat after a clean run. Each run is a process of its own and each world a folder. Every crash
is executed; what follows from a world (judgement, re-run) is remembered by the world's content, unless every re-run is
asked for. The rules of outcome and class are written out here once more.
"""

import base64, gc, json, os, shutil, sqlite3, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import process
from judge import World, judge

MEMORY = "/dev/shm"
root = tempfile.mkdtemp(prefix="twin-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
root = os.path.realpath(root)
can_fork = sys.platform == "linux"
LOG, REQUEST, SCRATCH = (os.path.join(root, name) for name in ("log", "request.json", "scratch"))
os.mkdir(SCRATCH)


def build(place, case):
    """A starting world: `files/` is the working directory, mailbox and cache lie beside it."""
    files = os.path.join(place, "files")
    os.makedirs(os.path.join(files, "tmp"))
    for file in case["files"]:
        path = os.path.join(files, *file["path"].split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as target:
            target.write(base64.b64decode(file["base64"]))
    if case["sql"] is not None:
        conn = sqlite3.connect(os.path.join(files, "app.db"), isolation_level=None)
        conn.executescript(case["sql"])
        conn.commit()
        conn.close()
    process.write_json(os.path.join(place, process.MAILBOX), [])
    process.write_json(os.path.join(place, process.CACHE), dict(case["cache"]))


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
    process.write_json(REQUEST, request)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": HERE}
    subprocess.run([sys.executable, "-s", "-B", os.path.join(HERE, "process.py"), REQUEST], env=environment)


def failed(status):
    return status[0] != "returned"


class Experiment:
    def __init__(self, request):
        self.request = request
        self.starts, self.judged, self.reruns = [], {}, {}
        for number, case in enumerate(request["cases"]):
            self.starts.append(os.path.join(root, f"start-{number}"))
            build(self.starts[number], case)

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

    def judge(self, case, world, status):
        key = (case, world.digest, tuple(status))
        if key not in self.judged:
            args = self.request["cases"][case]["args"]
            found = judge(self.request["judgeSql"], world, self.starts[case], args, status)
            if not self.request["judgesRepeats"]:
                found["repeated"] = []
            self.judged[key] = found
        return self.judged[key]

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
        found = self.judge(0, World(place, SCRATCH), status)
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
            world = World(place, SCRATCH)
            found = self.judge(case, world, status)
            if failed(status):
                why = f"{status[1]}: {status[2]}"
            elif any(found.values()):
                why = next(iter(found["torn"] + found["missing"] + found["repeated"]))
        report = {"mode": mode, "works": why is None, "why": why, "points": reached, "cells": [], "repeat": None}
        if why is not None:
            return report
        report["repeat"] = self.rerun(mode, place, world.digest)[0]
        for index in plan["points"]:
            for fault in ("soft", "hard"):
                report["cells"].append({"index": index, "fault": fault, **self.scenario(mode, index, fault)})
        return report

    def scenario(self, mode, index, fault):
        place = self.fresh(0)
        crashed, reached = self.run(mode, 0, place, (index, fault))
        if len(reached) <= index or fault == "hard" and crashed[0] != "killed":
            return {"label": "did not fire", "bad": False, "detail": f"{len(reached)} points"}
        world = World(place, SCRATCH)
        torn = self.judge(0, world, crashed)["torn"]
        outcome, status, found = self.rerun(mode, place, world.digest)
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
