"""Tokens that became others, wherever they stand again."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from understudy.nes.engine_api import Edit
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled, truncate_text
from understudy.nes.symbolic.generators.replacement_sites import (
    ReplacementExamples,
    is_whole_string,
    match_site,
)
from understudy.nes.symbolic.limits import MAX_REPLACEMENT_LINE_CHARS
from understudy.nes.symbolic.patterns import TokenReplacement
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["generate_replacements"]

_IMPORT_LINE: Final = re.compile(r"\s*(?:import|from|(?:pub )?use|export)\b|.*\brequire\(")

_WORD_CHAR: Final = re.compile(r"\w")
_NAME_PLACEHOLDER: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_NAME_DEFINITION: Final = re.compile(
    r"\b(?:def|class|func|fn|function|const|let|mut|var|type|struct|interface|enum|trait|mod|val|static|for|as"
    rf"|import)\s+{_NAME_PLACEHOLDER}"
    rf"|^\s*(?:def|async def|func|fn|pub fn|function)\b.*[(,&*]\s*{_NAME_PLACEHOLDER}\s*[:,)=?]"
    rf"|^\s*(?:pub\s+|readonly\s+|private\s+|public\s+)*{_NAME_PLACEHOLDER}\s*(?::(?!:)[^=]*)?(?:=(?![=>])|$|,$|;$)"
    rf"|^\s*{_NAME_PLACEHOLDER}\s*:=|^\s*{_NAME_PLACEHOLDER}\s+[*\[\w]|^\s*{_NAME_PLACEHOLDER}\s*:\s"
)
_DEFINITION_KEYWORDS: Final = frozenset(
    [
        "def",
        "class",
        "func",
        "fn",
        "function",
        "const",
        "let",
        "var",
        "type",
        "struct",
        "interface",
        "enum",
        "trait",
        "mod",
        "module",
        "val",
        "static",
        "import",
    ]
)


def generate_replacements(
    replacement: TokenReplacement, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    found = scan.find_tokens(replacement.old)
    if not found:
        return
    newest = min(replacement.examples, key=lambda example: example.age)
    by_line: dict[int, list[int]] = {}
    for line, column in found:
        by_line.setdefault(line, []).append(column)
    free = [line for line in by_line if not extractor.is_edited_since(line, newest.edit.serial)]
    if not free:
        return
    literal, result = "".join(replacement.old), "".join(replacement.new)
    edits = [example.edit for example in replacement.examples]
    topic, lesson = literal, f"{literal} → {result}"
    shared: Features = {
        **extractor.pattern_features(edits, newest.age, lesson, topic),
        **_shape_features(replacement, literal, result),
        **_distribution_features(replacement, extractor, edits, by_line, free),
    }
    keys = not is_word(literal[:1]) or any(
        _is_whole_string_in(example.old, literal) for example in replacement.examples
    )
    seen = ReplacementExamples(
        replacement.old,
        replacement.new,
        replacement.family,
        keys,
        tuple(example.old for example in replacement.examples[:8]),
    )
    why = (
        f"You replaced “{truncate_text(literal)}” by “{truncate_text(result)}”."
        if result
        else f"You took out “{truncate_text(literal)}”."
    )
    for line in extractor.nearest_lines(free):
        text = scan.lines[line]
        site = (
            match_site(seen, text, tuple(by_line[line])) if len(text) <= MAX_REPLACEMENT_LINE_CHARS else None
        )
        if site is None:
            continue
        owned = float(_is_member_of_other(replacement, scan, line, site.column))
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=1,
            new=site.made,
            family=replacement.family,
            pattern=lesson,
            topic=topic,
            why=why,
            features={
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
            },
            token_replacement=(replacement.old, replacement.new),
        )


def _is_whole_string_in(text: str, literal: str) -> bool:
    at = text.find(literal)
    return at >= 0 and is_whole_string(text, at, literal)


def _shape_features(replacement: TokenReplacement, literal: str, result: str) -> Features:
    words = [word for word in replacement.old if is_word(word)]
    return {
        "length": log_scaled(len(literal)),
        "words": float(min(len(words), 4)),
        "to_nothing": float(not result.strip()),
        "one_word": float(len(replacement.old) == len(replacement.new) == 1),
        "word_to_word": float(bool(words) and len(words) == len([w for w in replacement.new if is_word(w)])),
        "grows": float(literal in result),
        "shrinks": float(bool(result) and result in literal),
        "case_only": float(literal.lower() == result.lower()),
        "quoted": float(literal[:1] in "\"'`"),
        "number": float(literal[:1].isdigit()),
        "number_new": float(result[:1].isdigit()),
        "alone": float(any(example.is_only_change for example in replacement.examples)),
        "kin": _affix_similarity(literal, result),
        "novel": log_scaled(len({word for word in replacement.new if is_word(word)} - set(words))),
        "defines": float(
            any(_has_definition_keyword(example.old, replacement.old[0]) for example in replacement.examples)
        ),
    }


def _affix_similarity(literal: str, result: str) -> float:
    """How much of the old text is in the new: a name that was bettered, or something else altogether."""
    head = 0
    short_one = min(len(literal), len(result))
    while head < short_one and literal[head].lower() == result[head].lower():
        head += 1
    tail = 0
    while tail < short_one - head and literal[-1 - tail].lower() == result[-1 - tail].lower():
        tail += 1
    return (head + tail) / max(1, len(literal), len(result))


def _distribution_features(
    replacement: TokenReplacement,
    extractor: FeatureExtractor,
    edits: list[Edit],
    by_line: dict[int, list[int]],
    untouched_lines: list[int],
) -> Features:
    """Where else the old tokens stand, and what that says."""
    scan = extractor.index
    mine = [edit.line for edit in edits if edit.uri == scan.snapshot.uri and edit.line >= 0]
    first, last = (min(mine), max(mine)) if mine else (-1, -1)
    heads = {scan.enclosing_scope(line) for line in mine[:8]}
    inside = sum(1 for line in untouched_lines[:40] if scan.enclosing_scope(line) in heads)
    return {
        "left_over": float(min(len(by_line) - len(untouched_lines), 3)),
        "kept": float(any("".join(replacement.old) in line for edit in edits for line in edit.new)),
        "passed": log_scaled(sum(1 for line in untouched_lines if first <= line <= last)),
        "above_first": log_scaled(sum(1 for line in untouched_lines if line < first)) if mine else 0.0,
        "places": log_scaled(len(untouched_lines)),
        "inside": float(bool(mine) and inside == len(untouched_lines)),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(replacement.old, 1) - 1),
        "dangling": float(_has_dangling_uses(replacement, scan, untouched_lines)),
        "gone": float(replacement.family == "variant" and not all(_original_name_remains(replacement, scan))),
        "new_known": float(
            bool(replacement.new) and len(scan.find_tokens(replacement.new)) > len(replacement.examples)
        ),
    }


def _has_dangling_uses(
    replacement: TokenReplacement, index: SnapshotIndex, untouched_lines: list[int]
) -> bool:
    """Whether the user renamed what defined a name, and nothing else defines it: its uses hang in the air."""
    if (
        len(replacement.old) != 1
        or len(replacement.new) != 1
        or not is_word(replacement.old[0])
        or not is_word(replacement.new[0])
    ):
        return False
    name = replacement.old[0]
    # Where the definition is in another text, an import of the old name here is one of its uses.
    foreign = not any(example.edit.uri == index.snapshot.uri for example in replacement.examples)
    return any(_defines_name(example.old, name) for example in replacement.examples) and not any(
        _defines_name(index.lines[line], name)
        for line in untouched_lines[:40]
        if not (foreign and _IMPORT_LINE.match(index.lines[line]))
    )


def _is_member_of_other(replacement: TokenReplacement, index: SnapshotIndex, line: int, column: int) -> bool:
    """Whether the name belongs to something else here: a plain name was renamed, and this one is behind a dot."""
    before = index.lines[line][:column].rstrip()
    if not before.endswith((".", "->", "::")) or before.endswith("...") or not is_word(replacement.old[0]):
        return False
    here = [example for example in replacement.examples if example.edit.uri == index.snapshot.uri]
    return bool(here) and all(_is_plain_name(example.old, replacement.old[0]) for example in here)


def _is_plain_name(line: str, name: str) -> bool:
    """Whether the line names a function, a variable or a parameter, and no member of anything."""
    head, found, _ = line.partition(name)
    if not found or head.rstrip().endswith((".", "->", "::")):
        return False
    if re.match(r"func \([^)]*\) $", head):
        return False  # a method, in Go
    return not line[:1].isspace() or re.search(r"[(,]|\b(?:const|let|var|for)\b", head) is not None


def _defines_name(line: str, name: str) -> bool:
    """Whether the line defines the name: by a keyword, as a parameter or field, by assignment or by an import."""
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
    """Whether the name as it was still stands somewhere, other than as a whole string."""
    for example in replacement.examples[:3]:
        piece = tokenize(example.old)[example.start : example.end]
        name = "".join(piece)
        yield any(
            not is_whole_string(index.lines[line], column, name) for line, column in index.find_tokens(piece)
        )


def _has_definition_keyword(line: str, word: str) -> bool:
    words = [token for token in tokenize(line) if not token.isspace()]
    return any(a in _DEFINITION_KEYWORDS and b == word for a, b in pairwise(words))
