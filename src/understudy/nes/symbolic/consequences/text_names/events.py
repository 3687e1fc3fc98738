"""An event that a class emits was renamed: where objects of that class are listened to, its name follows.

`this.emit("close")` of a class `Door` belongs to `door.on("close")` if `door` is known to be a `Door`. The event of
another emitter, or the same word in another string, is something else.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import ImportSource, Occurrence, TypeReference, find_all_places, resolver_for
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

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["RenamedEvent", "find_renamed_event", "propose_event_names"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_EMITTED: Final = re.compile(
    r"\.(?:emit\(|dispatchEvent\(\s*new\s+(?:Custom)?Event\()\s*([\"'])(?P<name>[\w:.-]+)\1"
)
_USED: Final = (
    r"\.(?:on|once|off|emit|(?:add|remove|prepend|prependOnce)Listener|(?:add|remove)EventListener"
    r"|removeAllListeners|listenerCount|listeners|dispatchEvent)"
    r"\(\s*(?:new\s+(?:Custom)?Event\(\s*)?(?P<quote>[\"'])(?P<name>{})(?P=quote)"
)
_CALLS: Final = frozenset({"call_expression", "call"})
_WITHOUT_OWN_EVENTS: Final = re.compile(r"(?i)(?:emitter|emittery|eventtarget|element)\w*\Z")
"""Base classes of other packages that emit nothing by themselves, unlike a stream, which emits `close`."""


class RenamedEvent(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str
    owner: "Node"
    """The class that emits it."""

    @property
    def mention(self) -> re.Pattern[str]:
        """A string that is the old name, with its first quote as a group."""
        return re.compile(rf"([\"'`]){re.escape(self.old)}(?=[\"'`])")


def propose_event_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of an event where objects of its class are listened to."""
    return propose_for_newest(context, find_renamed_event, _candidates)


def find_renamed_event(context: RuleContext, change: Change) -> RenamedEvent | None:
    """Return the event that an edit renamed where a class of its text emits it."""
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or len(edit.new[0]) > MAX_VALUE_LINE_CHARS:
        return None
    before, after = list(_EMITTED.finditer(edit.old[0])), list(_EMITTED.finditer(edit.new[0]))
    changed = [(one, two) for one, two in zip(before, after, strict=False) if one["name"] != two["name"]]
    if len(before) != len(after) or len(changed) != 1:
        return None
    old, new = changed[0]
    text = context.text_at(edit.uri)
    if text is None or not change.is_current(text):
        return None
    found = _type_of_receiver(text, edit.line, new.start())
    if found is None or found.node is None or not _emits_own_events_only(text, found.node):
        return None
    return RenamedEvent(change, text, old["name"], new["name"], found.node)


def _type_of_receiver(text: SourceText, line: int, dot: int) -> TypeReference | None:
    """Return the type of the object whose method is called behind a dot."""
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        return None
    at = resolver.offset(Point(line, dot))
    node: Node | None = resolver.root.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type not in _CALLS:
        node = node.parent
    function = node.child_by_field_name("function") if node is not None else None
    receiver = function.child_by_field_name("object") if function is not None else None
    return resolver.type_of(receiver) if receiver is not None and receiver.end_byte == at else None


def _emits_own_events_only(text: SourceText, owner: "Node") -> bool:
    """Whether the class inherits from nothing that may emit an event of that name, too."""
    resolver = resolver_for(text.snapshot)
    bases = resolver.outside_bases(owner) if resolver is not None else []
    return all(
        base.source is not None and _WITHOUT_OWN_EVENTS.search(base.source.name or base.source.module)
        for base in bases
    )


def _candidates(context: RuleContext, renamed: RenamedEvent) -> list[Candidate]:
    quoted = [f'"{renamed.old}"', f"'{renamed.old}'"]
    others = context.situation.workspace_texts.find_containing(
        quoted, renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    texts = [
        one
        for one in map(context.source_text, others)
        if one.language.family == renamed.text.language.family and one is not renamed.text
    ]
    sources = _sources_of(context, renamed) if texts else {}
    places: list[NamePlace] = []
    for text in (renamed.text, *texts):
        found = sources.get(text.snapshot.uri, frozenset[ImportSource]())
        if text is renamed.text or found:
            places += _places(text, renamed, found)
    name = RenamedName("event", renamed.old, renamed.new, renamed.change)
    return list(rename_candidates(context, "event-name", name, places, PROBABILITY))


def _sources_of(context: RuleContext, renamed: RenamedEvent) -> dict[str, frozenset[ImportSource]]:
    """Return by which imports other texts refer to the class."""
    resolver = resolver_for(renamed.text.snapshot)
    name = renamed.owner.child_by_field_name("name")
    if resolver is None or name is None:
        return {}
    point = renamed.text.point_at(name.start_byte)
    binding = resolver.resolve(resolver.text(name)).at(point)
    if binding is None:
        return {}
    found: dict[str, frozenset[ImportSource]] = {}
    for place in find_all_places(renamed.text.snapshot, binding, context.situation.workspace_texts):
        text = context.text_at(place.uri) if place.is_certain else None
        if text is None or text is renamed.text:
            continue
        source = _source_at(text, place.occurrence)
        if source is not None:
            found[place.uri] = found.get(place.uri, frozenset()) | {source}
    return found


def _source_at(text: SourceText, occurrence: Occurrence) -> ImportSource | None:
    """Return what an occurrence of an imported name is imported from."""
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        return None
    start, end = occurrence.span
    names = resolver.resolve(text.raw[start.line][start.column : end.column])
    binding = names.at(start)
    if binding is not None:
        return binding.source
    # `Door` in `import { Door as Gate }`
    owner = next((one.owner for one in names.members if one.occurrence == occurrence), None)
    return ImportSource(owner.module, names.name) if owner is not None and not owner.name else None


def _places(text: SourceText, renamed: RenamedEvent, sources: frozenset[ImportSource]) -> Iterator[NamePlace]:
    used = re.compile(_USED.format(re.escape(renamed.old)))
    for line in text.raw_lookup.iterate_containing(renamed.old):
        if len(text.raw[line]) > MAX_VALUE_LINE_CHARS:
            continue
        edits = tuple(
            Replacement(Span(Point(line, one.start("name")), Point(line, one.end("name"))), renamed.new)
            for one in used.finditer(text.raw[line])
            if _is_owner(text, _type_of_receiver(text, line, one.start()), renamed, sources)
        )
        if edits:
            yield NamePlace(text, line, edits)


def _is_owner(
    text: SourceText,
    found: TypeReference | None,
    renamed: RenamedEvent,
    sources: frozenset[ImportSource],
) -> bool:
    """Whether a type is the class of the event, or inherits from it."""
    if found is None:
        return False
    if found.node is None:
        return found.source in sources
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        return False
    if text is renamed.text:
        return any(one.id == renamed.owner.id for one in resolver.type_and_bases(found.node))
    return any(one.source in sources for one in resolver.outside_bases(found.node))
