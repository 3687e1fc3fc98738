"""The providers' keys, in one file that only its owner can read.

Owns `credentials.json` in the config folder: who may read it, and that two who write at once lose nothing.
Knows no provider, and no environment (see settings for the order in which keys are looked for). A key is in no
message and in no repr.
"""

import contextlib
import errno
import fcntl
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from understudy.cli.errors import CredentialError

__all__ = ["Credentials", "check_key"]

MAX_KEY: Final = 4096
MAX_FILE: Final = 1 << 20
LOCK_SECONDS: Final = 10.0

_KEY: Final = re.compile(r"[!-~]+")
_TEMPORARY: Final = re.compile(r"\.credentials-[0-9a-f]{16}\.tmp")
_OPEN: Final = os.O_CLOEXEC | os.O_NOFOLLOW


class _File(msgspec.Struct, forbid_unknown_fields=True):
    keys: dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_KEY)]] = {}
    version: Literal[1] = 1

    def __repr__(self) -> str:
        return f"_File({', '.join(self.keys)})"


def check_key(text: str) -> str:
    """The key without the spaces and the line break that come with pasting."""
    key = text.strip()
    if not key:
        raise CredentialError("bad_key", "The key is empty.")
    if len(key) > MAX_KEY:
        raise CredentialError("bad_key", f"The key is longer than {MAX_KEY} characters. Copy the key alone.")
    if not _KEY.fullmatch(key):
        raise CredentialError(
            "bad_key",
            "The key has a space or a character that no key has (only printable ASCII is). Copy it again.",
        )
    return key


class Credentials:
    """The keys by provider, read afresh at every call."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path: Final = folder / "credentials.json"

    def __repr__(self) -> str:
        return f"Credentials({str(self.path)!r})"

    def get(self, provider: str) -> str | None:
        return self._read().keys.get(provider)

    def providers(self) -> list[str]:
        """Those with a key here."""
        return sorted(self._read().keys)

    def set(self, provider: str, key: str) -> None:
        key = check_key(key)
        with _os_errors(self.path):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

        def put(keys: dict[str, str]) -> None:
            keys[provider] = key

        self._change(put)

    def delete(self, provider: str | None = None) -> list[str]:
        """Forget one provider's key, or all; says whose."""
        if not self.providers():
            return []
        removed: list[str] = []

        def take(keys: dict[str, str]) -> None:
            removed.extend(sorted(keys) if provider is None else {provider} & keys.keys())
            for name in removed:
                del keys[name]

        self._change(take)
        return removed

    def _read(self) -> _File:
        with _os_errors(self.path):
            try:
                _check_folder(self._folder)
                # Without O_NONBLOCK a pipe in its place would be waited for.
                fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | _OPEN)
            except FileNotFoundError:
                return _File()
            with open(fd, "rb") as file:
                _check_file(self.path, os.fstat(fd))
                data = file.read(MAX_FILE + 1)
        try:
            if len(data) > MAX_FILE:
                raise ValueError
            found = msgspec.json.decode(data, type=_File)
        except (ValueError, RecursionError):  # of which msgspec's are; its message could quote a key
            raise CredentialError(
                "bad_file",
                f"{self.path} is not the file of keys that it should be. Remove it, and run 'understudy login'.",
            ) from None
        return found

    def _change(self, change: Callable[[dict[str, str]], None]) -> None:
        """Read, change and write back, alone."""
        with _os_errors(self.path):
            _check_folder(self._folder)
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                with _locked(folder, self.path):
                    found = self._read()
                    change(found.keys)
                    _remove_leftovers(folder)
                    if found.keys:
                        _write(
                            folder, self.path.name, msgspec.json.format(msgspec.json.encode(found)) + b"\n"
                        )
                    else:
                        with contextlib.suppress(FileNotFoundError):
                            os.unlink(self.path.name, dir_fd=folder)
                    os.fsync(folder)
            finally:
                os.close(folder)


def _check_folder(folder: Path) -> None:
    found = os.stat(folder)
    if found.st_uid not in (os.geteuid(), 0):
        raise CredentialError(
            "unsafe_file",
            f"{folder} belongs to another user, so keys are not safe there. Use your own folder.",
        )
    if found.st_mode & 0o022:
        raise CredentialError(
            "unsafe_file", f"Other users can change what is in {folder}. Run: chmod 700 '{folder}'"
        )


def _check_file(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise CredentialError("unsafe_file", f"{path} is not a regular file. Remove it.")
    if found.st_uid != os.geteuid():
        raise CredentialError(
            "unsafe_file", f"{path} belongs to another user. Remove it, or use your own folder."
        )
    if found.st_mode & 0o077:
        raise CredentialError(
            "unsafe_file",
            f"Other users can read {path}, which holds keys. Run: chmod 600 '{path}' "
            "(and think about replacing the keys).",
        )


@contextlib.contextmanager
def _os_errors(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise CredentialError("unsafe_file", f"{path} is a symbolic link. Remove it.") from None
        raise CredentialError("os_error", f"{path} cannot be used: {error.strerror}.") from None


@contextlib.contextmanager
def _locked(folder: int, path: Path) -> Generator[None]:
    """Alone among all processes. The lock is a file of its own, which is never replaced."""
    fd = os.open("credentials.lock", os.O_RDWR | os.O_CREAT | _OPEN, 0o600, dir_fd=folder)
    try:
        until = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise CredentialError(
                        "busy",
                        f"Another process is changing {path} for too long. Try again when it has ended.",
                    ) from None
                time.sleep(0.02)
        yield
    finally:
        os.close(fd)


def _write(folder: int, name: str, data: bytes) -> None:
    """Put `data` there in one step. The new file is its owner's alone from its first moment on."""
    temporary = f".credentials-{secrets.token_hex(8)}.tmp"
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN, 0o600, dir_fd=folder)
    try:
        with open(fd, "wb") as file:
            os.fchmod(fd, 0o600)  # a umask may have taken away even the owner's rights
            file.write(data)
            file.flush()
            os.fsync(fd)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise


def _remove_leftovers(folder: int) -> None:
    """Of a process that was killed while it wrote: keys, which nobody would look for there."""
    for name in os.listdir(folder):
        if _TEMPORARY.fullmatch(name):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
