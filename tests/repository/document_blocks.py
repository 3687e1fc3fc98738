"""Every fenced block of README.md and docs/, with the command lines of those that are for a shell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["REPOSITORY", "Block", "read_blocks"]

REPOSITORY = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)(```+|~~~+)(.*)$")
COMMENT = re.compile(r"(?:^|\s+)#\s.*$")


@dataclass(frozen=True, slots=True)
class Block:
    document: str
    line: int
    """Where it begins, from 1."""
    language: str
    body: str

    @property
    def name(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def commands(self) -> list[str]:
        """Its lines without comments; a shell block of these documents has one command a line."""
        lines = (COMMENT.sub("", line).strip() for line in self.body.splitlines())
        return [line for line in lines if line]


def read_blocks() -> list[Block]:
    paths = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
    return [block for path in paths for block in _blocks_of(path)]


def _blocks_of(path: Path) -> Iterator[Block]:
    document = str(path.relative_to(REPOSITORY))
    lines = iter(enumerate(path.read_text().splitlines(), 1))
    for number, line in lines:
        if not (begin := FENCE.match(line)):
            continue
        body: list[str] = []
        for _, inner in lines:
            if inner.strip() == begin[2]:
                break
            body.append(inner)
        else:
            raise AssertionError(f"{document}:{number} has no end")
        yield Block(document, number, begin[3].strip(), "".join(f"{one}\n" for one in body))
