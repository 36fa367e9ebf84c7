"""The system's log, as where nobody reads it: what is sent is swallowed."""

LOG_EMERG, LOG_ALERT, LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG = range(8)
LOG_KERN, LOG_USER, LOG_MAIL, LOG_DAEMON, LOG_AUTH, LOG_SYSLOG, LOG_LPR, LOG_NEWS, LOG_UUCP, LOG_CRON, LOG_AUTHPRIV = (
    facility << 3 for facility in range(11)
)
LOG_FTP = 11 << 3
LOG_LOCAL0, LOG_LOCAL1, LOG_LOCAL2, LOG_LOCAL3, LOG_LOCAL4, LOG_LOCAL5, LOG_LOCAL6, LOG_LOCAL7 = (
    facility << 3 for facility in range(16, 24)
)
LOG_PID, LOG_CONS, LOG_ODELAY, LOG_NDELAY, LOG_NOWAIT, LOG_PERROR = 1, 2, 4, 8, 16, 32

_mask = 0xFF


def syslog(*args):
    if not 1 <= len(args) <= 2:
        raise TypeError("syslog.syslog requires 1 to 2 arguments")
    message = args[-1]
    if not isinstance(message, str):
        raise TypeError(f"syslog() argument {len(args)} must be str, not {type(message).__name__}")


def openlog(ident="", logoption=0, facility=LOG_USER):
    pass


def closelog():
    pass


def setlogmask(maskpri, /):
    global _mask
    before, _mask = _mask, maskpri or _mask
    return before


def LOG_MASK(pri, /):
    return 1 << pri


def LOG_UPTO(pri, /):
    return (1 << (pri + 1)) - 1
