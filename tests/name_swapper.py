"""A process that exchanges the file names of each pair in a loop, for tests of races."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["swapping_names"]

_EXCHANGER = """
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
names = [name.encode() for name in sys.argv[1:]]
pairs = list(zip(names[::2], names[1::2], strict=True))
for one, two in pairs:
    assert libc.renameat2(-100, one, -100, two, 2) == 0, ctypes.get_errno()
print("swapping", flush=True)
while True:
    for one, two in pairs:
        libc.renameat2(-100, one, -100, two, 2)
"""


@contextmanager
def swapping_names(folder: Path, *names: str) -> Iterator[None]:
    """Exchange the first name with the second, the third with the fourth, and so on."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _EXCHANGER, *names], cwd=folder, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"swapping\n"
        yield
        assert process.poll() is None, "the swapping process ended"
    finally:
        process.kill()
        process.communicate()
