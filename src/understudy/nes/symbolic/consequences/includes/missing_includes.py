"""A recent edit uses a name of the standard library of C or C++ that the text did not use: add the header.

Not where the text gets it through a header of its own folder, or may get it through one that is not known, and not
if it has used names of that header without. In C, not for a name that the text declares itself.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.includes.standard_headers import (
    C_HEADERS,
    CPP_HEADERS,
    is_c_function,
    is_standard_header,
)
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_IMPORT_HEAD_LINES,
    MAX_INSERTION_CANDIDATES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
)
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_missing_includes"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_STANDARD: Final = re.compile(r"(?<![\w:])(?:::)?std::(\w+)")
_WORD: Final = re.compile(r"(?<![\w.>:])[A-Za-z_]\w*")
_INCLUDE: Final = re.compile(r"\s*#\s*include\s*([<\"])([^>\"]+)[>\"]")
_GUARD: Final = re.compile(r"\s*#\s*(?:pragma\s+once|define\s+\w+_H\w*\s*\Z)")
_CONDITION: Final = re.compile(r"\s*#\s*(?:if(?:n?def)?|(endif))\b")
_NAME_GUARD: Final = re.compile(r"\s*#\s*ifndef\s+(\w+)")
_TYPE_BEFORE: Final = r"(?<![\w.>])(?!(?:return|else|case|goto|do|sizeof)\b)[^\W\d]\w*(?:\s+|\s+\*+|\*+\s+)"
_LANGUAGES: Final = ("c", "cpp")
_IMPLYING: Final = {
    "string": frozenset(
        {"filesystem", "format", "fstream", "iomanip", "iostream", "regex", "sstream", "stdexcept"}
    )
}
"""Headers that everyone takes for another one, too."""


def propose_missing_includes(context: RuleContext) -> list[Candidate]:
    """Propose the headers of the names that recent edits began to use."""
    candidates: list[Candidate] = []
    proposed: set[tuple[str, str]] = set()
    for change in context.without_dormant(context.changes):
        text = context.text_at(change.edit.uri)
        if text is None or text.language.id not in _LANGUAGES or not change.is_current(text):
            continue
        missing = [
            (name, header)
            for name, header in _new_names(text, change)
            if (text.snapshot.uri, header) not in proposed and not _is_included(context, text, name, header)
        ]
        used_before = _headers_used_before(text, change) if missing else frozenset[str]()
        for name, header in missing:
            if len(candidates) >= MAX_INSERTION_CANDIDATES or context.is_past_deadline:
                break
            if (text.snapshot.uri, header) not in proposed and header not in used_before:
                proposed.add((text.snapshot.uri, header))
                candidates.append(_candidate(context, text, change, name, header))
    return candidates


def _new_names(text: SourceText, change: Change) -> Iterator[tuple[str, str]]:
    """Yield the names of the standard library that an edit wrote in code, with their headers."""
    edit = change.edit
    pattern, headers = _names_of(text)
    new = {name for line in edit.new for name in pattern.findall(line) if name in headers}
    new -= {name for line in edit.old for name in pattern.findall(line)}
    if not new or not text.code:
        return  # before the code is read
    lines = [text.code[line] for line in change.current_lines]
    for name in sorted(new.intersection(name for line in lines for name in pattern.findall(line))):
        if text.language.id == "cpp" or _is_used_as_standard(text, lines, name):
            yield name, headers[name]


def _is_used_as_standard(text: SourceText, lines: Sequence[str], name: str) -> bool:
    """Whether lines of C use a name as the library defines it, and the text does not declare it itself."""
    if is_c_function(name) and not any(re.search(rf"(?<![\w.>]){name}\s*\(", line) for line in lines):
        return False
    declared = re.compile(rf"{_TYPE_BEFORE}{name}\b")
    return not any(declared.search(text.code[line]) for line in text.code_lookup.iterate_containing(name))


def _names_of(text: SourceText) -> tuple[re.Pattern[str], Mapping[str, str]]:
    return (_STANDARD, CPP_HEADERS) if text.language.id == "cpp" else (_WORD, C_HEADERS)


def _headers_used_before(text: SourceText, change: Change) -> frozenset[str]:
    """Return the headers of which other lines of the text have names in code: it has them from elsewhere."""
    pattern, headers = _names_of(text)
    return frozenset(
        header
        for number, line in enumerate(text.code)
        if number not in change.current_lines
        for name in pattern.findall(line)
        if (header := headers.get(name)) is not None
    )


def _is_included(context: RuleContext, text: SourceText, name: str, header: str) -> bool:
    """Whether the text has the header, also through its own ones, or may have it through one that is not known.

    `<cstring>` and `<string.h>` are the same. An own header that uses the name is the one to include it.
    """
    forms = {header, f"c{header.removesuffix('.h')}" if header.endswith(".h") else f"{header[1:]}.h"}
    forms |= _IMPLYING.get(header, frozenset())
    pending, known = [text], {text.snapshot.uri}
    while pending:
        one = pending.pop()
        scheme, _, folder = one.snapshot.uri.rpartition("/")[0].partition("://")
        for line in _include_lines(one):
            sign, path = _name_of(one, line)
            if path in forms:
                return True
            if sign == "<" and is_standard_header(path):
                continue
            uri = f"{scheme}://{posixpath.normpath(posixpath.join(folder, path))}"
            if uri in known:
                continue
            other = context.text_at(uri) if sign == '"' and len(known) <= MAX_CALLING_TEXTS else None
            if other is None or any(other.uses(name)):
                return True
            known.add(uri)
            pending.append(other)
    return False


def _include_lines(text: SourceText) -> list[int]:
    return [
        line
        for line in text.raw_lookup.iterate_containing("include")
        if line < MAX_IMPORT_HEAD_LINES and _INCLUDE.match(text.raw[line])
    ]


def _unconditional(text: SourceText, lines: Sequence[int]) -> list[int]:
    """Return the lines that are in no condition of the preprocessor but the guard of a header."""
    are_guards: list[bool] = []
    found: list[int] = []
    for number, line in enumerate(text.raw[: max(lines, default=-1) + 1]):
        condition = _CONDITION.match(line)
        if condition is None:
            found += [number] if number in lines and all(are_guards) else []
        elif condition[1] is None:
            are_guards.append(_is_guard(text, number))
        elif are_guards:
            are_guards.pop()
    return found


def _is_guard(text: SourceText, number: int) -> bool:
    named = _NAME_GUARD.match(text.raw[number])
    following = next((one for one in text.raw[number + 1 :] if one.strip()), "")
    return named is not None and re.match(rf"\s*#\s*define\s+{named[1]}\b", following) is not None


def _candidate(context: RuleContext, text: SourceText, change: Change, name: str, header: str) -> Candidate:
    at, written = _placed(text, header)
    shown = f"std::{name}" if text.language.id == "cpp" else name
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="include-missing",
        pattern=f"#include <{header}>",
        topic=shown,
        why=f"You began to use {shown}, which is in <{header}>.",
        edits=(Replacement(Span(Point(at, 0), Point(at, 0)), written),),
        probability=PROBABILITY.estimate(
            StaleFeatures(stale=change.age, elsewhere=text is not context.current_text)
        ),
    )


def _placed(text: SourceText, header: str) -> tuple[int, str]:
    """Return the line before which the header is written, and what is written there.

    In the group of the headers of the library, in its order if it has one; else behind the last include, or behind
    the guard of a header.
    """
    line = f"#include <{header}>\n"
    includes = _unconditional(text, _include_lines(text))
    groups: list[list[int]] = []
    for at in includes:
        if groups and groups[-1][-1] == at - 1:
            groups[-1].append(at)
        else:
            groups.append([at])
    library = [one for one in groups if any(_name_of(text, at)[0] == "<" for at in one)]
    if library:
        is_c = header.endswith(".h")
        fitting = [one for one in library if any(_name_of(text, at)[1].endswith(".h") == is_c for at in one)]
        own = [at for at in (fitting or library)[0] if _name_of(text, at)[0] == "<"]
        names = [_name_of(text, at)[1] for at in own]
        following = [at for at, name in zip(own, names, strict=True) if name > header]
        return (following[0] if following and names == sorted(names) else own[-1] + 1), line
    if includes:
        return includes[-1] + 1, f"\n{line}"
    guard = next((at for at, one in enumerate(text.raw[:MAX_IMPORT_HEAD_LINES]) if _GUARD.match(one)), None)
    if guard is not None:
        return _behind(text.raw, guard, line)
    first = next((at for at, one in enumerate(text.code[:MAX_IMPORT_HEAD_LINES]) if one.strip()), 0)
    return first, f"{line}\n"


def _behind(lines: Sequence[str], guard: int, line: str) -> tuple[int, str]:
    """Return the place in a paragraph of its own below a guard."""
    if guard + 1 < len(lines) and not lines[guard + 1].strip():
        return guard + 2, f"{line}\n"
    return guard + 1, f"\n{line}"


def _name_of(text: SourceText, line: int) -> tuple[str, str]:
    match = _INCLUDE.match(text.raw[line])
    return (match[1], match[2]) if match is not None else ("", "")
