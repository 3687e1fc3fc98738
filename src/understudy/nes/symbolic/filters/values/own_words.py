"""A word that names the place of an edit is not repeated at another place (see `consequences.values.own_words`).

A candidate that adds such a word where it names nothing is improbable, unless the user has also added it at a place
that it does not belong to. Another candidate for the same line that has the word of that place instead is then as
probable as the one with the wrong word was. A text without code is a place as a whole: `test_multiple_builds` in
`test-multiple-builds.yml` names that file, and nothing in another one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from understudy.languages import find_language
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import OwnWord, added_words, find_own_words, is_other_place
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_words_of_other_files", "limit_words_of_other_places"]

_WORD: Final = re.compile(r"[a-z]{3,}")


def limit_words_of_other_places(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    likely = [one for one in unscored if one.probability > OTHER_TYPE_PROBABILITY and one.is_line_change]
    if not likely:
        return
    owned: dict[str, set[OwnWord]] = {}
    others: set[str] = set()
    for added, own in _examples(patterns, situation):
        for one in own:
            owned.setdefault(one.word, set()).add(one)
        others |= added - {one.word for one in own}
    if not owned:
        return
    limited: dict[tuple[str, int], float] = {}
    """The highest probability of a wrong word, by the line."""
    kept: list[UnscoredCandidate] = []
    for candidate in likely:
        added = added_words(candidate.snapshot.lines[candidate.line], candidate.new[0])
        words = [one for word in added - others for one in owned.get(word, ())]
        if words and is_other_place(candidate.snapshot, candidate.line, words):
            place = candidate.snapshot.uri, candidate.line
            limited[place] = max(limited.get(place, 0.0), candidate.probability)
            candidate.probability = OTHER_TYPE_PROBABILITY
        elif candidate.family == "analogy":
            kept.append(candidate)
    for candidate in kept:
        probability = limited.get((candidate.snapshot.uri, candidate.line), 0.0)
        candidate.probability = max(candidate.probability, probability)


def _examples(
    patterns: EditPatterns, situation: Situation
) -> Iterator[tuple[frozenset[str], frozenset[OwnWord]]]:
    """The words that the user added to each line, and those of them that belong to its place."""
    for example in patterns.line_examples:
        added = added_words(example.old, example.new)
        snapshot = situation.snapshot_at(example.edit.uri) if added and example.edit.line >= 0 else None
        if snapshot is None or example.new not in example.edit.new:
            continue
        line = example.edit.line + example.edit.new.index(example.new)
        if line < len(snapshot.lines) and snapshot.lines[line] == example.new:
            yield added, find_own_words(snapshot, line, example.old, example.new)


def limit_words_of_other_files(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to repeat a word that is in the name of each edited file, and not in that of the text."""
    own: set[str] = set()
    others: set[str] = set()
    for example in patterns.line_examples:
        added = _added_words(example.old, example.new)
        named = added & _words_of_file(example.edit.uri)
        own |= named
        others |= added - named
    own -= others
    if not own:
        return
    for one in unscored:
        if one.probability <= OTHER_TYPE_PROBABILITY or not one.is_line_change:
            continue
        named = _words_of_file(one.snapshot.uri)
        if named and not own.isdisjoint(_added_words(one.snapshot.lines[one.line], one.new[0]) - named):
            one.probability = OTHER_TYPE_PROBABILITY


@lru_cache(maxsize=1024)
def _added_words(old: str, new: str) -> frozenset[str]:
    return frozenset(_WORD.findall(new.lower())) - frozenset(_WORD.findall(old.lower()))


@lru_cache(maxsize=256)
def _words_of_file(uri: str) -> frozenset[str]:
    """The words of the name of a file without code."""
    if find_language("", uri).functions is not None:
        return frozenset()
    return frozenset(_WORD.findall(uri.rpartition("/")[2].partition(".")[0].lower()))
