"""A function's parameters changed: its calls, in this text and in others. Not what the parameters are for."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from understudy.nes.port import Candidate, Edit
from understudy.nes.symbolic.consequences.calls import Call, calls, in_scope
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.headers import Header, headers, owner
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.syntax.lists import taken
from understudy.nes.values import Point, Replacement, Span

__all__ = ["signature"]

_MOST: Final = 3
_EXACT: Final = ("rust", "go", "java", "c")


_HEAD: Final = re.compile(
    r"\b(?:def|func|fn|function|fun|constructor|void|public|private|static)\b|\)\s*(?::[^{]*)?\{\s*$|=>|\)\s*->"
)


class Turn(NamedTuple):
    """What happened to the parameters of one function."""

    kind: Literal["out", "in", "name", "order"]
    before: Header
    after: Header
    change: Change
    text: Text
    at: int = 0
    name: str = ""
    """The parameter that went or came; for a new name the old one."""
    called: str = ""
    """What calls write: the function's name, or that of its class."""


def signature(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.causes:
        page = (
            work.here.page
            if change.edit.uri == work.here.page.uri
            else work.situation.library.page(change.edit.uri)
        )
        if page is None or work.late:
            continue
        text = work.text(page)
        for turn in _turns(text, change):
            made.extend(_followed(work, turn))
    return made


def _may_turn(text: Text, edit: Edit) -> bool:
    """A quick no for most, before the text is parsed: nothing here looks like the head of a function."""
    if any(_HEAD.search(line) for line in (*edit.old, *edit.new)):
        return True
    return edit.line > 0 and text.raw[edit.line - 1].rstrip().endswith(("(", ","))


def _turns(text: Text, change: Change) -> Iterator[Turn]:
    edit = change.edit
    if edit.line < 0:
        return
    # A parameter on a line of its own comes or goes without any other line.
    if not (edit.old and edit.new) and len(edit.old) + len(edit.new) > 3:
        return
    last = edit.line + len(edit.new)
    if tuple(text.raw[edit.line : last]) != edit.new or not _may_turn(text, edit) or not text.code:
        return
    raw = [*text.raw[: edit.line], *edit.old, *text.raw[last:]]
    code = [*text.code[: edit.line], *edit.old, *text.code[last:]]
    was = {
        header.name: header
        for header in headers(text.kind, raw, code, edit.line, edit.line + max(0, len(edit.old) - 1))
    }
    for after in headers(text.kind, text.raw, text.code, edit.line, max(edit.line, last - 1)):
        before = was.get(after.name)
        if before is None or before.parameters == after.parameters:
            continue
        turn = _turn(text, change, before, after)
        if turn is not None:
            yield turn


def _turn(text: Text, change: Change, before: Header, after: Header) -> Turn | None:
    old, new = before.names(), after.names()
    called = after.name
    if called in ("__init__", "__new__", "constructor") or (called == "new" and text.kind == "rust"):
        called = owner(text.kind, text.code, after)
        if not called:
            return None
    gone = [name for name in old if name not in new]
    come = [name for name in new if name not in old]
    base = Turn("order", before, after, change, called=called, text=text)
    if len(gone) == 1 and not come and [name for name in old if name != gone[0]] == new:
        return base._replace(kind="out", at=old.index(gone[0]), name=gone[0])
    if len(come) == 1 and not gone and [name for name in new if name != come[0]] == old:
        at = new.index(come[0])
        if after.parameters[at].optional:
            return None
        return base._replace(kind="in", at=at, name=come[0])
    if len(gone) == len(come) == 1 and old.index(gone[0]) == new.index(come[0]) and text.kind == "python":
        return base._replace(kind="name", at=old.index(gone[0]), name=gone[0])
    if not gone and not come and old != new and len(old) > 1:
        return base
    return None


def _followed(work: Work, turn: Turn) -> Iterator[Candidate]:
    """Candidates for the calls: those here from the cursor on, then those of other texts."""
    if not _alone(work, turn):
        return
    cursor = work.situation.cursor.line
    count = 0
    texts = [work.here, *(one for one in work.others([turn.called], 4) if one.kind == turn.text.kind)]
    for text in texts:
        found = [call for call in calls(text, turn.called) if _of(turn, text, call)]
        if text is work.here:
            found.sort(key=lambda call: (call.opening.line < cursor, call.opening))
        for call in found:
            edits = _edits(turn, text, call)
            if edits is None:
                continue
            yield _candidate(work, turn, text, call, edits)
            count += 1
            if count >= _MOST:
                return


def _alone(work: Work, turn: Turn) -> bool:
    """Whether no other function has that name: another would make every call doubtful."""
    name = turn.after.name
    pattern = re.compile(
        rf"\b(?:def|fn|func|function)\b[^(]*?\b{re.escape(name)}\s*[(<\[]|^\s+{re.escape(name)}\s*\([^)]*\)\s*\{{"
    )
    if turn.called != name:
        return True
    seen = 0
    for text in (turn.text, *work.others([name], 4)):
        seen += sum(1 for line in text.raw if name in line and pattern.search(line))
        if seen > 1:
            return False
    return True


def _of(turn: Turn, text: Text, call: Call) -> bool:
    """Whether the call has the old parameters, and is one of this function."""
    if text is turn.text and turn.after.opening <= call.opening <= turn.after.closing:
        return False
    if any(re.match(r"\*|\.\.\.", item.text) for item in call.arguments):
        return False
    if turn.called == turn.after.name and text.kind in ("python", "script"):
        if turn.after.method and not call.dotted:
            return False
        if not turn.after.method and call.dotted:
            return False
    imported = any(turn.called in one.names() for one in text.imports)
    if text is not turn.text and not call.dotted and text.kind in ("python", "script") and not imported:
        return False
    old, given = turn.before.parameters, len(call.arguments)
    if text.kind in _EXACT:
        return given == len(old)
    least = sum(1 for parameter in old if not parameter.optional)
    return least <= given <= len(old)


def _edits(turn: Turn, text: Text, call: Call) -> tuple[Replacement, ...] | None:
    """What makes the call right; nothing in it if that is not clear, None if the call is right already."""
    keyword = call.keywords.get(turn.name)
    match turn.kind:
        case "out":
            at = keyword if keyword is not None else turn.at if turn.at < call.positional else None
            if at is None or (keyword is None and turn.before.loose):
                return None
            return (Replacement(taken(text.raw, call.arguments, at), ""),)
        case "name":
            if keyword is None:
                return None
            if call.arguments[keyword].text.endswith(f"={turn.name}"):
                return ()  # the value may get another name, too
            start = call.arguments[keyword].span.start
            end = Point(start.line, start.column + len(turn.name))
            return (Replacement(Span(start, end), turn.after.names()[turn.at]),)
        case "order":
            old, new = turn.before.names(), turn.after.names()
            if call.keywords or len(call.arguments) != len(old) or turn.before.loose:
                return None
            texts = [call.arguments[old.index(name)].text for name in new]
            pairs = zip(call.arguments, texts, strict=True)
            return tuple(Replacement(item.span, text) for item, text in pairs if item.text != text) or None
        case "in":
            if keyword is not None or (
                text.kind == "python" and turn.at < call.positional - 1 and call.keywords
            ):
                return None
            return _filled(turn, text, call)


def _filled(turn: Turn, text: Text, call: Call) -> tuple[Replacement, ...]:
    value = in_scope(text, call, turn.name)
    if value is None:
        return ()
    named = text.kind == "python" and (bool(call.keywords) or turn.name in turn.after.keywords)
    argument = f"{turn.name}={value}" if named else value
    if not call.arguments:
        after = Point(call.opening.line, call.opening.column + 1)
        return (Replacement(Span(after, after), argument),)
    at = len(call.arguments) if named else turn.at
    if at > len(call.arguments):
        return ()
    if any(item.span.start.line != item.span.end.line for item in call.arguments):
        return ()
    one_line = call.arguments[0].span.start.line == call.arguments[-1].span.end.line
    if at == 0 and one_line:
        start = call.arguments[0].span.start
        return (Replacement(Span(start, start), f"{argument}, "),)
    if one_line:
        end = call.arguments[at - 1].span.end
        return (Replacement(Span(end, end), f", {argument}"),)
    line = call.arguments[at - 1].span.end.line + 1 if at else call.arguments[0].span.start.line
    example = call.arguments[max(0, at - 1)].span
    indent = text.raw[example.start.line][: example.start.column]
    if indent.strip() or not text.raw[example.end.line][example.end.column :].lstrip().startswith(","):
        return ()
    return (Replacement(Span(Point(line, 0), Point(line, 0)), f"{indent}{argument},\n"),)


def _spot(turn: Turn, call: Call) -> Point:
    """Where the cursor is best put in a call: where the argument is to be typed, or at the one that is there."""
    given = call.arguments
    if turn.kind != "in":
        return given[min(turn.at, len(given) - 1)].span.start if given else call.closing
    return given[turn.at].span.start if turn.at < call.positional else call.closing


def _candidate(work: Work, turn: Turn, text: Text, call: Call, edits: tuple[Replacement, ...]) -> Candidate:
    name = turn.after.name
    said = {
        "out": f"{name} does not take {turn.name} any more.",
        "in": f"{name} takes {turn.name} now.",
        "name": f"{turn.name} of {name} has another name now.",
        "order": f"{name} takes its parameters in another order now.",
    }[turn.kind]
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.page.uri,
        family="signature-argument",
        lesson=f"{turn.kind} {turn.name} of {name}",
        why=said,
        edits=edits,
        place=None if edits else _spot(turn, call),
        chance=chance(
            "signature-argument",
            stale=turn.change.age,
            elsewhere=text is not work.here,
            call=not edits,
            derived=turn.kind == "in" and bool(edits),
            lenient=turn.kind == "out" and text.kind == "script",
        ),
    )
