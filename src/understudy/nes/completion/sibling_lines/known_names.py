"""Which names the texts around a place have."""

from understudy.nes.completion.limits import MAX_LISTED_LINES, MIN_LISTED_NAME_CHARS
from understudy.nes.completion.texts import Place

__all__ = ["find_begun_name", "is_whole_name", "occurs_elsewhere"]


def find_begun_name(place: Place, begun: str) -> str | None:
    """Return the only name that begins like this, apart from those of the lines above."""
    if len(begun) < MIN_LISTED_NAME_CHARS:
        return None
    at = len(place.prefix.tokens) - 1
    edited = place.texts[0]
    used: set[str] = set()
    for number in range(place.line - 1, max(edited.first, place.line - MAX_LISTED_LINES) - 1, -1):
        line = edited.at(number)
        if line.indent != place.prefix.indent or len(line.tokens) <= at:
            break
        used.add(line.tokens[at])
    found: set[str] = set()
    for text in place.texts:
        if text.is_deleted:
            continue
        for number in text.lines_containing(begun):
            if text.is_edited and number == place.line:
                continue
            found.update(one for one in text.at(number).tokens if one.startswith(begun) and one != begun)
        found -= used
        if found:
            break  # the nearest text decides
    return found.pop() if len(found) == 1 else None


def occurs_elsewhere(place: Place, name: str, lines_above: int = 0) -> bool:
    """Whether a line has the name, apart from the typed one and so many above it."""
    return any(
        name in text.at(number).tokens
        for text in place.texts
        for number in text.lines_containing(name)
        if not (text.is_edited and place.line - lines_above <= number <= place.line)
    )


def is_whole_name(place: Place) -> bool:
    """Whether the typed name is complete: other lines have it behind the same token, and no longer one."""
    name, before = place.prefix.tokens[-1], place.prefix.tokens[-2:-1]
    found: set[str] = set()
    for text in place.texts:
        for number in text.lines_containing(name):
            if text.is_edited and number == place.line:
                continue
            tokens = text.at(number).tokens
            found.update(
                token
                for at, token in enumerate(tokens)
                if token.startswith(name) and (not before or tokens[max(0, at - 1) : at] == before)
            )
    return found == {name}
