"""The seccomp filter as a program, for both machines: which calls it allows, refuses and passes to the supervisor.

The numbers of the calls are those of the kernel's headers, and not taken from the code under test. What the running
kernel does with the filter is tested in `test_command_kernel` and `test_command_network`.
"""

import errno
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.workspace_commands.bpf_machine import ALLOW, ERRNO, NOTIFY, Verdict, run_filter

from understudy.workspace.commands.isolation import seccomp
from understudy.workspace.commands.isolation.seccomp import FilterPolicy

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386 = 0x40000003
X32 = 0x40000000

NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "openat": (257, 56), "execve": (59, 221), "mmap": (9, 222),
    "futex": (202, 98), "connect": (42, 203), "rt_sigaction": (13, 134), "getrandom": (318, 278),
    "kill": (62, 129), "fork": (57, None), "vfork": (58, None), "landlock_restrict_self": (446, 446),
    "sched_setaffinity": (203, 122), "ioctl": (16, 29), "socket": (41, 198), "socketpair": (53, 199),
    "clone": (56, 220), "clone3": (435, 435), "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280),
    "perf_event_open": (298, 241), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "pidfd_getfd": (438, 438), "kcmp": (312, 272), "keyctl": (250, 219),
    "add_key": (248, 217), "request_key": (249, 218), "open_by_handle_at": (304, 265), "mount": (165, 40),
    "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "open_tree_attr": (467, 467),
    "init_module": (175, 105), "finit_module": (313, 273), "kexec_load": (246, 104), "syslog": (103, 116),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "userfaultfd": (323, 282), "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "chmod": (90, None), "fchmod": (91, 52),
    "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "setxattrat": (463, 463), "removexattrat": (466, 466), "file_setattr": (469, 469),
    "prlimit64": (302, 261), "setpriority": (141, 140), "ioprio_set": (251, 30),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
}  # fmt: skip
"""On x86_64 and aarch64."""

LANDLOCK = FilterPolicy(
    internet=False, unix_sockets=False, system_v_ipc=False, metadata_broker=True, other_processes=False
)
BUBBLEWRAP = FilterPolicy(
    internet=True, unix_sockets=True, system_v_ipc=True, metadata_broker=False, other_processes=True
)
POLICIES = {"landlock": LANDLOCK, "bubblewrap": BUBBLEWRAP}

ALLOWED = Verdict(ALLOW)
REFUSED = Verdict(ERRNO, errno.EPERM)
MISSING = Verdict(ERRNO, errno.ENOSYS)

HARMLESS = (
    "read write openat execve mmap futex connect rt_sigaction getrandom kill fork vfork sched_setaffinity "
    "landlock_restrict_self"
)
ALWAYS_REFUSED = (
    "setns bpf perf_event_open ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp keyctl add_key "
    "request_key open_by_handle_at mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount "
    "fspick mount_setattr open_tree_attr init_module finit_module kexec_load syslog"
)
ALWAYS_MISSING = "clone3 io_uring_setup io_uring_enter io_uring_register userfaultfd"
SYSTEM_V = "shmget shmat shmctl semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink"
METADATA = (
    "chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat utimensat setxattr lsetxattr "
    "fsetxattr removexattr lremovexattr fremovexattr"
)
NEW_METADATA = "fchmodat2 setxattrat removexattrat file_setattr"


@pytest.fixture(params=ARCHITECTURES)
def machine(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=POLICIES)
def policy(request: pytest.FixtureRequest) -> FilterPolicy:
    return POLICIES[request.param]


class Kernel:
    """A kernel of one machine with one filter."""

    def __init__(self, machine: str, policy: FilterPolicy) -> None:
        self.column = list(ARCHITECTURES).index(machine)
        self._arch = ARCHITECTURES[machine]
        self.filter = seccomp.build_filter(policy, machine)

    def call(self, name: str, *arguments: int) -> Verdict | None:
        """The verdict about a call; None if this machine does not have it."""
        number = NUMBERS[name][self.column]
        return None if number is None else self.call_number(number, *arguments)

    def call_number(self, number: int, *arguments: int, arch: int | None = None) -> Verdict:
        return run_filter(self.filter.program, arch or self._arch, number, arguments)

    def verdicts(self, names: str) -> set[Verdict]:
        return {verdict for name in names.split() if (verdict := self.call(name)) is not None}


def test_the_numbers_are_those_of_the_kernels_headers() -> None:
    """Where the headers are installed; the newest calls may be missing there."""
    files = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")
    for column, file in enumerate(map(Path, files)):
        if file.exists():
            found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", file.read_text())
            numbers = {name: int(number) for name, number in found}
            for name, pair in NUMBERS.items():
                assert pair[column] in (numbers.get(name), None) or name not in numbers, name


def test_the_numbers_of_the_filter_are_the_same() -> None:
    ours = {name: tuple(None if n < 0 else n for n in pair) for name, pair in seccomp._NUMBERS.items()}  # pyright: ignore[reportPrivateUsage]
    assert {name: pair for name, pair in ours.items() if NUMBERS.get(name, pair) != pair} == {}
    assert set(NUMBERS) - set(ours) == set(HARMLESS.split())


def test_every_way_through_the_filter_ends(machine: str, policy: FilterPolicy) -> None:
    kernel = Kernel(machine, policy)
    for number in (*range(600), -1, 2**31 - 1):
        for argument in (0, 1, 2, 10, 16, 0xFFFFFFFF):
            kernel.call_number(number, argument, argument, argument)


def test_what_every_program_needs_is_allowed(machine: str, policy: FilterPolicy) -> None:
    assert Kernel(machine, policy).verdicts(HARMLESS) == {ALLOWED}


@pytest.mark.attack(63, 64)
def test_debugging_mounts_keys_and_the_kernels_programs_are_refused(
    machine: str, policy: FilterPolicy
) -> None:
    kernel = Kernel(machine, policy)
    assert kernel.verdicts(ALWAYS_REFUSED) == {REFUSED}
    assert kernel.verdicts(ALWAYS_MISSING) == {MISSING}


@pytest.mark.attack(64)
def test_namespaces_are_refused_and_processes_and_threads_start(machine: str, policy: FilterPolicy) -> None:
    kernel = Kernel(machine, policy)
    thread, process = 0x3D0F00, 0x1200011
    assert kernel.call("clone", thread) == kernel.call("clone", process) == ALLOWED
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert kernel.call("clone", process | flag) == REFUSED
        assert kernel.call("unshare", flag) == REFUSED
        # The upper half of the register does not hide a flag in the lower one.
        assert kernel.call("clone", 1 << 40 | flag) == REFUSED
    assert kernel.call("unshare", 0x80) == REFUSED, "a time namespace"
    assert kernel.call("unshare", 0x400) == ALLOWED, "files of its own"


@pytest.mark.attack(64)
def test_other_conventions_of_calling_and_calls_of_the_future_do_not_exist(
    machine: str, policy: FilterPolicy
) -> None:
    kernel = Kernel(machine, policy)
    assert kernel.call_number(3, arch=I386) == MISSING
    other = next(arch for name, arch in ARCHITECTURES.items() if name != machine)
    assert kernel.call_number(0, arch=other) == MISSING
    if machine == "x86_64":
        assert kernel.call_number(X32 | 16, 0, 0x5412) == MISSING
    assert {kernel.call_number(number) for number in (470, 500, 1000, 2**30 - 1)} == {MISSING}


@pytest.mark.attack(58, 59, 60)
def test_sockets_are_allowed_by_family(machine: str, policy: FilterPolicy) -> None:
    kernel = Kernel(machine, policy)
    offline = not policy.internet
    for family in (2, 10):
        expected = Verdict(ERRNO, errno.ENETUNREACH) if offline else ALLOWED
        assert kernel.call("socket", family, 1, 0) == expected
    assert kernel.call("socket", 1, 1, 0) == (REFUSED if offline else ALLOWED)
    assert kernel.call("socket", 16, 3, 0) == ALLOWED, "the list of network interfaces"
    for protocol in (2, 4, 9, 15, 16):
        assert kernel.call("socket", 16, 3, protocol) == REFUSED
    for family in (0, 3, 17, 21, 29, 38, 40, 44, 0x10001):
        assert kernel.call("socket", family, 1, 0) == Verdict(ERRNO, errno.EAFNOSUPPORT)
    for kind, verdict in ((1, ALLOWED), (5, ALLOWED), (2, REFUSED), (3, REFUSED)):
        for flags in (0, 0o4000, 0o2000000):
            assert kernel.call("socketpair", 1, kind | flags, 0) == (verdict if offline else ALLOWED)


@pytest.mark.attack(61)
def test_changes_of_metadata_wait_for_the_supervisor_under_landlock(
    machine: str, policy: FilterPolicy
) -> None:
    kernel = Kernel(machine, policy)
    if policy.metadata_broker:
        assert kernel.verdicts(METADATA) == {Verdict(NOTIFY)}
        assert kernel.verdicts(NEW_METADATA) == {MISSING}
        expected = {
            number: name for name in METADATA.split() if (number := NUMBERS[name][kernel.column]) is not None
        }
        assert kernel.filter.brokered == expected
    else:
        assert kernel.verdicts(f"{METADATA} {NEW_METADATA}") == {ALLOWED}
        assert kernel.filter.brokered == {}
    assert kernel.filter.install_number == (317, 277)[kernel.column]


@pytest.mark.attack(62)
def test_requests_to_devices_and_file_systems(machine: str, policy: FilterPolicy) -> None:
    kernel = Kernel(machine, policy)
    for request in (0x5412, 0x541C):
        assert kernel.call("ioctl", 0, request) == REFUSED
        assert kernel.call("ioctl", 0, 1 << 32 | request) == REFUSED
    for request in (0x5401, 0x5413, 0x541B, 0x5421, 0x80086601):
        assert kernel.call("ioctl", 0, request) == ALLOWED
    for request in (0x40049409, 0x4020940D, 0xC0189436):
        assert kernel.call("ioctl", 0, request) == ALLOWED, "copies that share their blocks"
    changes = (0x40086602, 0x40046602, 0x401C5820, 0x800C6613, 0x40806685)
    snapshots = (0x50009401, 0x5000940E, 0x5000940F, 0x50009417, 0x50009418, 0x4008941A, 0x5000943F)
    for request in (*changes, *snapshots):
        assert kernel.call("ioctl", 0, request) == (REFUSED if policy.metadata_broker else ALLOWED)


@pytest.mark.attack(62)
def test_system_v_ipc_needs_a_namespace(machine: str, policy: FilterPolicy) -> None:
    assert Kernel(machine, policy).verdicts(SYSTEM_V) == {ALLOWED if policy.system_v_ipc else REFUSED}


def test_limits_and_priorities_of_other_processes_need_a_namespace(
    machine: str, policy: FilterPolicy
) -> None:
    kernel = Kernel(machine, policy)
    others = ALLOWED if policy.other_processes else REFUSED
    for name in ("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setattr"):
        assert kernel.call(name, 0) == ALLOWED
        assert kernel.call(name, 1) == kernel.call(name, 4711) == others
        assert kernel.call(name, 1 << 32) == ALLOWED, "the kernel sees the lower half: the caller"
    assert kernel.call("setpriority", 0, 0) == ALLOWED
    assert {kernel.call("setpriority", *who) for who in ((0, 4711), (1, 0), (2, 0), (2, 65534))} == {others}
    assert kernel.call("ioprio_set", 1, 0) == ALLOWED
    assert {kernel.call("ioprio_set", *who) for who in ((1, 4711), (2, 0), (3, 0))} == {others}


@pytest.mark.parametrize(
    "change", ["internet", "unix_sockets", "system_v_ipc", "metadata_broker", "other_processes"]
)
def test_every_field_of_the_policy_counts_by_itself(machine: str, change: str) -> None:
    changed = replace(LANDLOCK, **{change: not getattr(LANDLOCK, change)})
    assert seccomp.build_filter(changed, machine).program != seccomp.build_filter(LANDLOCK, machine).program


def test_a_filter_is_built_for_known_machines_only() -> None:
    assert seccomp.is_supported(os.uname().machine) == (os.uname().machine in ARCHITECTURES)
    assert not seccomp.is_supported("riscv64")
    with pytest.raises(KeyError):
        seccomp.build_filter(LANDLOCK, "riscv64")
