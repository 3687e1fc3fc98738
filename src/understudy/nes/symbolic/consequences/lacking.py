"""The reverse of signature: a call got an argument more than its function takes. The function is the next place."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.port import Candidate, Edit
from understudy.nes.symbolic.consequences.calls import Call, calls
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.headers import Header, headers
from understudy.nes.symbolic.consequences.lookup import defining
from understudy.nes.symbolic.consequences.vocabulary import known
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.values import Page, Point, Replacement, Span

__all__ = ["lacking"]

_EMPTY: Final = re.compile(r"\(\s*\)")
_CALLED: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)\(")
_DEFINED: Final = (
    r"\b(?:def|fn|func|function\*?)\s+(?:\([^)]*\)\s*)?{name}\s*[(<\[]|\b(?:const|let|var)\s+{name}\s*="
)


class _Grown(NamedTuple):
    """A call with one argument more than it had."""

    name: str
    call: Call
    at: int
    change: Change


def lacking(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.own[:2]:
        for grown in _grown(work.here, change):
            found = list(_definitions(work, grown))
            if len(found) == 1:
                made.append(_candidate(work, grown, *found[0]))
    return made[:2]


def _grown(text: Text, change: Change) -> Iterator[_Grown]:
    edit = change.edit
    if len(edit.old) != len(edit.new) or len(edit.new) > 4 or not change.lines or not _may_grow(edit):
        return
    before = Text(Page(f"{text.page.uri}#before", text.page.language, list(edit.old), edit.revision))
    before.code = list(edit.old)
    old_names = {match[1] for line in edit.old for match in _CALLED.finditer(line)}
    for name in dict.fromkeys(match[1] for line in edit.new for match in _CALLED.finditer(line)):
        if name not in old_names or known(text.kind, name):
            continue
        was = calls(before, name)
        now = [call for call in calls(text, name) if call.opening.line in change.lines]
        if len(was) != 1 or len(now) != 1:
            continue
        old, new = ([item.text for item in call.arguments] for call in (was[0], now[0]))
        spots = [at for at in range(len(new)) if new[:at] + new[at + 1 :] == old]
        if len(new) == len(old) + 1 and spots and not now[0].keywords:
            yield _Grown(name, now[0], spots[-1], change)


def _may_grow(edit: Edit) -> bool:
    """A quick no for most, before the text is parsed: no comma came, and no empty brackets were filled."""
    old, new = "".join(edit.old), "".join(edit.new)
    return new.count(",") > old.count(",") or _EMPTY.search(old) is not None


def _definitions(work: Work, grown: _Grown) -> Iterator[tuple[Text, Header]]:
    pattern = re.compile(_DEFINED.format(name=re.escape(grown.name)))
    pages = [work.here.page, *defining(work.situation.library, grown.name, work.here.page.uri, 4)]
    for text in (work.text(page) for page in pages):
        for number, line in enumerate(text.raw if text.kind == work.here.kind else ()):
            if grown.name not in line or not pattern.search(line):
                continue
            for header in headers(text.kind, text.raw, text.code, number, number):
                fits = len(header.parameters) == len(grown.call.arguments) - 1
                plain = not any(parameter.optional for parameter in header.parameters)
                if header.name == grown.name and header.line == number and fits and plain:
                    yield text, header


def _candidate(work: Work, grown: _Grown, text: Text, header: Header) -> Candidate:
    edits = _edits(grown, text, header)
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.page.uri,
        family="signature-argument",
        lesson=f"one more for {grown.name}",
        why=f"You give {grown.name} one argument more than it takes.",
        edits=edits,
        place=None if edits else _spot(grown, header),
        chance=chance(
            "signature-argument",
            stale=grown.change.age,
            elsewhere=text is not work.here,
            derived=bool(edits),
            definition=not edits,
        ),
    )


def _spot(grown: _Grown, header: Header) -> Point:
    """Where the parameter is to be typed."""
    return header.listed[grown.at].span.start if grown.at < len(header.listed) else header.closing


def _edits(grown: _Grown, text: Text, header: Header) -> tuple[Replacement, ...]:
    """The parameter, where the argument is a plain name and parameters have no types."""
    name = grown.call.arguments[grown.at].text
    typed = any(not item.text.isidentifier() for item in header.listed)
    if text.kind not in ("python", "script") or not name.isidentifier() or typed or not header.listed:
        return ()
    if header.opening.line != header.closing.line or name in header.names():
        return ()
    if grown.at == 0:
        start = header.listed[0].span.start
        return (Replacement(Span(start, start), f"{name}, "),)
    end = header.listed[grown.at - 1].span.end
    return (Replacement(Span(end, end), f", {name}"),)
