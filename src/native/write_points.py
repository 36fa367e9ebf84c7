"""Write points: calls that change the world, counted just before their effect. One can be made to kill or to fail."""

import os, signal

_os_write = os.write


class WritePoints:
    """Counts and logs while `running`: all, or those of one kind. At number `crash_at`, from 0, it crashes the run."""

    def __init__(self, log, crash_at, soft, kind=None):
        self.log, self.crash_at, self.soft, self.kind = log, crash_at, soft, kind
        self.reached, self.running = 0, False

    def __call__(self, kind, text, error):
        if not self.running or kind != (self.kind or kind):
            return
        _os_write(self.log, f"{kind} {' '.join(str(text).split())[:120]}\n".encode("utf-8", "replace"))
        self.reached += 1
        if self.reached - 1 == self.crash_at and self.soft:
            raise error()
        if self.reached - 1 == self.crash_at:
            self.end_process()

    def end_process(self):
        if hasattr(signal, "SIGKILL"):
            os.kill(os.getpid(), signal.SIGKILL)  # no except, no finally, no exit handler sees this
        os._exit(137)
