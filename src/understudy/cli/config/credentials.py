"""The file of keys, `credentials.json` in the config folder, which only its owner can read.

Owns its permissions, its lock and its atomic replacement. Knows no provider and no environment variable (`settings`
defines the order in which keys are looked up). No message and no repr contains a key.
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

from understudy.cli.config.errors import CredentialError

__all__ = ["Credentials", "check_key"]

MAX_KEY_CHARS: Final = 4096
MAX_CREDENTIALS_BYTES: Final = 1 << 20
LOCK_TIMEOUT_S: Final = 10.0

_KEY_PATTERN: Final = re.compile(r"[!-~]+")
_TEMPORARY_NAME: Final = re.compile(r"\.credentials-[0-9a-f]{16}\.tmp")
_OPEN_FLAGS: Final = os.O_CLOEXEC | os.O_NOFOLLOW


class _CredentialsFile(msgspec.Struct, forbid_unknown_fields=True):
    keys: dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_KEY_CHARS)]] = {}
    version: Literal[1] = 1

    def __repr__(self) -> str:
        return f"_File({', '.join(self.keys)})"


def check_key(text: str) -> str:
    """Return the key without surrounding white space. Raises CredentialError."""
    key = text.strip()
    if not key:
        raise CredentialError("bad_key", "The key is empty.")
    if len(key) > MAX_KEY_CHARS:
        raise CredentialError(
            "bad_key", f"The key is longer than {MAX_KEY_CHARS} characters. Copy the key alone."
        )
    if not _KEY_PATTERN.fullmatch(key):
        raise CredentialError(
            "bad_key",
            "The key has a space or a character that no key has (only printable ASCII is). Copy it again.",
        )
    return key


class Credentials:
    """The keys by name. Every call reads the file again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path: Final = folder / "credentials.json"

    def __repr__(self) -> str:
        return f"Credentials({str(self.path)!r})"

    def get(self, provider: str) -> str | None:
        return self._read().keys.get(provider)

    def providers(self) -> list[str]:
        """Return the names that have a key."""
        return sorted(self._read().keys)

    def set(self, provider: str, key: str) -> None:
        key = check_key(key)
        with _translate_os_errors(self.path):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

        def add(keys: dict[str, str]) -> None:
            keys[provider] = key

        self._update(add)

    def delete(self, provider: str | None = None) -> list[str]:
        """Delete one key, or all; return the names of the deleted ones."""
        if not self.providers():
            return []
        removed: list[str] = []

        def remove(keys: dict[str, str]) -> None:
            removed.extend(sorted(keys) if provider is None else {provider} & keys.keys())
            for name in removed:
                del keys[name]

        self._update(remove)
        return removed

    def _read(self) -> _CredentialsFile:
        with _translate_os_errors(self.path):
            try:
                _check_folder(self._folder)
                # O_NONBLOCK: opening a named pipe in its place must not block.
                fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | _OPEN_FLAGS)
            except FileNotFoundError:
                return _CredentialsFile()
            with open(fd, "rb") as file:
                _check_file(self.path, os.fstat(fd))
                data = file.read(MAX_CREDENTIALS_BYTES + 1)
        try:
            if len(data) > MAX_CREDENTIALS_BYTES:
                raise ValueError
            found = msgspec.json.decode(data, type=_CredentialsFile)
        except (ValueError, RecursionError):  # msgspec's errors too; their messages could quote a key
            raise CredentialError(
                "bad_file",
                f"{self.path} is not the file of keys that it should be. Remove it, and run 'understudy login'.",
            ) from None
        return found

    def _update(self, change: Callable[[dict[str, str]], None]) -> None:
        """Read, change and write the keys under the lock."""
        with _translate_os_errors(self.path):
            _check_folder(self._folder)
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                with _file_lock(folder, self.path):
                    found = self._read()
                    change(found.keys)
                    _remove_leftovers(folder)
                    if found.keys:
                        _write_atomically(
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


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise CredentialError("unsafe_file", f"{path} is not a regular file. Remove it.")
    if status.st_uid != os.geteuid():
        raise CredentialError(
            "unsafe_file", f"{path} belongs to another user. Remove it, or use your own folder."
        )
    if status.st_mode & 0o077:
        raise CredentialError(
            "unsafe_file",
            f"Other users can read {path}, which holds keys. Run: chmod 600 '{path}' "
            "(and think about replacing the keys).",
        )


@contextlib.contextmanager
def _translate_os_errors(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise CredentialError("unsafe_file", f"{path} is a symbolic link. Remove it.") from None
        raise CredentialError("os_error", f"{path} cannot be used: {error.strerror}.") from None


@contextlib.contextmanager
def _file_lock(folder: int, path: Path) -> Generator[None]:
    """Hold the lock among all processes. It is a separate file, because the credentials file is replaced."""
    fd = os.open("credentials.lock", os.O_RDWR | os.O_CREAT | _OPEN_FLAGS, 0o600, dir_fd=folder)
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT_S
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise CredentialError(
                        "busy",
                        f"Another process is changing {path} for too long. Try again when it has ended.",
                    ) from None
                time.sleep(0.02)
        yield
    finally:
        os.close(fd)


def _write_atomically(folder: int, name: str, data: bytes) -> None:
    """Replace the file in one step. The new file is readable only by its owner from its creation on."""
    temporary = f".credentials-{secrets.token_hex(8)}.tmp"
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN_FLAGS, 0o600, dir_fd=folder)
    try:
        with open(fd, "wb") as file:
            os.fchmod(fd, 0o600)  # the umask may have removed the owner's permissions
            file.write(data)
            file.flush()
            os.fsync(fd)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise


def _remove_leftovers(folder: int) -> None:
    """Delete temporary files of processes that were killed while writing: they contain keys."""
    for name in os.listdir(folder):
        if _TEMPORARY_NAME.fullmatch(name):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
