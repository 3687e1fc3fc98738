"""Candidates that repeat a style change (quotes, spaces, commas, semicolons) in otherwise different lines."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, STYLE_SEARCH_LINES
from understudy.nes.symbolic.patterns import Example
from understudy.nes.symbolic.tokens import tokenize

__all__ = ["generate_style_changes"]


_STRING_START: Final = r"(?:(?<!\w)|(?<=\b[bfruBFRU])|(?<=\b[bfrBFR][bfrBFR]))"
"""No word is before a string, except a prefix such as `b`: an apostrophe begins none."""
_SINGLE_QUOTED: Final = re.compile(
    rf"\"(?:[^\"\\\n]|\\.)*\"|`[^`\n]*`|{_STRING_START}'(?:((?:[^'\"\\\n]|\\.)*)'|(?:[^'\\\n]|\\.)*')"
)
"""A string in any quotes; the group is the inside of one in single quotes that may as well be in double ones."""
_DOUBLE_QUOTED: Final = re.compile(
    rf"{_STRING_START}'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|\"(?:((?:[^\"'\\\n]|\\.)*)\"|(?:[^\"\\\n]|\\.)*\")"
)
"""The same for double quotes."""
_TIGHT_COLON: Final = re.compile(r"(?<=[\w'\"\])]):(?=[\w'\"\[{(-])(?!\d)")
_TIGHT_COMMA: Final = re.compile(r",(?=[^\s,)\]}'\"])")
_SPACE_INSIDE_BRACKETS: Final = re.compile(r"(?<=[{\[(]) +(?=\S)|(?<=\S) +(?=[}\])])")
_TIGHT_BRACES: Final = re.compile(r"(?<=\{)(?=[^\s}])|(?<=[^\s{])(?=\})")
_LOWERCASE_COMMENT: Final = re.compile(r"^(\s*(?:#|//|--|\*) ?)([a-z])")
_COMMENT: Final = re.compile(r"\s*(?:#|//|/?\*|--)")
_FULL_STOP: Final = "a point at the end"
_NO_LETTERS: Final = bytes(code for code in range(256) if code > 127 or not chr(code).isalnum())
_QUOTE_STYLES: Final = frozenset({"double quotes", "single quotes"})
"""Quotes in a sentence do not follow those of the code."""


def _requote(quote: str, string: re.Match[str]) -> str:
    """The string in these quotes, if it is one that may change them."""
    return string[0] if string[1] is None else f"{quote}{string[1]}{quote}"


_STYLES: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "double quotes": ("'", lambda line: _SINGLE_QUOTED.sub(partial(_requote, '"'), line)),
    "single quotes": ('"', lambda line: _DOUBLE_QUOTED.sub(partial(_requote, "'"), line)),
    "a space behind colons": (":", lambda line: _TIGHT_COLON.sub(": ", line)),
    "a space behind commas": (",", lambda line: _TIGHT_COMMA.sub(", ", line)),
    "no space inside brackets": (" ", lambda line: _SPACE_INSIDE_BRACKETS.sub("", line)),
    "a space inside braces": ("{", lambda line: _TIGHT_BRACES.sub(" ", line)),
    "a capital in comments": ("", lambda line: _LOWERCASE_COMMENT.sub(lambda m: m[1] + m[2].upper(), line)),
    "no semicolon": (";", lambda line: line.removesuffix(";")),
    "a semicolon": ("", lambda line: line + ";" if line.rstrip()[-1:] in ("'", '"', ")", "]") else line),
    "no space at the end": ("", str.rstrip),
    _FULL_STOP: (
        "",
        lambda line: line + "." if _LOWERCASE_COMMENT.match(line.lower()) and line[-1:].isalnum() else line,
    ),
}
"""By pattern id (displayed to the user): text that a line must contain to be changed, and the change."""


def generate_style_changes(
    examples: list[Example], extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    styled = [
        (example, styles) for example in examples if (styles := _matching_styles(example.old, example.new))
    ]
    if not styled:
        return
    for style, (marker, change) in _STYLES.items():
        matching = [example for example, styles in styled if style in styles]
        if matching:
            yield from _style_changes_elsewhere(style, marker, change, matching, extractor)


@lru_cache(maxsize=256)
def _matching_styles(old: str, new: str) -> frozenset[str]:
    """The styles that turn the old line into the new one."""
    if _letters(old) != _letters(new):
        return frozenset()  # no style changes them
    stripped = new.strip()
    return frozenset(style for style, (_, change) in _STYLES.items() if change(old).strip() == stripped)


def _letters(line: str) -> bytes:
    """The ASCII letters and digits of a line, in lower case."""
    return line.encode(errors="replace").lower().translate(None, _NO_LETTERS)


def _style_changes_elsewhere(
    style: str,
    marker: str,
    change: Callable[[str], str],
    examples: list[Example],
    extractor: FeatureExtractor,
) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    newest = min(examples, key=lambda example: example.age)
    at = extractor.situation.cursor.line if extractor.is_current_file else 0
    searched = range(max(0, at - STYLE_SEARCH_LINES), min(len(index.lines), at + STYLE_SEARCH_LINES))
    leaves_comments = style in _QUOTE_STYLES and not any(_COMMENT.match(example.old) for example in examples)
    changed = {
        line: new
        for line in searched
        if marker in index.lines[line]
        and not (leaves_comments and _COMMENT.match(index.lines[line]))
        and len(index.lines[line]) <= MAX_PATTERN_LINE_CHARS
        and (new := change(index.lines[line])) != index.lines[line]
        and not extractor.is_edited_since(line, newest.edit.serial)
        and not (style == _FULL_STOP and _goes_on(index.lines, line))
    }
    edits = [example.edit for example in examples]
    first = min(
        (edit.line for edit in edits if edit.uri == index.snapshot.uri and edit.line >= 0), default=-1
    )
    label = CandidateLabel("manner", style, style, f"You changed to {style}.")
    for line in extractor.nearest_lines(list(changed)):
        yield label.candidate(
            index.snapshot,
            line,
            1,
            (changed[line],),
            {
                **extractor.pattern_features(edits, newest.age, style, style),
                **extractor.place_features(line, edits),
                "places": log_scaled(len(changed)),
                "above_first": log_scaled(sum(1 for n in changed if n < first)),
                "quotes": float("quotes" in style),
                "comment": float("comment" in style or "point" in style),
                "shared": max(
                    _shared_token_share(index.lines[line], example.old) for example in examples[:6]
                ),
            },
        )


def _goes_on(lines: Sequence[str], line: int) -> bool:
    """Whether the sentence of a comment goes on in the next line."""
    return line + 1 < len(lines) and _LOWERCASE_COMMENT.match(lines[line + 1]) is not None


def _shared_token_share(line: str, other: str) -> float:
    """The share of the line's tokens that the other line has, too."""
    tokens = [token for token in tokenize(line) if not token.isspace()]
    other_tokens = set(tokenize(other))
    return sum(token in other_tokens for token in tokens) / max(1, len(tokens))
