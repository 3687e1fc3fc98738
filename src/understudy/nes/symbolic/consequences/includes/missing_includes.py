"""A recent edit uses a name of the standard library of C or C++ that the text did not use: add the header.

Not where the text gets it through a header of its own folder, and not if it has used names of that header without.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.includes.standard_headers import C_HEADERS, CPP_HEADERS
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
        for name, header in _new_names(text, change):
            if (text.snapshot.uri, header) in proposed or _is_used_before(text, header, change):
                continue
            if not _is_included(context, text, name, header):
                proposed.add((text.snapshot.uri, header))
                candidates.append(_candidate(context, text, change, name, header))
    return candidates[:MAX_INSERTION_CANDIDATES]


def _new_names(text: SourceText, change: Change) -> Iterator[tuple[str, str]]:
    """Yield the names of the standard library that an edit wrote in code, with their headers."""
    edit = change.edit
    pattern, headers = _names_of(text)
    new = {name for line in edit.new for name in pattern.findall(line) if name in headers}
    new -= {name for line in edit.old for name in pattern.findall(line)}
    if not new or not text.code:
        return  # before the code is read
    written = {name for line in change.current_lines for name in pattern.findall(text.code[line])}
    for name in sorted(new & written):
        yield name, headers[name]


def _names_of(text: SourceText) -> tuple[re.Pattern[str], Mapping[str, str]]:
    return (_STANDARD, CPP_HEADERS) if text.language.id == "cpp" else (_WORD, C_HEADERS)


def _is_used_before(text: SourceText, header: str, change: Change) -> bool:
    """Whether another line of the text has a name of the header in code: it has the header from elsewhere."""
    pattern, headers = _names_of(text)
    return any(
        headers.get(name) == header
        for number, line in enumerate(text.code)
        if number not in change.current_lines
        for name in pattern.findall(line)
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
            uri = f"{scheme}://{posixpath.normpath(posixpath.join(folder, path))}"
            if sign == "<" or uri in known:
                continue
            other = context.text_at(uri) if len(known) <= MAX_CALLING_TEXTS else None
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
    includes = _include_lines(text)
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
