"""How one name follows from another: `"red"` shows `RED_LIGHT`, `setName` shows `name`, `size` shows `get_size`.

A relation is read off examples, and gives the name that belongs to a new one.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["name_parts", "related_name"]

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


class _Core(NamedTuple):
    """The parts of a name that other names of a row do not share."""

    parts: tuple[str, ...]
    text: str


@lru_cache(maxsize=8192)
def name_parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name in small letters."""
    return tuple(part.lower() for part in _PART.findall(name))


def related_name(sources: Sequence[str], source: str, results: Sequence[str]) -> str | None:
    """Return what belongs to a source as each result belongs to its source; None if that is no relation."""
    if all(map(str.__eq__, sources, results)):
        return source
    cores = _own_cores([*sources, source])
    if cores is None:
        return None
    new, first = cores[-1], results[0]
    spans = [_find_parts(result, core.parts) for result, core in zip(results, cores[:-1], strict=True)]
    begin, end = spans[0]
    if end < 0:
        return None
    around = name_parts(first[:begin]), name_parts(first[end:])
    for (at, until), result, core in zip(spans[1:], results[1:], cores[1:-1], strict=True):
        if until < 0 or (name_parts(result[:at]), name_parts(result[until:])) != around:
            return None
        if _spelled_like(cores[0], first, begin, end, core) != result[at:until]:
            return None
    return first[:begin] + _spelled_like(cores[0], first, begin, end, new) + first[end:]


def _own_cores(names: Sequence[str]) -> list[_Core] | None:
    """Return what each name has between the parts that all share; None if one of them has nothing there."""
    all_parts = [name_parts(name) for name in names]
    shortest = min(map(len, all_parts))
    lead = trail = 0
    while lead < shortest and len({parts[lead] for parts in all_parts}) == 1:
        lead += 1
    while trail < shortest - lead and len({parts[-1 - trail] for parts in all_parts}) == 1:
        trail += 1
    if lead + trail >= shortest:
        return None
    cores: list[_Core] = []
    for name, parts in zip(names, all_parts, strict=True):
        spans = [match.span() for match in _PART.finditer(name)][lead : len(parts) - trail]
        cores.append(_Core(parts[lead : len(parts) - trail], name[spans[0][0] : spans[-1][1]]))
    return cores


def _find_parts(name: str, parts: tuple[str, ...]) -> tuple[int, int]:
    """Return where a name has these parts; an end below zero if it has them not, or twice."""
    own = name_parts(name)
    places = [at for at in range(len(own) - len(parts) + 1) if own[at : at + len(parts)] == parts]
    if len(places) != 1:
        return 0, -1
    spans = [match.span() for match in _PART.finditer(name)][places[0] : places[0] + len(parts)]
    return spans[0][0], spans[-1][1]


def _spelled_like(old: _Core, name: str, begin: int, end: int, new: _Core) -> str:
    """Return the new core as the old one is written in a name."""
    written = name[begin:end]
    if written == old.text:
        return new.text
    if written.isupper() and (len(written) > 1 or name.isupper()):
        return "_".join(new.parts).upper()
    if written[0].isupper():
        return "".join(part.capitalize() for part in new.parts)
    if "_" in written or "_" in new.text or len(new.parts) == 1:
        return "_".join(new.parts)
    return new.parts[0] + "".join(part.capitalize() for part in new.parts[1:])
