"""Runs `git` so that an untrusted repository cannot execute anything.

Uses plumbing commands only, which ignore aliases, pagers and signatures; no hooks, no external diff, no text
conversion, no file-system monitor, no filters, no fetching. Owns the child processes. Knows nothing of cases.
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
    """A file that a commit changed: its path and the blob ids before and after."""

    path: str
    old_blob: str
    new_blob: str


class Commit(NamedTuple):
    id: str
    touched: int
    """The number of files that it changed in any way."""
    changes: list[BlobChange]
    """Only files that were regular files before and are after."""


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
        except ReplayError:  # a bare repository has no working tree
            self.root = folder.resolve()

    def resolve(self, revision: str) -> str:
        """Return the id of the commit that a revision names. Raises ReplayError."""
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
        """Return the commits reachable from HEAD but not from `since`, without merges, the newest first."""
        try:
            newest = self.resolve("HEAD")
        except ReplayError:
            raise ReplayError("bad_repository", f"{self._folder} has no commits yet.") from None
        excluded = [] if since is None else [f"^{self.resolve(since)}"]
        rev_list = self._spawn_git("rev-list", "--no-merges", newest, *excluded)
        try:
            with self._git_process(
                "diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--root",
                "--no-ext-diff", "--no-textconv", stdin=rev_list.stdout,
            ) as diff_tree:  # fmt: skip
                assert diff_tree.stdout is not None  # noqa: S101
                yield from _parse_raw_diff(_read_fields(diff_tree.stdout))
                if diff_tree.wait(GIT_TIMEOUT_S) or rev_list.wait(GIT_TIMEOUT_S):
                    raise ReplayError("git_failed", f"git cannot read all commits of {self._folder}.")
        finally:
            _kill(rev_list)

    def changed_files(self) -> list[BlobChange]:
        """Return files that may differ from HEAD. git reads them where dates do not decide, but without filters."""
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
        """Return settings that disable the programs of every filter configured in this repository."""
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
            messages = done.stderr.decode("utf-8", "replace").strip().splitlines()
            reason = messages[0].removeprefix("fatal: ") if messages else f"git {words[0]} failed"
            raise ReplayError("git_failed", reason.rstrip(".") + ".")
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
    """Reads texts by blob id. Valid only inside `Repository.open_blobs`."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdin is not None  # noqa: S101
        assert child.stdout is not None  # noqa: S101
        self._requests, self._responses = child.stdin, child.stdout

    def read_text(self, blob: str, max_bytes: int) -> str | None:
        """Return a blob's text; None if it is binary, not UTF-8, longer than `max_bytes` or missing."""
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
    """Remove git's own variables: they name programs to run and other repositories."""
    inherited = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return {
        **inherited,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C.UTF-8",
    }


def _config_variables(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that pass settings to git, whatever characters their names contain."""
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
    """Return the fields of a stream, separated by zero bytes."""
    rest = b""
    while chunk := stream.read(GIT_READ_CHUNK_BYTES):
        *fields, rest = (rest + chunk).split(b"\0")
        yield from fields
        if len(rest) > MAX_GIT_FIELD_BYTES:
            raise ReplayError("git_failed", "git named a file in a way that cannot be read.")


def _parse_raw_diff(fields: Iterator[bytes]) -> Iterator[Commit]:
    """Parse `--raw -z` output: a commit id, then `:mode mode blob blob status` and `path` for each file."""
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
