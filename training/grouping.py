"""The difference of two releases, parted into what may have been commits: files that change the same rare words."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from understudy.replay.cases import Hunk

__all__ = ["groups"]

MOST_FILES: Final = 5
MOST_HUNKS: Final = 25
MOST_COMPARED: Final = 250
"""Files of one difference: each is compared with each."""
LEAST: Final = 0.12
"""How much two files must have in common; as much as being in one folder counts."""
NAMESAKES: Final = 0.5
"""What a module and its test have in common by their names alone."""

_WORD: Final = re.compile(r"[A-Za-z_]\w{2,}")
_TEST: Final = re.compile(r"^tests?[_-]?|[._-]?(?:tests?|spec)$")
_COMMON: Final = frozenset({"", "index", "mod", "__init__", "lib", "main"})


def groups(changed: Mapping[str, Sequence[Hunk]]) -> list[list[str]]:
    """Join the two files that have most in common, again and again, as long as the groups stay small."""
    paths = [path for path, hunks in changed.items() if len(hunks) <= MOST_HUNKS][:MOST_COMPARED]
    words = {path: _words(changed[path]) for path in paths}
    uses = Counter(word for found in words.values() for word in found)
    worth = {word: math.log(1 + len(paths) / count) for word, count in uses.items()}
    pairs = [
        (_affinity(one, other, words, worth), one, other) for one, other in itertools.combinations(paths, 2)
    ]
    pairs.sort(key=lambda pair: -pair[0])
    group = {path: [path] for path in paths}
    for affinity, one, other in pairs:
        first, second = group[one], group[other]
        if affinity < LEAST:
            break
        if first is second or len(first) + len(second) > MOST_FILES:
            continue
        if sum(len(changed[path]) for path in (*first, *second)) <= MOST_HUNKS:
            first += second
            group.update(dict.fromkeys(second, first))
    return [sorted(found) for path, found in group.items() if path == min(found)]


def _words(hunks: Sequence[Hunk]) -> set[str]:
    """Those that are there more often or less often afterwards."""
    count: Counter[str] = Counter()
    for hunk in hunks:
        count.update(_WORD.findall("\n".join(hunk.new)))
        count.subtract(_WORD.findall("\n".join(hunk.old)))
    return {word for word, change in count.items() if change}


def _affinity(one: str, other: str, words: Mapping[str, set[str]], worth: Mapping[str, float]) -> float:
    mine, theirs = words[one], words[other]
    score = sum(worth[word] for word in mine & theirs) / math.sqrt((len(mine) + 4) * (len(theirs) + 4))
    first, second = PurePosixPath(one), PurePosixPath(other)
    if first.parent == second.parent:
        score += LEAST
    name = _TEST.sub("", first.stem.lower())
    return score + NAMESAKES if name == _TEST.sub("", second.stem.lower()) and name not in _COMMON else score
