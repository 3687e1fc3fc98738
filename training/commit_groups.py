"""Splits the difference of two releases into probable commits: files that change the same rare words."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from understudy.replay.cases import Hunk

__all__ = ["group_files"]

MAX_GROUP_FILES: Final = 5
MAX_GROUP_HUNKS: Final = 25
MAX_COMPARED_FILES: Final = 250
"""Each file of a difference is compared with each other."""
MIN_AFFINITY: Final = 0.12
"""The least affinity of two files of one group; being in one folder counts as much."""
SAME_NAME_AFFINITY: Final = 0.5
"""The affinity of a module and its test, by their names alone."""

_WORD: Final = re.compile(r"[A-Za-z_]\w{2,}")
_TEST: Final = re.compile(r"^tests?[_-]?|[._-]?(?:tests?|spec)$")
_COMMON: Final = frozenset({"", "index", "mod", "__init__", "lib", "main"})


def group_files(changed: Mapping[str, Sequence[Hunk]]) -> list[list[str]]:
    """Repeatedly join the two files with the greatest affinity, as long as the groups stay small."""
    paths = [path for path, hunks in changed.items() if len(hunks) <= MAX_GROUP_HUNKS][:MAX_COMPARED_FILES]
    words = {path: _words(changed[path]) for path in paths}
    uses = Counter(word for found in words.values() for word in found)
    weights = {word: math.log(1 + len(paths) / count) for word, count in uses.items()}
    pairs = [
        (_affinity(one, other, words, weights), one, other) for one, other in itertools.combinations(paths, 2)
    ]
    pairs.sort(key=lambda pair: -pair[0])
    group = {path: [path] for path in paths}
    for affinity, one, other in pairs:
        first, second = group[one], group[other]
        if affinity < MIN_AFFINITY:
            break
        if first is second or len(first) + len(second) > MAX_GROUP_FILES:
            continue
        if sum(len(changed[path]) for path in (*first, *second)) <= MAX_GROUP_HUNKS:
            first += second
            group.update(dict.fromkeys(second, first))
    return [sorted(found) for path, found in group.items() if path == min(found)]


def _words(hunks: Sequence[Hunk]) -> set[str]:
    """The words whose number of occurrences changes."""
    count: Counter[str] = Counter()
    for hunk in hunks:
        count.update(_WORD.findall("\n".join(hunk.new)))
        count.subtract(_WORD.findall("\n".join(hunk.old)))
    return {word for word, change in count.items() if change}


def _affinity(one: str, other: str, words: Mapping[str, set[str]], weights: Mapping[str, float]) -> float:
    own_words, other_words = words[one], words[other]
    score = sum(weights[word] for word in own_words & other_words) / math.sqrt(
        (len(own_words) + 4) * (len(other_words) + 4)
    )
    first, second = PurePosixPath(one), PurePosixPath(other)
    if first.parent == second.parent:
        score += MIN_AFFINITY
    name = _TEST.sub("", first.stem.lower())
    return (
        score + SAME_NAME_AFFINITY
        if name == _TEST.sub("", second.stem.lower()) and name not in _COMMON
        else score
    )
