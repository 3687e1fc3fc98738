"""An event of Socket.IO was renamed on one side of the connection: the other side follows.

What one program listens to with `socket.on("move", …)`, another one sends with `io.emit("move", …)`. The objects
are called `socket` and `io`, as in the documentation of Socket.IO; the events of other emitters: see `events`. If
several programs listen to the name, or several send it, it is not known which ones belong together.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import propose_for_newest
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_socket_events"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_CALL: Final = (
    r"(?<![\w$])(?:io|\w*[sS]ocket)(?:\??\.\w+(?:\([^()]*\))?)*?"
    r"\??\.(?P<method>on|once|off|removeListener|emit|emitWithAck)\(\s*(?P<quote>[\"'`])(?P<name>{})(?P=quote)"
)
_ANY_CALL: Final = re.compile(_CALL.format(r"[\w:./-]+"))
_OWN_EVENTS: Final = frozenset({"connect", "connect_error", "connection", "disconnect", "disconnecting"})
"""Events of Socket.IO itself, which no program sends."""


class _RenamedEvent(NamedTuple):
    change: Change
    text: SourceText
    is_sent: bool
    old: str
    new: str


class _Use(NamedTuple):
    line: int
    span: Span
    is_sent: bool


def propose_socket_events(context: RuleContext) -> list[Candidate]:
    """Propose the new name of an event on the other side, and where the same text listens to it."""
    return propose_for_newest(context, _find_renamed_event, _candidates)


def _find_renamed_event(context: RuleContext, change: Change) -> _RenamedEvent | None:
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or len(edit.new[0]) > MAX_VALUE_LINE_CHARS:
        return None
    before, after = list(_ANY_CALL.finditer(edit.old[0])), list(_ANY_CALL.finditer(edit.new[0]))
    if len(before) != 1 or len(after) != 1:
        return None
    old, new = before[0], after[0]
    if old["name"] == new["name"] or old["method"] != new["method"] or old["name"] in _OWN_EVENTS:
        return None
    text = context.text_at(edit.uri)
    if text is None or text.language.family != "script" or not change.is_current(text):
        return None
    return _RenamedEvent(change, text, old["method"].startswith("emit"), old["name"], new["name"])


def _candidates(context: RuleContext, renamed: _RenamedEvent) -> list[Candidate]:
    others = context.situation.workspace_texts.find_containing(
        [f'"{renamed.old}"', f"'{renamed.old}'"], renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    places = [
        NamePlace(renamed.text, one.line, (Replacement(one.span, renamed.new),))
        for one in _uses(renamed.text, renamed.old)
        if one.is_sent == renamed.is_sent
    ]
    for text in map(context.source_text, others):
        if text.language.family != "script" or text is renamed.text:
            continue
        for use in _uses(text, renamed.old):
            if use.is_sent == renamed.is_sent:
                return []
            places.append(NamePlace(text, use.line, (Replacement(use.span, renamed.new),)))
    name = RenamedName("event", renamed.old, renamed.new, renamed.change)
    return list(rename_candidates(context, "socket-event", name, places, PROBABILITY))


def _uses(text: SourceText, name: str) -> Iterator[_Use]:
    """Yield where a text listens to the event or sends it."""
    used = re.compile(_CALL.format(re.escape(name)))
    for line in text.raw_lookup.iterate_containing(name):
        if len(text.raw[line]) > MAX_VALUE_LINE_CHARS:
            continue
        for match in used.finditer(text.raw[line]):
            if text.is_code(text.offset_at(line) + match.start("method"), match["method"]):
                span = Span(Point(line, match.start("name")), Point(line, match.end("name")))
                yield _Use(line, span, match["method"].startswith("emit"))
