"""The seccomp filter of a command: which system calls the kernel refuses, as a classic BPF program.

Mounts and Landlock rules restrict files; this filter restricts the rest: sockets, namespaces, debugging, kernel key
rings, and interfaces that a command does not need and that past attacks on kernels have used. bubblewrap installs
the filter of its command, the supervisor that of a command under Landlock. Only the program is built here, for the
two machines whose system call numbers are known.

A filter sees the numbers of a call and not the memory behind its pointers: it knows the family of a new socket, but
not the address of a `connect`, and not the path of a `chmod`. So a socket is refused when it is created, and calls
that change a file's metadata are passed to the supervisor (`metadata_broker`), which looks at the path.
"""

import errno
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["FilterPolicy", "SeccompFilter", "build_filter", "is_supported"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterPolicy:
    """What a command may do besides what every command may do."""

    internet: bool
    """Create IPv4 and IPv6 sockets; harmless in a network namespace without an interface."""
    unix_sockets: bool
    """Create Unix sockets; harmless where the sockets of other programs are out of reach."""
    system_v_ipc: bool
    """Use System V IPC and message queues; harmless in an IPC namespace."""
    metadata_broker: bool
    """Whether calls that change metadata wait for the answer of the supervisor, or are simply allowed."""
    other_processes: bool
    """Change limits and priorities of any process; harmless in a process namespace."""


@dataclass(frozen=True, slots=True)
class SeccompFilter:
    """A program for the kernel, and what the supervisor needs to install it."""

    program: bytes
    install_number: int
    """The number of the system call `seccomp`."""
    brokered: dict[int, str]
    """The numbers and names of the calls that wait for the supervisor; empty if none does."""


# Numbers on x86_64 and aarch64; -1 where the machine does not have the call.
_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "ioctl": (16, 29),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "clone": (56, 220),
    "unshare": (272, 97),
    "seccomp": (317, 277),
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "open_by_handle_at": (304, 265),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "syslog": (103, 116),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "chmod": (90, -1),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, -1),
    "fchown": (93, 55),
    "lchown": (94, -1),
    "fchownat": (260, 54),
    "utime": (132, -1),
    "utimes": (235, -1),
    "futimesat": (261, -1),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    "prlimit64": (302, 261),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
}
_MAX_KNOWN_NUMBER: Final = 469
"""Later calls do not exist for a command: what they would open is not known yet."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Programs try another way if the kernel does not have these.
_MISSING_CALLS: Final = _words("clone3 io_uring_setup io_uring_enter io_uring_register userfaultfd")
_REFUSED_CALLS: Final = _words(
    """
    setns bpf perf_event_open ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp keyctl add_key request_key
    open_by_handle_at mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick
    mount_setattr open_tree_attr kexec_load kexec_file_load init_module finit_module delete_module syslog acct
    quotactl
    """
)
_SYSTEM_V_CALLS: Final = _words(
    "shmget shmat shmctl semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink"
)
_BROKERED_CALLS: Final = _words(
    """
    chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat utimensat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    """
)
# Variants that no C library needs; it uses one of the calls above if they are missing.
_MISSING_METADATA_CALLS: Final = _words("fchmodat2 setxattrat removexattrat file_setattr")

# Calls whose first argument is a process, 0 the caller. Not affinity: programs set that of their threads.
_PROCESS_CALLS: Final = _words("prlimit64 sched_setparam sched_setscheduler sched_setattr")
_PRIORITY_OF_PROCESS, _IO_PRIORITY_OF_PROCESS = 0, 1

_MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Column in `_NUMBERS`, and the kernel's constant AUDIT_ARCH."""
_X32_BIT: Final = 0x40000000

_NAMESPACE_FLAGS: Final = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
_NEW_TIME_FLAG: Final = 0x80
_UNIX, _INET, _INET6, _NETLINK, _NETLINK_ROUTE = 1, 2, 10, 16, 0
_SOCKET_TYPE_MASK: Final = 0xF
_STREAM, _SEQPACKET = 1, 5
# Put input into a terminal's queue (TIOCSTI, TIOCLINUX).
_TERMINAL_REQUESTS: Final = (0x5412, 0x541C)
# Change a file's attributes through a descriptor that was opened for reading: SETFLAGS (two sizes), FSSETXATTR,
# SETVERSION, SET_ENCRYPTION_POLICY, ENABLE_VERITY.
_ATTRIBUTE_REQUESTS: Final = (0x40086602, 0x40046602, 0x401C5820, 0x40087602, 0x800C6613, 0x40806685)
# Requests of btrfs make subvolumes and snapshots in a folder that was opened for reading. Of their type, only those
# are allowed that copy files and that other file systems have too: FICLONE, FICLONERANGE, FIDEDUPERANGE.
_REQUEST_TYPE_MASK, _BTRFS_TYPE = 0xFF00, 0x9400
_COPY_REQUESTS: Final = (0x40049409, 0x4020940D, 0xC0189436)

# Operations of classic BPF.
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_SET, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW: Final = 0x7FFF0000
_NOTIFY: Final = 0x7FC00000
_NUMBER_OFFSET, _ARCH_OFFSET, _ARGUMENTS_OFFSET = 0, 4, 16


def is_supported(machine: str | None = None) -> bool:
    """Whether a filter can be built for this machine."""
    return (machine or os.uname().machine) in _MACHINES


def build_filter(policy: FilterPolicy, machine: str | None = None) -> SeccompFilter:
    """Build the filter. Raises KeyError for a machine that is not supported."""
    column, arch = _MACHINES[machine or os.uname().machine]
    numbers = {name: pair[column] for name, pair in _NUMBERS.items() if pair[column] >= 0}
    missing, refused = _error(errno.ENOSYS), _error(errno.EPERM)
    # A call in the convention of another machine (32-bit programs, x32) has other numbers.
    code = [
        _instruction(_LOAD, _ARCH_OFFSET),
        _instruction(_JUMP_EQUAL, arch, 1, 0),
        missing,
        _instruction(_LOAD, _NUMBER_OFFSET),
        *_when(_JUMP_GREATER_EQUAL, _X32_BIT if column == 0 else 0xFFFFFFFF, [missing]),
    ]
    bodies: dict[str, Sequence[bytes]] = {
        **dict.fromkeys(_MISSING_CALLS, (missing,)),
        **dict.fromkeys(_REFUSED_CALLS, (refused,)),
        "clone": [_argument(0), *_when(_JUMP_SET, _NAMESPACE_FLAGS, [refused]), _allow()],
        "unshare": [
            _argument(0),
            *_when(_JUMP_SET, _NAMESPACE_FLAGS | _NEW_TIME_FLAG, [refused]),
            _allow(),
        ],
        "socket": list(_socket_rules(policy)),
        "ioctl": list(_ioctl_rules(policy)),
    }
    if not policy.unix_sockets:
        # A datagram socket of a pair could still send to any address.
        bodies["socketpair"] = [
            _argument(1),
            _instruction(_AND, _SOCKET_TYPE_MASK),
            *_equals_any((_STREAM, _SEQPACKET), [_allow()]),
            refused,
        ]
    if not policy.system_v_ipc:
        bodies |= dict.fromkeys(_SYSTEM_V_CALLS, (refused,))
    if not policy.other_processes:
        own_only = [_argument(0), *_when(_JUMP_EQUAL, 0, [_allow()]), refused]
        bodies |= dict.fromkeys(_PROCESS_CALLS, own_only)
        bodies["setpriority"] = _own_priority(_PRIORITY_OF_PROCESS)
        bodies["ioprio_set"] = _own_priority(_IO_PRIORITY_OF_PROCESS)
    brokered = {numbers[name]: name for name in _BROKERED_CALLS if name in numbers}
    if policy.metadata_broker:
        bodies |= dict.fromkeys(brokered.values(), (_return(_NOTIFY),))
        bodies |= dict.fromkeys(_MISSING_METADATA_CALLS, (missing,))
    for name, body in bodies.items():
        if name in numbers:
            code += _when(_JUMP_EQUAL, numbers[name], body)
    code += [*_when(_JUMP_GREATER_EQUAL, _MAX_KNOWN_NUMBER + 1, [missing]), _allow()]
    return SeccompFilter(b"".join(code), numbers["seccomp"], brokered if policy.metadata_broker else {})


def _socket_rules(policy: FilterPolicy) -> Iterator[bytes]:
    """Allow the families that the policy names; of the others some ignore network namespaces (AF_VSOCK)."""
    yield _argument(0)
    # "Network is unreachable" is what programs report to their users for a machine without a network.
    yield from _equals_any((_INET, _INET6), [_allow() if policy.internet else _error(errno.ENETUNREACH)])
    yield from _when(_JUMP_EQUAL, _UNIX, [_allow() if policy.unix_sockets else _error(errno.EPERM)])
    route_only = [_argument(2), *_when(_JUMP_EQUAL, _NETLINK_ROUTE, [_allow()]), _error(errno.EPERM)]
    yield from _when(_JUMP_EQUAL, _NETLINK, route_only)
    yield _error(errno.EAFNOSUPPORT)


def _ioctl_rules(policy: FilterPolicy) -> Iterator[bytes]:
    refused = _error(errno.EPERM)
    yield _argument(1)
    yield from _equals_any(_TERMINAL_REQUESTS, [refused])
    if policy.metadata_broker:
        yield from _equals_any(_ATTRIBUTE_REQUESTS, [refused])
        yield from _equals_any(_COPY_REQUESTS, [_allow()])
        yield _instruction(_AND, _REQUEST_TYPE_MASK)
        yield from _when(_JUMP_EQUAL, _BTRFS_TYPE, [refused])
    yield _allow()


def _own_priority(kind: int) -> list[bytes]:
    """Allow a call that names one process, and that the caller."""
    refused = _error(errno.EPERM)
    second = [_argument(1), *_when(_JUMP_EQUAL, 0, [_allow()]), refused]
    return [_argument(0), *_when(_JUMP_EQUAL, kind, second), refused]


def _instruction(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", operation, if_true, if_false, value)


def _return(action: int) -> bytes:
    return _instruction(_RETURN, action)


def _allow() -> bytes:
    return _return(_ALLOW)


def _error(number: int) -> bytes:
    return _return(0x00050000 | number)


def _argument(index: int) -> bytes:
    """Load the lower half of an argument, which is all that these calls use. Both machines are little-endian."""
    return _instruction(_LOAD, _ARGUMENTS_OFFSET + 8 * index)


def _when(operation: int, value: int, body: Sequence[bytes]) -> list[bytes]:
    """Run `body`, which returns, if the comparison with the loaded value holds; otherwise skip it."""
    return [_instruction(operation, value, 0, len(body)), *body]


def _equals_any(values: Iterable[int], body: Sequence[bytes]) -> list[bytes]:
    return [part for value in values for part in _when(_JUMP_EQUAL, value, body)]
