"""Candidates that replace tokens again, wherever they occur: where they are found, and what one line becomes.

A replacement of all of a string is left out unless an example replaced one, too: a key in a message format is not
renamed with the variable of the same name.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.limits import (
    MAX_CONTEXT_EXAMPLES,
    MAX_CONTEXT_TOKENS,
    MAX_PATTERN_LINE_CHARS,
    MAX_PLACES_FOUND,
    MAX_PLACES_PER_PATTERN,
    MAX_SCOPED_LINES,
    NEAR_SEARCH_LINES,
)
from understudy.nes.symbolic.patterns import Example, TokenReplacement
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS, is_word, tokenize
from understudy.nes.text import Edit, common_affix_lengths

__all__ = ["generate_replacements"]

_IMPORT_LINE: Final = re.compile(r"\s*(?:import|from|(?:pub )?use|export)\b|.*\brequire\(")

_CLOSES_EXPRESSION: Final = re.compile(r"[;,)\]]|$")
"""What no space precedes: a space before text that is taken out goes with it."""
_WORD_CHAR: Final = re.compile(r"\w")
_NAME_PLACEHOLDER: Final = "\x01"
"""Replaces the name in the line, so that one compiled expression serves for all names."""
_NAME_DEFINITION: Final = re.compile(
    r"\b(?:def|class|func|fn|function|const|let|mut|var|type|struct|interface|enum|trait|mod|val|static|for|as"
    rf"|import)\s+{_NAME_PLACEHOLDER}"
    rf"|^\s*(?:def|async def|func|fn|pub fn|function)\b.*[(,&*]\s*{_NAME_PLACEHOLDER}\s*[:,)=?]"
    rf"|^\s*(?:pub\s+|readonly\s+|private\s+|public\s+)*{_NAME_PLACEHOLDER}\s*(?::(?!:)[^=]*)?(?:=(?![=>])|$|,$|;$)"
    rf"|^\s*{_NAME_PLACEHOLDER}\s*:=|^\s*{_NAME_PLACEHOLDER}\s+[*\[\w]|^\s*{_NAME_PLACEHOLDER}\s*:\s"
)
_NAMING_KEYWORDS: Final = DEFINITION_KEYWORDS | {"module", "import"}


def generate_replacements(
    replacement: TokenReplacement, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    found = index.find_tokens(replacement.old)
    if not found:
        return
    if len(found) >= MAX_PLACES_FOUND and extractor.is_current_file:
        # The search has found the first ones of the text only.
        at = extractor.situation.cursor.line
        near = range(at - NEAR_SEARCH_LINES, at + NEAR_SEARCH_LINES)
        found = list(dict.fromkeys([*found, *index.find_tokens_in(replacement.old, near)]))
    newest = min(replacement.examples, key=lambda example: example.age)
    by_line: dict[int, list[int]] = {}
    for line, column in found:
        by_line.setdefault(line, []).append(column)
    free = [line for line in by_line if not extractor.is_edited_since(line, newest.edit.serial)]
    if not free:
        return
    literal, result = "".join(replacement.old), "".join(replacement.new)
    edits = [example.edit for example in replacement.examples]
    label = _label(replacement.family, literal, result)
    shared: Features = {
        **extractor.pattern_features(edits, newest.age, label.pattern, label.topic),
        **_shape_features(
            replacement.old,
            replacement.new,
            tuple([example.old for example in replacement.examples]),
            any(example.is_only_change for example in replacement.examples),
        ),
        **_distribution_features(replacement, extractor, edits, by_line, free),
    }
    if extractor.leaves_out(replacement.family, shared):
        return
    includes_whole_strings = not is_word(literal[:1]) or any(
        _contains_whole_string(example.old, literal) for example in replacement.examples
    )
    examples = _ReplacementExamples(
        replacement.old,
        replacement.new,
        replacement.family,
        includes_whole_strings,
        tuple(example.old for example in replacement.examples[:8]),
    )
    for line in _choose_lines(replacement, extractor, by_line, free):
        text = index.lines[line]
        if len(text) > MAX_PATTERN_LINE_CHARS:
            continue
        site = _match_site(examples, text, tuple(by_line[line]))
        if site is None:
            continue
        owned = float(_is_member_of_other(replacement, index, line, site.column))
        features: Features = {
            **shared,
            **extractor.place_features(line, edits),
            "left": site.left,
            "right": site.right,
            "alike": site.alike,
            "same_line": site.same_line,
            "times": site.times,
            "comment": site.comment,
            "same_kind": site.same_kind,
            "unbalanced": site.unbalanced,
            "other_call": site.other_call,
            "owned": owned,
            "dangling": shared["dangling"] * (1.0 - owned),
        }
        yield label.candidate(
            index.snapshot, line, 1, site.new_lines, features, (replacement.old, replacement.new)
        )


def _choose_lines(
    replacement: TokenReplacement,
    extractor: FeatureExtractor,
    by_line: dict[int, list[int]],
    untouched_lines: list[int],
) -> list[int]:
    """The nearest lines; if there are too many, half of them have the context of the newest examples."""
    nearest = extractor.nearest_lines(untouched_lines)
    if len(untouched_lines) <= len(nearest):
        return nearest
    alike: list[int] = []
    for example in replacement.examples[:MAX_CONTEXT_EXAMPLES]:
        for before, piece in _pieces_with_context(example, replacement.old):
            for line, column in extractor.index.find_tokens(piece):
                if not extractor.is_edited_since(line, example.edit.serial):
                    # Of frequent tokens, the search has found the first ones of the text only.
                    by_line.setdefault(line, [column + before])
                    alike.append(line)
    chosen = extractor.nearest_lines(alike)
    chosen = chosen[: max(MAX_PLACES_PER_PATTERN // 2, MAX_PLACES_PER_PATTERN - len(nearest))]
    return list(dict.fromkeys([*chosen, *nearest]))[:MAX_PLACES_PER_PATTERN]


def _pieces_with_context(example: Example, old: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The replaced tokens with the next word on one side, and how many characters come before them."""
    tokens = tokenize(example.old)
    start = _find_subsequence(tokens, old)
    if start < 0:
        return
    end = start + len(old)
    for right in range(end, min(end + MAX_CONTEXT_TOKENS, len(tokens))):
        if is_word(tokens[right]):
            yield 0, tokens[start : right + 1]
            break
    for left in range(start - 1, max(start - 1 - MAX_CONTEXT_TOKENS, -1), -1):
        if is_word(tokens[left]):
            yield len("".join(tokens[left:start])), tokens[left:end]
            break


def _label(family: str, literal: str, result: str) -> CandidateLabel:
    why = (
        f"You replaced “{truncate_text(literal)}” by “{truncate_text(result)}”."
        if result
        else f"You took out “{truncate_text(literal)}”."
    )
    return CandidateLabel(family, f"{literal} → {result}", literal, why)


def _contains_whole_string(text: str, literal: str) -> bool:
    at = text.find(literal)
    return at >= 0 and _is_whole_string(text, at, literal)


@lru_cache(maxsize=256)
def _shape_features(
    old: tuple[str, ...], new: tuple[str, ...], example_lines: tuple[str, ...], is_only_change: bool
) -> Features:
    """The features of the replaced tokens and their examples, in whichever text they are searched for."""
    literal, result = "".join(old), "".join(new)
    words = [word for word in old if is_word(word)]
    return {
        "length": log_scaled(len(literal)),
        "words": float(min(len(words), 4)),
        "to_nothing": float(not result.strip()),
        "one_word": float(len(old) == len(new) == 1),
        "word_to_word": float(bool(words) and len(words) == len([w for w in new if is_word(w)])),
        "grows": float(literal in result),
        "shrinks": float(bool(result) and result in literal),
        "case_only": float(literal.lower() == result.lower()),
        "quoted": float(literal[:1] in "\"'`"),
        "number": float(literal[:1].isdigit()),
        "number_new": float(result[:1].isdigit()),
        "alone": float(is_only_change),
        "kin": _affix_similarity(literal, result),
        "novel": log_scaled(len({word for word in new if is_word(word)} - set(words))),
        "defines": float(any(_has_definition_keyword(line, old[0]) for line in example_lines)),
    }


def _affix_similarity(literal: str, result: str) -> float:
    """How much of the text is in a common prefix and suffix: high for an improved name, low for another word."""
    head, tail = common_affix_lengths([char.lower() for char in literal], [char.lower() for char in result])
    return (head + tail) / max(1, len(literal), len(result))


def _distribution_features(
    replacement: TokenReplacement,
    extractor: FeatureExtractor,
    edits: list[Edit],
    by_line: dict[int, list[int]],
    untouched_lines: list[int],
) -> Features:
    """Where else the replaced tokens occur."""
    index = extractor.index
    edited_lines = [edit.line for edit in edits if edit.uri == index.snapshot.uri and edit.line >= 0]
    first, last = (min(edited_lines), max(edited_lines)) if edited_lines else (-1, -1)
    scopes = {index.enclosing_scope(line) for line in edited_lines[:8]}
    return {
        "left_over": float(min(len(by_line) - len(untouched_lines), 3)),
        "kept": float(any("".join(replacement.old) in line for edit in edits for line in edit.new)),
        "passed": log_scaled(sum(1 for line in untouched_lines if first <= line <= last)),
        "above_first": log_scaled(sum(1 for line in untouched_lines if line < first))
        if edited_lines
        else 0.0,
        "places": log_scaled(len(untouched_lines)),
        "inside": float(
            bool(edited_lines)
            and len(untouched_lines) <= MAX_SCOPED_LINES
            and all(index.enclosing_scope(line) in scopes for line in untouched_lines)
        ),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(replacement.old, 1) - 1),
        "dangling": float(_has_dangling_uses(replacement, index, untouched_lines)),
        "gone": float(
            replacement.family == "variant" and not all(_original_name_remains(replacement, index))
        ),
        "new_known": float(
            bool(replacement.new) and len(index.find_tokens(replacement.new)) > len(replacement.examples)
        ),
    }


def _has_dangling_uses(
    replacement: TokenReplacement, index: SnapshotIndex, untouched_lines: list[int]
) -> bool:
    """Whether the user renamed the definition of a name and nothing else defines it: its uses are undefined."""
    if (
        len(replacement.old) != 1
        or len(replacement.new) != 1
        or not is_word(replacement.old[0])
        or not is_word(replacement.new[0])
    ):
        return False
    name = replacement.old[0]
    # If the definition is in another text, an import of the old name in this text is a use of it.
    is_defined_elsewhere = not any(example.edit.uri == index.snapshot.uri for example in replacement.examples)
    return any(_defines_name(example.old, name) for example in replacement.examples) and not any(
        _defines_name(index.lines[line], name)
        for line in untouched_lines[:40]
        if not (is_defined_elsewhere and _IMPORT_LINE.match(index.lines[line]))
    )


def _is_member_of_other(replacement: TokenReplacement, index: SnapshotIndex, line: int, column: int) -> bool:
    """Whether a plain name was renamed, and the name here is a member: it belongs to something else."""
    before = index.lines[line][:column].rstrip()
    if not before.endswith((".", "->", "::")) or before.endswith("...") or not is_word(replacement.old[0]):
        return False
    examples_here = [example for example in replacement.examples if example.edit.uri == index.snapshot.uri]
    return bool(examples_here) and all(
        _is_plain_name(example.old, replacement.old[0]) for example in examples_here
    )


def _is_plain_name(line: str, name: str) -> bool:
    """Whether the name in the line is a function, a variable or a parameter, and not a member."""
    head, found, _ = line.partition(name)
    if not found or head.rstrip().endswith((".", "->", "::")):
        return False
    if re.match(r"func \([^)]*\) $", head):
        return False  # a method, in Go
    return not line[:1].isspace() or re.search(r"[(,]|\b(?:const|let|var|for)\b", head) is not None


def _defines_name(line: str, name: str) -> bool:
    """Whether the line defines the name by a keyword, as a parameter or field, by assignment or by an import."""
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        before, after = line[:at], line[end:]
        whole = not _WORD_CHAR.match(before[-1:]) and not _WORD_CHAR.match(after[:1])
        if (
            whole
            and not before.endswith(".")
            and _NAME_DEFINITION.search(f"{before}{_NAME_PLACEHOLDER}{after}")
        ):
            return True
        at = line.find(name, at + 1)
    return False


def _original_name_remains(replacement: TokenReplacement, index: SnapshotIndex) -> Iterator[bool]:
    """For each example, whether the original name still occurs other than as a whole string."""
    for example in replacement.examples[:3]:
        tokens = tokenize(example.old)[example.start : example.end]
        name = "".join(tokens)
        yield any(
            not _is_whole_string(index.lines[line], column, name)
            for line, column in index.find_tokens(tokens)
        )


def _has_definition_keyword(line: str, word: str) -> bool:
    words = [token for token in tokenize(line) if not token.isspace()]
    return any(a in _NAMING_KEYWORDS and b == word for a, b in pairwise(words))


class _ReplacementExamples(NamedTuple):
    """A replacement and the lines it was seen in: all that `_match_site` depends on, as a cache key."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    includes_whole_strings: bool
    example_lines: tuple[str, ...]


class _ReplacementSite(NamedTuple):
    """What a replacement makes of a line. The other fields are the features of the same names."""

    new_lines: tuple[str, ...]
    column: int
    left: float
    right: float
    alike: float
    same_line: float
    times: float
    comment: float
    same_kind: float
    unbalanced: float
    other_call: float


@lru_cache(maxsize=1024)
def _match_site(
    examples: _ReplacementExamples, text: str, found_columns: tuple[int, ...]
) -> _ReplacementSite | None:
    """None if the replacement does not change the line."""
    literal, result = "".join(examples.old), "".join(examples.new)
    columns = [
        column
        for column in found_columns
        if not _is_already_replaced(text, column, literal, result)
        and (examples.includes_whole_strings or not _is_whole_string(text, column, literal))
    ]
    new = _replace_at_columns(text, columns, literal, result)
    if new == text:
        return None
    left, right, alike = _best_context_match(examples, text, columns[0])
    comment, lines = _is_comment(text), examples.example_lines
    return _ReplacementSite(
        new_lines=tuple(new.split("\n")),
        column=columns[0],
        left=float(left),
        right=float(right),
        alike=alike,
        same_line=float(any(text.strip() == line.strip() for line in lines)),
        times=log_scaled(len(columns) - 1),
        comment=float(comment),
        same_kind=float(any(_is_comment(line) == comment for line in lines[:6])),
        unbalanced=float(bracket_balance([text]) == 0 != bracket_balance([new])),
        other_call=float(examples.family == "context" and not _is_in_same_call(examples, text, columns[0])),
    )


def _is_in_same_call(examples: _ReplacementExamples, text: str, column: int) -> bool:
    """Whether the place is in a call of the same function (or in none) as one of the examples."""
    callee = _callee(text[:column])
    for line in examples.example_lines[:6]:
        at = line.find("".join(examples.old))
        if at >= 0 and _callee(line[:at]) == callee:
            return True
    return False


def _callee(before: str) -> str:
    """The name before the innermost bracket still open at the end, with `def` or the like if that defines it."""
    depth = 0
    words = tokenize(before)
    for at in range(len(words) - 1, -1, -1):
        if words[at] in ")]}":
            depth += 1
        elif words[at] in "([{":
            if depth == 0:
                return " ".join(word for word in words[max(0, at - 3) : at] if is_word(word))
            depth -= 1
    return ""


def _is_whole_string(text: str, column: int, literal: str) -> bool:
    """Whether the text at `column` is all of a quoted string."""
    end = column + len(literal)
    return column > 0 and end < len(text) and text[column - 1] in "\"'`" and text[end] == text[column - 1]


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith(("#", "//", "*", "/*", "--"))


def _replace_at_columns(text: str, columns: list[int], literal: str, result: str) -> str:
    for column in reversed(columns):
        end = column + len(literal)
        before, after = text[:column], text[end:]
        if not result and after.startswith(" ") and (not before.strip() or before.endswith((" ", "("))):
            after = after[1:]
        elif not result and before.strip() and before.endswith(" ") and _CLOSES_EXPRESSION.match(after):
            before = before.rstrip(" ")
        text = before + result + after
    return text


def _is_already_replaced(text: str, column: int, literal: str, result: str) -> bool:
    """Whether the text found is part of an occurrence of the result."""
    at = result.find(literal)
    while at >= 0:
        start = column - at
        if start >= 0 and text.startswith(result, start):
            return True
        at = result.find(literal, at + 1)
    return False


def _best_context_match(examples: _ReplacementExamples, text: str, column: int) -> tuple[int, int, float]:
    """How many tokens on the left and right equal those of the best example, and how similar its line is."""
    tokens = tokenize(text)
    at = number = 0
    while at < column:
        at += len(tokens[number])
        number += 1
    width = len(examples.old)
    left, right = _neighbour_tokens(tokens, number, number + width)
    best = (0, 0, 0.0)
    for line in examples.example_lines[:6]:
        example_tokens = tokenize(line)
        start = _find_subsequence(example_tokens, examples.old)
        if start < 0:
            continue
        before, after = _neighbour_tokens(example_tokens, start, start + width)
        score = (_count_agreeing(left, before), _count_agreeing(right, after), similarity(text, line))
        best = max(best, score, key=lambda s: s[0] + s[1] + 3 * s[2])
    return best


def _neighbour_tokens(tokens: tuple[str, ...], start: int, end: int) -> tuple[list[str], list[str]]:
    """Up to three tokens on each side, from the place outward."""
    left = [token for token in tokens[max(0, start - 6) : start] if not token.isspace()][-3:]
    right = [token for token in tokens[end : end + 6] if not token.isspace()][:3]
    return left[::-1], right


def _count_agreeing(one: list[str], other: list[str]) -> int:
    """How many tokens agree in a row, from the place outward; 3 if both lines end there."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            return count
        count += 1
    return 3 if len(one) == len(other) else count


def _find_subsequence(tokens: tuple[str, ...], piece: tuple[str, ...]) -> int:
    for at in range(len(tokens) - len(piece) + 1):
        if tokens[at : at + len(piece)] == piece:
            return at
    return -1
