"""Sentences of comments, documentation and messages, which are not changed word by word as code is.

A line of a paragraph that was broken into other lines is not written in another paragraph, which would end in the
middle of a sentence. A word that began a line or sentence does not come into the middle of one, and no word is
doubled.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.syntax import language_of, mask_line
from understudy.nes.text import TextSnapshot

__all__ = ["limit_broken_sentences"]

_PROSE: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "plaintext", "text"})
_SENTENCE_END: Final = re.compile(r"[.!?:][\"'`)\]*]*\s*$")
_OPEN_END: Final = re.compile(r"[^\W\d_]\s*$|,\s*$")
_CONTINUATION: Final = re.compile(r"\W*(?:[a-z]|$)")
_DOUBLED_WORD: Final = re.compile(r"(?<![\w.-])([^\W\d_]{2,}) (?:[\"'`]\s*)?\1(?![\w-])")
_USUAL_DOUBLES: Final = frozenset({"that", "had", "long"})
_CAPITALISED: Final = re.compile(r"[A-Z][a-z]+")
_SMALL_WORD: Final = re.compile(r"[a-z]+")


def limit_broken_sentences(unscored: Sequence[UnscoredCandidate]) -> None:
    """Make a change improbable that leaves no sentence in a line without code."""
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
            continue
        is_doubled = _doubles_word(old, new)
        if not (is_doubled or _capitalises_inside(old, new) or _opens_end(one.snapshot, one.line, new)):
            continue
        if _is_prose(one.snapshot, one.line, may_be_string=is_doubled):
            one.probability = OTHER_VALUE_PROBABILITY


def _opens_end(snapshot: TextSnapshot, line: int, new: str) -> bool:
    """Whether the line would end with the first words of a sentence that the next line does not continue."""
    old = snapshot.lines[line].rstrip()
    if _SENTENCE_END.search(old) is None or not new.startswith(old) or _OPEN_END.search(new) is None:
        return False
    below = snapshot.lines[line + 1] if line + 1 < len(snapshot.lines) else ""
    return not below.strip() or _CONTINUATION.match(below) is None


@lru_cache(maxsize=1024)
def _doubles_word(old: str, new: str) -> bool:
    doubled = {match[1] for match in _DOUBLED_WORD.finditer(new)} - _USUAL_DOUBLES
    return bool(doubled) and not doubled <= {match[1] for match in _DOUBLED_WORD.finditer(old)}


@lru_cache(maxsize=1024)
def _capitalises_inside(old: str, new: str) -> bool:
    """Whether a capitalised word that the line did not have comes behind a word in small letters, with another one
    behind it: names and the like are single."""
    known = set(tokenize(old))
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        before = [token for token in tokens[: op.start] if not token.isspace()]
        added = [token for token in op.new if not token.isspace()]
        is_inside = bool(before) and _SMALL_WORD.fullmatch(before[-1]) is not None
        is_sentence = len(added) > 1 and _SMALL_WORD.fullmatch(added[1]) is not None
        if is_inside and is_sentence and _CAPITALISED.fullmatch(added[0]) and added[0] not in known:
            return True
    return False


def _is_prose(snapshot: TextSnapshot, line: int, *, may_be_string: bool) -> bool:
    """Whether the line has no code, or, if a string is enough, nothing but a string and brackets or commas."""
    if language_of(snapshot).id in _PROSE:
        return True
    code = mask_line(snapshot, line)
    return code is not None and (not code.strip() or (may_be_string and re.search(r"\w\w", code) is None))
