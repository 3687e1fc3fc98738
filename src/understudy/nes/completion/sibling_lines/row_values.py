"""The tokens of the next line of a row: what the lines of the row share, and names and numbers that follow from the
typed ones, from each other, or from a list or another row elsewhere.

A token for which no reason is found has no value, and then nothing is known about the line.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.sibling_lines.counterparts import counterpart_names
from understudy.nes.completion.sibling_lines.known_names import find_begun_name, occurs_elsewhere
from understudy.nes.completion.sibling_lines.name_relations import related_name
from understudy.nes.completion.sibling_lines.paired_names import paired_values
from understudy.nes.completion.sibling_lines.successors import find_successor
from understudy.nes.completion.texts import Place

__all__ = ["Example", "FilledTokens", "fill_tokens"]

_QUOTES: Final = frozenset("\"'`")
_OPERATORS: Final = ("+", "-", "*", "/", "%")


class Example(NamedTuple):
    """A line of the row, perhaps with the header of its block."""

    offset: int
    """Where it is in the row: -1 is the nearest above the typed line, 1 the nearest below."""
    number: int
    line: LineTokens
    tokens: tuple[str, ...]
    """With those of the header."""
    shape: str


class FilledTokens(NamedTuple):
    tokens: list[str]
    derived: int
    """How many of the tokens behind the typed ones follow from something else."""
    is_certain: bool
    """The row has enough lines, or enough of the typed one agrees with them."""


def fill_tokens(
    place: Place,
    examples: Sequence[Example],
    known: Sequence[str],
    begun: str,
    own: range,
    *,
    is_following: bool = False,
) -> FilledTokens | None:
    """Return the tokens of the typed line; None if one of them is not known.

    `known`: the tokens that are typed whole, with those of the header. `begun`: the beginning of the next one.
    `own`: the lines of the row. `is_following`: the line follows a line of the row.
    """
    values = list(zip(*(one.tokens for one in examples), strict=True))
    if not _are_compatible(place, values, known):
        return None
    row = _Row(place, examples, values, list(known), begun, own)
    if row.is_repeated or (not is_following and len(examples) == 2 and row.has_constant_string):
        return None
    derived = 0
    for at in range(len(known), len(values)):
        if len(set(values[at])) == 1:
            value = values[at][0]
        else:
            value = row.derive(at)
            derived += at > len(known) or value != begun
        if value is None or (at == len(known) and not value.startswith(begun)):
            return None
        row.add(value)
    return FilledTokens(row.known, derived, row.is_certain)


def _are_compatible(place: Place, values: Sequence[tuple[str, ...]], known: Sequence[str]) -> bool:
    """Whether the typed tokens are those that the lines share, and names of the same kind where these differ."""
    for token, shown in zip(known, values, strict=False):
        if token in shown:
            continue
        if len(set(shown)) == 1:
            return False
        if not place.keywords.isdisjoint((token, *shown)) or not (token[0].isalnum() or token[0] == "_"):
            return False
    return True


class _Row:
    """The lines of a row, and the typed one as far as its tokens are known."""

    def __init__(
        self,
        place: Place,
        examples: Sequence[Example],
        values: Sequence[tuple[str, ...]],
        known: list[str],
        begun: str,
        own: range,
    ) -> None:
        self._place = place
        self._examples = examples
        self._values = values
        """The tokens of all lines at each place."""
        self._own = own
        self._typed = len(known)
        self._begun = begun
        self.known = known
        self._holes = [at for at, token in enumerate(known) if any(one != token for one in values[at])]
        """Where the lines of the row differ, as far as the typed line is known."""
        self._is_made = False
        self._strings = _find_strings(examples[0])

    @property
    def is_repeated(self) -> bool:
        """Whether the typed line has a name of another line of the row, or one that all lines have elsewhere."""
        if not self._holes:
            return False
        shared = {
            shown[0] for at, shown in enumerate(self._values) if at >= self._typed and len(set(shown)) == 1
        }
        return all(self.known[at] in self._values[at] for at in self._holes) or any(
            self.known[at] in shared for at in self._holes if not self.known[at].isdecimal()
        )

    @property
    def is_certain(self) -> bool:
        """Whether more than two lines show how a name follows from the typed one, or a header tells the lines
        apart, or a word behind the name is typed as in the other lines."""
        last = max([hole for hole in self._holes if hole < self._typed], default=-1)
        if not self._is_made or len(self._examples) > 2 or last < 0:
            return True
        first = len(self._examples[0].tokens) - len(self._examples[0].line.tokens)
        behind = [*self.known[last + 1 : self._typed], self._begun]
        return last < first or any(one.isalpha() for one in behind)

    @property
    def has_constant_string(self) -> bool:
        """Whether a string to come is the same in all lines: two lines do not show that it is in a third one."""
        return any(
            first >= self._typed
            and any(self._examples[0].shape[at] in "wn" for at in range(first, end))
            and all(len(set(self._values[at])) == 1 for at in range(first, end))
            for first, end in self._strings
        )

    def add(self, value: str) -> None:
        if any(one != value for one in self._values[len(self.known)]):
            self._holes.append(len(self.known))
        self.known.append(value)

    def derive(self, at: int) -> str | None:
        """Return the token where several lines of the row have different ones."""
        shown = self._values[at]
        related: set[str | None] = {
            related_name(self._values[hole], self.known[hole], shown)
            for hole in self._holes
            if self._is_related(hole, shown)
        }
        if related:
            name = related.pop()
            self._is_made = self._is_made or name not in self.known
            return name if name is not None and not related and self._may_be_written(name, at) else None
        if all(map(str.isdecimal, shown)):
            return self._next_number(at, shown)
        if self._examples[0].shape[at] != "w":
            return None
        begun = self._begun if at == self._typed else ""
        for name in self._listed_names(at, shown):
            if name is not None and name.startswith(begun) and self._begins_like_typed(name, shown):
                return name
        return None

    def _listed_names(self, at: int, shown: tuple[str, ...]) -> Iterator[str | None]:
        """Yield what other lines of the texts give for the name, the best first."""
        yield self._paired(shown)
        yield self._opposite(shown)
        yield self._successor(at, shown)
        yield self._counterpart(shown)
        yield self._begun_name(at)

    def _is_related(self, hole: int, shown: tuple[str, ...]) -> bool:
        """Whether the names of the row follow from those at another place."""
        others = self._values[hole]
        if shown[0].isdecimal() and len(shown) < 3:
            return False  # two equal numbers in each of two lines may be chance
        return related_name(others[1:], others[0], shown[1:]) == shown[0]

    def _may_be_written(self, name: str, at: int) -> bool:
        """Whether a name that follows from another one is known, or is part of a string, a key or a member."""
        shape = self._examples[0].shape
        if self._is_in_string(at) or shape[at + 1 : at + 2] == ":":
            return True
        if shape[at - 1 : at] in (".", ">", ":"):
            is_shown = name in self.known and len(self._examples) > 2
            return is_shown or occurs_elsewhere(self._place, name)
        if name in self.known:
            return name in self._place.edited.near_words
        return occurs_elsewhere(self._place, name)

    def _is_in_string(self, at: int) -> bool:
        return any(first <= at < end for first, end in self._strings)

    def _next_number(self, at: int, shown: tuple[str, ...]) -> str | None:
        numbers = [(one.offset, int(value)) for one, value in zip(self._examples, shown, strict=True)]
        (first, number), (second, other) = numbers[:2]
        step, rest = divmod(number - other, first - second)
        if rest or any(value != number + step * (offset - first) for offset, value in numbers):
            return None
        is_operand = self._examples[0].shape[at - 1 : at] in _OPERATORS
        if len(numbers) < 3 and (abs(step) != 1 or is_operand or self._is_in_string(at)):
            return None
        value = number - step * first
        return str(value).zfill(len(shown[0]) if shown[0][0] == "0" else 0) if value >= 0 else None

    def _paired(self, shown: tuple[str, ...]) -> str | None:
        """The name that another row pairs with a typed one."""
        found: set[str] = set()
        for hole in self._holes:
            pairs = list(zip(self._values[hole], shown, strict=True))
            if self.known[hole] not in self._values[hole]:
                found.update(paired_values(self._place, self.known[hole], pairs[:2], self._own))
        return found.pop() if len(found) == 1 else None

    def _opposite(self, shown: tuple[str, ...]) -> str | None:
        """The name whose line has the typed one on the other side, if two lines belong together like that."""
        for hole in self._holes:
            pairs = set(zip(self._values[hole], shown, strict=True))
            found = {key for key, value in pairs if value == self.known[hole]}
            if len(found) == 1 and any((value, key) in pairs for key, value in pairs if key != value):
                return found.pop()
        return None

    def _successor(self, at: int, shown: tuple[str, ...]) -> str | None:
        """The name that follows in a list; not if the user has typed another name, which decides."""
        is_chosen = any(
            hole < self._typed
            and not self._values[hole][0].isdecimal()
            and not self._is_abbreviation(hole, shown)
            for hole in self._holes
        )
        if is_chosen or [one.offset for one in self._examples[:2]] != [-1, -2]:
            return None
        is_begun = (at == self._typed and bool(self._begun)) or any(
            hole < self._typed for hole in self._holes
        )
        found = find_successor(self._place, shown, self._own, from_start=not is_begun)
        return related_name([found[0]], found[1], [shown[0]]) if found is not None else None

    def _begun_name(self, at: int) -> str | None:
        """The only name that begins as typed, where it is the first in which the lines differ."""
        if at > self._typed or self._holes or len(set(self._values[at])) < len(self._examples):
            return None
        is_repeated = any(self._is_related(at, shown) for shown in self._values[at + 1 :])
        return find_begun_name(self._place, self._begun) if is_repeated else None

    def _counterpart(self, shown: tuple[str, ...]) -> str | None:
        """The other side of a name that goes with a typed one: `longitude` for `lon` where `lat` has `latitude`."""
        for hole in self._holes:
            if self._is_abbreviation(hole, shown):
                found = {*counterpart_names(self._values[hole][0], self.known[hole], shown[0])}
                return found.pop() if len(found) == 1 else None
        return None

    def _is_abbreviation(self, hole: int, shown: tuple[str, ...]) -> bool:
        """Whether each name of the row begins with the token that its line has at another place."""
        return all(
            one.lower().startswith(short.lower()) and len(short) < len(one)
            for short, one in zip(self._values[hole], shown, strict=True)
        )

    def _begins_like_typed(self, name: str, shown: tuple[str, ...]) -> bool:
        return all(
            name.lower().startswith(self.known[hole].lower())
            for hole in self._holes
            if self._is_abbreviation(hole, shown)
        )


def _find_strings(example: Example) -> list[tuple[int, int]]:
    """Return where strings are in the line, without their quotes."""
    found: list[tuple[int, int]] = []
    first = len(example.tokens) - len(example.line.tokens)
    opened: int | None = None
    for at in range(first, len(example.tokens)):
        token = example.tokens[at]
        if opened is None:
            opened = at if token in _QUOTES else None
        elif token == example.tokens[opened]:
            found.append((opened + 1, at))
            opened = None
    return found
