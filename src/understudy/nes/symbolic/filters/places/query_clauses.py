"""What one statement of SQL got says nothing about another statement.

A limit or an order belongs to one query until the user has added it to two. What a condition or a join says may
hold for other queries of the same tables: see `query_tables`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_clauses_of_other_queries"]

_CLAUSE: Final = re.compile(
    r"(?i)(?:(?<=\s)|(?<=[\"'`])|^)"
    r"((?:LIMIT|OFFSET)\s+(?=[\d:?$%@({])|FETCH\s+(?:FIRST|NEXT)\b|ORDER\s+BY\b|FOR\s+UPDATE\b)"
)
_FIRST_WORDS: Final = ("limit", "offset", "fetch", "order", "for")


def limit_clauses_of_other_queries(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Lower the probability of candidates that add a clause which the user has added once."""
    added = {
        (block.edit.serial, clause)
        for block in patterns.blocks
        for clause in _added_clauses(tuple(block.old), tuple(block.new))
    }
    once = {clause for clause, count in Counter(clause for _, clause in added).items() if count == 1}
    if once:
        for one in unscored:
            if not once.isdisjoint(_added_clauses(tuple(one.old), tuple(one.new))):
                one.probability = min(one.probability, OTHER_TYPE_PROBABILITY)


@lru_cache(maxsize=1024)
def _added_clauses(old: tuple[str, ...], new: tuple[str, ...]) -> frozenset[str]:
    if not any(word in line for line in map(str.lower, new) for word in _FIRST_WORDS):
        return frozenset()
    before, after = Counter(_clauses(old)), Counter(_clauses(new))
    return frozenset(after - before)


def _clauses(lines: Iterable[str]) -> list[str]:
    return [one.split()[0].upper() for line in lines for one in _CLAUSE.findall(line)]
