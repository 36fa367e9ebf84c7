"""Stores to shared mappings: nothing calls the machine when a process stores to memory, so the machine is asked to look
before each instruction that follows one which may have stored.

`watch` is called before the first mapping of a file is made, in the middle of the function that makes it; the
instructions of all code are watched from then on, of what is running already, too.
"""

import errno, mmap, opcode, os, sys

CONTROL = 1000  # file descriptor of the control file
# Messages of one byte: look at the mappings. What is found was stored by the instruction before the one that is next;
# or the function begins, and its caller did; or an error is handled, and it is not known where it was raised.
LOOK, LOOK_AT_CALLER, LOOK_ANYWHERE = 0, 1, 2
_LETTERS = b"b", b"c", b"a"
PAGE_BYTES = 4096  # Linux's
_TOOL_IDS = (4, 3, 5, 1, 0, 2)  # the first two have no meaning to anybody
_ACCESS_DEFAULT, _ACCESS_WRITE = 0, mmap.ACCESS_WRITE

# Instructions that only move references around, or pass control on: they cannot store.
_HARMLESS = (
    "LOAD_ STORE_FAST STORE_NAME STORE_GLOBAL STORE_DEREF DELETE_FAST DELETE_NAME POP_ PUSH_ COPY SWAP NOP NOT_TAKEN "
    "BUILD_ JUMP RETURN_ MAKE_ IS_OP COMPARE_OP TO_BOOL UNARY_"
)
_harmless = frozenset(
    number for name, number in opcode.opmap.items() if name.startswith(tuple(_HARMLESS.split()))
)
# Parts of the instruction that they stand beside.
_filling = frozenset(opcode.opmap[name] for name in ("CACHE", "EXTENDED_ARG"))
_RESUME, _HANDLER = opcode.opmap["RESUME"], opcode.opmap["PUSH_EXC_INFO"]

_write, _monitoring = os.write, sys.monitoring
_NOT_SEEN = None, None
_NAME = "stores"
_kept = {}  # what to send before an instruction, by its place; the others are harmless and were switched off
_tool = None
_secret = b""


def _message(code, offset):
    """What to send before this instruction, None where the one before it is harmless."""
    instructions = code.co_code
    if instructions[offset] == _HANDLER:
        return LOOK_ANYWHERE
    at = offset - 2
    while at >= 0 and instructions[at] in _filling:
        at -= 2
    if at < 0 or instructions[at] == _RESUME:
        return LOOK_AT_CALLER
    return None if instructions[at] in _harmless else LOOK


def _before_instruction(code, offset):
    place = id(code), offset
    message, _ = _kept.get(place, _NOT_SEEN)
    if message is None:
        message = _message(code, offset)
        if message is None:
            return _monitoring.DISABLE
        _kept[place] = message, code  # kept alive, or another could get its id
    _write(CONTROL, _secret + _LETTERS[message])


def begin(secret):
    """At the start of a process; every message goes behind the secret."""
    global _secret
    _secret = secret


def was_stopped():
    """Whether the solution took the watch away."""
    return _tool is not None and (
        _monitoring.get_tool(_tool) != _NAME
        or not _monitoring.get_events(_tool) & _monitoring.events.INSTRUCTION
        or _monitoring.register_callback(_tool, _monitoring.events.INSTRUCTION, None) is not _before_instruction
    )


def watch(access):
    """From now on, if a mapping that is made with this `access` can be stored to and is shared with a file."""
    global _tool
    if _tool is not None or access not in (_ACCESS_DEFAULT, _ACCESS_WRITE):
        return
    tool = next(iter([number for number in _TOOL_IDS if _monitoring.get_tool(number) is None]), None)
    if tool is None:
        return
    _tool = tool
    _monitoring.use_tool_id(tool, _NAME)
    _monitoring.register_callback(tool, _monitoring.events.INSTRUCTION, _before_instruction)
    _monitoring.set_events(tool, _monitoring.events.INSTRUCTION)


def install(resize):
    """Called while the image is made; the type is unlocked. `resize` stands for the method, which is not here."""
    c_flush = mmap.mmap.flush
    mmap.PAGESIZE = mmap.ALLOCATIONGRANULARITY = PAGE_BYTES  # 64 KiB here, and files can be mapped from any page of Linux's

    def flush(self, *part):
        """The whole mapping whatever the part: this platform flushes no less, and the bytes are on the disk already."""
        if 0 < len(part) <= 2 and all([isinstance(number, int) for number in part]):
            offset, size = (*part, len(self))[:2]
            if offset < 0 or size < 0 or len(self) - offset < size:
                raise ValueError("flush values out of range")
            if offset % PAGE_BYTES:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            part = ()
        return c_flush(self, *part)

    flush.__doc__, flush.__qualname__ = c_flush.__doc__, "mmap.flush"
    mmap.mmap.flush, mmap.mmap.resize = flush, resize
