"""Finds the bindings of one name in one text, by the syntax tree and the rules of the language.

Names are resolved on demand: the occurrences of one word are found by a text search and classified one by one, so
that the cost depends on how often the word occurs and not on the length of the text.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct

from understudy.bounded_dict import BoundedDict
from understudy.nes.bindings.limits import (
    MAX_BASE_TYPES,
    MAX_CACHED_RESOLVERS,
    MAX_OCCURRENCES,
    MAX_TREE_DEPTH,
    MAX_TYPE_STEPS,
)
from understudy.nes.bindings.names import Binding, ImportSource, MemberUse, NameBindings, Occurrence
from understudy.nes.bindings.rules import LanguageRules, NameUse, TypeReference, rules_for
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import Point, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Definition", "NameResolver", "resolver_for"]

T = TypeVar("T")


class Definition(Struct, frozen=True, eq=False):
    """One definition or import of a name."""

    node: "Node"
    use: NameUse


class _Group(Struct, eq=False):
    """The definitions that form one binding."""

    definitions: list[Definition]
    binding: Binding
    scope_id: int
    visible_from: int
    namespace: str


class NameResolver:
    """The names of one text. Results are cached, so one resolver serves one state of the text."""

    def __init__(self, snapshot: TextSnapshot, root: "Node", rules: LanguageRules) -> None:
        self.snapshot = snapshot
        self.root = root
        self.rules = rules
        self.lines: Sequence[str] = snapshot.lines
        self._line_starts = [0, *accumulate([len(line) + 1 for line in snapshot.lines])]
        self._text = "\n".join(snapshot.lines)
        self._uses: dict[str, list[Definition]] = {}
        self._groups: dict[str, list[_Group]] = {}
        self._resolved: dict[str, NameBindings] = {}
        self._unfinished: set[str] = set()
        self._type_steps = 0
        self._derived: dict[str, object] = {}

    # What rules use

    def text(self, node: "Node") -> str:
        return self._text[node.start_byte : node.end_byte]

    def offset(self, point: Point) -> int:
        return self._line_starts[point.line] + point.column

    def node_at(self, point: Point) -> "Node | None":
        """Return the identifier at the point or ending there; None if there is none."""
        offset = self.offset(point)
        for start in (offset, offset - 1):
            if start >= 0:
                node = self.root.descendant_for_byte_range(start, start + 1)
                if node is not None and node.type in self.rules.identifier_types:
                    return node
        return None

    def definitions_of(self, node: "Node") -> list[Definition]:
        """Return the definitions of the name that a reference refers to; empty if this text has none."""
        name = self.text(node)
        group = self._find_group(name, node, self.rules.classify(node, self))
        return group.definitions if group is not None else []

    def definitions_of_name(self, name: str, at: "Node") -> list[Definition]:
        """Return the definitions of a name as seen from a node."""
        group = self._climb(name, at, "")
        return group.definitions if group is not None else []

    def members_named(self, name: str, type_node: "Node") -> list[Definition]:
        """Return where a type, or one that it inherits from, defines the member."""
        return [
            one
            for owner in self._type_and_bases(type_node)
            for one in self._named(name)
            if one.use.is_definition and one.use.owner is not None and one.use.owner.id == owner
        ]

    def derived(self, key: str, make: Callable[["NameResolver"], T]) -> T:
        """Return what a rule derives from the whole text, such as its imports, made once."""
        if key not in self._derived:
            self._derived[key] = make(self)
        return cast("T", self._derived[key])

    def type_of(self, expression: "Node") -> TypeReference | None:
        """Return the type of an expression. Bounded, since the type of a name may depend on another one."""
        return self.limited(self.rules.receiver_type, expression)

    def limited(self, find: Callable[["Node", "NameResolver"], T | None], node: "Node") -> T | None:
        """Return what `find` finds for the node; None if too many such calls wait for each other."""
        if self._type_steps >= MAX_TYPE_STEPS:
            return None
        self._type_steps += 1
        try:
            return find(node, self)
        finally:
            self._type_steps -= 1

    # The result

    def resolve(self, name: str) -> NameBindings:
        """Return everything that the name means in this text."""
        known = self._resolved.get(name)
        if known is None:
            known = self._resolved[name] = self._resolve(name)
        return known

    def _resolve(self, name: str) -> NameBindings:
        result = NameBindings(name)
        groups = self._groups_of(name)
        members: dict[int, Binding] = {}
        for one in self._named(name):
            occurrence = self._occurrence(one.node, one.use)
            role = one.use.role
            if one.use.is_definition or role == "member":
                self._add_member(result, members, one, occurrence)
            elif role == "keyword-argument":
                self._add_keyword_argument(result, groups, members, one, occurrence)
            else:
                group = self._find_group(name, one.node, one.use)
                if group is None:
                    result.free.append(occurrence)
                else:
                    group.binding.occurrences.append(occurrence)
                if role == "shorthand" and one.use.owner is not None:
                    self._add_member(result, members, one, occurrence)
        result.bindings += [group.binding for group in groups]
        unique: dict[int, Binding] = {id(binding): binding for binding in members.values()}
        result.bindings += unique.values()
        return result

    def _add_member(
        self, result: NameBindings, members: dict[int, Binding], one: Definition, occurrence: Occurrence
    ) -> None:
        use = one.use
        if use.is_definition and use.owner is not None:
            self._member_binding(members, one, use.owner).occurrences.append(occurrence)
            return
        owner = self.type_of(use.owner) if use.owner is not None else TypeReference(source=use.source)
        if owner is None:
            result.members.append(MemberUse(occurrence, None))
        elif owner.node is None:
            result.members.append(MemberUse(occurrence, owner.source))
        else:
            defined = self.members_named(result.name, owner.node)
            if defined and defined[0].use.owner is not None:
                self._member_binding(members, defined[0], defined[0].use.owner).occurrences.append(occurrence)
            else:
                outside = [base.source for base in self.rules.base_types(owner.node, self) if base.source]
                result.members.append(MemberUse(occurrence, outside[0] if outside else None))

    def _member_binding(self, members: dict[int, Binding], one: Definition, owner: "Node") -> Binding:
        """Return the binding of a member. A member that overrides one of a base type shares its binding."""
        binding = members.get(owner.id)
        if binding is None:
            binding = self._new_member(one, owner)
            for related in self._related_owners(self.text(one.node), owner):
                members[related] = binding
        return binding

    def _related_owners(self, name: str, owner: "Node") -> set[int]:
        """Return the ids of the types that define the member together: a type, its bases and what they override."""
        owners = {
            one.use.owner.id: one.use.owner
            for one in self._named(name)
            if one.use.is_definition and one.use.owner is not None
        }
        links = {key: self._type_and_bases(node, overriding=True) for key, node in owners.items()}
        found = {owner.id}
        pending = [owner.id]
        while pending:
            at = pending.pop()
            for key, bases in links.items():
                if key not in found and (at in bases or key in links.get(at, ())):
                    found.add(key)
                    pending.append(key)
        return found

    def _new_member(self, one: Definition, owner: "Node") -> Binding:
        return Binding(
            self.text(one.node),
            one.use.kind,
            owner=self.rules.owner_name(owner),
            is_public=self.rules.is_public(one.node, one.use),
        )

    def _add_keyword_argument(
        self,
        result: NameBindings,
        groups: list[_Group],
        members: dict[int, Binding],
        one: Definition,
        occurrence: Occurrence,
    ) -> None:
        owner = self.rules.parameters_owner(one.use.owner, self) if one.use.owner is not None else None
        for group in groups:
            if owner is not None and group.scope_id == owner.id and group.binding.kind == "parameter":
                group.binding.occurrences.append(occurrence)
                return
        if owner is not None:
            defined = self.members_named(result.name, owner)
            if defined and defined[0].use.owner is not None:
                self._member_binding(members, defined[0], defined[0].use.owner).occurrences.append(occurrence)
                return
        source = self._source_of(one.use.owner)
        result.members.append(MemberUse(occurrence, source))

    def _source_of(self, callee: "Node | None") -> ImportSource | None:
        """Return where a called name is imported from; None if it is no imported name."""
        if callee is None or callee.type not in self.rules.identifier_types:
            return None
        for one in self.definitions_of(callee):
            if one.use.source is not None:
                return one.use.source
        return None

    # Scopes

    def _find_group(self, name: str, node: "Node", use: NameUse | None) -> _Group | None:
        if use is None:
            return None
        if use.scope is not None:
            return next(
                (
                    group
                    for group in self._groups_of(name)
                    if any(one.node.id == node.id for one in group.definitions)
                ),
                None,
            )
        return self._climb(name, node, use.namespace, use.start_scope)

    def _climb(
        self, name: str, node: "Node", namespace: str, start_scope: "Node | None" = None
    ) -> _Group | None:
        """Return the binding that a name at a node refers to: the nearest scope around it that has one."""
        groups = self._groups_of(name)
        if not groups:
            return None
        scope_types = self.rules.scope_types
        at: Node | None = start_scope or node
        for _ in range(MAX_TREE_DEPTH):
            if at is None:
                return None
            if at.type in scope_types or at.parent is None:
                best: _Group | None = None
                for group in groups:
                    if (
                        group.scope_id == at.id
                        and (not namespace or not group.namespace or namespace == group.namespace)
                        and group.visible_from <= node.start_byte
                        and (best is None or group.visible_from >= best.visible_from)
                    ):
                        best = group
                if best is not None and self.rules.is_visible_from(at, node):
                    return best
            at = at.parent
        return None

    def _groups_of(self, name: str) -> list[_Group]:
        found = self._groups.get(name)
        if found is None:
            if name in self._unfinished:
                return []  # a rule that asks for the same name while it is classified gets none
            found = self._groups[name] = self._group_definitions(name)
        return found

    def _group_definitions(self, name: str) -> list[_Group]:
        groups: list[_Group] = []
        for one in self._named(name):
            use = one.use
            if use.scope is None or use.is_definition:
                continue
            for group in groups:
                if (
                    group.scope_id == use.scope.id
                    and (group.visible_from == use.visible_from or use.joins_earlier)
                    and group.namespace == use.namespace
                ):
                    group.definitions.append(one)
                    break
            else:
                owner = self.rules.owner_name(use.scope) if use.kind == "parameter" else ""
                binding = Binding(
                    name,
                    use.kind,
                    owner=owner,
                    source=use.source,
                    is_public=self.rules.is_public(one.node, use),
                )
                groups.append(_Group([one], binding, use.scope.id, use.visible_from, use.namespace))
        return groups

    def _named(self, name: str) -> list[Definition]:
        """Return the identifiers with that text, classified, in reading order."""
        found = self._uses.get(name)
        if found is None:
            found = self._uses[name] = []
            self._unfinished.add(name)
            for node in self._identifiers(name):
                use = self.rules.classify(node, self)
                if use is not None:
                    found.append(Definition(node, use))
            self._unfinished.discard(name)
        return found

    def _identifiers(self, name: str) -> Iterator["Node"]:
        text, size = self._text, len(name)
        if not size:
            return
        at = text.find(name)
        count = 0
        while at >= 0 and count < MAX_OCCURRENCES:
            count += 1
            end = at + size
            node = self.root.descendant_for_byte_range(at, end)
            if (
                node is not None
                and node.start_byte == at
                and node.end_byte == end
                and node.type in self.rules.identifier_types
            ):
                yield node
            at = text.find(name, end)

    def _type_and_bases(self, type_node: "Node", *, overriding: bool = False) -> list[int]:
        """Return the ids of a type and of those of this text that it inherits from, nearest first; only bases whose
        members it overrides if `overriding`."""
        found = [type_node.id]
        pending = [type_node]
        while pending and len(found) < MAX_BASE_TYPES:
            for base in self.rules.base_types(pending.pop(0), self):
                if overriding and base.hides_members:
                    continue
                if base.node is not None and base.node.id not in found:
                    found.append(base.node.id)
                    pending.append(base.node)
        return found

    def _occurrence(self, node: "Node", use: NameUse) -> Occurrence:
        line = bisect_right(self._line_starts, node.start_byte) - 1
        start = self._line_starts[line]
        return Occurrence(line, node.start_byte - start, node.end_byte - start, use.role)


_resolvers: BoundedDict[str, NameResolver] = BoundedDict(MAX_CACHED_RESOLVERS)


def resolver_for(snapshot: TextSnapshot) -> NameResolver | None:
    """Return the resolver of a text; None if its language has no rules or the text has no tree."""
    known = _resolvers.get(snapshot.uri)
    if (
        known is not None
        and known.snapshot.lines is snapshot.lines
        and known.snapshot.version == snapshot.version
    ):
        return known
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return None
    grammar, tree = parsed
    rules = rules_for(grammar)
    if rules is None:
        return None
    resolver = NameResolver(snapshot, tree.root_node, rules)
    _resolvers[snapshot.uri] = resolver
    return resolver
