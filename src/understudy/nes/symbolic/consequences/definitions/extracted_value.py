"""A variable was added for an expression that the lines below it repeat: they use the variable.

Only in the block of the definition, up to a line that assigns to a name of the expression, and only for expressions
that are written on one line.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions.block_lines import lines_below_in_block
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_EXTRACTED_PLACES,
    MAX_TEXT_LINE_CHARS,
    MIN_EXTRACTED_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, identifiers_in
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_extracted_values"]

PROBABILITY: Final = RuleProbability(0.6, StaleFeatures(stale=STALE_SHIFT))

_DEFINITION: Final = re.compile(
    r"\s*(?:,\s*)?(?:(?:const|let|var|final|auto|val|mut|static|public|private|[A-Z]\w*(?:<[^=]*>)?)\s+)*"
    r"(?P<name>[A-Za-z_$][\w$]*)(?:\s*:(?![:=])[^=()]+)?\s*(?::=|=(?![=>~]))\s*(?P<value>\S.*?)[;,]?\s*\Z"
)
_NOT_REPEATABLE: Final = re.compile(
    r"\b(?:await|yield|new|function|lambda|require|import|if|else|for|in|not|and|or)\b"
    r"|=>|\|\||&&|\?|[{}]|[<>+*/%-] |(?i:now|time|random|next|read|pop|shift|recv|uuid|create|make|open)\w*\("
)
"""An expression with an effect or another value each time, or one that needs brackets in another place."""
_ACCESS: Final = re.compile(r"\w(?:\.|->|::|\[)\w|\w\(.*\w.*\)")
"""A member, an element or a call with arguments: what is longer to write than a name."""
_IDENTIFIER: Final = re.compile(r"(?<![\w.$])[A-Za-z_$][\w$]*")
_ASSIGNMENT: Final = r"(?<![\w.$]){name}(?:(?:,\s*\w+)*\s*(?:[-+*/|&]|:)?=(?!=)|\s*:[^=(]+=(?!=)|\+\+|--)"


class _ExtractedValue(NamedTuple):
    name: str
    value: str
    line: int
    indent: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Where the expression stands: as a whole, and not to be assigned to."""
        return _whole_expression(self.value)


@lru_cache(maxsize=64)
def _whole_expression(value: str) -> re.Pattern[str]:
    end = r"(?![\w$(])" if value[-1] not in ")]" else ""
    return re.compile(rf"(?<![\w.$>:]){re.escape(value)}{end}(?!\s*(?:[-+*/|&]|:)?=(?!=))")


def propose_extracted_values(context: RuleContext) -> list[Candidate]:
    """Propose the new variable where its expression is repeated."""
    text = context.current_text
    found: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or edit.uri != text.snapshot.uri:
            continue
        if not change.is_current(text) or context.is_past_deadline:
            continue
        values = list(_find_values(text, change))
        found += _candidates(text, change, values, _lines_edited_since(context, change))
    return found[:MAX_EXTRACTED_PLACES]


def _find_values(text: SourceText, change: Change) -> Iterator[_ExtractedValue]:
    for at, name, value in _new_definitions(change.edit.old, change.edit.new):
        if len(text.raw_lookup.lines_containing(value)) < 2:
            continue  # before the text is parsed: most expressions are not repeated
        number = change.edit.line + at
        if text.code and text.code[number].strip():
            yield _ExtractedValue(name, value, number, _block_indentation(text.raw, number))


@lru_cache(maxsize=256)
def _new_definitions(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """The lines of an edit that define a variable to be used below: the line, the name and the expression."""
    found: list[tuple[int, str, str]] = []
    replaced = "\n".join(old)
    for at, line in enumerate(new):
        match = _DEFINITION.match(line) if "=" in line and len(line) <= MAX_TEXT_LINE_CHARS else None
        if match is None or not _is_repeatable(match["name"], match["value"]):
            continue
        if match["value"] in replaced or match["name"] in identifiers_in(old):
            continue  # the variable is renamed, or was there before
        if match["name"] not in identifiers_in((*new[:at], *new[at + 1 :])):  # otherwise it is used already
            found.append((at, match["name"], match["value"]))
    return tuple(found)


def _is_repeatable(name: str, value: str) -> bool:
    if len(value) < MIN_EXTRACTED_CHARS or _NOT_REPEATABLE.search(value) or not _ACCESS.search(value):
        return False
    if any(value.count(opening) != value.count(closing) for opening, closing in ("()", "[]")):
        return False
    first = _IDENTIFIER.match(value)
    return first is not None and first[0] != name


def _block_indentation(lines: Sequence[str], number: int) -> str:
    """The indentation of the statement; a definition behind a comma continues one above it."""
    while number and lines[number].lstrip().startswith(","):
        number -= 1
    return indentation(lines[number])


def _lines_edited_since(context: RuleContext, change: Change) -> set[int]:
    """The lines of the edit and of those after it: there the user has written the expression again."""
    later = (one for one in context.changes_here if one.edit.serial >= change.edit.serial)
    return {line for one in later for line in one.current_lines}


def _candidates(
    text: SourceText, change: Change, values: Sequence[_ExtractedValue], settled: set[int]
) -> Iterator[Candidate]:
    """One candidate for each line that repeats one of the expressions."""
    edits_by_line: dict[int, list[Replacement]] = {}
    for one in sorted(values, key=lambda one: -len(one.value)):
        for line in _lines_with_value(text, one):
            if one.value not in text.raw[line] or line in settled:
                continue
            rest = text.code[line].replace(one.value, "")
            if one.name in _IDENTIFIER.findall(rest) or _continues(text.code, line):
                continue
            other = _DEFINITION.match(text.raw[line])
            if other is not None and other["value"] == one.value:
                return  # the definition moves, or the variable gets another name
            for match in one.pattern.finditer(text.raw[line]):
                span = Span(Point(line, match.start()), Point(line, match.end()))
                edits = edits_by_line.setdefault(line, [])
                is_longer_taken = any(edit.span.start <= span.start < edit.span.end for edit in edits)
                if not is_longer_taken and text.code[line].startswith(one.value[0], match.start()):
                    edits.append(Replacement(span, one.name))
    for edits in filter(None, edits_by_line.values()):
        names = ", ".join(dict.fromkeys(edit.text for edit in edits))
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="extracted-value",
            pattern=f"{names} for its value",
            why=f"You defined {names}, and its value is repeated here.",
            edits=tuple(sorted(edits, key=lambda edit: edit.span.start)),
            probability=PROBABILITY.estimate(StaleFeatures(change.age)),
        )


def _continues(code: Sequence[str], line: int) -> bool:
    """Whether the next line begins with a member of what this line ends with: the two may become one."""
    return line + 1 < len(code) and code[line + 1].lstrip().startswith((".", "?.", "->"))


@lru_cache(maxsize=64)
def _assignment_to_parts(value: str, name: str) -> re.Pattern[str]:
    roots = "|".join(sorted(map(re.escape, {*_IDENTIFIER.findall(value), name})))
    return re.compile(_ASSIGNMENT.replace("{name}", f"(?:{roots})"))


def _lines_with_value(text: SourceText, value: _ExtractedValue) -> Iterator[int]:
    """The lines below the definition in its block, while the expression has the same value."""
    assigned = _assignment_to_parts(value.value, value.name)
    for line in lines_below_in_block(text.code, value.line, value.indent):
        yield line
        if assigned.search(text.code[line]):
            return
