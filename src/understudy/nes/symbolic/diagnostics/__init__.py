"""Fixes for diagnostics that the client reports: names, imports, brackets, unused names. Not a checker itself."""

from collections.abc import Callable
from typing import Final

from understudy.nes.engine_api import Candidate, Diagnostic, Situation, Trigger
from understudy.nes.symbolic.consequences import RuleContext, run_rule
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage, parse_message
from understudy.nes.symbolic.diagnostics.punctuation import fix_bracket, fix_colon
from understudy.nes.symbolic.diagnostics.undefined_names import fix_misspelled_name, fix_undefined_name
from understudy.nes.symbolic.diagnostics.unused_names import (
    fix_never_reassigned,
    fix_unused_import,
    fix_unused_name,
)
from understudy.nes.symbolic.limits import MAX_DIAGNOSTICS
from understudy.nes.syntax import is_syntax_preserved

__all__ = ["propose"]

_FIXES: Final[dict[str, Callable[[RuleContext, Diagnostic, ParsedMessage], list[Candidate]]]] = {
    "undefined": fix_undefined_name,
    "similar": fix_misspelled_name,
    "unused": fix_unused_name,
    "unused-import": fix_unused_import,
    "constant": fix_never_reassigned,
    "expected": fix_bracket,
    "unclosed": fix_bracket,
    "colon": fix_colon,
}
_SEVERITIES: Final = ("error", "warning", "information", "hint")


def propose(situation: Situation) -> list[Candidate]:
    """Return the candidates, the most probable first; for the diagnostic trigger, the nearest to the cursor first.

    A fix that raises is logged and has no candidates.
    """
    own = [one for one in situation.diagnostics if one.uri == situation.snapshot.uri]
    if not own or "edit" not in situation.supported_kinds:
        return []
    cursor = situation.cursor.line
    own.sort(key=lambda one: (abs(one.span.start.line - cursor), _SEVERITIES.index(one.severity)))
    work = RuleContext(situation)
    made: list[Candidate] = []
    for diagnostic in own[:MAX_DIAGNOSTICS]:
        if work.is_past_deadline:
            break
        found = run_rule(_fix, work, diagnostic)
        made.extend(
            one
            for one in found
            if not situation.is_rejected(one) and is_syntax_preserved(situation.snapshot, one.edits)
        )
    if situation.trigger is not Trigger.DIAGNOSTIC:
        made.sort(key=lambda one: -one.probability)
    return made


def _fix(context: RuleContext, diagnostic: Diagnostic) -> list[Candidate]:
    parsed = parse_message(diagnostic.message)
    return run_rule(_FIXES[parsed.problem], context, diagnostic, parsed) if parsed else []
