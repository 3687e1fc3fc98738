"""Cures for what the client's tools found: names, imports, brackets, unused things. Not a checker of its own."""

from collections.abc import Callable
from typing import Final

from understudy.nes.port import Candidate, Diagnostic, Situation, Trigger
from understudy.nes.symbolic.consequences.work import Work
from understudy.nes.symbolic.diagnosing.messages import Fault, read
from understudy.nes.symbolic.diagnosing.names import similar, undefined
from understudy.nes.symbolic.diagnosing.signs import bracket, colon
from understudy.nes.symbolic.diagnosing.unused import constant, unused_import, unused_name
from understudy.nes.syntax import sound

__all__ = ["propose"]

_CURES: Final[dict[str, Callable[[Work, Diagnostic, Fault], list[Candidate]]]] = {
    "undefined": undefined,
    "similar": similar,
    "unused": unused_name,
    "unused-import": unused_import,
    "constant": constant,
    "expected": bracket,
    "unclosed": bracket,
    "colon": colon,
}
_MOST: Final = 12
"""Diagnostics that are looked at; in a broken text there may be hundreds."""
_SEVERITIES: Final = ("error", "warning", "information", "hint")


def propose(situation: Situation) -> list[Candidate]:
    """The candidates, the likeliest first; when asked for a cure, the nearest to the cursor first. Never raises."""
    own = [one for one in situation.diagnostics if one.uri == situation.page.uri]
    if not own or "edit" not in situation.kinds:
        return []
    cursor = situation.cursor.line
    own.sort(key=lambda one: (abs(one.span.start.line - cursor), _SEVERITIES.index(one.severity)))
    work = Work(situation)
    made: list[Candidate] = []
    for diagnostic in own[:_MOST]:
        if work.late:
            break
        try:
            fault = read(diagnostic.message)
            found = _CURES[fault.cure](work, diagnostic, fault) if fault else []
        except Exception:  # noqa: BLE001, S112 (a text may hold anything; silence is the right answer to it)
            continue
        made.extend(one for one in found if not situation.refused(one) and sound(situation.page, one.edits))
    if situation.trigger is not Trigger.DIAGNOSTIC:
        made.sort(key=lambda one: -one.chance)
    return made
