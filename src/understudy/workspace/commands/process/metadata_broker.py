"""Changes of file metadata by a command under Landlock, which cannot restrict them: mode, owner, times, xattrs.

Loaded by the supervisor, and by the same rules: it imports no other module of this project. The command's seccomp
filter makes these calls wait. The broker opens the file that a call means, refuses a file outside the folders that
the command may write to, and otherwise makes the change itself, through the descriptor that it checked: nothing
that the command replaces meanwhile can change which file is meant. The call is never continued in the kernel.
"""

from __future__ import annotations

import _socket
import ctypes
import errno
import fcntl
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Change = Callable[[int], object]
    """Makes a change to an open file."""
    ReadChange = Callable[["_Caller", str, list[int]], Change]
    """Reads what the arguments of a call point to."""

AT_FDCWD, AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH = -100, 0x100, 0x1000
UTIME_NOW = (1 << 30) - 1
SET_MODE_FILTER, NEW_LISTENER = 1, 8
RECEIVE, SEND, CHECK_ID = 0xC0502100, 0xC0182101, 0x40082102
MAX_PATH_BYTES, MAX_XATTR_BYTES = 4096, 65536

libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def install_filter(settings: dict[str, Any], channel: _socket.socket | None) -> None:
    """Install the filter in this process, and send the descriptor of its waiting calls through `channel`."""
    program = Program(len(settings["program"]) // 8, settings["program"])
    flags = 0 if channel is None else NEW_LISTENER
    listener = check(
        libc.syscall(settings["number"], SET_MODE_FILTER, ctypes.c_ulong(flags), ctypes.byref(program))
    )
    if channel is not None:
        rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", listener))
        channel.sendmsg([b"L"], [rights])
        os.close(listener)


def create_channel() -> tuple[_socket.socket, _socket.socket]:
    """Our end, and the end of the child that will install the filter."""
    return _socket.socketpair()


def start(settings: dict[str, Any], channels: tuple[_socket.socket, _socket.socket]) -> Broker | None:
    """Receive the descriptor that the child sends; None if the child could not install the filter."""
    own, child = channels
    child.close()
    data, rights, _, _ = own.recvmsg(1, _socket.CMSG_SPACE(4))
    own.close()
    if not data or not rights:
        return None
    listener = struct.unpack("i", rights[0][2][:4])[0]
    os.set_inheritable(listener, False)
    return Broker(listener, settings["brokered"], settings["writable"])


class Broker:
    """Answers the waiting calls of one command."""

    def __init__(self, listener: int, calls: dict[int, str], writable: list[bytes]) -> None:
        self.listener = listener
        self._calls = calls
        self._writable = writable

    def answer(self) -> None:
        """Answer one call."""
        request = bytearray(80)
        try:
            fcntl.ioctl(self.listener, RECEIVE, request)
        except OSError:
            # The caller was killed meanwhile.
            return
        identity, pid, _, number, _, _, *arguments = struct.unpack("=QIIiIQ6Q", request)
        failure = 0
        try:
            self._perform(self._calls[number], _Caller(self.listener, identity, pid), arguments)
        except OSError as error:
            failure = error.errno or errno.EPERM
        except (KeyError, ValueError, struct.error):
            failure = errno.EPERM
        try:
            fcntl.ioctl(self.listener, SEND, struct.pack("=QqiI", identity, 0, -failure, 0))
        except OSError:
            # The caller was killed meanwhile.
            return

    def _perform(self, call: str, caller: _Caller, arguments: list[int]) -> None:
        operation = CALLS[call]
        target, values = operation.open_target(caller, arguments)
        try:
            change = operation.read_change(caller, call, values)
            caller.require_alive()
            self._require_writable(target)
            change(target)
        finally:
            os.close(target)

    def _require_writable(self, target: int) -> None:
        path = os.readlink(b"/proc/self/fd/%d" % target)
        inside = (path == folder or path.startswith(folder.rstrip(b"/") + b"/") for folder in self._writable)
        # Pipes, sockets and memory files have no path, and only their own processes have them.
        if path.startswith(b"/") and not path.startswith(b"/memfd:") and not any(inside):
            raise PermissionError(errno.EPERM, "outside the writable folders")


class _Caller:
    """The thread whose call waits."""

    def __init__(self, listener: int, identity: int, pid: int) -> None:
        self._listener = listener
        self._identity = identity
        self._pid = pid

    def require_alive(self) -> None:
        """Raise OSError if the call no longer waits: its pid may belong to another process now."""
        fcntl.ioctl(self._listener, CHECK_ID, struct.pack("=Q", self._identity))

    def read(self, address: int, size: int) -> bytes:
        memory = os.open(f"/proc/{self._pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.pread(memory, size, address)
        finally:
            os.close(memory)

    def read_text(self, address: int) -> bytes:
        """The bytes up to the first NUL. Reads no further than the page that it ends in."""
        text = b""
        while len(text) < MAX_PATH_BYTES:
            size = 4096 - (address + len(text)) % 4096
            text += self.read(address + len(text), size)
            if b"\0" in text:
                return text[: text.index(b"\0")]
        raise OSError(errno.ENAMETOOLONG, "no end of the text")

    def open_descriptor(self, number: int) -> int:
        """Open again, without any right, what the caller's descriptor means."""
        number = ctypes.c_int(number).value
        try:
            return os.open(f"/proc/{self._pid}/fd/{number}", os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            raise OSError(errno.EBADF, "no such descriptor") from None

    def open_path(self, folder: int, address: int, *, follow: bool, empty_path: bool = False) -> int:
        path = self.read_text(address)
        folder = ctypes.c_int(folder).value
        if not path:
            if not empty_path:
                raise FileNotFoundError(errno.ENOENT, "an empty path")
            if folder != AT_FDCWD:
                return self.open_descriptor(folder)
            path = b"."
        # `self` has to mean the caller.
        for prefix, own in ((b"/proc/self/", b"/proc/%d/"), (b"/proc/thread-self/", b"/proc/%d/")):
            if path.startswith(prefix):
                path = own % self._pid + path[len(prefix) :]
        if path.startswith(b"/dev/fd/"):
            path = b"/proc/%d/fd/" % self._pid + path[len(b"/dev/fd/") :]
        flags = os.O_PATH | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
        if path.startswith(b"/"):
            return os.open(path, flags)
        if folder == AT_FDCWD:
            base = os.open(f"/proc/{self._pid}/cwd", os.O_PATH | os.O_CLOEXEC)
        else:
            base = self.open_descriptor(folder)
        try:
            return os.open(path, flags, dir_fd=base)
        finally:
            os.close(base)


class _Operation:
    """One kind of call: how its file is named, and what it changes."""

    def __init__(self, named_by: str, change: ReadChange, flags_index: int | None = None) -> None:
        self._named_by = named_by
        self._change = change
        self._flags_index = flags_index

    def open_target(self, caller: _Caller, arguments: list[int]) -> tuple[int, list[int]]:
        """Open the file, and return the arguments after those that name it."""
        flags = 0 if self._flags_index is None else arguments[self._flags_index]
        if self._named_by == "descriptor":
            return caller.open_descriptor(arguments[0]), arguments[1:]
        if self._named_by == "folder":
            # utimensat without a path means the descriptor.
            if arguments[1] == 0:
                return caller.open_descriptor(arguments[0]), arguments[2:]
            follow, empty_path = not flags & AT_SYMLINK_NOFOLLOW, bool(flags & AT_EMPTY_PATH)
            target = caller.open_path(arguments[0], arguments[1], follow=follow, empty_path=empty_path)
            return target, arguments[2:]
        follow = self._named_by == "path"
        return caller.open_path(AT_FDCWD, arguments[0], follow=follow), arguments[1:]

    def read_change(self, caller: _Caller, call: str, values: list[int]) -> Change:
        """Read what the arguments point to; return the function that makes the change to a descriptor."""
        return self._change(caller, call, values)


def _mode_change(_caller: _Caller, _call: str, values: list[int]) -> Change:
    return lambda target: os.chmod(f"/proc/self/fd/{target}", values[0] & 0o7777)


def _owner_change(_caller: _Caller, _call: str, values: list[int]) -> Change:
    user, group = ctypes.c_uint(values[0]), ctypes.c_uint(values[1])
    return lambda target: check(libc.fchownat(target, b"", user, group, AT_EMPTY_PATH))


def _time_change(caller: _Caller, call: str, values: list[int]) -> Change:
    address = values[0]
    if address == 0:
        times = (0, UTIME_NOW, 0, UTIME_NOW)
    elif call == "utime":
        access, modification = struct.unpack("=qq", caller.read(address, 16))
        times = (access, 0, modification, 0)
    else:
        access, a_part, modification, m_part = struct.unpack("=qqqq", caller.read(address, 32))
        unit = 1 if call == "utimensat" else 1000
        times = (access, a_part * unit, modification, m_part * unit)
    packed = ctypes.create_string_buffer(struct.pack("=qqqq", *times))
    return lambda target: check(libc.utimensat(target, b"", packed, AT_EMPTY_PATH))


def _attribute_change(caller: _Caller, call: str, values: list[int]) -> Change:
    name = caller.read_text(values[0])
    # Other namespaces are for superusers and for the kernel, and the supervisor may be one.
    if not name.startswith(b"user."):
        raise PermissionError(errno.EPERM, "not an attribute of users")
    if "remove" in call:
        return lambda target: os.removexattr(f"/proc/self/fd/{target}", name)
    size = values[2]
    if size > MAX_XATTR_BYTES:
        raise OSError(errno.E2BIG, "too large")
    data = caller.read(values[1], size) if size else b""
    flags = values[3] & 3
    return lambda target: os.setxattr(f"/proc/self/fd/{target}", name, data, flags)


CALLS = {
    "chmod": _Operation("path", _mode_change),
    "fchmod": _Operation("descriptor", _mode_change),
    "fchmodat": _Operation("folder", _mode_change),
    "chown": _Operation("path", _owner_change),
    "lchown": _Operation("link", _owner_change),
    "fchown": _Operation("descriptor", _owner_change),
    "fchownat": _Operation("folder", _owner_change, 4),
    "utime": _Operation("path", _time_change),
    "utimes": _Operation("path", _time_change),
    "futimesat": _Operation("folder", _time_change),
    "utimensat": _Operation("folder", _time_change, 3),
    "setxattr": _Operation("path", _attribute_change),
    "lsetxattr": _Operation("link", _attribute_change),
    "fsetxattr": _Operation("descriptor", _attribute_change),
    "removexattr": _Operation("path", _attribute_change),
    "lremovexattr": _Operation("link", _attribute_change),
    "fremovexattr": _Operation("descriptor", _attribute_change),
}
