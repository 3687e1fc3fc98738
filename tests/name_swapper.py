"""A process that exchanges two file names in a loop, for tests of races."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["swapping_names"]

_EXCHANGER = """
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
one, two = (name.encode() for name in sys.argv[1:])
assert libc.renameat2(-100, one, -100, two, 2) == 0, ctypes.get_errno()
print("swapping", flush=True)
while True:
    libc.renameat2(-100, one, -100, two, 2)
"""


@contextmanager
def swapping_names(folder: Path, one: str, two: str) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-c", _EXCHANGER, one, two], cwd=folder, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"swapping\n"
        yield
        assert process.poll() is None, "the swapping process ended"
    finally:
        process.kill()
        process.communicate()
