"""The body of a block whose header the user has just typed, with the cursor below it in an empty line.

The blocks above show the body: a row of `if`s, of cases, or of functions that read a member each. A line that is
begun is completed by `nes.completion`.
"""

from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_OWNER_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText, whole_word_columns
from understudy.nes.symbolic.consequences.rules import RuleProbability, StaleFeatures
from understudy.nes.syntax import find_sibling_body
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_sibling_bodies"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures())


def propose_sibling_bodies(context: RuleContext) -> list[Candidate]:
    """Propose the body of the block that begins above the cursor."""
    text, (line, column) = context.current_text, context.situation.cursor
    if not 0 < line < len(text.raw) or text.raw[line].strip():
        return []
    edit = context.situation.edits[-1]
    if edit.uri != text.snapshot.uri or edit.origin is not EditOrigin.TYPED:
        return []
    if not edit.line <= line - 1 < edit.line + len(edit.new) or text.raw[line - 1] in edit.old:
        return []
    found = find_sibling_body(
        text.raw[max(0, line - MAX_OWNER_LINES) : line],
        text.language,
        lambda name: _occurs_elsewhere(text, name, line - 1),
    )
    below = next((one for one in text.raw[line + 1 :] if one.strip()), "")
    if found is None or below.startswith(
        found.lines[0][: len(found.lines[0]) - len(found.lines[0].lstrip())]
    ):
        return []
    is_open = bool(found.closing) and not below.startswith(found.closing)
    typed = text.raw[line][:column]
    written = "\n".join([*found.lines, *([found.closing] if is_open else ())])
    start = column if written.startswith(typed) else 0
    return [
        Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="sibling-body",
            pattern=text.raw[line - 1].strip(),
            topic=text.raw[line - 1].strip(),
            why="The blocks above have such a body.",
            edits=(Replacement(Span(Point(line, start), Point(line, len(text.raw[line]))), written[start:]),),
            probability=PROBABILITY.estimate(StaleFeatures()),
        )
    ]


def _occurs_elsewhere(text: SourceText, name: str, header: int) -> bool:
    return any(
        line != header and whole_word_columns(name, text.raw[line])
        for line in text.raw_lookup.iterate_containing(name)
    )
