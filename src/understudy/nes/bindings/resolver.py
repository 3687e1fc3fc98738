"""Finds the bindings of one name in one text, by the syntax tree and the rules of the language.

Names are resolved on demand: the occurrences of one word are found by a text search and classified one by one, so
that the cost depends on how often the word occurs and not on the length of the text.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar, cast

from understudy.nes.bindings.definition_groups import (
    Definition,
    Group,
    Groups,
    fits,
    is_outside_name,
    visible_group,
)
from understudy.nes.bindings.identifiers import find_identifiers
from understudy.nes.bindings.limits import (
    MAX_BASE_TYPES,
    MAX_TREE_DEPTH,
    MAX_TYPE_STEPS,
)
from understudy.nes.bindings.names import Binding, ImportSource, MemberUse, NameBindings, Occurrence
from understudy.nes.bindings.parsed_text import ParsedText
from understudy.nes.bindings.rules import (
    GlobalNameRules,
    InheritingRules,
    LanguageRules,
    NameUse,
    OpenTypeRules,
    TypeReference,
)
from understudy.nes.text import Point, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Definition", "NameResolver"]

_T = TypeVar("_T")
_Members = dict[tuple[int, str], Binding]
"""The bindings of a member's name, by the id of the type that defines it and the namespace."""


@cache
def _inheritance_of(rules: LanguageRules) -> tuple[frozenset[str], frozenset[str]]:
    """The scopes that inherit members, and the kinds of members that hide others. To ask a Protocol takes long."""
    if isinstance(rules, InheritingRules):
        return rules.inheriting_scopes, rules.hiding_kinds
    return frozenset(), frozenset()


class NameResolver(ParsedText):
    """The names of one text. Results are cached, so one resolver serves one state of the text."""

    def __init__(self, snapshot: TextSnapshot, root: "Node", rules: LanguageRules) -> None:
        super().__init__(snapshot, root, rules)
        self._uses: dict[str, list[Definition]] = {}
        self._groups: dict[str, Groups] = {}
        self._members: dict[str, _Members] = {}
        self._bases: dict[tuple[int, bool], list[Node]] = {}
        self._owners: dict[Binding, list[Node]] = {}
        self._namespaces: dict[Binding, str] = {}
        self._resolved: dict[str, NameBindings] = {}
        self._unfinished: set[str] = set()
        self._inheriting_scopes, self.hiding_kinds = _inheritance_of(rules)
        self._uses_by_node: dict[int, NameUse | None] = {}
        self._type_steps = 0
        self._derived: dict[str, object] = {}

    # What rules use

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

    def members_named(self, name: str, type_node: "Node", namespace: str = "") -> list[Definition]:
        """Return where a type, or one that it inherits from, defines the member, nearest type first."""
        defined = [
            one
            for one in self._named(name)
            if one.use.is_definition and one.use.owner is not None and fits(namespace, one.use.namespace)
        ]
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

    def outside_bases(self, type_node: "Node", *, overriding: bool = False) -> list[TypeReference]:
        """Return the types of other texts that a type inherits from, directly or not; if `overriding`, only those
        whose members it overrides."""
        return [
            base
            for one in self.type_and_bases(type_node, overriding=overriding)
            for base in self.rules.base_types(one, self)
            if base.node is None and base.source is not None and not (overriding and base.hides_members)
        ]

    def derived(self, key: str, make: Callable[["NameResolver"], _T]) -> _T:
        """Return what a rule derives from the whole text, such as its imports, made once."""
        if key not in self._derived:
            self._derived[key] = make(self)
        return cast("_T", self._derived[key])

    def type_of(self, expression: "Node") -> TypeReference | None:
        """Return the type of an expression. Bounded, since the type of a name may depend on another one."""
        key = ("type", expression.id)
        if key in self._memo:
            return cast("TypeReference | None", self._memo[key])
        self._memo[key] = None  # a type that depends on itself
        found = self._memo[key] = self.limited(self.rules.receiver_type, expression)
        if self._type_steps >= MAX_TYPE_STEPS:
            del self._memo[key]
        return found

    def limited(self, find: Callable[["Node", "NameResolver"], _T | None], node: "Node") -> _T | None:
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
        name, use = definition.name, definition.use
        self.resolve(name)
        if use.is_definition and use.owner is not None:
            return self._member_bindings(name).get((use.owner.id, use.namespace))
        group = self._groups_of(name).by_node.get(definition.node.id)
        return group.binding if group is not None else None

    def definition_of(self, binding: Binding) -> Definition | None:
        """Return the first definition of a binding that is no member."""
        groups = self._groups_of(binding.name).all
        return next((group.definitions[0] for group in groups if group.binding is binding), None)

    def owners_of(self, binding: Binding) -> Sequence["Node"]:
        """Return the types that define a member; empty for a binding that is no member."""
        return self._owners.get(binding, ())

    def namespace_of(self, binding: Binding) -> str:
        """Return the namespace of a member."""
        return self._namespaces.get(binding, "")

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

    def occurrences_of(self, name: str) -> list[Occurrence]:
        """Return the occurrences of a name without their bindings, which take longer to find."""
        return [self.occurrence(one, len(name)) for one in self._named(name)]

    def has_bindings(self, name: str) -> bool:
        """Return whether the text defines or imports the name, which is known before its uses are resolved."""
        return bool(self._groups_of(name).all or self._member_bindings(name))

    def is_defined_in(self, name: str, first_line: int, end_line: int) -> bool:
        """Return whether these lines define or import the name."""
        uses = self._uses_in_lines(name, first_line, end_line)
        return any(use.scope is not None or use.is_definition for _, use in uses)

    def is_free_in(self, name: str, first_line: int, end_line: int) -> bool:
        """Return whether these lines use the name where no scope defines it. Much faster than to resolve it.

        In a class of Java or C++, such a name may still be a member: to resolve it tells.
        """
        for node, use in self._uses_in_lines(name, first_line, end_line):
            if use.is_definition or use.role in ("member", "keyword-argument"):
                continue
            if not is_outside_name(use) and self._find_group(name, node, use) is None:
                return True
        return False

    def _uses_in_lines(self, name: str, first_line: int, end_line: int) -> Iterator[tuple["Node", NameUse]]:
        start, end = self.offset(Point(first_line, 0)), self.offset(Point(end_line, 0))
        for node, _ in find_identifiers(self.source, self.root, name, self.rules, start, end):
            use = self.use_of(node)
            if use is not None:
                yield node, use

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
            occurrence = self.occurrence(one, len(name))
            role = one.use.role
            if one.use.is_definition or role == "member" or is_outside_name(one.use):
                self._add_member(result, members, one, occurrence)
            elif role == "keyword-argument":
                self._add_keyword_argument(result, groups, members, one, occurrence)
            else:
                group = self._find_group(name, one.node, one.use)
                if group is None and role == "reference" and one.use.owner is not None:
                    self._add_inherited(result, members, one, occurrence)
                elif group is None:
                    result.free.append(occurrence)
                else:
                    group.binding.occurrences.append(occurrence)
        found = [*(group.binding for group in groups.all), *members.values()]
        result.bindings += {id(binding): binding for binding in found}.values()
        return result

    def _add_member(
        self, result: NameBindings, members: _Members, one: Definition, occurrence: Occurrence
    ) -> None:
        use = one.use
        if use.is_definition and use.owner is not None:
            members[use.owner.id, use.namespace].occurrences.append(occurrence)
            return
        owner = self.type_of(use.owner) if use.owner is not None else TypeReference(source=use.source)
        if owner is None:
            result.members.append(MemberUse(occurrence, None))
        elif owner.node is None:
            result.members.append(MemberUse(occurrence, owner.source, namespace=use.namespace))
        elif not self._add_to_type(members, owner.node, use.namespace, occurrence):
            result.members.append(self._outside_member(occurrence, owner.node, use.namespace))

    def _add_to_type(
        self, members: _Members, type_node: "Node", namespace: str, occurrence: Occurrence
    ) -> bool:
        """Add a use to the member that the type defines or inherits; return whether there is one in this text."""
        if members:
            for owner in self.type_and_bases(type_node):
                for (owner_id, space), binding in members.items():
                    if owner_id == owner.id and fits(namespace, space):
                        if type_node.type == "union_type":
                            binding = self._merge_parts(members, type_node, namespace)
                        binding.occurrences.append(occurrence)
                        return True
        return False

    def _add_inherited(
        self, result: NameBindings, members: _Members, one: Definition, occurrence: Occurrence
    ) -> None:
        """Add a name by itself that may be a member of the type around it."""
        owner = self.type_of(one.use.owner) if one.use.owner is not None else None
        if owner is None:
            result.free.append(occurrence)
        elif owner.node is None:
            result.members.append(MemberUse(occurrence, owner.source, namespace=one.use.namespace))
        elif not self._add_to_type(members, owner.node, one.use.namespace, occurrence):
            outside = self._outside_member(occurrence, owner.node, one.use.namespace)
            if outside.owner is not None:
                result.members.append(outside)
            else:
                result.free.append(occurrence)

    def _merge_parts(self, members: _Members, union: "Node", namespace: str) -> Binding:
        """Make one binding of the members of the parts of a union, since a use of the union is a use of each."""
        found = [
            binding
            for one in self.type_and_bases(union)
            for (owner_id, space), binding in members.items()
            if owner_id == one.id and fits(namespace, space)
        ]
        for other in found[1:]:
            if other is not found[0] and other in self._owners:
                self._owners[found[0]] += self._owners.pop(other)
                found[0].occurrences += other.occurrences
                found[0].occurrences.sort()
                for key, binding in members.items():
                    if binding is other:
                        members[key] = found[0]
        return found[0]

    def _outside_member(self, occurrence: Occurrence, type_node: "Node", namespace: str = "") -> MemberUse:
        """Return the use of a member that a type may inherit from types of other texts."""
        sources = [base.source for base in self.outside_bases(type_node) if base.source is not None]
        rules = self.rules
        if isinstance(rules, OpenTypeRules) and type_node.type not in rules.extension_types:
            sources.insert(0, ImportSource("", rules.owner_name(type_node)))
        return MemberUse(occurrence, sources[0] if sources else None, tuple(sources[1:]), namespace)

    def _member_bindings(self, name: str) -> _Members:
        """Return the bindings of members of that name. A member that overrides one of a base type shares its
        binding."""
        known = self._members.get(name)
        if known is not None:
            return known
        bindings: _Members = {}
        for one in self._named(name):
            owner, space = one.use.owner, one.use.namespace
            if not one.use.is_definition or owner is None or (owner.id, space) in bindings:
                continue
            binding = Binding(
                name,
                one.use.kind,
                owner=self.rules.owner_name(owner),
                is_public=self.rules.is_public(one.node, one.use),
            )
            bindings[owner.id, space] = binding
            self._owners[binding] = [owner]
            self._namespaces[binding] = space
        if name not in self._unfinished:
            self._members[name] = bindings
        if len(bindings) > 1:
            self._merge_overriding(bindings)
        return bindings

    def _merge_overriding(self, bindings: _Members) -> None:
        for (_, space), binding in list(bindings.items()):
            if binding.kind in self.hiding_kinds:
                continue
            for owner in self._owners.get(binding, ())[:1]:
                for base in self.type_and_bases(owner, overriding=True)[1:]:
                    other = bindings.get((base.id, space))
                    mine = bindings[owner.id, space]
                    if other is None or other is mine:
                        continue
                    moved = self._owners.pop(mine)
                    self._owners[other] += moved
                    for one in moved:
                        bindings[one.id, space] = other

    def _add_keyword_argument(
        self,
        result: NameBindings,
        groups: Groups,
        members: _Members,
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
        if not self._add_to_type(members, owner, "", occurrence):
            result.members.append(self._outside_member(occurrence, owner))

    def _source_of(self, callee: "Node | None") -> ImportSource | None:
        """Return where a called function is imported from, if it is; for a method, its type and name."""
        if callee is None:
            return None
        if isinstance(self.rules, GlobalNameRules):
            return self.rules.callee_source(callee, self)
        if callee.type in self.rules.identifier_types:
            sources = [one.use.source for one in self.definitions_of(callee)]
            return next((source for source in sources if source is not None), None)
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
            best = visible_group(by_scope.get(at.id, ()), namespace, node.start_byte)
            if best is None and at.type in self._inheriting_scopes:
                for base in self.type_and_bases(at)[1:]:
                    best = best or visible_group(by_scope.get(base.id, ()), namespace, node.start_byte)
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
            return self._member_bindings(name)[use.owner.id, use.namespace]  # visible by its name alone
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
            for node, start in find_identifiers(self.source, self.root, name, self.rules):
                is_whole = node.end_byte - node.start_byte == len(name)
                use = self.use_of(node)
                if use is None or (use.role == "export" and not is_whole):
                    continue
                found.append(Definition(node, use, -1 if is_whole else start, name))
                if use.also is not None:
                    found.append(Definition(node, use.also, -1 if is_whole else start, name))
            self._unfinished.discard(name)
        return found
