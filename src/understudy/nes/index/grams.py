"""A table of four-byte grams that finds the files that may contain a literal, so that few texts are searched.

Each file has one bit in each of SLOT_COUNT rows; a gram of its text sets the bit in the row of the gram. A
search ANDs the rows of the grams of its literal. The result may hold false positives, but no false negatives. A
plain search through 24 MiB takes about 10 ms for each literal; the table takes a tenth of a millisecond.
"""

import sys
from functools import lru_cache
from typing import Final

__all__ = [
    "ALL_FILES_OF_BLOCK",
    "FILES_PER_BLOCK",
    "MAX_KNOWN_LITERALS",
    "GramTable",
    "gram_signature",
    "numbers_of",
]

SLOT_COUNT: Final = 8192
HASH_MODULUS: Final = 8191
GRAM_BYTES: Final = 4
FILES_PER_BLOCK: Final = 512
"""Files in one block of rows."""
ROW_BYTES: Final = FILES_PER_BLOCK // 8
MAX_KNOWN_LITERALS: Final = 256
ALL_FILES_OF_BLOCK: Final = (1 << FILES_PER_BLOCK) - 1


def gram_signature(text: str) -> bytearray:
    """Return one byte for each slot, 1 if the text has a gram of it."""
    # Grams of literals never span white space, and repeated words add nothing: process each word once.
    data = " ".join(set(text.split())).encode("utf-8", "surrogatepass")
    found: set[int] = set()
    view = memoryview(data)
    for start in range(GRAM_BYTES):
        found.update(view[start : start + (len(data) - start) // GRAM_BYTES * GRAM_BYTES].cast("I"))
    signature = bytearray(SLOT_COUNT)
    for gram in found:
        signature[gram % HASH_MODULUS] = 1
    return signature


@lru_cache(maxsize=1024)
def _literal_rows(literal: str) -> tuple[tuple[int, int], ...]:
    """Return where the rows of the literal's grams begin and end in a block.

    A request searches for the same literals as the one before.
    """
    found: set[int] = set()
    for word in literal.split():
        data = word.encode("utf-8", "surrogatepass")
        for start in range(len(data) - GRAM_BYTES + 1):
            found.add(int.from_bytes(data[start : start + GRAM_BYTES], sys.byteorder) % HASH_MODULUS)
    return tuple((slot * ROW_BYTES, (slot + 1) * ROW_BYTES) for slot in found)


class GramTable:
    """Files are small numbers assigned by the caller, who clears a number before reusing it."""

    def __init__(self) -> None:
        self._blocks: list[bytearray | memoryview] = []
        """Rows from disk are read-only until a file of their block changes."""
        self._known_bits: dict[str, list[int]] = {}
        """By literal, for the files as they are: a request searches for the same as the one before."""

    def add(self, file_number: int, signature: bytearray) -> None:
        """Add the grams of a signature to those of the file."""
        self._known_bits.clear()
        block, byte, bit = file_number // FILES_PER_BLOCK, file_number % FILES_PER_BLOCK // 8, file_number % 8
        while len(self._blocks) <= block:
            self._blocks.append(bytearray(SLOT_COUNT * ROW_BYTES))
        rows = self._writable_rows(block)
        column = int.from_bytes(rows[byte::ROW_BYTES], "little") | int.from_bytes(signature, "little") << bit
        rows[byte::ROW_BYTES] = column.to_bytes(SLOT_COUNT, "little")

    def clear(self, file_number: int) -> None:
        self._known_bits.clear()
        block, byte, bit = file_number // FILES_PER_BLOCK, file_number % FILES_PER_BLOCK // 8, file_number % 8
        if block >= len(self._blocks):
            return
        rows = self._writable_rows(block)
        others = bytes(value & ~(1 << bit) & 0xFF for value in range(256))
        rows[byte::ROW_BYTES] = rows[byte::ROW_BYTES].translate(others)

    def block(self, number: int) -> bytes:
        """Return the rows of a block."""
        return bytes(self._blocks[number]) if number < len(self._blocks) else bytes(SLOT_COUNT * ROW_BYTES)

    def append_block(self, rows: bytes | memoryview) -> None:
        if len(rows) != SLOT_COUNT * ROW_BYTES:
            raise ValueError("the rows of a block have another size")
        self._known_bits.clear()
        self._blocks.append(memoryview(rows))

    def _writable_rows(self, block: int) -> bytearray:
        rows = self._blocks[block]
        if not isinstance(rows, bytearray):
            rows = self._blocks[block] = bytearray(rows)
        return rows

    def candidates_for(self, literal: str) -> list[int] | None:
        """Return the numbers of the files that may contain the literal, ascending; None if it is too short."""
        blocks = self.candidate_bits(literal)
        return None if blocks is None else numbers_of(blocks)

    def candidate_bits(self, literal: str) -> list[int] | None:
        """Return one bit for each file that may contain the literal, by block; None if it is too short."""
        known = self._known_bits.get(literal)
        if known is not None:
            return known
        literal_rows = _literal_rows(literal)
        if not literal_rows:
            return None
        blocks: list[int] = []
        to_number = int.from_bytes
        for rows in self._blocks:
            files = ALL_FILES_OF_BLOCK
            for start, end in literal_rows:
                files &= to_number(rows[start:end], "little")
                if not files:
                    break
            blocks.append(files)
        if len(self._known_bits) >= MAX_KNOWN_LITERALS:
            self._known_bits.clear()
        self._known_bits[literal] = blocks
        return blocks


def numbers_of(blocks: list[int]) -> list[int]:
    """Return the numbers of the files whose bits are set, ascending."""
    numbers: list[int] = []
    for index, files in enumerate(blocks):
        first = index * FILES_PER_BLOCK
        while files:
            lowest = files & -files
            numbers.append(first + lowest.bit_length() - 1)
            files ^= lowest
    return numbers
