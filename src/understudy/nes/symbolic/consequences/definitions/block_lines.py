"""The lines of the block that a line is in."""

from collections.abc import Iterator, Sequence

from understudy.nes.symbolic.consequences.limits import MAX_EXTRACTED_SCOPE_LINES

__all__ = ["lines_below_in_block"]


def lines_below_in_block(lines: Sequence[str], number: int, indent: str) -> Iterator[int]:
    """Yield the numbers of the lines below a line that are indented like its block; blank ones are left out."""
    first = number + 1
    for line in range(first, min(len(lines), first + MAX_EXTRACTED_SCOPE_LINES)):
        if not lines[line].strip():
            continue
        if not lines[line].startswith(indent):
            return
        yield line
