"""Names that are nearly the one that was written."""

from collections.abc import Iterable

from understudy.nes.symbolic.limits import MIN_CORRECTED_NAME_CHARS

__all__ = ["edit_distance", "nearest_name"]


def edit_distance(one: str, other: str, max_distance: int = 2) -> int:
    """How many letters are wrong, missing, too many or swapped with the next; `most` + 1 if more than `most`."""
    if abs(len(one) - len(other)) > max_distance:
        return max_distance + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        now = [row]
        for column, right in enumerate(other, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (left != right))
            if row > 1 and column > 1 and left == other[column - 2] and one[row - 2] == right:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if min(now) > max_distance:
            return max_distance + 1
        before, last = last, now
    return last[-1]


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """The only name that is nearest, if it is near enough for the length of the word."""
    if len(name) < MIN_CORRECTED_NAME_CHARS:
        return None
    most = 1 if len(name) < 5 else 2
    best: list[str] = []
    least = most + 1
    for other in set(names):
        if other == name or len(other) < MIN_CORRECTED_NAME_CHARS:
            continue
        far = edit_distance(name, other, most)
        if far < least:
            least, best = far, [other]
        elif far == least and far <= most:
            best.append(other)
    return best[0] if least <= most and len(best) == 1 else None
