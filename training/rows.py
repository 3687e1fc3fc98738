"""The features file: one row a line for each suggestion that was weighed, with whether it was right.

Owns the format, and which projects may not be learned from. A row holds no source text.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["Row", "TrainingError", "is_held_out", "project_of", "read_rows", "rounded", "write_rows"]

DIGITS: Final = 4
"""That a figure keeps; the weights have no more."""

_HELD_OUT: Final = re.compile(
    r"(?<![a-z])(?:flask|starlette|express(?:js)?|got|gin|ripgrep)(?![a-z])|^(?:rust-)?(?:grep(?:-\w+)?|ignore|globset)$",
    re.IGNORECASE,
)
"""The projects of the shared replay cases, and the crates that live with one of them."""


class TrainingError(Exception):
    """Says what is wrong and what to do."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    case: str
    ask: int
    """Which question of the case it was an answer to: one answer is shown, so they compete."""
    family: str
    chance: float
    """That it had when this was collected."""
    right: bool
    features: dict[str, float] | None = None
    """Those that are not zero; None for what has its chance from elsewhere and is only a competitor."""
    draft: int = 0
    """The same for the same change at the same place: one that is offered again and again counts once."""


_decoder: Final = msgspec.json.Decoder(Row)
_encoder: Final = msgspec.json.Encoder()


def project_of(case: str) -> str:
    """The project that a case is of: `debian/gradle/4.4/x.patch`, `npm/@a/b/1..2#3`, `pallets/flask@7126a22334`."""
    parts = case.split("/")
    if "@" in parts[-1]:  # as `understudy nes cases` names them
        return case.rpartition("@")[0]
    return "/".join(parts[: 3 if len(parts) > 1 and parts[1].startswith("@") else 2])


def is_held_out(project: str) -> bool:
    return any(_HELD_OUT.search(part) for part in project.split("/"))


def rounded(features: dict[str, float]) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in features.items() if value}


def write_rows(path: Path, rows: Iterable[Row]) -> int:
    """How many there were. A file that is only half written has another name."""
    count = 0
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            for row in rows:
                file.write(_encoder.encode(row) + b"\n")
                count += 1
        part.replace(path)
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
    return count


def read_rows(path: Path) -> Iterator[Row]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield _decoder.decode(line)
                except msgspec.DecodeError as error:
                    raise TrainingError(
                        f"{path}, line {number}: no row ({error}). 'python -m training collect' makes such files."
                    ) from None
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror}.") from None
