"""Write points of shared mappings: a store is no call, so memory is compared with what it held, before each instruction."""

import mmap, sys


def watch_mappings(point):
    """Watches files mapped from now on. What it gives is to do every other write to files: `keep(call, *args)`."""
    shared = []  # [mapping, what was seen in it]
    kept = looking = False

    def contents(area):
        return b"" if area.closed else area[:]

    def remember():
        for entry in shared:
            entry[1] = contents(entry[0])

    def look():
        nonlocal looking
        if kept or looking:
            return
        looking = True
        for area, seen in shared:
            now = contents(area)
            if len(now) == len(seen) and now != seen:
                differ = [at for at, byte in enumerate(now) if byte != seen[at]]
                stored = slice(differ[0], differ[-1] + 1)
                area[stored] = seen[stored]  # the bytes are the kernel's already: a crash comes before they were
                # Nothing can be raised by a store: where a page fails, a signal ends the process.
                point("store", f"{stored.stop - stored.start} bytes at {stored.start}", point.end_process)
                area[stored] = now[stored]
        remember()
        looking = False

    def keep(call, *args):
        nonlocal kept
        kept = True
        try:
            return call(*args)
        finally:
            remember()
            kept = False

    def before_instruction(code, offset):
        look()

    def trace(frame, event, _):
        frame.f_trace_opcodes = True
        look()
        return trace

    def watch_instructions():
        """Of all code, that which is running included."""
        if hasattr(sys, "monitoring"):
            instruction = sys.monitoring.events.INSTRUCTION
            sys.monitoring.use_tool_id(4, "stores")
            sys.monitoring.register_callback(4, instruction, before_instruction)
            sys.monitoring.set_events(4, instruction)
            return
        frame = sys._getframe(1)
        while frame:
            frame.f_trace, frame.f_trace_opcodes = trace, True
            frame = frame.f_back
        sys.settrace(trace)

    def is_shared(fileno, length, flags=1, prot=3, access=mmap.ACCESS_DEFAULT, offset=0, **_):
        if fileno == -1 or access not in (mmap.ACCESS_DEFAULT, mmap.ACCESS_WRITE):
            return False
        # Windows knows neither flags nor protection; there all that can be written is shared.
        unix = hasattr(mmap, "MAP_SHARED") and access == mmap.ACCESS_DEFAULT
        return not unix or bool(flags & mmap.MAP_SHARED and prot & mmap.PROT_WRITE)

    class Mapping(mmap.mmap):
        def __new__(cls, *args, **kwargs):
            area = super().__new__(cls, *args, **kwargs)
            if is_shared(*args, **kwargs):
                if not shared:
                    watch_instructions()
                shared.append([area, contents(area)])
            return area

    mmap.mmap = Mapping
    return keep
