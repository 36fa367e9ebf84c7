"""The crash test: real processes in a fresh world, and words for what they did."""

import json, os, shutil, site, sqlite3, subprocess, sys, tempfile

START = 1768521300  # 2026-01-15 23:55:00 UTC, in seconds since 1970: when every first run starts


def run_here(place, mode, crash, minutes_later, tick):
    """The process under test. It ends itself."""
    site.setquit()
    os.chdir(os.path.join(place, "files"))
    tempfile.tempdir = os.path.join(place, "files", "tmp")
    log = os.open(os.path.join(place, "log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    point = WritePoints(log, CRASH_AT if crash else -1, FAULT == "soft", CRASH_KIND)
    helpers = set_up(point, place, mode, START + 60 * minutes_later, tick)
    point.running = True
    status = call_solution(SOLUTION, FUNCTION, lambda: arguments(**helpers()))
    end_solution()
    point.running = False
    os.write(log, f"end {json.dumps(status)}\n".encode())
    os._exit(0)


def start_process(place, mode=MODE, crash=False, minutes_later=0, tick=0.001):
    """Runs the function in a process of its own. How the call ended: status, type of error, message, returned."""
    # -S: Python's own library and nothing that is installed beside it.
    options = json.dumps([mode, crash, minutes_later, tick])
    command = [sys.executable, "-s", "-S", os.path.abspath(__file__), "--run", place, options]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "TZ": "UTC"}
    process = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    print((process.stdout + process.stderr).decode("utf-8", "replace"), end="")
    with open(os.path.join(place, "log"), encoding="utf-8") as file:
        reached = file.read().splitlines()
    end = reached.pop() if reached and reached[-1].startswith("end ") else None
    if crash and len(reached) <= CRASH_AT:
        raise RuntimeError(f"The run never came to the write it was to be crashed at, only to these: {reached}")
    is_killed = crash and (FAULT == "hard" or reached[-1].startswith("store "))
    if end is None and not is_killed:
        raise RuntimeError(f"The process died by itself, with exit code {process.returncode}.")
    return json.loads(end[4:]) if end else ["killed", None, None, None]


class Run:
    """How a run ended, and what the judge says of the world after it: three lists of sentences."""

    def __init__(self, status, found):
        self.ended = {
            "killed": "the process was killed",
            "raised": f"it raised {status[1]}: {status[2]}",
            "exited": f"it ended the process itself: {status[2]}",
        }.get(status[0], "it returned")
        self.failed = status[0] != "returned"
        self.torn, self.missing, self.repeated = found["torn"], found["missing"], found["repeated"]
        self.done = not any(found.values())

    @property
    def outcome(self):
        if self.repeated:
            return "double-applied"
        if self.done:
            return "recovered"
        return "re-run-fails" if self.failed else "half-done"


class Scenario:
    """A fresh world in a temporary folder. `story` says what has happened in it so far.

    `stopped`: the clock stands still at the moment of the first run, in the re-run too.
    """

    def __init__(self, stopped=False):
        self.stopped = stopped

    def __enter__(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="crash-test-"))
        self.place, self.story = os.path.join(self.folder, "world"), f"{CALL}:\n"
        start_world(self.place)
        self.start = World(self.place, os.path.join(self.folder, "start"))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)
        if __name__ == "__main__":
            print(self.story)

    def run(self, crash=False, minutes_later=0):
        clock = {"tick": 0} if self.stopped else {"minutes_later": minutes_later}
        status = start_process(self.place, crash=crash, **clock)
        world = World(self.place, os.path.join(self.folder, "copy"))
        run = Run(status, findings(world, self.start, status, self.stopped))
        later = "with the clock stopped" if self.stopped else f"{minutes_later} minutes later"
        name = f"re-run, {later}" if minutes_later else f"run, {CRASH}" if crash else "run"
        self.story += f"  {name}: {run.ended}\n"
        self.story += f"    {LINE}\n" if crash and LINE else ""
        for view in ("torn", "missing", "repeated"):
            self.story += "".join(f"    {view}: {sentence}\n" for sentence in getattr(run, view))
        self.story += "    the judge finds nothing wrong\n" if run.done else ""
        return run


def main():
    if sys.argv[1:2] == ["--run"]:
        run_here(sys.argv[2], *json.loads(sys.argv[3]))
    failed = False
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            print(f"{name}:")
            try:
                test()
            except AssertionError:
                failed = True
                print("FAILED\n")
            else:
                print("passed\n")
    sys.exit(failed)
