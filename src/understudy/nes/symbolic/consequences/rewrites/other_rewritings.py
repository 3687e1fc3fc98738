"""Drops repetitions that make something else of an expression than the examples of a rewriting show."""

from collections.abc import Sequence
from typing import TypeVar

from understudy.nes.errors import run_guarded
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.compared_values import drop_other_comparisons
from understudy.nes.symbolic.consequences.rewrites.logged_messages import drop_other_messages
from understudy.nes.symbolic.consequences.rewrites.rewritten_calls import drop_other_rewrites
from understudy.nes.symbolic.consequences.rewrites.rewritten_texts import drop_other_compositions
from understudy.nes.symbolic.consequences.rewrites.type_aliases import drop_other_aliases
from understudy.nes.symbolic.consequences.rule_context import RuleContext

__all__ = ["drop_other_rewritings"]


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def drop_other_rewritings(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those."""
    found = run_guarded(drop_other_rewrites, candidates, context, candidates)
    found = run_guarded(drop_other_compositions, found, context, found)
    found = run_guarded(drop_other_messages, found, context, found)
    found = run_guarded(drop_other_comparisons, found, context, found)
    return run_guarded(drop_other_aliases, found, context, found)
