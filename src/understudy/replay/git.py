"""The `git` program, asked so that a repository of strangers can run nothing.

Plumbing only, which obeys no aliases, pagers or signatures; no hooks, no external diff, no text conversion, no
file-system monitor, no filters, no fetching. Owns the child processes. Knows nothing of cases.
"""

import os
import subprocess
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, NamedTuple

from understudy.replay.errors import ReplayError
from understudy.replay.limits import (
    GIT_READ_CHUNK_BYTES,
    GIT_TIMEOUT_S,
    MAX_GIT_FIELD_BYTES,
    MAX_GIT_OUTPUT_BYTES,
)

__all__ = ["BlobChange", "Commit", "Repository"]


_SAFE_CONFIG: Final = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.untrackedCache=false",
    "protocol.allow=never",
    "submodule.recurse=false",
)
_REGULAR_FILE_MODES: Final = frozenset({b"100644", b"100755"})


class BlobChange(NamedTuple):
    """A file that a commit changed: paths and names of the contents before and after."""

    path: str
    old_blob: str
    new_blob: str


class Commit(NamedTuple):
    id: str
    touched: int
    """How many files it touched in any way."""
    changes: list[BlobChange]
    """Those that were plain files and still are."""


class Repository:
    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._environ = _clean_environ(environ)
        try:
            self._run_git("rev-parse", "--absolute-git-dir")
        except ReplayError as error:
            if error.code == "no_git":
                raise
            raise ReplayError("bad_repository", f"{folder} cannot be used: {error.message}") from None
        try:
            self.root = Path(os.fsdecode(self._run_git("rev-parse", "--show-toplevel").rstrip(b"\n")))
        except ReplayError:  # a bare one has no files
            self.root = folder.resolve()

    def resolve(self, revision: str) -> str:
        """The commit that a revision names."""
        try:
            found = self._run_git(
                "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
            )
        except ReplayError:
            raise ReplayError(
                "bad_revision", f"{self._folder} has no commit {revision}. Name a branch, a tag or an id."
            ) from None
        return found.decode("ascii", "replace").strip()

    def commits(self, since: str | None = None) -> Iterator[Commit]:
        """The commits that lead to HEAD, without merges, the newest first; `since` and what led to it left out."""
        try:
            newest = self.resolve("HEAD")
        except ReplayError:
            raise ReplayError("bad_repository", f"{self._folder} has no commits yet.") from None
        excluded = [] if since is None else [f"^{self.resolve(since)}"]
        walking = self._spawn_git("rev-list", "--no-merges", newest, *excluded)
        try:
            with self._git_process(
                "diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--root",
                "--no-ext-diff", "--no-textconv", stdin=walking.stdout,
            ) as differing:  # fmt: skip
                assert differing.stdout is not None  # noqa: S101
                yield from _parse_raw_diff(_read_fields(differing.stdout))
                if differing.wait(GIT_TIMEOUT_S) or walking.wait(GIT_TIMEOUT_S):
                    raise ReplayError("git_failed", f"git cannot read all commits of {self._folder}.")
        finally:
            _kill(walking)

    def changed_files(self) -> list[BlobChange]:
        """Files that may differ from HEAD. Where dates do not tell, git reads them, but never through a filter."""
        found = self._run_git(
            "diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "HEAD", "--",
            settings=self._disabled_filters(),
        )  # fmt: skip
        commit = next(_parse_raw_diff(iter([b"0" * 40, *found.split(b"\0")])), None)
        return commit.changes if commit else []

    @contextmanager
    def open_blobs(self) -> Generator["BlobReader"]:
        with self._git_process("cat-file", "--batch", stdin=subprocess.PIPE) as child:
            yield BlobReader(child)

    def _disabled_filters(self) -> dict[str, str]:
        """Settings that take the programs out of every filter that this repository knows."""
        try:
            names = self._run_git("config", "--name-only", "-z", "--get-regexp", r"^filter\..*")
        except ReplayError:  # there are none
            return {}
        found = [name.decode("utf-8", "surrogateescape") for name in names.split(b"\0") if name]
        return {name: "false" if name.endswith(".required") else "" for name in found}

    def _run_git(self, *words: str, settings: Mapping[str, str] | None = None) -> bytes:
        try:
            done = subprocess.run(
                self._command(*words),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=GIT_TIMEOUT_S,
                env=self._environ | _config_variables(settings or {}),
                check=False,
            )
        except FileNotFoundError:
            raise ReplayError("no_git", "The program git is not there. Install it.") from None
        except subprocess.TimeoutExpired:
            raise ReplayError(
                "git_failed", f"git {words[0]} took more than {GIT_TIMEOUT_S:g} seconds."
            ) from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            why = said[0].removeprefix("fatal: ") if said else f"git {words[0]} failed"
            raise ReplayError("git_failed", why.rstrip(".") + ".")
        if len(done.stdout) > MAX_GIT_OUTPUT_BYTES:
            raise ReplayError("git_failed", f"git {words[0]} answered with more than can be taken.")
        return done.stdout

    def _command(self, *words: str) -> list[str]:
        settings = [word for setting in _SAFE_CONFIG for word in ("-c", setting)]
        return ["git", "--no-pager", "--no-replace-objects", *settings, "-C", str(self._folder), *words]

    def _spawn_git(
        self, *words: str, stdin: int | IO[bytes] | None = subprocess.DEVNULL
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self._command(*words),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._environ,
        )

    @contextmanager
    def _git_process(
        self, *words: str, stdin: int | IO[bytes] | None
    ) -> Generator["subprocess.Popen[bytes]"]:
        child = self._spawn_git(*words, stdin=stdin)
        try:
            yield child
        finally:
            _kill(child)


class BlobReader:
    """Texts by the name that git has for them. Valid inside `Repository.contents` only."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdin is not None  # noqa: S101
        assert child.stdout is not None  # noqa: S101
        self._requests, self._responses = child.stdin, child.stdout

    def read_text(self, blob: str, max_bytes: int) -> str | None:
        """None for what is binary, not UTF-8, longer than `most` bytes or not there."""
        try:
            self._requests.write(blob.encode() + b"\n")
            self._requests.flush()
        except BrokenPipeError:
            raise ReplayError("git_failed", "git cat-file ended before it was done.") from None
        words = self._responses.readline(GIT_READ_CHUNK_BYTES).split()
        if len(words) != 3:
            return None
        size = int(words[2])
        if size > max_bytes:
            left = size + 1
            while left and (part := self._responses.read(min(left, GIT_READ_CHUNK_BYTES))):
                left -= len(part)
            return None
        data = self._responses.read(size + 1)[:-1]
        if words[1] != b"blob" or b"\0" in data:
            return None
        try:
            return data.decode()
        except UnicodeDecodeError:
            return None


def _clean_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """No variable of git's own comes through: they name programs to run and other repositories."""
    kept = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C.UTF-8",
    }


def _config_variables(settings: Mapping[str, str]) -> dict[str, str]:
    """How git takes settings whose names may hold anything."""
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        variables |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return variables


def _kill(child: "subprocess.Popen[bytes]") -> None:
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    child.kill()
    child.wait()


def _read_fields(stream: IO[bytes]) -> Iterator[bytes]:
    """What stands between zero bytes."""
    rest = b""
    while chunk := stream.read(GIT_READ_CHUNK_BYTES):
        *fields, rest = (rest + chunk).split(b"\0")
        yield from fields
        if len(rest) > MAX_GIT_FIELD_BYTES:
            raise ReplayError("git_failed", "git named a file in a way that cannot be read.")


def _parse_raw_diff(fields: Iterator[bytes]) -> Iterator[Commit]:
    """`id`, then `:mode mode name name status` and `path` for each file."""
    commit: Commit | None = None
    for field in fields:
        if not field.startswith(b":"):
            if commit is not None:
                yield commit
            commit = Commit(field.decode("ascii", "replace").strip(), 0, []) if field.strip() else None
            continue
        path = next(fields, None)
        words = field[1:].split()
        if commit is None or path is None or len(words) != 5:
            continue
        before, after, old, new, status = words
        commit = commit._replace(touched=commit.touched + 1)
        if (
            status == b"M"
            and before in _REGULAR_FILE_MODES
            and after in _REGULAR_FILE_MODES
            and _is_utf8(path)
        ):
            commit.changes.append(BlobChange(path.decode(), old.decode(), new.decode()))
    if commit is not None:
        yield commit


def _is_utf8(path: bytes) -> bool:
    try:
        return bool(path.decode())
    except UnicodeDecodeError:
        return False
