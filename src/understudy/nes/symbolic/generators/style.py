"""Changes of manner: quotes, spaces, commas. The same change of style in lines that are otherwise different."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, STYLE_SEARCH_LINES
from understudy.nes.symbolic.patterns import Example
from understudy.nes.symbolic.tokens import tokenize

__all__ = ["generate_style_changes"]


_SINGLE_QUOTED: Final = re.compile(r"'((?:[^'\"\\\n]|\\.)*)'")
_DOUBLE_QUOTED: Final = re.compile(r'"((?:[^\'"\\\n]|\\.)*)"')
_TIGHT_COLON: Final = re.compile(r"(?<=[\w'\"\])]):(?=[\w'\"\[{(-])(?!\d)")
_TIGHT_COMMA: Final = re.compile(r",(?=[^\s,)\]}'\"])")
_SPACE_INSIDE_BRACKETS: Final = re.compile(r"(?<=[{\[(]) +(?=\S)|(?<=\S) +(?=[}\])])")
_TIGHT_BRACES: Final = re.compile(r"(?<=\{)(?=[^\s}])|(?<=[^\s{])(?=\})")
_LOWERCASE_COMMENT: Final = re.compile(r"^(\s*(?:#|//|--|\*) ?)([a-z])")

_STYLES: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "double quotes": ("'", lambda line: _SINGLE_QUOTED.sub(r'"\1"', line)),
    "single quotes": ('"', lambda line: _DOUBLE_QUOTED.sub(r"'\1'", line)),
    "a space behind colons": (":", lambda line: _TIGHT_COLON.sub(": ", line)),
    "a space behind commas": (",", lambda line: _TIGHT_COMMA.sub(", ", line)),
    "no space inside brackets": (" ", lambda line: _SPACE_INSIDE_BRACKETS.sub("", line)),
    "a space inside braces": ("{", lambda line: _TIGHT_BRACES.sub(" ", line)),
    "a capital in comments": ("", lambda line: _LOWERCASE_COMMENT.sub(lambda m: m[1] + m[2].upper(), line)),
    "no semicolon": (";", lambda line: line.removesuffix(";")),
    "a semicolon": ("", lambda line: line + ";" if line.rstrip()[-1:] in ("'", '"', ")", "]") else line),
    "no space at the end": ("", str.rstrip),
    "a point at the end": (
        "",
        lambda line: line + "." if _LOWERCASE_COMMENT.match(line.lower()) and line[-1:].isalnum() else line,
    ),
}


def generate_style_changes(
    examples: list[Example], extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    seen = [
        (example, manners) for example in examples if (manners := _matching_styles(example.old, example.new))
    ]
    if not seen:
        return
    for manner, (sign, change) in _STYLES.items():
        learned = [example for example, manners in seen if manner in manners]
        if learned:
            yield from _style_changes_elsewhere(manner, sign, change, learned, extractor)


@lru_cache(maxsize=256)
def _matching_styles(old: str, new: str) -> frozenset[str]:
    """Which of them makes the new line of the old one."""
    bare = new.strip()
    return frozenset(manner for manner, (_, change) in _STYLES.items() if change(old).strip() == bare)


def _style_changes_elsewhere(
    style: str,
    marker: str,
    change: Callable[[str], str],
    examples: list[Example],
    extractor: FeatureExtractor,
) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    newest = min(examples, key=lambda example: example.age)
    at = extractor.situation.cursor.line if extractor.is_current_file else 0
    span = range(max(0, at - STYLE_SEARCH_LINES), min(len(scan.lines), at + STYLE_SEARCH_LINES))
    changed = {
        line: new
        for line in span
        if marker in scan.lines[line]
        and len(scan.lines[line]) <= MAX_PATTERN_LINE_CHARS
        and (new := change(scan.lines[line])) != scan.lines[line]
        and not extractor.is_edited_since(line, newest.edit.serial)
    }
    edits = [example.edit for example in examples]
    first = min((edit.line for edit in edits if edit.uri == scan.snapshot.uri and edit.line >= 0), default=-1)
    for line in extractor.nearest_lines(list(changed)):
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=1,
            new=(changed[line],),
            family="manner",
            pattern=style,
            topic=style,
            why=f"You changed to {style}.",
            features={
                **extractor.pattern_features(edits, newest.age, style, style),
                **extractor.place_features(line, edits),
                "places": log_scaled(len(changed)),
                "above_first": log_scaled(sum(1 for n in changed if n < first)),
                "quotes": float("quotes" in style),
                "comment": float("comment" in style or "point" in style),
                "shared": max(_shared_token_share(scan.lines[line], example.old) for example in examples[:6]),
            },
        )


def _shared_token_share(one: str, other: str) -> float:
    """How many of one line's tokens the other has too."""
    mine = [token for token in tokenize(one) if not token.isspace()]
    theirs = set(tokenize(other))
    return sum(token in theirs for token in mine) / max(1, len(mine))
