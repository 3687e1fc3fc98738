"""The return type of one function says nothing about that of another one.

A change that gives a function a return type, or adds something to its type, seen at functions of one name, is
improbable at a function of another name, unless it returns nothing: `-> None` is the same everywhere. So is the
change of what it returns, and of what its result is compared with.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.types.receivers import COMPARED, find_origin
from understudy.nes.symbolic.limits import MAX_ENCLOSING_LINES, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import indentation, tokenize

__all__ = ["limit_other_return_types"]

_PARAMETERS: Final = r"\((?:[^()]|\([^()]*\))*\)"
_HEADERS: Final = (
    re.compile(r"\b(?:def|fn)\s+(?P<name>\w+).*?->\s*(?P<type>.+?)\s*(?::|\{|where\b)?\s*\Z"),
    re.compile(
        rf"(?P<name>[\w$]+)\s*(?:=\s*(?:async\s*)?)?(?:<[^()]*>)?{_PARAMETERS}\s*:\s*(?P<type>.+?)\s*"
        rf"(?:\{{|=>.*)\s*\Z"
    ),
    re.compile(
        rf"\bfunc\s+(?:\((?P<receiver>[^()]*)\)\s*)?(?P<name>\w+)(?:\[[^()]*\])?{_PARAMETERS}\s*"
        rf"(?P<type>[\w*\[(].*?)\s*\{{\s*\Z"
    ),
    re.compile(
        rf"\A\s*(?:(?:public|protected|private|static|final|abstract|virtual|inline|constexpr|extern|override"
        rf"|synchronized|default|\[\[\w+\]\])\s+)*(?!(?:return|else|new|throw|delete|func|case|goto|await)\b)"
        rf"(?P<type>(?:const\s+)?[A-Za-z_][\w:.]*(?:<.+>)?(?:\[\])*(?:\s*[*&]+)?)(?:\s+|(?<=[*&]))(?:[\w<>]+::)*"
        rf"(?!(?:if|for|while|switch|catch)\b)(?P<name>[A-Za-z_]\w*){_PARAMETERS}"
        rf"\s*(?:const\b|noexcept\b|override\b|final\b|throws\b[^{{;]*|=\s*0|\s)*[{{;]?\s*\Z"
    ),
)
"""A header in one line, with the name and the return type: Python and Rust, TypeScript, Go, Java and C."""
_FUNCTION_TYPES: Final = (
    re.compile(rf"(?P<name>\w+)\s+func{_PARAMETERS}\s*(?P<type>[\w*\[(].*?)\s*,?\s*(?:`[^`]*`)?\s*\Z"),
    re.compile(
        rf"(?<![\w$.])(?P<name>[\w$]+)\??\s*:\s*{_PARAMETERS}\s*=>\s*(?P<type>[^{{}}]+?)\s*[;,]?\s*\Z"
    ),
)
"""A field or a parameter that is a function: Go, TypeScript."""
_COMPARED_CALL: Final = re.compile(rf"(?<![\w$.])([\w$.]+){_PARAMETERS}\s*(?:[!=]==?|is(?:\s+not)?)\s*\Z")
_ABSENT: Final = frozenset({"null", "undefined", "None"})
"""What a function returns instead of a value."""
_NOTHING: Final = frozenset({"None", "()", "void"})


class _ReturnType(NamedTuple):
    """A function that gets another return type."""

    name: str
    change: str
    """The new type, or what is added to the old one or replaced in it."""


def limit_other_return_types(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    names: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        for one in _changed_return_types(example.old, example.new):
            names.setdefault(one.change, set()).add(one.name)
    if not names:
        return
    changed = {
        after["name"]: before["type"]
        for example in patterns.line_examples
        for pattern in _HEADERS
        if (before := pattern.search(example.old)) and (after := pattern.search(example.new))
    }
    for candidate in unscored:
        if candidate.is_line_change:
            is_likely = candidate.probability > OTHER_TYPE_PROBABILITY
            if is_likely and (
                _is_in_other_function(candidate, changed) or _compares_other_result(candidate, changed)
            ):
                candidate.probability = OTHER_TYPE_PROBABILITY
            changes = _changed_return_types(candidate.snapshot.lines[candidate.line], candidate.new[0])
            seen = [(names[one.change], one.name) for one in changes if one.change in names]
            if seen and all(
                len(others) == 1 and not any(_is_same_function(name, other) for other in others)
                for others, name in seen
            ):
                candidate.probability = min(candidate.probability, OTHER_TYPE_PROBABILITY)


def _is_in_other_function(candidate: UnscoredCandidate, changed: Mapping[str, str]) -> bool:
    """Whether it changes what a function returns that is none of those that got another type; or any other line of
    it, if it still returns what one of them returned before."""
    lines = candidate.snapshot.lines
    line = lines[candidate.line]
    for above in reversed(lines[max(0, candidate.line - MAX_ENCLOSING_LINES) : candidate.line]):
        if not above.strip() or len(indentation(above)) >= len(indentation(line)):
            continue
        header = next((match for pattern in _HEADERS if (match := pattern.search(above))), None)
        if header is not None:
            is_returned = line.lstrip().startswith("return ") and "return " in candidate.new[0]
            return header["name"] not in changed and (is_returned or header["type"] in changed.values())
    return False


def _compares_other_result(candidate: UnscoredCandidate, changed: Mapping[str, str]) -> bool:
    """Whether it changes what the result of another function is compared with."""
    lines = candidate.snapshot.lines
    line, new = lines[candidate.line], candidate.new[0]
    ops = diff_tokens(line, new)
    before = "".join(tokenize(line)[: ops[0].start]) if ops else ""
    compared = COMPARED.search(before)
    called = _COMPARED_CALL.search(before) if compared is None else None
    origin = find_origin(lines, candidate.line, compared[1]) if compared is not None else ""
    if called is not None:
        origin = called[1]
    return bool(origin) and origin.rpartition(".")[2] not in changed


@lru_cache(maxsize=1024)
def _changed_return_types(old: str, new: str) -> tuple[_ReturnType, ...]:
    """The function that gets another return type, by the whole type and by what is added to the old one.

    The same lines are asked for with every request.
    """
    for pattern in (*_HEADERS, *_FUNCTION_TYPES):
        after = pattern.search(new)
        if after is None:
            continue
        before = pattern.search(old)
        if after["type"] in _NOTHING or (before is not None and before["type"] == after["type"]):
            return ()
        name = f"{_receiver_type(after)}{after['name']}"
        whole = _ReturnType(name, after["type"])
        added = diff_tokens(before["type"], after["type"]) if before is not None else ()
        if before is None:
            return (whole,)
        if any(op.start != op.end for op in added):
            tokens = tokenize(before["type"])
            replaced = [(tokens[op.start : op.end], op.new) for op in added]
            if _ABSENT.issuperset(token for removed, _ in replaced for token in removed):
                return whole, _ReturnType(name, f"{replaced}")
            return (whole,)  # the same in another notation, perhaps: `List` and `list`
        return whole, _ReturnType(name, f"+{[op.new for op in added]}")
    return ()


def _receiver_type(header: re.Match[str]) -> str:
    """The type that a method of Go belongs to, with a dot."""
    receiver = header.groupdict().get("receiver")
    return f"{receiver.split()[-1].lstrip('*')}." if receiver else ""


def _is_same_function(one: str, other: str) -> bool:
    """Whether two names may be of one function: a method of that name of another type is another one."""
    (owner, _, name), (other_owner, _, other_name) = one.rpartition("."), other.rpartition(".")
    return name == other_name and (not owner or not other_owner or owner == other_owner)
