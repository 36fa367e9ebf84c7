"""Signals: handlers are CPython's own; none ever comes from outside. What the process sends itself arrives, and an alarm
goes off while the process sleeps, the only way in which its simulated time passes.

`install` is called once while the image is made.
"""

import errno, math, os, posix, signal, threading, time

_c_raise, _python_signal = signal.raise_signal, signal.signal
_HIGHEST = 64  # on Linux
_STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_timers = {}  # which: (when it goes off, interval), in seconds of the clock
_refuse = None
_pid = 0


def begin(pid):
    """At the start of a process, which leads its group, as it does where a service manager starts it."""
    global _pid
    _pid = pid


def _linux_error(number):
    raise OSError(number, os.strerror(number))


def _getpid():
    return _pid


def _of_group(pid, /):
    """`getpgid` and `getsid`."""
    pid = pid.__index__()
    if pid not in (0, _pid):
        _linux_error(errno.ESRCH)
    return _pid


def _signal(signalnum, handler):
    if signalnum in (signal.SIGKILL, signal.SIGSTOP):
        _linux_error(errno.EINVAL)
    return _python_signal(signalnum, handler)


def raise_signal(number, /):
    number = number.__index__()
    if number in _STOPS and signal.getsignal(number) is signal.SIG_DFL or number == signal.SIGSTOP:
        _refuse("part", f"the signal {signal.Signals(number).name}")
    _c_raise(number)


def kill(pid, number, /):
    pid, number = pid.__index__(), number.__index__()
    if not 0 <= number <= _HIGHEST:
        _linux_error(errno.EINVAL)
    if pid in (0, _pid, -_pid):
        if number:
            raise_signal(number)
    elif pid in (1, os.getppid(), -1):
        if number:
            _refuse("part", "os.kill on another process")
    else:
        _linux_error(errno.ESRCH)


def killpg(pgid, number, /):
    pgid = pgid.__index__()
    if pgid < 0:
        _linux_error(errno.ESRCH)
    kill(-pgid, number)


def pthread_kill(thread_id, number, /):
    if thread_id != threading.get_ident():
        _linux_error(errno.ESRCH)
    kill(_pid, number)


def abort():
    """As the shell sees a process that SIGABRT ended."""
    os._exit(128 + signal.SIGABRT)


def _left(which):
    when, interval = _timers.get(which, (None, 0.0))
    return (0.0 if when is None else max(when - time.time(), 1e-6)), interval


def setitimer(which, seconds, interval=0.0, /):
    if which not in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        raise signal.ItimerError(errno.EINVAL, os.strerror(errno.EINVAL))
    if seconds < 0 or interval < 0:
        raise signal.ItimerError(errno.EINVAL, os.strerror(errno.EINVAL))
    before = _left(which)
    if seconds:
        _timers[which] = time.time() + seconds, float(interval)
    else:
        _timers.pop(which, None)
    return before


def getitimer(which, /):
    if which not in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        raise signal.ItimerError(errno.EINVAL, os.strerror(errno.EINVAL))
    return _left(which)


def alarm(seconds, /):
    left, _ = setitimer(signal.ITIMER_REAL, seconds.__index__())
    return math.ceil(left)


def sleep(seconds, pass_time):
    """Lets the time pass by `pass_time(seconds)`, with every alarm that falls into it."""
    while signal.ITIMER_REAL in _timers:
        when, interval = _timers[signal.ITIMER_REAL]
        until = max(when - time.time(), 0.0)
        if until > seconds:
            break
        pass_time(until)
        seconds -= until
        if interval:
            _timers[signal.ITIMER_REAL] = when + interval, interval
        else:
            del _timers[signal.ITIMER_REAL]
        raise_signal(signal.SIGALRM)
    pass_time(seconds)


def sigtimedwait(sigset, timeout, /):
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    if signal.sigpending() & {int(number) for number in sigset}:
        _refuse("part", "signal.sigtimedwait")
    time.sleep(timeout)


def install(refuse, refusing):
    global _refuse
    _refuse = refuse
    for function in (raise_signal, pthread_kill, setitimer, getitimer, alarm, sigtimedwait):
        setattr(signal, function.__name__, function)
    for name in ("pause", "sigwait", "sigwaitinfo", "pidfd_send_signal"):
        setattr(signal, name, refusing("part", f"signal.{name}"))
    _signal.__name__, _signal.__doc__ = "signal", _python_signal.__doc__
    signal.signal = _signal
    signal.SIGCLD = signal.SIGCHLD
    ours = {"getpid": _getpid, "getpgid": _of_group, "getsid": _of_group, "getpgrp": lambda: _pid}
    for name, function in {**ours, "kill": kill, "killpg": killpg, "abort": abort}.items():
        function.__name__ = name
        setattr(os, name, function)
        setattr(posix, name, function)
