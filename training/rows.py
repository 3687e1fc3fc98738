"""The features file: one row for each scored candidate, with whether it was right.

Owns the format, and which projects must not be learned from. A row contains no source text.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from understudy.nes.symbolic.feature_names import Features

__all__ = ["Row", "TrainingError", "is_held_out", "project_of", "read_rows", "rounded", "write_rows"]

DIGITS: Final = 4
"""Decimal places of a feature; the weights have no more."""

_HELD_OUT: Final = re.compile(
    r"(?<![a-z])(?:flask|starlette|express(?:js)?|got|gin|ripgrep)(?![a-z])|^(?:rust-)?(?:grep(?:-\w+)?|ignore|globset)$",
    re.IGNORECASE,
)
"""The projects of the shared replay cases, and the crates in the repository of one of them."""


class TrainingError(Exception):
    """The message says what is wrong and how to fix it."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    case: str
    ask: int
    """The number of the request in the case: candidates of one request compete, because one is displayed."""
    family: str
    chance: float
    """The probability at the time of collection."""
    right: bool
    features: dict[str, float] | None = None
    """Nonzero features; None for a competitor whose probability is not fitted here."""
    draft: int = 0
    """Identifies the change and its place: a candidate that is proposed repeatedly counts once."""


_decoder: Final = msgspec.json.Decoder(Row)
_encoder: Final = msgspec.json.Encoder()


def project_of(case: str) -> str:
    """The project of a case: `debian/gradle/4.4/x.patch`, `npm/@a/b/1..2#3`, `pallets/flask@7126a22334`."""
    parts = case.split("/")
    if "@" in parts[-1]:  # the naming of `understudy nes cases`
        return case.rpartition("@")[0]
    return "/".join(parts[: 3 if len(parts) > 1 and parts[1].startswith("@") else 2])


def is_held_out(project: str) -> bool:
    return any(_HELD_OUT.search(part) for part in project.split("/"))


def rounded(features: Features) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in features.items() if value}


def write_rows(path: Path, rows: Iterable[Row]) -> int:
    """Return the number of rows. A partly written file has another name."""
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
