"""Members after a dot: the fields and methods of the receiver's type, where the open texts tell the type.

The type is told by an annotation, a declaration or a construction near the cursor, its members by the lines of its
definition. Regular expressions over lines, so that it takes a fraction of a millisecond; bindings of a syntax tree
are the matter of `nes.bindings`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from understudy.nes.completion.limits import (
    MAX_CACHED_MEMBER_LINES,
    MAX_HEADER_DISTANCE_LINES,
    MAX_MEMBERS,
    MAX_TYPE_LINES,
)
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["member_continuations"]

_RECEIVER: Final = re.compile(r"\b([^\W\d]\w*)\.(\w*)$")
_TYPE: Final = r"[A-Z]\w*"
_SELF: Final = frozenset({"self", "this", "cls"})
_CLASS: Final = re.compile(
    rf"^\s*(?:(?:export|public|abstract|final|default|pub)\s+)*(?:class|impl(?:<[^>]*>)?)\s+({_TYPE})"
)
_METHOD: Final = re.compile(
    r"^\s*(?:(?:public|private|protected|static|async|final|override|pub(?:\([^)]*\))?|abstract|get|set)\s+)*"
    r"(?:def|fn|func|function)?\s*(?:[\w<>\[\]., ?]+\s+)??([^\W\d]\w*)\s*\(([^()]*)\)\s*"
    r"(?:->[^{:]*|:[^{=;]*|throws[^{]*)?[{:]\s*$"
)
_FIELD: Final = re.compile(
    r"^\s*(?:(?:public|private|protected|readonly|static|final|pub)\s+)*([^\W\d]\w*)\??\s*:\s*[^\s=]"
    r"|^\s*(?:(?:public|private|protected|static|final)\s+)+[\w<>\[\], ]+\s([^\W\d]\w*)\s*[;=]"
    r"|^\t([A-Z]\w*)\s+[\w*\[\].]+\s*(?:`.*)?$"
)
"""As in Python, TypeScript and Rust; as in Java; as in Go."""
_OWN_FIELD: Final = re.compile(r"^\s*(?:self|this)\.([^\W\d]\w*)\s*(?::[^=]+)?=")
_NO_MEMBERS: Final = frozenset(
    ["if", "for", "while", "switch", "catch", "return", "with", "else", "constructor", "__init__", "match"]
)


def member_continuations(place: Place) -> Iterator[str]:
    """Yield the rests of the members that begin with what is typed behind the dot."""
    match = _RECEIVER.search(place.prefix.text)
    if match is None or place.trailing_space:
        return
    receiver, begun = match.groups()
    edited = place.texts[0]
    type_name = _enclosing_type(place, edited) if receiver in _SELF else _type_of(receiver, place, edited)
    if not type_name:
        return
    count = 0
    for member in dict.fromkeys(_members_of(type_name, place)):
        if member.startswith(begun) and member != begun and (receiver in _SELF or member[0] != "_"):
            yield member[len(begun) :]
            count += 1
            if count == MAX_MEMBERS:
                return


def _enclosing_type(place: Place, edited: SearchedText) -> str:
    """The class or implementation around the cursor."""
    for at in range(place.line - 1, max(edited.first, place.line - MAX_TYPE_LINES) - 1, -1):
        line = edited.at(at)
        if (
            line.stripped
            and len(line.indent) < len(place.prefix.indent)
            and (found := _CLASS.match(line.text))
        ):
            return found[1]
    return ""


def _type_of(receiver: str, place: Place, edited: SearchedText) -> str:
    """The type that the nearest line above gives the receiver."""
    pattern = _declaration_of(receiver)
    for at in range(place.line - 1, max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
        text = edited.at(at).text
        if receiver in text and (found := pattern.search(text)):
            return next(filter(None, found.groups()))
    return ""


@lru_cache(maxsize=256)
def _declaration_of(receiver: str) -> re.Pattern[str]:
    name = re.escape(receiver)
    return re.compile(
        rf"\b{name}\s*\??:\s*[&*]?(?:mut\s+)?[\"']?({_TYPE})"  # an annotation
        rf"|\b{name}\s*:?=\s*(?:new\s+|await\s+)?&?({_TYPE})(?:::new)?[({{]"  # a construction
        rf"|\b({_TYPE})(?:<[^>]*>)?\s+{name}\b"  # a declaration as in Java and C
        rf"|\b{name}\s+\*?({_TYPE})\b"  # as in Go
    )


def _members_of(type_name: str, place: Place) -> Iterator[str]:
    header = _header_of(type_name)
    for text in place.texts:
        lines = text.lines
        for at, line in enumerate(lines):
            if type_name not in line.text:
                continue
            if (method := _go_method_of(type_name).match(line.text)) is not None:
                yield _call(method[1], method[2])
            elif header.match(line.text):
                for below in lines[at + 1 : at + 1 + MAX_TYPE_LINES]:
                    if below.stripped and len(below.indent) <= len(line.indent):
                        break
                    yield from _members_in(below.text)


@lru_cache(maxsize=256)
def _header_of(type_name: str) -> re.Pattern[str]:
    return re.compile(
        rf"^\s*(?:[\w()]+\s+)*(?:class|struct|interface|trait|impl(?:<[^>]*>)?|type)\s+(?:.*\bfor\s+)?{re.escape(type_name)}\b"
    )


@lru_cache(maxsize=256)
def _go_method_of(type_name: str) -> re.Pattern[str]:
    return re.compile(rf"^func \(\w+ \*?{re.escape(type_name)}\) (\w+)\(([^()]*)\)")


@lru_cache(maxsize=MAX_CACHED_MEMBER_LINES)
def _members_in(text: str) -> tuple[str, ...]:
    """The member that a line of a type defines, if any."""
    return tuple(_match_members(text))


def _match_members(text: str) -> Iterator[str]:
    if (own := _OWN_FIELD.match(text)) is not None:
        yield own[1]
    elif (method := _METHOD.match(text)) is not None:
        if method[1] not in _NO_MEMBERS and not method[1].startswith("__"):
            yield _call(method[1], method[2])
    elif (field := _FIELD.match(text)) is not None:
        yield next(filter(None, field.groups()))


def _call(name: str, parameters: str) -> str:
    """The member with its brackets, if it takes no arguments; otherwise its name."""
    names = [one for one in re.split(r"[\s,&]+", parameters) if one and one not in ("self", "mut", "cls")]
    return name if names else f"{name}()"
