"""What `hashlib` and `sqlite3` have on Linux with the help of other libraries: made of what there is, or refused by name.

`install` is called once while the image is made; the types of sqlite3 are unlocked.
"""

import hashlib, hmac, sqlite3

_OF_OPENSSL = frozenset("md5-sha1 ripemd160 sha512_224 sha512_256 sm3".split())
_refuse = None
_plain_new = hashlib.new


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Source: RFC 8018, section 5.2."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    password, salt = bytes(password), bytes(salt)
    size = _plain_new(hash_name).digest_size
    dklen = size if dklen is None else dklen
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    digest, number = hmac.digest, int.from_bytes
    key = b""
    while len(key) < dklen:
        block = digest(password, salt + (len(key) // size + 1).to_bytes(4), hash_name)
        total = number(block)
        for _ in range(iterations - 1):
            block = digest(password, block, hash_name)
            total ^= number(block)
        key += total.to_bytes(size)
    return key[:dklen]


def new(name, data=b"", **kwargs):
    if isinstance(name, str) and name.lower() in _OF_OPENSSL:
        _refuse("part", f"the hash {name}")
    return _plain_new(name, data, **kwargs)


def install(refuse, refusing):
    global _refuse
    _refuse = refuse
    new.__doc__ = _plain_new.__doc__
    hashlib.new, hashlib.pbkdf2_hmac = new, pbkdf2_hmac
    hashlib.scrypt = refusing("part", "hashlib.scrypt")
    for name in ("enable_load_extension", "load_extension"):
        if not hasattr(sqlite3.Connection, name):
            setattr(sqlite3.Connection, name, refusing("part", f"sqlite3.Connection.{name}"))
