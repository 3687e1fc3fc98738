"""A member was added to a type: add it where its siblings are treated one by one.

Arms, branches and tables for a member of an enum or a union; constructors, literals and serialisers for a field.
Where the text of the new element does not follow from its siblings, the place is a jump.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import enclosing
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_SIBLING_CANDIDATES,
    MAX_SIBLING_TEXTS,
    MIN_FIELD_COVERAGE,
    MIN_UNRELATED_FIELDS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText, SyntaxTree
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings.declarations import find_declarations
from understudy.nes.symbolic.consequences.siblings.insertion import Insertion, insert_element
from understudy.nes.symbolic.consequences.siblings.lists import MemberList, Mention, find_lists
from understudy.nes.symbolic.consequences.siblings.member_changes import (
    MemberChange,
    find_member_changes,
    mirrors_type,
)
from understudy.nes.symbolic.consequences.siblings.members import text_of
from understudy.nes.symbolic.consequences.siblings.mentions import (
    are_numbered,
    find_mentions,
    find_string_mentions,
    names_other_type,
)
from understudy.nes.symbolic.consequences.siblings.read_values import (
    element_as_empty_as_others,
    empty_element,
    texts_of_members,
    with_known_value,
    with_read_variable,
    written_element,
)
from understudy.nes.symbolic.consequences.siblings.spellings import (
    NameReplacement,
    fallback_replacements,
    shared_prefix_length,
)
from understudy.nes.symbolic.filters import check_names

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["is_constructor_list", "list_owner_is_related", "propose_added_members", "texts_of_type"]

_MEMBER_DECLARATIONS: Final = frozenset(
    {
        "property_signature",
        "field_declaration",
        "public_field_definition",
        "field_definition",
        "enum_variant",
        "enumerator",
        "enum_constant",
        "enum_assignment",
        "const_spec",
        "literal_type",
    }
)
_PARAMETER_LISTS: Final = frozenset({"parameters", "formal_parameters", "parameter_list"})
_ARGUMENT_LISTS: Final = frozenset({"argument_list", "arguments"})
_OWN_CONSTRUCTORS: Final = frozenset({"cls", "Self", "type(self)", "self.__class__", "super().__init__"})
"""Other names of the constructor of a type, in its methods and in those of a subclass."""
_CONSTRUCTOR: Final = re.compile(
    r"(?i)\A(?:__init__|constructor|initialize|new\w*|create\w*|make\w*|build\w*)\Z"
)
_SENTINEL: Final = re.compile(r"(?:_|\A)(?:COUNT|MAX|NUM|LAST|END)\Z|[a-z](?:Count|Max|Last|End)\Z")
"""The last member of an enum that only counts the others."""
_TYPED_LITERALS: Final = {"struct_expression": "name", "composite_literal": "type"}
"""Literals that name their type, with the field of the grammar that has the name."""
_METHODS_OUTSIDE_TYPES: Final = frozenset({"impl_item", "method_declaration"})
"""What has the methods of a type outside of its declaration, in Rust and Go."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """Only the place is known."""
    has_wildcard: float = 0
    """Members that are not listed are handled, too: by half if all are listed, as what no member is."""
    is_field: float = 0
    is_partial: float = 0
    """The list leaves out some siblings."""
    mismatches: float = 0
    """Siblings whose element does not follow from the name alone."""
    by_value: float = 0
    """The members are recognized by the strings that they stand for."""
    is_optional: float = 0
    """A literal without the field is valid."""
    written: float = 0
    """The user wrote the element in another list, or it is an empty value: it does not follow from its siblings."""


PROBABILITY: Final = RuleProbability(
    0.88,
    _Features(
        stale=STALE_SHIFT / 3,
        elsewhere=ELSEWHERE_SHIFT,
        jump=-0.9,
        has_wildcard=-0.8,
        is_field=-0.3,
        is_partial=-0.8,
        mismatches=-0.5,
        by_value=-0.8,
        is_optional=-0.8,
        written=-0.5,
    ),
)


def propose_added_members(context: RuleContext) -> list[Candidate]:
    """Propose the elements for new members in this text and in others that mention the type."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.kind != "added" or change.declaration.kind == "interface" or len(change.siblings) < 2:
            continue
        for text in texts_of_type(context, change):
            if context.is_past_deadline:
                break
            candidates += _candidates(context, change, text)
            if len(candidates) >= MAX_SIBLING_CANDIDATES:
                return candidates[:MAX_SIBLING_CANDIDATES]
    return candidates


def texts_of_type(context: RuleContext, change: MemberChange) -> Iterator[SourceText]:
    """Yield the text that declares the type, the current one, and others that mention it."""
    yield change.text
    name = change.declaration.name
    if context.current_text is not change.text and not (
        name and names_other_type(context, context.current_text, change)
    ):
        yield context.current_text
    if change.declaration.kind == "union" or not name:
        literals = [one.name for one in change.siblings[:1]]
    else:
        literals = [name]
    for text in context.other_texts(literals, MAX_SIBLING_TEXTS):
        if text is not change.text and not (name and names_other_type(context, text, change)):
            yield text


def _candidates(context: RuleContext, change: MemberChange, text: SourceText) -> list[Candidate]:
    if text.tree is None:
        return []
    is_own_text = text is change.text
    mentions = find_mentions(text, change.declaration, change.siblings, is_own_text=is_own_text)
    found = list(_candidates_for(context, change, text, text.tree, mentions, by_value=False))
    is_numbered = are_numbered(text, change.declaration, change.siblings)
    if change.declaration.kind == "enum" and (is_numbered or not found):
        mentions = find_string_mentions(text, change.declaration, change.siblings, is_own_text=is_own_text)
        known = {(one.edits, one.position) for one in found}
        by_value = _candidates_for(context, change, text, text.tree, mentions, by_value=True)
        found += [one for one in by_value if (one.edits, one.position) not in known]
    if text is context.current_text:
        cursor = context.situation.cursor.line
        found.sort(key=lambda one: (_line_of(one) < cursor, _line_of(one)))
    return found


def _line_of(candidate: Candidate) -> int:
    place = candidate.edits[0].span.start if candidate.edits else candidate.position
    return place.line if place is not None else 0


def _candidates_for(
    context: RuleContext,
    change: MemberChange,
    text: SourceText,
    tree: SyntaxTree,
    mentions: list[Mention],
    *,
    by_value: bool,
) -> Iterator[Candidate]:
    if len(mentions) < 2:
        return
    is_snake_case = text.language.has_snake_case
    siblings = change.siblings
    prefix = shared_prefix_length([one.name for one in (*siblings, change.member)])

    def replace(old: int, new: int | None) -> NameReplacement:
        before, after = siblings[old], change.member if new is None else siblings[new]
        exact: list[tuple[str, str | None]] = [(before.value, after.value)] if after.value else []
        if after.type_text:
            exact.append((before.type_text, after.type_text))
        old_text, new_text = texts_of.get(old), texts_of.get(-1 if new is None else new)
        if old_text and new_text:
            exact += [(f"{quote}{old_text}{quote}", f"{quote}{new_text}{quote}") for quote in "'\""]
        exact += fallback_replacements(before.default, after.default)
        return NameReplacement(before.name, after.name, tuple(exact), is_snake_case, prefix)

    is_own_text = text is change.text
    own = find_mentions(text, change.declaration, (change.member,), is_own_text=is_own_text)
    if by_value:
        members = (*siblings, change.member)
        strings = find_string_mentions(text, change.declaration, members, is_own_text=is_own_text)
        own += [one for one in strings if one.member == len(siblings)]
    is_enum = change.declaration.kind == "enum"
    lists = find_lists(tree.root, text.joined, mentions, by_value=is_enum)
    texts_of = texts_of_members(text, lists, own) if is_enum and own else {}
    is_record = change.declaration.kind == "record"
    written = (written_element(context, change) or empty_element(change)) if is_record else ""
    is_alone = (
        sum(one.declaration.name == change.declaration.name for one in context.once(find_member_changes)) == 1
    )
    new_type = change.member.type_text
    of_same_type = {at for at, one in enumerate(siblings) if new_type and one.type_text == new_type}
    extended: list[Node] = []
    for member_list in lists:
        if not _is_complete(change, text, member_list) or _mentions_member(change, text, member_list, own):
            continue
        if _is_full_call(change, text, member_list):
            continue
        given = ""
        if member_list.has_keys:
            given = written or element_as_empty_as_others(change, text, member_list, of_same_type)
        insertion = insert_element(
            text,
            member_list,
            change.at,
            [one.shape for one in siblings],
            change.member.shape,
            replace,
            lambda name, at=member_list: _is_variable(text, at, name),
            given,
            of_same_type,
            may_count=change.declaration.kind != "record" and is_alone,
        )
        if change.declaration.kind == "record":
            insertion = with_read_variable(text, member_list, insertion)
            insertion = with_known_value(text, member_list, change.member, insertion, extended)
            if insertion.edits and member_list.container.type in _PARAMETER_LISTS:
                extended.append(member_list.container)
        candidate = _candidate(context, change, text, member_list, insertion, given, by_value=by_value)
        is_derived = (
            bool(insertion.edits) and not insertion.mismatches and change.declaration.kind != "record"
        )
        if insertion.edits and check_names(candidate, text.snapshot, context.situation) is not None:
            # A handler that does not exist yet: the place is certain, the name is not.
            insertion = insertion._replace(edits=())
            candidate = _candidate(context, change, text, member_list, insertion, "", by_value=by_value)
        if is_derived or _is_wanted(change, text, member_list, insertion):
            yield candidate


def _is_variable(text: SourceText, member_list: MemberList, name: str) -> bool:
    """Whether it is a parameter of the function around the list, or is assigned before the list."""
    node = member_list.container
    while node.parent is not None and node.child_by_field_name("parameters") is None:
        node = node.parent
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return False  # the top level of a module
    word = re.compile(rf"(?<![\w$.]){re.escape(name)}(?![\w$])(?!\s*\()")
    if word.search(text.joined, parameters.start_byte, parameters.end_byte):
        return True
    assigned = re.compile(rf"(?<![\w$.]){re.escape(name)}\b[^=\n]*:?=(?!=)")
    return assigned.search(text.joined, parameters.end_byte, member_list.start) is not None


def _mentions_member(
    change: MemberChange, text: SourceText, member_list: MemberList, mentions: Sequence[Mention]
) -> bool:
    """Whether the list has an element for the new member already, in any spelling."""
    value = change.member.value
    if member_list.container.type in _PARAMETER_LISTS and any(
        member_list.start <= one.start < member_list.end for one in mentions
    ):
        return True  # with a default value, or without a type, unlike the others
    return any(start <= one.start < end for one in mentions for start, end in member_list.heads) or any(
        f"{quote}{value}{quote}" in text.joined[start:end]
        for start, end in member_list.heads
        for quote in "'\"`"
        if value
    )


def _is_complete(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    """Whether the list treats all members of an enum, or most fields of a record."""
    covered = member_list.members | member_list.shared
    if member_list.node_type in _MEMBER_DECLARATIONS or _is_class_body(member_list):
        if change.declaration.kind != "record":
            return False
        return _is_inside(change, text, member_list) or mirrors_type(change, text, member_list.start)
    if change.declaration.kind == "union" and len(covered) == len(change.siblings):
        is_identified = len(covered) >= MIN_UNRELATED_FIELDS
        return is_identified or list_owner_is_related(change, text, member_list)
    if change.declaration.kind != "record":
        expected = _expected_members(change, text)
        of_form = {at for at, one in enumerate(change.siblings) if one.shape == change.member.shape}
        return (
            len(covered) == len(change.siblings)
            or (len(expected) > 1 and covered == expected)
            or (change.declaration.kind == "enum" and len(of_form) > 2 and covered == of_form)
        )
    is_near = change.at in covered or change.at - 1 in covered
    if not is_near or len(covered) < MIN_FIELD_COVERAGE * len(change.siblings):
        return False
    if member_list.container.type in _PARAMETER_LISTS and not is_constructor_list(change, text, member_list):
        return False
    if not change.member.is_given and _gives_fields(change, text, member_list):
        return False
    is_string = member_list.node_type == "string"
    if _is_private(change.member.name) and not is_string and not _has_private(change, member_list):
        return False
    return list_owner_is_related(change, text, member_list) or (
        len(covered) == len(change.siblings) >= MIN_UNRELATED_FIELDS
        and not _is_of_other_type(change, text, member_list)
    )


def _expected_members(change: MemberChange, text: SourceText) -> set[int]:
    """Return the indexes of the siblings that a complete list has: all but those that only count the others."""
    expected = set(range(len(change.siblings)))
    if change.declaration.kind == "enum":
        expected -= {at for at in expected if _SENTINEL.search(change.siblings[at].name)}
        expected -= _counting_members(change, text)
    return expected


def _is_full_call(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    """Whether the list is a constructor call of the type with an argument for each field."""
    if member_list.has_keys or _called_name(text, member_list) != change.declaration.name:
        return False
    arguments = member_list.container.named_children
    given = sum(1 for one in arguments if not one.type.endswith("comment"))
    return given >= len(change.declaration.members)


def _gives_fields(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    """Whether the list is the parameters of a constructor of the type, or the arguments of a call of it."""
    return member_list.container.type in _PARAMETER_LISTS or (
        _called_name(text, member_list) in {change.declaration.name, *_OWN_CONSTRUCTORS}
    )


def _is_private(name: str) -> bool:
    """Whether a field is for its own type alone, such as a cached value."""
    return name.startswith(("_", "#"))


def _has_private(change: MemberChange, member_list: MemberList) -> bool:
    return any(_is_private(change.siblings[at].name) for at in member_list.members)


def _called_name(text: SourceText, member_list: MemberList) -> str:
    arguments, call = member_list.container, member_list.container.parent
    if arguments.type not in _ARGUMENT_LISTS or call is None:
        return ""
    return (text.joined[call.start_byte : arguments.start_byte].split() or [""])[-1]


def _counting_members(change: MemberChange, text: SourceText) -> set[int]:
    """Return the index of the last member if it is the size of arrays or the limit of loops, as in C."""
    last = len(change.siblings) - 1
    name = re.escape(change.siblings[last].name)
    is_count = change.at == last and re.search(rf"\w\s*\[\s*{name}\s*\]|[<=]\s*{name}\s*;", text.code_text)
    return {last} if is_count else set()


def _is_of_other_type(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    """Whether the list is one of the own fields of another type, in the type or in a method of it."""
    assert text.tree is not None  # noqa: S101 - the list was found in it
    names = {one.name for one in change.siblings}
    for declaration in find_declarations(text.tree, text.joined, member_list.start, member_list.start):
        is_around = declaration.start <= member_list.start < declaration.end
        if is_around and declaration.kind == "record" and names.issubset(x.name for x in declaration.members):
            return True
    method = enclosing(member_list.container, _METHODS_OUTSIDE_TYPES)
    if method is None:
        return False
    receiver = method.child_by_field_name("receiver")
    owner = text_of(receiver or method.child_by_field_name("type"), text.joined)
    if re.search(rf"\b{re.escape(change.declaration.name)}\b", owner):
        return False
    variable = re.match(r"\(\s*(\w+)", owner) if receiver is not None else None
    own = re.escape(variable[1]) if variable is not None else "self|this"
    listed = text.joined[member_list.start : member_list.end]
    fields = "|".join(map(re.escape, names))
    return re.search(rf"\b(?:{own})(?:\.|->)(?:{fields})\b", listed) is not None


def _is_class_body(member_list: MemberList) -> bool:
    parent = member_list.container.parent
    return parent is not None and parent.type in ("class_definition", "class_declaration")


def _is_inside(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    declaration = change.declaration
    return text is change.text and declaration.start <= member_list.start < declaration.end


def is_constructor_list(change: MemberChange, text: SourceText, member_list: MemberList) -> bool:
    """Whether the list is the parameters of a constructor of the type, or of a function that makes one."""
    if member_list.container.type not in _PARAMETER_LISTS:
        return False
    function = member_list.container.parent
    if function is None:
        return False
    name = function.child_by_field_name("name") or function.child_by_field_name("declarator")
    if name is None:
        return False
    word = text.joined[name.start_byte : name.end_byte].rpartition("::")[2]
    return word == change.declaration.name or _CONSTRUCTOR.match(word) is not None


def list_owner_is_related(
    change: MemberChange, text: SourceText, member_list: MemberList, *, is_used: bool = False
) -> bool:
    """Whether the list is in the type, or in a function or statement that names the type.

    A literal of another type is not related, unless a value in it uses the member.
    """
    if _is_inside(change, text, member_list):
        return True
    node = member_list.container
    written = _written_type(text, node)
    if written and not is_used:
        return written == change.declaration.name
    while node.parent is not None and node.parent.parent is not None:
        node = node.parent
    part = text.joined[node.start_byte : node.end_byte]
    return re.search(rf"(?<![\w$]){re.escape(change.declaration.name)}(?![\w$])", part) is not None


def _written_type(text: SourceText, container: "Node") -> str:
    """The name of the type whose literal lists the members; empty if the language writes none there."""
    parent = container.parent
    field = _TYPED_LITERALS.get(parent.type) if parent is not None else None
    node = parent.child_by_field_name(field) if parent is not None and field is not None else None
    if node is None:
        return ""
    name = re.search(r"\w+$", text.joined[node.start_byte : node.end_byte])
    return name[0] if name is not None and name[0] != "Self" else ""


def _is_wanted(change: MemberChange, text: SourceText, member_list: MemberList, insertion: Insertion) -> bool:
    """A jump needs a list that the language or a reader wants to be complete."""
    if insertion.edits:
        return True
    if change.declaration.kind != "record":
        return member_list.has_arms or (member_list.has_keys and not member_list.has_members_as_values)
    return (
        member_list.has_keys
        and list_owner_is_related(change, text, member_list)
        and not change.member.is_optional
    )


def _candidate(
    context: RuleContext,
    change: MemberChange,
    text: SourceText,
    member_list: MemberList,
    insertion: Insertion,
    written: str,
    *,
    by_value: bool,
) -> Candidate:
    owner, name = change.declaration.name, change.member.name
    label = f"{owner}.{name}" if owner else name
    is_partial = not _expected_members(change, text).issubset(member_list.members | member_list.shared)
    return Candidate(
        kind="edit" if insertion.edits else "jump",
        uri=text.snapshot.uri,
        family="member-added",
        pattern=f"{label} beside its siblings",
        topic=label,
        why=f"You added {label}; its siblings are listed here without it.",
        edits=insertion.edits,
        position=None if insertion.edits else insertion.position,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.change.age,
                elsewhere=text is not context.current_text,
                jump=not insertion.edits,
                has_wildcard=member_list.has_wildcard * (1 if is_partial else 0.5),
                is_field=change.declaration.kind == "record",
                is_partial=is_partial,
                mismatches=insertion.mismatches if insertion.edits else 0,
                by_value=by_value,
                is_optional=change.member.is_optional and member_list.has_keys,
                written=bool(written) and any(written in one.text for one in insertion.edits),
            )
        ),
    )
