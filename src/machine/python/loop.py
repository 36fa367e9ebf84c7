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


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = _Nothing()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def install():
    """Takes the host's loop out of asyncio."""
    asyncio.run = asyncio.runners.run
    asyncio.events._event_loop_policy = _Policy()
    asyncio.events._set_running_loop(None)
    # A runner would set a handler for Ctrl+C.
    asyncio.runners.signal = types.SimpleNamespace(
        SIGINT=signal.SIGINT, default_int_handler=signal.default_int_handler, getsignal=lambda number: None
    )
