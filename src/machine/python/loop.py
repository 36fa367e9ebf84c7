"""The event loop of a process: asyncio's own, without files, sockets and signals, of which this machine has none.

Waiting moves the simulated clock. Loaded once while the image is made.
"""

import asyncio, signal, time, types


class _Nothing:
    """What a loop waits on where there is nothing but time."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("the event loop waits for something that can never come")
        if timeout > 0:
            time.sleep(timeout)
        return []


def _wake(waiting, number, frame):
    loop, callback, args = waiting
    loop.call_soon_threadsafe(callback, *args)


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        asyncio.BaseEventLoop.__init__(self)  # no frame of ours is shown, so `super()` would find another's
        self._selector = _Nothing()
        self._handled = set()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass

    def add_signal_handler(self, number, callback, *args):
        signal.signal(number, types.MethodType(_wake, (self, callback, args)))
        self._handled.add(number)

    def remove_signal_handler(self, number):
        if number not in self._handled:
            return False
        self._handled.discard(number)
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        return True


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def _refusing(refuse, kind, name):
    def refused(self, *args, **kwargs):
        refuse(kind, name)

    return refused


# What asyncio's loop for Linux does with files, sockets and other processes.
_MISSING = {
    "_make_subprocess_transport": ("subprocesses", "asyncio.create_subprocess_exec"),
    "_make_read_pipe_transport": ("part", "loop.connect_read_pipe"),
    "_make_write_pipe_transport": ("part", "loop.connect_write_pipe"),
    "add_reader": ("part", "loop.add_reader"),
    "add_writer": ("part", "loop.add_writer"),
}


def install(refuse):
    """Takes the host's loop out of asyncio. `refuse(kind, name)` raises."""
    for method, found in _MISSING.items():
        setattr(Loop, method, _refusing(refuse, *found))
    asyncio.run = asyncio.runners.run
    asyncio.events._event_loop_policy = _Policy()
    asyncio.events._set_running_loop(None)
    # A runner would set a handler for Ctrl+C.
    asyncio.runners.signal = types.SimpleNamespace(
        SIGINT=signal.SIGINT, default_int_handler=signal.default_int_handler, getsignal=lambda number: None
    )
