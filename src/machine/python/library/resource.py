"""Limits of a process, remembered and not enforced: nothing here comes near them; and what it has used."""

import time
from collections import namedtuple

error = OSError
RLIM_INFINITY = -1
RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE = range(8)
RLIMIT_MEMLOCK, RLIMIT_AS, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME = 8, 9, *range(11, 16)
RLIMIT_OFILE = RLIMIT_NOFILE
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1

struct_rusage = namedtuple(
    "struct_rusage",
    "ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt ru_nswap ru_inblock ru_oublock "
    "ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw",
    module="resource",
)

_limits = {number: (RLIM_INFINITY, RLIM_INFINITY) for number in (*range(10), 10, *range(11, 16))}
_limits[RLIMIT_NOFILE] = 1024, 1048576
_limits[RLIMIT_STACK] = 8388608, RLIM_INFINITY
_limits[RLIMIT_CORE] = 0, RLIM_INFINITY


def getrlimit(resource, /):
    if resource not in _limits:
        raise ValueError("invalid resource specified")
    return _limits[resource]


def setrlimit(resource, limits, /):
    getrlimit(resource)
    soft, hard = (int(limit) for limit in limits)
    if hard != RLIM_INFINITY and (soft == RLIM_INFINITY or soft > hard):
        raise ValueError("current limit exceeds maximum limit")
    _limits[resource] = soft, hard


def prlimit(pid, resource, limits=None, /):
    before = getrlimit(resource)
    if limits is not None:
        setrlimit(resource, limits)
    return before


def getrusage(who, /):
    if who not in (RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD):
        raise ValueError("invalid who parameter")
    used = 0.0 if who == RUSAGE_CHILDREN else time.process_time()
    return struct_rusage(used, 0.0, 0 if who == RUSAGE_CHILDREN else 24576, *[0] * 13)


def getpagesize():
    return 4096
