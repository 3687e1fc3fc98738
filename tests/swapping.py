"""A neighbour who keeps exchanging two names, in a process of its own and as fast as it can."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["swapping"]

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
def swapping(folder: Path, one: str, two: str) -> Iterator[None]:
    neighbour = subprocess.Popen(
        [sys.executable, "-c", _EXCHANGER, one, two], cwd=folder, stdout=subprocess.PIPE
    )
    assert neighbour.stdout is not None
    try:
        assert neighbour.stdout.readline() == b"swapping\n"
        yield
        assert neighbour.poll() is None, "the neighbour gave up"
    finally:
        neighbour.kill()
        neighbour.communicate()
