"""The users of a server: their tokens, which are stored as hashes, their folders and their limits.

Owns the users file, a TOML file that a person may edit:

    [users.alice]
    token_sha256 = "…"            # of the token that `--add-user alice` printed
    roots = ["/srv/alice"]        # default: the folders of the command line
    mcp = false                   # whether her clients may name MCP servers

    [users.alice.limits]
    tokens_per_day = 2_000_000

A token has 256 random bits, so one plain hash of it is enough: there is nothing to guess. The file is read again if
it changes; if it cannot be read then, the users stay as they were, and that is logged.
"""

import hashlib
import hmac
import logging
import os
import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

__all__ = ["NAME_PATTERN", "User", "UserLimits", "Users", "UsersError", "add_user", "hash_token", "new_token"]

logger = logging.getLogger(__name__)

NAME_PATTERN: Final = r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}"
_TOKEN_PREFIX: Final = "us_"  # noqa: S105 - marks a token for tools that search texts for secrets
_Count = Annotated[int, msgspec.Meta(ge=0)]


class UsersError(Exception):
    """The users file cannot be used. The message says what to fix."""


class UserLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one user may have at the same time on one server, and may use in a day."""

    connections: _Count = 200
    sessions: _Count = 100
    concurrent_turns: _Count = 10
    concurrent_commands: _Count = 10
    tokens_per_day: _Count | None = None
    command_memory_mib: _Count = 4096
    """Memory that the commands of one session may have together, where the system has control groups."""
    command_processes: _Count = 512
    command_cpus: _Count | None = None
    """CPUs' worth of time that they may use; None for all."""


@dataclass(frozen=True, slots=True)
class User:
    name: str
    roots: tuple[str, ...]
    """Absolute folders of this server."""
    limits: UserLimits = field(default_factory=UserLimits)
    allows_mcp: bool = False


class _UserEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token_sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """None for a user that an OIDC issuer authenticates."""
    roots: tuple[str, ...] | None = None
    mcp: bool = False
    limits: UserLimits = UserLimits()


class _UsersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    users: dict[Annotated[str, msgspec.Meta(pattern=f"^{NAME_PATTERN}$")], _UserEntry] = {}


def new_token() -> str:
    return _TOKEN_PREFIX + secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


class Users:
    """Finds the user of a token. One user without a file: `Users.single`."""

    def __init__(self, file: Path | None, default_roots: Sequence[str]) -> None:
        """Raises UsersError."""
        self._file = file
        self._default_roots = tuple(default_roots)
        self._version: tuple[int, int, int] | None = None
        self._by_name: dict[str, User] = {}
        self._hashes: dict[str, str] = {}
        if file is not None:
            self._load(file)

    @classmethod
    def single(cls, name: str, token: str, roots: Sequence[str]) -> "Users":
        users = cls(None, roots)
        users._by_name = {name: User(name, tuple(roots))}
        users._hashes = {name: hash_token(token)}
        return users

    def find_by_token(self, token: str) -> User | None:
        self._reload_if_changed()
        given = hash_token(token)
        found: str | None = None
        for (
            name,
            stored,
        ) in self._hashes.items():  # all of them: the time says nothing about which one matched
            if hmac.compare_digest(given, stored):
                found = name
        return None if found is None else self._by_name[found]

    def find_by_name(self, name: str) -> User | None:
        """For a user whom somebody else authenticated."""
        self._reload_if_changed()
        return self._by_name.get(name)

    def foreign_roots(self, user: User) -> tuple[str, ...]:
        """The folders of other users that this user does not have, too."""
        own = {os.path.realpath(root) for root in user.roots}
        others = {
            os.path.realpath(root)
            for other in self._by_name.values()
            for root in other.roots
            if other.name != user.name
        }
        return tuple(sorted(others - own))

    def _reload_if_changed(self) -> None:
        if self._file is None:
            return
        try:
            if _version(self._file) != self._version:
                self._load(self._file)
        except (OSError, UsersError) as error:
            logger.warning(
                "the users file was changed and cannot be used; the users stay as they were: %s", error
            )

    def _load(self, file: Path) -> None:
        version, entries = _read(file)
        by_name = {
            name: User(
                name,
                tuple(
                    os.path.abspath(root)
                    for root in (entry.roots if entry.roots is not None else self._default_roots)
                ),
                entry.limits,
                entry.mcp,
            )
            for name, entry in entries.items()
        }
        _check_roots(file, by_name)
        self._by_name = by_name
        self._hashes = {
            name: entry.token_sha256 for name, entry in entries.items() if entry.token_sha256 is not None
        }
        self._version = version


def _version(file: Path) -> tuple[int, int, int]:
    status = file.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(file: Path) -> tuple[tuple[int, int, int], Mapping[str, _UserEntry]]:
    try:
        version = _version(file)
        if file.stat().st_mode & 0o022:
            raise UsersError(f"Others can write to {file}, and add themselves. Run: chmod go-w {file}")
        table: Any = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise UsersError(
            f"There is no users file {file}. Make one with --add-user NAME --users {file}."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsersError(f"The users file {file} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise UsersError(f"The users file {file} is no TOML: {error}.") from None
    try:
        return version, msgspec.convert(table, _UsersFile).users
    except msgspec.ValidationError as error:
        raise UsersError(f"The users file {file} is not understood: {error}.") from None


def _check_roots(file: Path, users: Mapping[str, User]) -> None:
    """A folder inside another user's folder would be seen by both."""
    owned = [(user.name, os.path.realpath(root)) for user in users.values() for root in user.roots]
    for name, root in owned:
        for other, outer in owned:
            if name != other and root != outer and root.startswith(outer.rstrip("/") + "/"):
                if any(user == name and own == outer for user, own in owned):
                    continue  # the user has the outer folder as well
                raise UsersError(
                    f"In {file} the folder {root} of {name} lies inside {outer} of {other}, who could read it. "
                    "Give them folders beside each other, or the same one."
                )


def add_user(file: Path, name: str, roots: Sequence[str]) -> str:
    """Add a user, or give an existing one a new token; return the token, which is stored nowhere.

    Raises UsersError.
    """
    if re.fullmatch(NAME_PATTERN, name) is None:
        raise UsersError(
            "The name of a user has letters, digits and . _ @ - only, and begins with a letter or digit."
        )
    token = new_token()
    text = file.read_text("utf-8") if file.exists() else ""
    entries: Mapping[str, _UserEntry] = _read(file)[1] if file.exists() else {}
    existing = entries.get(name)
    if existing is not None:
        if existing.token_sha256 is None:
            raise UsersError(f"{name} has no token in {file}: an OIDC issuer authenticates this user.")
        text = text.replace(existing.token_sha256, hash_token(token))
    else:
        lines = [f'[users."{name}"]', f'token_sha256 = "{hash_token(token)}"']
        if roots:
            lines.append(f"roots = [{', '.join(_quote(os.path.abspath(root)) for root in roots)}]")
        text = f"{text.rstrip()}\n\n" if text.strip() else ""
        text += "\n".join(lines) + "\n"
    _write(file, text)
    return token


def _quote(text: str) -> str:
    """A TOML basic string; JSON escapes the same characters in the same way."""
    return msgspec.json.encode(text).decode()


def _write(file: Path, text: str) -> None:
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise UsersError(f"The users file {file} cannot be written: {error}.") from None
