"""Candidates for the occurrences that still have the old name of a renamed binding: one for each line.

Occurrences in code come first, in this text and in others. When none of them is left, comments and documents follow
that name the binding in code style.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import structs

from understudy.nes.bindings import NameResolver, resolver_for
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.filters import is_code_style, is_distinctive
from understudy.nes.symbolic.limits import BULK_PROBABILITY_BONUS, MIN_BULK_PLACES
from understudy.nes.symbolic.renames.detection import Rename, RenamePlace
from understudy.nes.symbolic.renames.limits import (
    CODE_SPAN_PROBABILITY,
    COMMENT_PROBABILITY,
    CORRECTED_PROBABILITY,
    DESCRIPTION_PROBABILITY,
    DOCUMENTED_PARAMETER_PROBABILITY,
    MAX_COMMENT_PLACES,
    MAX_DOCUMENT_TEXTS,
    MAX_PLACES,
    REJECTED_IMPORT_ODDS_FACTOR,
    REJECTED_ODDS_FACTOR,
    STALE_ODDS_FACTOR,
    STRING_PATH_PROBABILITY,
)
from understudy.nes.symbolic.renames.name_changes import corrects_spelling
from understudy.nes.symbolic.renames.self_descriptions import describes_itself
from understudy.nes.symbolic.renames.string_paths import find_string_paths
from understudy.nes.syntax import language_of
from understudy.nes.text import Point, Replacement, Span, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["FAMILY", "is_document", "propose_renames"]

FAMILY: Final = "rename-binding"
_DOCUMENT_LANGUAGES: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "plaintext", "text", ""})
_COMMENT_CHARS: Final = " \t*#/!"
_COMMENT_LINE: Final = re.compile(r"\s*(?:\*|#(?![\[\w])|//|--|/\*+\s*\S)")
"""A line of text in a comment, unlike one that only opens the comment."""
_ABOVE_FUNCTION: Final = re.compile(r"\s*(?:\*|#|//|--|/\*|@|\[\w)")
"""A line of the comment, a decorator or an attribute of the function below."""
_ALIAS: Final = re.compile(r"\s+as\s+([\w$]+)")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_DETERMINERS: Final = frozenset(
    {
        *(
            "a",
            "all",
            "an",
            "any",
            "current",
            "each",
            "every",
            "first",
            "given",
            "its",
            "last",
            "new",
            "next",
            "no",
        ),
        *("old", "one", "our", "same", "some", "that", "the", "their", "these", "this", "those", "your"),
        *("and", "of", "or"),
        *("can", "he", "it", "may", "must", "she", "them", "they", "we", "will", "you"),
    }
)
"""Words before an ordinary noun or verb; and words that join it with another one."""
_PREPOSITIONS: Final = frozenset(
    {
        *("as", "at", "by", "for", "from", "in", "into", "of", "on", "since", "to", "with"),
        *("after", "back", "before", "down", "off", "only", "out", "over", "then", "until", "up"),
    }
)
"""Names of parameters that are mostly not meant by these words in a sentence."""
_LINES_ABOVE_SCOPE: Final = 12
"""Lines above the first occurrence of a name in which the comment of its function may stand."""


def propose_renames(renames: Sequence[Rename], situation: Situation) -> list[Candidate]:
    candidates: list[Candidate] = []
    for rename in renames:
        if rename.is_other:
            continue
        lines: dict[tuple[str, int], list[RenamePlace]] = {}
        for place in rename.places[:MAX_PLACES]:
            lines.setdefault((place.uri, place.span.start.line), []).append(place)
        candidates += [_line_candidate(rename, situation, places) for places in lines.values()]
        candidates += _bulk_candidate(rename, situation, candidates)
        if not any(place.is_certain for place in rename.places):
            candidates += _path_candidates(rename, situation)
            candidates += _comment_candidates(rename, situation)
            candidates += _document_candidates(rename, situation)
    return _merge_lines(candidates) if len(renames) > 1 else candidates


def _merge_lines(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Make one candidate of several renames in the same line: one of them alone would leave it half changed."""
    merged: list[Candidate] = []
    by_line: dict[tuple[str, int], int] = {}
    for one in candidates:
        line = (one.uri, one.edits[0].span.start.line) if one.kind == "edit" else None
        at = by_line.get(line) if line is not None else None
        if line is None or at is None or any(_overlap(one, edit) for edit in merged[at].edits):
            if line is not None:
                by_line.setdefault(line, len(merged))
            merged.append(one)
            continue
        first = merged[at]
        edits = tuple(sorted((*first.edits, *one.edits)))
        merged[at] = structs.replace(first, edits=edits, probability=min(first.probability, one.probability))
    return merged


def _overlap(candidate: Candidate, edit: Replacement) -> bool:
    return any(one.span.start < edit.span.end and edit.span.start < one.span.end for one in candidate.edits)


def _line_candidate(rename: Rename, situation: Situation, places: Sequence[RenamePlace]) -> Candidate:
    snapshot = situation.snapshot_at(places[0].uri)
    lines = snapshot.lines if snapshot is not None else ()
    edits = tuple(
        sorted(
            Replacement(_span_with_alias(rename, place, lines), _new_text(rename, place)) for place in places
        )
    )
    return _candidate(rename, situation, places[0].uri, edits, min(one.probability for one in places))


def _span_with_alias(rename: Rename, place: RenamePlace, lines: Sequence[str]) -> Span:
    """The occurrence, with an alias that is the new name: `{ mod as z }` becomes `{ z }`."""
    start, end = place.span
    if end.line >= len(lines):
        return place.span
    alias = _ALIAS.match(lines[end.line], end.column)
    if alias is None or alias[1] != rename.new:
        return place.span
    return Span(start, Point(end.line, alias.end()))


def _new_text(rename: Rename, place: RenamePlace) -> str:
    """The new name. Where a word is both a property and a variable, only the renamed one of them changes."""
    if place.occurrence.role != "shorthand" or place.part == "both":
        return rename.new
    if place.part == "variable":
        return f"{rename.old}: {rename.new}"
    return f"{rename.new}: {rename.old}"


def _candidate(
    rename: Rename, situation: Situation, uri: str, edits: tuple[Replacement, ...], probability: float
) -> Candidate:
    pattern = f"rename {rename.old} to {rename.new}"
    return Candidate(
        kind="edit",
        uri=uri,
        probability=_adjusted(probability, rename, situation, pattern),
        family=FAMILY,
        pattern=pattern,
        topic=rename.old,
        why=f"You renamed the {_kind_word(rename)} {rename.old} to {rename.new}.",
        edits=edits,
    )


def _kind_word(rename: Rename) -> str:
    kind = rename.binding.kind
    return {"local": "variable", "import": "imported name", "unknown": "name"}.get(kind, kind)


def _adjusted(probability: float, rename: Rename, situation: Situation, pattern: str) -> float:
    rejected = situation.feedback_counts(pattern)[1]
    age = min(change.age for change in rename.changes)
    factor = REJECTED_ODDS_FACTOR if rename.binding.source is None else REJECTED_IMPORT_ODDS_FACTOR
    odds = probability / (1 - probability) * factor**rejected * STALE_ODDS_FACTOR**age
    return odds / (1 + odds)


def _bulk_candidate(
    rename: Rename, situation: Situation, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """One search-and-replace, if every occurrence of the word in the text belongs to the binding."""
    uri = situation.snapshot.uri
    places = [one for one in rename.places if one.uri == uri]
    here = [one for one in candidates if one.uri == uri and one.topic == rename.old]
    if (
        "searchAndReplace" not in situation.supported_kinds
        or len(here) < MIN_BULK_PLACES
        or any(one.occurrence.role == "shorthand" or not one.is_certain for one in places)
        or len(_whole_words(rename.old, situation.snapshot.lines)) != len(places)
    ):
        return
    best = max(here, key=lambda one: one.probability)
    yield Candidate(
        kind="searchAndReplace",
        uri=uri,
        probability=min(0.99, best.probability + BULK_PROBABILITY_BONUS),
        family="search-and-replace",
        pattern=best.pattern,
        topic=best.topic,
        why=best.why,
        search=rf"\b{re.escape(rename.old)}\b",
        is_regex=True,
        replace=rename.new.replace("$", "$$"),
    )


@lru_cache(maxsize=64)
def _whole_word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")


def _whole_words(name: str, lines: Sequence[str]) -> list[Point]:
    return [
        Point(number, match.start())
        for number, line in enumerate(lines)
        if name in line
        for match in _whole_word(name).finditer(line)
    ]


# Strings, comments and documents


def _path_candidates(rename: Rename, situation: Situation) -> Iterator[Candidate]:
    """One candidate for each line with a string that names the definition by its path."""
    lines: dict[tuple[str, int], list[Replacement]] = {}
    for one in find_string_paths(rename, situation):
        edits = lines.setdefault((one.snapshot.uri, one.point.line), [])
        edits.append(_word_replacement(rename, one.point))
    for (uri, _), edits in list(lines.items())[:MAX_PLACES]:
        yield _candidate(rename, situation, uri, tuple(sorted(edits)), STRING_PATH_PROBABILITY)


def _comment_candidates(rename: Rename, situation: Situation) -> Iterator[Candidate]:
    """Comments that name the binding, and strings in which its objects describe themselves, in the text where the
    user renamed it."""
    uri = rename.uri
    snapshot = situation.snapshot_at(uri)
    resolver = resolver_for(snapshot) if snapshot is not None else None
    lines = [change.line for change in rename.changes if change.uri == uri]
    lines += [place.span.start.line for place in rename.places if place.uri == uri]
    if snapshot is None or resolver is None or not lines:
        return
    first, last = min(lines) - _LINES_ABOVE_SCOPE, max(lines) + 1
    if rename.binding.kind == "parameter" and rename.binding.definitions:
        first, last = _function_lines(resolver, rename.binding.definitions[0].line)
    is_anywhere = rename.binding.is_public and rename.binding.kind != "parameter"
    is_anywhere = is_anywhere or corrects_spelling(rename.old, rename.new)
    count = 0
    for point in _whole_words(rename.old, snapshot.lines):
        if not is_anywhere and not first <= point.line <= last:
            continue
        offset = resolver.offset(point)
        node = resolver.root.descendant_for_byte_range(offset, offset + len(rename.old))
        if node is None:
            continue
        if describes_itself(rename, resolver, node, point):
            probability = DESCRIPTION_PROBABILITY
        elif _is_comment(node):
            probability = _comment_probability(rename, snapshot.lines, point)
        else:
            continue
        if probability and count < MAX_COMMENT_PLACES:
            count += 1
            yield _candidate(rename, situation, uri, (_word_replacement(rename, point),), probability)


def _function_lines(resolver: NameResolver, line: int) -> tuple[int, int]:
    """The first and last line of the function whose parameter was renamed in a line, with the comment above it: who
    calls it, and the functions beside it, may name something else so."""
    lines = resolver.snapshot.lines
    start = resolver.offset(Point(line, len(lines[line]) - len(lines[line].lstrip())))
    end = resolver.offset(Point(line, len(lines[line].rstrip())))
    node = resolver.root.descendant_for_byte_range(start, max(start, end - 1))
    while node is not None and node.child_by_field_name("body") is None:
        node = node.parent
    first, last = (node.start_point[0], node.end_point[0]) if node is not None else (line, line)
    while first and _ABOVE_FUNCTION.match(lines[first - 1]):
        first -= 1
    return first, last


def _word_replacement(rename: Rename, point: Point) -> Replacement:
    return Replacement(Span(point, Point(point.line, point.column + len(rename.old))), rename.new)


def _is_comment(node: "Node") -> bool:
    """Whether the node is in a comment, or in a string that documents a Python function, class or module."""
    if "comment" in node.type:
        return True
    parent = node.parent
    if node.type == "string_content" and parent is not None:
        statement = parent.parent
        return parent.type == "string" and statement is not None and statement.type == "expression_statement"
    return parent is not None and "comment" in parent.type


def _comment_probability(rename: Rename, lines: Sequence[str], place: Point) -> float:
    line, column = lines[place.line], place.column
    before, after = line[:column], line[column + len(rename.old) :]
    if rename.binding.kind == "parameter" and (
        re.search(r"(?:@param|:param|\\param)\b(?:\s*(?:\{[^}]*\}|\[[^\]]*\]|\w+(?=\s+\Z)))?\s*\[?$", before)
        or (not before.strip(" \t*#/-") and re.match(r"\s*(?:\([^)]*\)|\[[^\]]*\])?\s*:", after))
    ):
        return DOCUMENTED_PARAMETER_PROBABILITY
    if is_code_style(line, column, column + len(rename.old)):
        return CODE_SPAN_PROBABILITY
    if corrects_spelling(rename.old, rename.new):
        return CORRECTED_PROBABILITY
    if rename.old in _PREPOSITIONS or rename.binding.kind == "import":
        return 0.0  # most of them are parts of a sentence; a name from outside is replaced, and not renamed
    if rename.binding.kind == "parameter" and _is_bare_noun(before):
        return COMMENT_PROBABILITY
    is_first_line = not place.line or not _COMMENT_LINE.match(lines[place.line - 1])
    if (
        rename.binding.kind != "parameter"
        and is_first_line
        and not before.strip(_COMMENT_CHARS)
        and after[:1] == " "
    ):
        if _is_above_other_definition(rename.old, lines, place.line):
            return 0.0
        return DOCUMENTED_PARAMETER_PROBABILITY  # the comment of a definition begins with its name
    return COMMENT_PROBABILITY if is_distinctive(rename.old) else 0.0


def _is_above_other_definition(name: str, lines: Sequence[str], line: int) -> bool:
    """Whether the code below a comment still has the old name: the comment is about that, which is not renamed."""
    below = next((one for one in lines[line + 1 :] if not _COMMENT_LINE.match(one)), "")
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", below) is not None


def _is_bare_noun(before: str) -> bool:
    """Whether the word before is no determiner: a name stands alone, as in `append row to`, and a noun does not, as
    in `append the row to`."""
    words = before.split()
    return len(words) > 1 and words[-1].isalpha() and words[-1].lower() not in _DETERMINERS


def is_document(snapshot: TextSnapshot) -> bool:
    language = language_of(snapshot)
    return language.grammar is None and language.id in _DOCUMENT_LANGUAGES


def _document_candidates(rename: Rename, situation: Situation) -> Iterator[Candidate]:
    """Documents of the workspace that name the binding in code style."""
    if not rename.binding.is_public or rename.binding.kind == "import":
        return
    count = 0
    texts = situation.workspace_texts.find_containing(
        [rename.old], situation.snapshot.uri, MAX_DOCUMENT_TEXTS
    )
    for snapshot in texts:
        if not is_document(snapshot):
            continue
        fenced = _fenced_lines(snapshot.lines)
        for point in _whole_words(rename.old, snapshot.lines):
            line = snapshot.lines[point.line]
            end = point.column + len(rename.old)
            if point.line not in fenced and not is_code_style(line, point.column, end):
                continue
            if count < MAX_COMMENT_PLACES:
                count += 1
                yield _candidate(
                    rename,
                    situation,
                    snapshot.uri,
                    (_word_replacement(rename, point),),
                    CODE_SPAN_PROBABILITY,
                )


def _fenced_lines(lines: Sequence[str]) -> set[int]:
    found: set[int] = set()
    is_inside = False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            is_inside = not is_inside
        elif is_inside:
            found.add(number)
    return found
