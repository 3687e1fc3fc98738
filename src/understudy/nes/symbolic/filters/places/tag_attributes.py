"""An attribute of one kind of element says nothing about another kind.

A change that gives an attribute to elements of one tag, in HTML or JSX, is improbable at an element of another tag,
and so is another number in the value of an attribute, such as a width or `mt-8` instead of `mt-4`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import tokenize

__all__ = ["limit_attributes_of_other_tags"]

_OPEN_TAG: Final = re.compile(r"<([A-Za-z][\w.-]*)(?:\s[^<]*)?\Z")
_ATTRIBUTE: Final = re.compile(r"\s*[A-Za-z][\w:@.-]*(?:=\S.*)?\s*\Z")


class _AddedAttribute(NamedTuple):
    tag: str
    written: str
    """The name of the attribute, or the old and the new number in its value."""


def limit_attributes_of_other_tags(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    tags: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        for one in _added_attributes(example.old, example.new):
            tags.setdefault(one.written, set()).add(one.tag)
    if not tags:
        return
    for candidate in unscored:
        if candidate.is_line_change:
            for one in _added_attributes(candidate.snapshot.lines[candidate.line], candidate.new[0]):
                if one.written in tags and one.tag not in tags[one.written]:
                    candidate.probability = min(candidate.probability, OTHER_TYPE_PROBABILITY)


def _added_attributes(old: str, new: str) -> Iterator[_AddedAttribute]:
    """The attributes that a line gets, and the numbers of attributes that it changes, with the tags of their
    elements."""
    if "<" not in old or max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        written = "".join(op.new)
        removed = "".join(tokens[op.start : op.end])
        is_number = removed.isdigit() and written.isdigit()
        if not is_number and (removed or _ATTRIBUTE.match(written) is None):
            continue
        tag = _OPEN_TAG.search("".join(tokens[: op.start]))
        if tag is not None:
            yield _AddedAttribute(
                tag[1], f"{removed} → {written}" if removed else written.split("=")[0].strip()
            )
