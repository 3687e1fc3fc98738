"""A definition was added beside similar ones that a table or a list names one by one: it is added there, too.

Tables of handlers, lists of commands, calls that register each of them. The siblings are the definitions of the
same kind in the same block that share the first or the last word of their names with the new one. Not what a module
exports: see `index_files`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_INDEX_CANDIDATES,
    MAX_MEMBERS,
    MAX_SIBLING_TEXTS,
    MIN_REGISTERED_SIBLINGS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import (
    Mention,
    NameReplacement,
    find_lists,
    insert_element,
    name_parts,
)
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import Edit

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_registrations"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """The entry does not follow from the others, or needs an import."""


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 2, elsewhere=ELSEWHERE_SHIFT, jump=-0.7)
)

_DEFINITIONS: Final = frozenset(
    {
        "function_definition",
        "class_definition",
        "function_declaration",
        "class_declaration",
        "method_definition",
        "method_declaration",
        "method",
        "function_item",
        "struct_item",
        "lexical_declaration",
        "const_item",
        "static_item",
    }
)
_WRAPPERS: Final = {"export_statement": "declaration", "decorated_definition": "definition"}
_CONTAINERS: Final = frozenset(
    {"class_definition", "class_declaration", "impl_item", "class", "module", "class_specifier"}
    | {"namespace_definition", "export_statement", "mod_item"}
)
_TABLES: Final = frozenset(
    {"dictionary", "object", "list", "array", "tuple", "initializer_list", "literal_value", "hash", "set"}
    | {"array_expression", "array_initializer"}
)
"""Lists whose elements are values. In any other list only a call or an assignment registers something."""
_STATEMENTS: Final = frozenset({"expression_statement", "call_expression", "call", "assignment"})


class _Definition(NamedTuple):
    name: str
    node_type: str
    start: int
    end: int


def propose_registrations(context: RuleContext) -> list[Candidate]:
    """Propose the entry of a new definition where its siblings are listed."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if len(edit.new) <= len(edit.old) or context.is_past_deadline:
            continue
        text = context.text_at(edit.uri)
        if text is None or not change.is_current(text) or not _keeps_old_lines(edit):
            continue
        for new, siblings in _added_definitions(text, edit):
            candidates += _candidates(context, change, text, new, siblings)
    return candidates[:MAX_INDEX_CANDIDATES]


def _keeps_old_lines(edit: Edit) -> bool:
    return all(line in edit.new for line in edit.old if line.strip())


def _added_definitions(text: SourceText, edit: Edit) -> Iterator[tuple[_Definition, list[_Definition]]]:
    """Yield the only definition that an edit added to a block, and the siblings before and behind it."""
    if text.tree is None:
        return
    start, end = text.offset_at(edit.line), text.offset_at(edit.line + len(edit.new))
    pending = [text.tree.root]
    while pending:
        block = pending.pop()
        touched = inner_children_touching(block, start, end)
        added = [one for child in touched if (one := _definition(child, text)) is not None]
        added = [one for one in added if start <= one.start and one.end <= end and one.name]
        if len(added) == 1:
            siblings = _siblings(block, text, added[0])
            if len(siblings) >= MIN_REGISTERED_SIBLINGS:
                yield added[0], siblings
        for child in touched:
            if child.type in _CONTAINERS and child.start_byte < start:
                field = _WRAPPERS.get(child.type, "body")
                inner = child.child_by_field_name(field)
                pending += [inner] if inner is not None else []


def _definition(node: "Node", text: SourceText) -> _Definition | None:
    inner = node
    if node.type in _WRAPPERS:
        inner = node.child_by_field_name(_WRAPPERS[node.type]) or node
    if inner.type not in _DEFINITIONS or inner.has_error:
        return None
    named = inner
    if inner.type == "lexical_declaration":
        if inner.named_child_count != 1:
            return None
        named = inner.named_children[0]
    name = named.child_by_field_name("name")
    while name is None and (declarator := named.child_by_field_name("declarator")) is not None:
        named = declarator
        name = declarator if declarator.type == "identifier" else declarator.child_by_field_name("name")
    if name is None:
        return None
    word = text.joined[name.start_byte : name.end_byte]
    return _Definition(word, inner.type, node.start_byte, node.end_byte) if word.isidentifier() else None


def _siblings(block: "Node", text: SourceText, new: _Definition) -> list[_Definition]:
    """Return the other definitions of the same kind whose names share their first or last word with the new one."""
    found = [
        one
        for child in block.named_children[: MAX_MEMBERS * 4]
        if child.start_byte != new.start
        and (one := _definition(child, text)) is not None
        and one.node_type == new.node_type
        and one.name != new.name
    ]
    parts = name_parts(new.name)
    if len(parts) < 2:
        return []
    for at in (0, -1):
        alike = [one for one in found if len(own := name_parts(one.name)) > 1 and own[at] == parts[at]]
        if len(alike) >= MIN_REGISTERED_SIBLINGS:
            return alike
    return []


def _candidates(
    context: RuleContext, change: Change, text: SourceText, new: _Definition, siblings: list[_Definition]
) -> Iterator[Candidate]:
    if any(not new.start <= text.offset_at(*point) < new.end for point in text.uses(new.name)):
        return  # it is used already
    yield from _entries(context, change, text, new, siblings, is_own=True)
    for other in context.other_texts([siblings[-1].name], MAX_SIBLING_TEXTS):
        if other is not text and not other.uses(new.name):
            yield from _entries(context, change, other, new, siblings, is_own=False)


def _entries(
    context: RuleContext,
    change: Change,
    text: SourceText,
    new: _Definition,
    siblings: list[_Definition],
    *,
    is_own: bool,
) -> Iterator[Candidate]:
    if text.tree is None:
        return
    names = [one.name for one in siblings]
    mentions = sorted(
        Mention(start, start + len(name), index)
        for index, name in enumerate(names)
        for point in text.uses(name)
        if not (
            (start := text.offset_at(*point))
            and is_own
            and any(one.start <= start < one.end for one in siblings)
        )
    )
    if len({one.member for one in mentions}) < len(names):
        return
    prefix = _shared_prefix([*names, new.name])

    def replace(old: int, target: int | None) -> NameReplacement:
        after = new.name if target is None else names[target]
        return NameReplacement(names[old], after, _stems(names[old], after), prefix_parts=prefix)

    at = sum(one.start < new.start for one in siblings)
    is_known = is_own or _is_known_in(text, change.edit.uri, mentions)
    for found in find_lists(text.tree.root, text.joined, mentions, by_value=True):
        is_table = found.container.type in _TABLES
        if len(found.members) < len(names) or not (is_table or found.node_type in _STATEMENTS):
            continue
        if text.point_at(found.start).line in text.import_lines:
            continue
        insertion = insert_element(text, found, at, [""] * len(names), "", replace)
        is_derived = bool(insertion.edits) and not insertion.mismatches
        if not is_derived and not is_table:
            continue
        edits = insertion.edits if is_known and is_derived else ()
        yield Candidate(
            kind="edit" if edits else "jump",
            uri=text.snapshot.uri,
            family="registration",
            pattern=f"{new.name} beside its siblings",
            topic=new.name,
            why=f"You added {new.name}; its siblings are listed here without it.",
            edits=edits,
            position=None if edits else insertion.position,
            probability=PROBABILITY.estimate(
                _Features(stale=change.age, elsewhere=text is not context.current_text, jump=not edits)
            ),
        )


def _is_known_in(text: SourceText, uri: str, mentions: list[Mention]) -> bool:
    """Whether another text needs no import for the name: it names the module, or is of the same package in Go."""
    if all(text.joined[one.start - 1 : one.start] in (".", ":") for one in mentions):
        return True
    is_go = text.tree is not None and text.tree.grammar == "go"
    return is_go and uri.rpartition("/")[0] == text.snapshot.uri.rpartition("/")[0]


def _shared_prefix(names: list[str]) -> int:
    return int(len({name_parts(name)[0] for name in names}) == 1)


def _stems(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """Return the names without the last word that they share: `addCommand` is also called `add`."""
    last = name_parts(old)[-1]
    if name_parts(new)[-1] != last:
        return ()
    stem, new_stem = (name[: -len(last)].rstrip("_") for name in (old, new))
    lower = (stem[:1].lower() + stem[1:], new_stem[:1].lower() + new_stem[1:])
    return ((stem, new_stem),) if lower[0] == stem else ((stem, new_stem), lower)
