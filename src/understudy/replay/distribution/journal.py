"""A file of finished tasks, from which an interrupted run continues. One JSON object a line, appended and synced.

A task is recognised by a fingerprint of everything that its result depends on. A line that was cut off when the
process was killed is ignored. The file is deleted when all is done.
"""

import contextlib
import hashlib
import os
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from understudy.replay.errors import ReplayError

__all__ = ["Journal", "fingerprint"]

T = TypeVar("T")


def fingerprint(*parts: bytes | str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:32]


class _Line(msgspec.Struct, frozen=True):
    task: str
    result: msgspec.Raw


class Journal(Generic[T]):
    """The results of the finished tasks of type T. Without a path nothing is kept."""

    def __init__(self, path: Path | None, kind: type[T]) -> None:
        self._path = path
        self._results: dict[str, T] = {}
        self._length = 0
        if path is not None and path.exists():
            with _reporting(path):
                self._results = dict(self._read(path.read_bytes(), kind))

    def __len__(self) -> int:
        return len(self._results)

    def get(self, task: str) -> T | None:
        return self._results.get(task)

    def add(self, task: str, result: T) -> None:
        if self._path is None:
            return
        line = msgspec.json.encode(_Line(task, msgspec.Raw(msgspec.json.encode(result)))) + b"\n"
        with _reporting(self._path), self._path.open("r+b" if self._path.exists() else "w+b") as file:
            file.truncate(self._length)  # without a line that was cut off
            file.seek(self._length)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._length += len(line)

    def delete(self) -> None:
        if self._path is not None:
            with _reporting(self._path):
                self._path.unlink(missing_ok=True)

    def _read(self, data: bytes, kind: type[T]) -> Iterable[tuple[str, T]]:
        for line in data.splitlines(keepends=True):
            try:
                if not line.endswith(b"\n"):
                    return
                decoded = msgspec.json.decode(line, type=_Line)
                result = msgspec.json.decode(decoded.result, type=kind)
            except (msgspec.DecodeError, UnicodeDecodeError):
                if self._length:
                    return  # what follows a damaged line is done again
                raise ReplayError(
                    "bad_usage", f"{self._path} is no journal of a run. Name another file, or delete it."
                ) from None
            self._length += len(line)
            yield decoded.task, result


@contextlib.contextmanager
def _reporting(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise ReplayError("os_error", f"{path} cannot be used: {error.strerror}.") from None
