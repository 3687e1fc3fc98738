"""Finds the bindings of one name in one text, by the syntax tree and the rules of the language.

Names are resolved on demand: the occurrences of one word are found by a text search and classified one by one, so
that the cost depends on how often the word occurs and not on the length of the text.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeVar, cast

from understudy.bounded_dict import BoundedDict
from understudy.nes.bindings.definition_groups import (
    Definition,
    Group,
    Groups,
    is_in_word,
    is_outside_name,
)
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
_EMBEDDING_TYPES: Final = frozenset({"string_content"})
"""Node types in which a name may be a part of the text, such as a string that is an annotation."""


class NameResolver:
    """The names of one text. Results are cached, so one resolver serves one state of the text."""

    def __init__(self, snapshot: TextSnapshot, root: "Node", rules: LanguageRules) -> None:
        self.snapshot = snapshot
        self.root = root
        self.rules = rules
        self.lines: Sequence[str] = snapshot.lines
        self._line_starts = [0, *accumulate([len(line) + 1 for line in snapshot.lines])]
        self.source = "\n".join(snapshot.lines)
        """The text. Offsets of nodes are offsets in it."""
        self._uses: dict[str, list[Definition]] = {}
        self._groups: dict[str, Groups] = {}
        self._members: dict[str, dict[int, Binding]] = {}
        self._bases: dict[tuple[int, bool], list[Node]] = {}
        self._owners: dict[int, list[Node]] = {}
        self._resolved: dict[str, NameBindings] = {}
        self._uses_by_node: dict[int, NameUse | None] = {}
        self._memo: dict[tuple[str, int], object] = {}
        self._unfinished: set[str] = set()
        self._types: dict[int, TypeReference | None] = {}
        self._type_steps = 0
        self._derived: dict[str, object] = {}

    # What rules use

    def text(self, node: "Node") -> str:
        return self.source[node.start_byte : node.end_byte]

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

    def memo(self, key: tuple[str, int], compute: "Callable[[], T]") -> "T | None":
        """Return the cached result of a computation; None while the same one is running."""
        if key in self._memo:
            return cast("T | None", self._memo[key])
        self._memo[key] = None
        result = self._memo[key] = compute()
        return result

    def use_of(self, node: "Node") -> NameUse | None:
        """Return what an identifier is; None if it is no name at all."""
        if node.id not in self._uses_by_node:
            self._uses_by_node[node.id] = self.rules.classify(node, self)
        return self._uses_by_node[node.id]

    def definitions_of(self, node: "Node") -> list[Definition]:
        """Return the definitions of the name that a reference refers to; empty if this text has none."""
        group = self._find_group(self.text(node), node, self.use_of(node))
        return group.definitions if group is not None else []

    def definitions_of_name(self, name: str, at: "Node") -> list[Definition]:
        """Return the definitions of a name as seen from a node."""
        group = self._climb(name, at, "")
        return group.definitions if group is not None else []

    def members_named(self, name: str, type_node: "Node") -> list[Definition]:
        """Return where a type, or one that it inherits from, defines the member, nearest type first."""
        defined = [one for one in self._named(name) if one.use.is_definition and one.use.owner is not None]
        if not defined:
            return []
        return [
            one
            for owner in self.type_and_bases(type_node)
            for one in defined
            if one.use.owner is not None and one.use.owner.id == owner.id
        ]

    def type_and_bases(self, type_node: "Node", *, overriding: bool = False) -> list["Node"]:
        """Return a type and those of this text that it inherits from, nearest first; if `overriding`, only those
        whose members it overrides."""
        key = (type_node.id, overriding)
        found = self._bases.get(key)
        if found is None:
            found = self._bases[key] = [type_node]
            seen, at = {type_node.id}, 0
            while at < len(found) < MAX_BASE_TYPES:
                for base in self.rules.base_types(found[at], self):
                    if overriding and base.hides_members:
                        continue
                    if base.node is not None and base.node.id not in seen:
                        seen.add(base.node.id)
                        found.append(base.node)
                at += 1
        return found

    def outside_bases(self, type_node: "Node") -> list[TypeReference]:
        """Return the types of other texts that a type inherits from, directly or not."""
        return [
            base
            for one in self.type_and_bases(type_node)
            for base in self.rules.base_types(one, self)
            if base.node is None and base.source is not None
        ]

    def derived(self, key: str, make: Callable[["NameResolver"], T]) -> T:
        """Return what a rule derives from the whole text, such as its imports, made once."""
        if key not in self._derived:
            self._derived[key] = make(self)
        return cast("T", self._derived[key])

    def type_of(self, expression: "Node") -> TypeReference | None:
        """Return the type of an expression. Bounded, since the type of a name may depend on another one."""
        if expression.id in self._types:
            return self._types[expression.id]
        self._types[expression.id] = None  # a type that depends on itself
        found = self.limited(self.rules.receiver_type, expression)
        if self._type_steps < MAX_TYPE_STEPS:
            self._types[expression.id] = found
        else:
            del self._types[expression.id]
        return found

    def limited(self, find: Callable[["Node", "NameResolver"], T | None], node: "Node") -> T | None:
        """Return what `find` finds for the node; None if too many such calls wait for each other."""
        if self._type_steps >= MAX_TYPE_STEPS:
            return None
        self._type_steps += 1
        try:
            return find(node, self)
        finally:
            self._type_steps -= 1

    # What a search in the project uses

    def top_level(self, name: str) -> Definition | None:
        """Return the last definition or import of a top-level name; None if the text has none."""
        groups = self._groups_of(name).by_scope.get(self.root.id)
        return groups[-1].definitions[-1] if groups else None

    def binding_of(self, definition: Definition) -> Binding | None:
        """Return the binding that a definition belongs to."""
        name, use = self.text(definition.node), definition.use
        self.resolve(name)
        if use.is_definition and use.owner is not None:
            return self._member_bindings(name).get(use.owner.id)
        group = self._groups_of(name).by_node.get(definition.node.id)
        return group.binding if group is not None else None

    def owners_of(self, binding: Binding) -> Sequence["Node"]:
        """Return the types that define a member; empty for a binding that is no member."""
        return self._owners.get(id(binding), ())

    def parameter_named(self, name: str, function: Definition) -> Binding | None:
        """Return the parameter of a function, or of the constructor of a class."""
        owner = self.rules.parameters_owner(function.node, self)
        if owner is None:
            return None
        self.resolve(name)
        for group in self._groups_of(name).by_scope.get(owner.id, ()):
            if group.binding.kind == "parameter":
                return group.binding
        return None

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
        members = self._member_bindings(name)
        for one in self._named(name):
            occurrence = self._occurrence(one, len(name))
            role = one.use.role
            if one.use.is_definition or role == "member" or is_outside_name(one.use):
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
        found = [*(group.binding for group in groups.all), *members.values()]
        result.bindings += {id(binding): binding for binding in found}.values()
        return result

    def _add_member(
        self, result: NameBindings, members: dict[int, Binding], one: Definition, occurrence: Occurrence
    ) -> None:
        use = one.use
        if use.is_definition and use.owner is not None:
            members[use.owner.id].occurrences.append(occurrence)
            return
        owner = self.type_of(use.owner) if use.owner is not None else TypeReference(source=use.source)
        if owner is None:
            result.members.append(MemberUse(occurrence, None))
        elif owner.node is None:
            result.members.append(MemberUse(occurrence, owner.source))
        elif not self._add_to_type(result, members, owner.node, occurrence):
            result.members.append(self._outside_member(occurrence, owner.node))

    def _add_to_type(
        self, result: NameBindings, members: dict[int, Binding], type_node: "Node", occurrence: Occurrence
    ) -> bool:
        """Add a use to the member that the type defines or inherits; return whether there is one in this text."""
        for owner in self.type_and_bases(type_node):
            binding = members.get(owner.id)
            if binding is not None:
                binding.occurrences.append(occurrence)
                return True
        return False

    def _outside_member(self, occurrence: Occurrence, type_node: "Node") -> MemberUse:
        """Return the use of a member that a type may inherit from types of other texts."""
        sources = [base.source for base in self.outside_bases(type_node) if base.source is not None]
        return MemberUse(occurrence, sources[0] if sources else None, tuple(sources[1:]))

    def _member_bindings(self, name: str) -> dict[int, Binding]:
        """Return the bindings of members by the id of the type that defines them. A member that overrides one of
        a base type shares its binding."""
        known = self._members.get(name)
        if known is not None:
            return known
        bindings = self._members[name] = {}
        for one in self._named(name):
            owner = one.use.owner
            if not one.use.is_definition or owner is None or owner.id in bindings:
                continue
            binding = Binding(
                name,
                one.use.kind,
                owner=self.rules.owner_name(owner),
                is_public=self.rules.is_public(one.node, one.use),
            )
            bindings[owner.id] = binding
            self._owners[id(binding)] = [owner]
        if len(bindings) > 1:
            self._merge_overriding(bindings)
        return bindings

    def _merge_overriding(self, bindings: dict[int, Binding]) -> None:
        for binding in list(bindings.values()):
            for owner in self._owners.get(id(binding), ())[:1]:
                for base in self.type_and_bases(owner, overriding=True)[1:]:
                    other = bindings.get(base.id)
                    mine = bindings[owner.id]
                    if other is None or other is mine:
                        continue
                    moved = self._owners.pop(id(mine))
                    self._owners[id(other)] += moved
                    for one in moved:
                        bindings[one.id] = other

    def _add_keyword_argument(
        self,
        result: NameBindings,
        groups: Groups,
        members: dict[int, Binding],
        one: Definition,
        occurrence: Occurrence,
    ) -> None:
        callee = one.use.owner
        owner = self.rules.parameters_owner(callee, self) if callee is not None else None
        if owner is None:
            result.members.append(MemberUse(occurrence, self._source_of(callee)))
            return
        for group in groups.by_scope.get(owner.id, ()):
            if group.binding.kind == "parameter":
                group.binding.occurrences.append(occurrence)
                return
        if not self._add_to_type(result, members, owner, occurrence):
            result.members.append(self._outside_member(occurrence, owner))

    def _source_of(self, callee: "Node | None") -> ImportSource | None:
        """Return where a called function is imported from, if it is; for a method, its type and name."""
        if callee is None:
            return None
        if callee.type in self.rules.identifier_types:
            for one in self.definitions_of(callee):
                if one.use.source is not None:
                    return one.use.source
            return None
        found = self.type_of(callee)
        return found.source if found is not None and found.node is None else None

    # Scopes

    def _find_group(self, name: str, node: "Node", use: NameUse | None) -> Group | None:
        if use is None:
            return None
        if use.scope is not None:
            return self._groups_of(name).by_node.get(node.id)
        return self._climb(name, node, use.namespace, use.start_scope)

    def _climb(
        self, name: str, node: "Node", namespace: str, start_scope: "Node | None" = None
    ) -> Group | None:
        """Return the binding that a name at a node refers to: the nearest scope around it that has one."""
        by_scope = self._groups_of(name).by_scope
        if not by_scope:
            return None
        at: Node | None = start_scope or node
        for _ in range(MAX_TREE_DEPTH):
            if at is None:
                return None
            best: Group | None = None
            for group in by_scope.get(at.id, ()):
                if (
                    (not namespace or not group.namespace or namespace == group.namespace)
                    and group.visible_from <= node.start_byte
                    and (best is None or group.visible_from >= best.visible_from)
                ):
                    best = group
            if best is not None and self.rules.is_visible_from(at, node):
                return best
            at = at.parent
        return None

    def _groups_of(self, name: str) -> Groups:
        found = self._groups.get(name)
        if found is None:
            if name in self._unfinished:
                return Groups(
                    [], {}, {}
                )  # a rule that asks for the same name while it is classified gets none
            found = self._groups[name] = self._group_definitions(name)
        return found

    def _group_definitions(self, name: str) -> Groups:
        groups = Groups([], {}, {})
        for one in self._named(name):
            use = one.use
            if use.scope is None:
                continue
            in_scope = groups.by_scope.setdefault(use.scope.id, [])
            for group in in_scope:
                if group.visible_from != use.visible_from and not use.joins_earlier:
                    continue
                is_merged = use.merges and group.definitions[0].use.merges
                if group.namespace == use.namespace or is_merged:
                    if group.namespace != use.namespace:
                        group.namespace = ""
                    group.definitions.append(one)
                    break
            else:
                group = Group([one], self._new_binding(name, one, use.scope), use.visible_from, use.namespace)
                in_scope.append(group)
                groups.all.append(group)
            groups.by_node[one.node.id] = group
        return groups

    def _new_binding(self, name: str, one: Definition, scope: "Node") -> Binding:
        use = one.use
        if use.is_definition and use.owner is not None:
            return self._member_bindings(name)[
                use.owner.id
            ]  # visible by its name alone in the scope of the type
        return Binding(
            name,
            use.kind,
            owner=self.rules.owner_name(scope) if use.kind == "parameter" else "",
            source=use.source,
            is_public=self.rules.is_public(one.node, use),
        )

    def _named(self, name: str) -> list[Definition]:
        """Return the identifiers with that text, classified, in reading order."""
        found = self._uses.get(name)
        if found is None:
            found = self._uses[name] = []
            self._unfinished.add(name)
            for node, start in self._identifiers(name):
                is_whole = node.end_byte - node.start_byte == len(name)
                use = self.use_of(node)
                if use is None or (use.role == "export" and not is_whole):
                    continue
                found.append(Definition(node, use, -1 if is_whole else start))
                if use.also is not None:
                    found.append(Definition(node, use.also))
            self._unfinished.discard(name)
        return found

    def _identifiers(self, name: str) -> Iterator[tuple["Node", int]]:
        """Return the nodes that are the name, or that have it as a part, with the offset of the name."""
        text, size = self.source, len(name)
        if not size:
            return
        at = text.find(name)
        count = 0
        identifier_types, node_at = self.rules.identifier_types, self.root.descendant_for_byte_range
        while at >= 0 and count < MAX_OCCURRENCES:
            end = at + size
            if not is_in_word(text, at, end):
                count += 1
                node = node_at(at, end)
                if node is not None and node.type in identifier_types:
                    is_whole = node.start_byte == at and node.end_byte == end
                    if is_whole or (node.type in _EMBEDDING_TYPES and text[at - 1] != "."):
                        yield node, at
            at = text.find(name, end)

    def _occurrence(self, one: Definition, size: int) -> Occurrence:
        offset = one.start if one.start >= 0 else one.node.start_byte
        line = bisect_right(self._line_starts, offset) - 1
        column = offset - self._line_starts[line]
        return Occurrence(line, column, column + size, one.use.role)


_resolvers: BoundedDict[str, NameResolver] = BoundedDict(MAX_CACHED_RESOLVERS)


def resolver_for(snapshot: TextSnapshot) -> NameResolver | None:
    """Return the resolver of a text; None if its language has no rules or the text has no tree."""
    key = snapshot.uri + snapshot.variant
    known = _resolvers.get(key)
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
    _resolvers[key] = resolver
    return resolver
