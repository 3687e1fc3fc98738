"""A parameter was removed from a function: its line in the documentation of the function goes, too.

reStructuredText, Google style, JSDoc and Javadoc. An entry of several lines is left to the user.
"""

import re
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_DOC_LINES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import FunctionNode, functions_at, parameter_names
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_doc_parameters"]

PROBABILITY: Final = RuleProbability(0.75, StaleFeatures(stale=STALE_SHIFT))


def propose_doc_parameters(context: RuleContext) -> list[Candidate]:
    """Propose to remove the documentation of a removed parameter."""
    for change in context.without_dormant(context.cause_changes):
        text = context.current_text
        if change.edit.uri != text.snapshot.uri or not change.is_current(text):
            continue
        for function, name in _removed_parameters(text, change):
            line = _find_entry(text, function, name)
            if line is not None:
                span = Span(Point(line, 0), Point(line + 1, 0))
                return [
                    Candidate(
                        kind="edit",
                        uri=text.snapshot.uri,
                        family="doc-parameter",
                        pattern=f"{name} of {function.name} is gone",
                        why=f"{function.name} does not take {name} any more.",
                        edits=(Replacement(span, ""),),
                        probability=PROBABILITY.estimate(StaleFeatures(change.age)),
                    )
                ]
    return []


def _removed_parameters(text: SourceText, change: Change) -> list[tuple[FunctionNode, str]]:
    start = text.offset_at(change.edit.line)
    functions = list(functions_at(text, start, start + len("\n".join(change.edit.new))))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return []
    end = start + len("\n".join(change.edit.old))
    old = {one.name: parameter_names(old_text, one) for one in functions_at(old_text, start, end)}
    found: list[tuple[FunctionNode, str]] = []
    for one in functions:
        new = parameter_names(text, one)
        removed = [name for name in old.get(one.name, ()) if name not in new]
        if len(removed) == 1 and tuple(name for name in old[one.name] if name != removed[0]) == new:
            found.append((one, removed[0]))
    return found


def _find_entry(text: SourceText, function: FunctionNode, name: str) -> int | None:
    """Return the line that documents the parameter, if it is one line."""
    first = text.point_at(function.node.start_byte).line
    is_python = text.language.id == "python"
    lines = (
        range(first, min(len(text.raw), first + MAX_DOC_LINES))
        if is_python
        else range(max(0, first - MAX_DOC_LINES), first)
    )
    entry = re.compile(
        rf"\s*(?::param\s+(?:\w+\s+)?{name}\s*:|{name}\s*(?:\([^)]*\))?\s*:\s)"
        if is_python
        else rf"\s*\*\s*@param\s+(?:\{{[^}}]*\}}\s*)?\[?{name}\b"
    )
    others = re.compile(r"\s*(?::\w+|\w+\s*(?:\([^)]*\))?\s*:\s|\"\"\"|''')|\s*\*\s*(?:@|/)|\s*\Z")
    found = [line for line in lines if entry.match(text.raw[line]) and _is_prose(text, line)]
    if len(found) != 1 or found[0] + 1 >= len(text.raw) or '"""' in text.raw[found[0]]:
        return None
    return found[0] if others.match(text.raw[found[0] + 1]) else None


def _is_prose(text: SourceText, line: int) -> bool:
    return line < len(text.code) and not text.code[line].strip(" *")
