"""Drops repetitions that make something else of an expression than the examples of a rewriting show."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from understudy.nes.symbolic.consequences.rewrites.compared_values import drop_other_comparisons
from understudy.nes.symbolic.consequences.rewrites.logged_messages import drop_other_messages
from understudy.nes.symbolic.consequences.rewrites.rewritten_calls import drop_other_rewrites
from understudy.nes.symbolic.consequences.rewrites.rewritten_texts import drop_other_compositions
from understudy.nes.symbolic.consequences.rewrites.type_aliases import drop_other_aliases
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.text import TextSnapshot

__all__ = ["drop_other_rewritings"]


class _LineCandidate(Protocol):
    snapshot: TextSnapshot
    line: int
    line_count: int
    new: tuple[str, ...]


_Candidate = TypeVar("_Candidate", bound=_LineCandidate)


def drop_other_rewritings(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those."""
    candidates = drop_other_compositions(context, drop_other_rewrites(context, candidates))
    candidates = drop_other_comparisons(context, drop_other_messages(context, candidates))
    return drop_other_aliases(context, candidates)
