"""Runs a seccomp filter as the kernel does, for machines that the tests do not run on.

Classic BPF with the operations that such a filter may use. As in the kernel, a program that leaves itself, loads
outside `struct seccomp_data` or uses an unknown operation is an error.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

ALLOW, NOTIFY, ERRNO = "allow", "notify", "errno"
_ACTIONS = {0x7FFF0000: ALLOW, 0x7FC00000: NOTIFY, 0x00050000: ERRNO}
_DATA_BYTES = 64


@dataclass(frozen=True)
class Verdict:
    """What the kernel does with a call."""

    action: str
    error: int = 0


def run_filter(program: bytes, arch: int, number: int, arguments: Sequence[int] = ()) -> Verdict:
    """The verdict of the filter about one system call."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, arch, 0, *(value % 2**64 for value in padded))
    code = list(struct.iter_unpack("<HBBI", program))
    accumulator, at = 0, 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        match operation:
            case 0x20:  # load a word of the data
                assert value % 4 == 0
                assert value + 4 <= _DATA_BYTES
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x15:
                at += if_true if accumulator == value else if_false
            case 0x25:
                at += if_true if accumulator > value else if_false
            case 0x35:
                at += if_true if accumulator >= value else if_false
            case 0x45:
                at += if_true if accumulator & value else if_false
            case 0x05:
                at += value
            case 0x54:
                accumulator &= value
            case 0x06:
                return Verdict(_ACTIONS[value & 0xFFFF0000], value & 0xFFFF)
            case _:
                raise AssertionError(f"no operation of a filter: {operation:#x}")
