"""What the harness hides of itself. It runs in the interpreter of the solution, which may look at all that it can name.

Of a sealed function it can name nothing: its type has no attributes for code, variables and defaults; no frame of it is
ever shown, for the interpreter takes it for one that has not begun; and its built-in functions are its own, whatever
becomes of Python's. `listing` says what is to be sealed, and `seal.ts` does it.
"""

import gc, types

_GENERATES = 0x20 | 0x80 | 0x200  # flags of a code object whose frames outlive a call, and can be seen
_names = {}  # of sealed functions: address → name, qualified name, documentation


class Sealed:
    """What a sealed function says of itself. Its slots become those of a function."""

    __slots__ = ()

    @property
    def __name__(self):
        return _names[id(self)][0]

    def __getattr__(self, name):  # a class cannot have a property of this name
        if name == "__qualname__":
            return _names[id(self)][1]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @property
    def __doc__(self):
        return _names[id(self)][2]

    def __repr__(self):
        return f"<built-in function {_names[id(self)][0]}>"


Sealed.__name__ = Sealed.__qualname__ = "builtin_function_or_method"
Sealed.__module__ = "builtins"


def _codes_in(code):
    if code.co_flags & _GENERATES:
        raise SystemError(f"{code.co_qualname} cannot be sealed: while it waits, its frame can be seen")
    found = {id(code)}
    for inner in code.co_consts:
        if type(inner) is types.CodeType:
            found |= _codes_in(inner)
    return found


def listing(folder):
    """Addresses of all functions whose code comes from files in `folder`, and of what is needed to seal them."""
    functions, codes = [], set()
    for found in gc.get_objects():
        if type(found) is types.FunctionType and found.__code__.co_filename.startswith(folder):
            functions.append(id(found))
            codes |= _codes_in(found.__code__)
            _names[id(found)] = found.__name__, found.__qualname__, found.__doc__
    return {
        "functions": functions,
        "codes": list(codes),
        "sealed": id(Sealed),
        "functionType": id(types.FunctionType),
        "unfreeze": id(gc.unfreeze),
        "freeze": id(gc.freeze),
    }
