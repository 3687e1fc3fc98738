"""File names as text that survives JSON: bytes that are not UTF-8 are shown as \\xNN and read back.

A name is a `str` decoded by the file system's rules (undecodable bytes as lone surrogates). JSON cannot
carry those, so what leaves the workspace is `shown(name)`, and `unshown(path)` undoes it. A file that
really has a backslash, an x and two digits in its name wins over the reading as an escape.
"""

import re

__all__ = ["escape_filename", "unescape_filename"]

_SURROGATE = re.compile("[\udc80-\udcff]")
_ESCAPE = re.compile(r"\\x([89a-f][0-9a-f])")


def escape_filename(name: str) -> str:
    """The name without lone surrogates."""
    if name.isascii():
        return name
    return _SURROGATE.sub(lambda found: f"\\x{ord(found[0]) - 0xDC00:02x}", name)


def unescape_filename(path: str) -> str | None:
    """The path with its escapes undone, or None if it has none."""
    if "\\x" not in path:
        return None
    raw = _ESCAPE.sub(lambda found: chr(0xDC00 + int(found[1], 16)), path)
    return None if raw == path else raw
