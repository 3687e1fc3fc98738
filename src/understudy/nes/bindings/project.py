"""Where a binding occurs in the other texts of a workspace, and where an imported name is defined.

A use is followed to its definition, through the import, the modules that export it again, and the type of a
receiver; it is a place of the binding if it arrives there. So a name that is the same by chance is never a place.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.bindings.definition_search import (
    DefinitionSearch,
    NamedDefinition,
    ProjectTexts,
    glob_modules,
)
from understudy.nes.bindings.limits import MAX_IMPORT_STEPS
from understudy.nes.bindings.names import Binding, NameBindings, Occurrence
from understudy.nes.bindings.resolver import NameResolver
from understudy.nes.bindings.rules import GlobalNameRules, PassedByNameRules, ProjectRules
from understudy.nes.text import Point, TextSnapshot

__all__ = [
    "Origin",
    "ProjectPlace",
    "ProjectTexts",
    "find_all_places",
    "find_places",
    "origin_at",
    "origin_of",
]

_OWN_FIELD: Final = re.compile(r"(?:\b(?:self|this)\s*\??\.\s*|@)(\w+)\s*[?&]?\.\s*\Z")
_VARIABLE: Final = re.compile(r"(?<![\w.>:@])([A-Za-z_]\w*)(?:\?|!)?(?:\.|->)\Z")
_FIELD_OF_SAME_TYPE: Final = re.compile(
    r"_*(?:base|children|child|delegate|inner|left|next|original|other|parent|previous|prev|right|root|sibling"
    r"|target|wrapped)_*\Z"
)


class ProjectPlace(NamedTuple):
    uri: str
    occurrence: Occurrence
    is_certain: bool
    """False for a member whose receiver's type is unknown, when only one type defines a member of that name."""


class Origin(NamedTuple):
    """The text that defines a name, and its binding there."""

    snapshot: TextSnapshot
    binding: Binding


def origin_of(snapshot: TextSnapshot, binding: Binding, texts: ProjectTexts) -> Origin:
    """Follow an import, or a member that overrides one of another text, to its definition.

    Return the text and the binding itself if it is defined there, or if its definition is not in the workspace.
    An import under another name is a definition of that name.
    """
    return _Search(snapshot, texts).origin_of(snapshot, binding)


def origin_at(snapshot: TextSnapshot, name: str, point: Point, texts: ProjectTexts) -> Origin | None:
    """Return the definition of the name at the point; None if it is not in the workspace or not certain.

    Also serves a use that has no binding in its own text, such as `models.Order` or the member of an imported type.
    """
    return _Search(snapshot, texts).origin_at(snapshot, name, point)


def find_places(snapshot: TextSnapshot, binding: Binding, texts: ProjectTexts) -> list[ProjectPlace]:
    """Return where the binding occurs in other texts: the defining text first, then the nearest, certain places
    first."""
    return [one for one in find_all_places(snapshot, binding, texts) if one.uri != snapshot.uri]


def find_all_places(snapshot: TextSnapshot, binding: Binding, texts: ProjectTexts) -> list[ProjectPlace]:
    """Return all occurrences of a binding, those of this text first, then those of the defining text, each text in
    reading order. Uncertain places come last."""
    search = _Search(snapshot, texts)
    places = {ProjectPlace(snapshot.uri, one, True): None for one in binding.occurrences}
    places.update(dict.fromkeys(search.places_of(search.origin_of(snapshot, binding))))
    found = sorted(places, key=lambda one: (not one.is_certain, one.uri != snapshot.uri))
    certain = {(one.uri, one.occurrence) for one in found if one.is_certain}
    return [one for one in found if one.is_certain or (one.uri, one.occurrence) not in certain]


class _Search(DefinitionSearch):
    """One search for an origin and its places."""

    # The definition

    def origin_of(self, snapshot: TextSnapshot, binding: Binding) -> Origin:
        resolver = self._resolver(snapshot)
        found: Origin | None = None
        if resolver is not None:
            binding = _find_same(resolver, binding)
            if binding.source is not None:
                named = self._imported(resolver, binding.name, binding.source)
                found = Origin(named.resolver.snapshot, named.binding) if named is not None else None
            elif binding.kind == "parameter":
                found = self._passed(resolver, binding)
            else:
                found = self._overridden(resolver, binding) or self._declared(resolver, binding)
        return found or Origin(snapshot, binding)

    def origin_at(self, snapshot: TextSnapshot, name: str, point: Point) -> Origin | None:
        resolver = self._resolver(snapshot)
        if resolver is None:
            return None
        names = resolver.resolve(name)
        binding = names.at(point)
        if binding is not None:
            return self.origin_of(snapshot, binding)
        named = None
        for use in names.members:
            if use.occurrence.contains(point):
                named = self._follow_member(resolver, name, use)
        if any(one.contains(point) for one in names.free):
            named = self._follow_free(resolver, name)
        return self.origin_of(named.resolver.snapshot, named.binding) if named is not None else None

    def _overridden(self, resolver: NameResolver, binding: Binding, steps: int = 0) -> Origin | None:
        """Return the member of a type in another text that a member overrides."""
        if binding.kind in resolver.hiding_kinds:
            return None
        space = resolver.namespace_of(binding)
        for owner in resolver.owners_of(binding):
            for base in resolver.outside_bases(owner, overriding=True):
                if base.source is None:
                    continue
                named = self._member_of_source(resolver, binding.name, base.source, namespace=space)
                if named is None or named.binding.kind == "parameter":
                    continue
                higher = None
                if steps < MAX_IMPORT_STEPS:
                    higher = self._overridden(named.resolver, named.binding, steps + 1)
                return higher or Origin(named.resolver.snapshot, named.binding)
        return None

    def _passed(self, resolver: NameResolver, binding: Binding) -> Origin | None:
        """Return the function of another text whose value a framework passes to a parameter, by its name."""
        rules, definition = resolver.rules, resolver.definition_of(binding)
        if not isinstance(rules, PassedByNameRules) or definition is None:
            return None
        if not rules.is_taken_by_name(definition.node, resolver):
            return None
        for text in self._texts_with(binding.name):
            if not rules.passes_to(text.uri, resolver.snapshot.uri):
                continue
            other = self._resolver(text)
            found = other.top_level(binding.name) if other is not None and other is not resolver else None
            if other is None or found is None or not rules.is_passed_by_name(found.node, other):
                continue
            passed = other.binding_of(found)
            if passed is not None:
                return Origin(other.snapshot, passed)
        return None

    def _declared(self, resolver: NameResolver, binding: Binding) -> Origin | None:
        """Return the declaration of a definition, as in a C header."""
        if not _has_shared_definitions(resolver, binding):
            return None
        named = self._follow_free(resolver, binding.name)
        if named is None or named.binding.kind != binding.kind:
            return None
        return Origin(named.resolver.snapshot, named.binding)

    # The places

    def places_of(self, origin: Origin) -> Iterator[ProjectPlace]:
        binding, uri = origin.binding, origin.snapshot.uri
        for one in binding.occurrences:
            yield ProjectPlace(uri, one, True)
        if not binding.is_public:
            return
        searched: list[tuple[NameResolver, NameBindings]] = []
        for resolver in self._containing(binding, origin.snapshot):
            names = resolver.resolve(binding.name)
            searched.append((resolver, names))
            for one in self._occurrences_in(resolver, names, origin):
                yield ProjectPlace(resolver.snapshot.uri, one, True)
        if (
            binding.kind in ("method", "field")
            and self.is_complete
            and not self._is_ambiguous(searched, origin)
        ):
            for resolver, names in searched:
                for use in names.members:
                    is_member = use.owner is None and use.occurrence.role == "member"
                    if (
                        is_member
                        and not _is_passed_on(resolver, names, use.occurrence)
                        and not self._has_namesake_of_other_type(resolver, use.occurrence, origin)
                    ):
                        yield ProjectPlace(resolver.snapshot.uri, use.occurrence, False)

    def _occurrences_in(
        self, resolver: NameResolver, names: NameBindings, origin: Origin
    ) -> Iterator[Occurrence]:
        name = names.name
        for binding in names.bindings:
            if self._is_origin(resolver, binding, origin):
                if resolver.snapshot.uri != origin.snapshot.uri:
                    yield from binding.occurrences
            elif binding.source is not None:
                if self._is_at_origin(self._imported(resolver, name, binding.source), origin):
                    yield from binding.occurrences
            elif binding.kind == "parameter":
                passed = self._passed(resolver, binding)
                if passed is not None and _is_same(passed, origin):
                    yield from binding.occurrences
            elif resolver.owners_of(binding):
                overridden = self._overridden(resolver, binding)
                if overridden is not None and _is_same(overridden, origin):
                    yield from binding.occurrences
        for use in names.members:
            if use.owner is not None and self._is_at_origin(self._follow_member(resolver, name, use), origin):
                yield use.occurrence
        if names.free and (not origin.binding.owner or _is_global(resolver, name)):
            is_shared = resolver.rules.shares_scope(origin.snapshot.uri, resolver.snapshot.uri)
            if is_shared or self._is_at_origin(self._follow_free(resolver, name), origin):
                yield from names.free

    def _has_namesake_of_other_type(self, resolver: NameResolver, use: Occurrence, origin: Origin) -> bool:
        """Whether the receiver of a member is called like variables of the text whose types are known, and none of
        these types has the member of the origin."""
        receiver = _VARIABLE.search(resolver.snapshot.lines[use.line][: use.column])
        if receiver is None:
            return False
        is_other = False
        for binding in resolver.resolve(receiver[1]).bindings:
            definition = resolver.definition_of(binding)
            known = self._type_named(NamedDefinition(resolver, binding, definition)) if definition else None
            if known is not None:
                if self._is_at_origin(self._member_of_type(known, origin.binding.name), origin):
                    return False
                is_other = True
        return is_other

    def _is_origin(self, resolver: NameResolver, binding: Binding, origin: Origin) -> bool:
        """Whether the binding is the origin, or defines it a second time, as a C header and its source do."""
        if resolver.snapshot.uri == origin.snapshot.uri:
            return _is_same(Origin(resolver.snapshot, binding), origin)
        if origin.binding.owner or binding.kind != origin.binding.kind:
            return False
        return _has_shared_definitions(resolver, binding) and self._shares_definitions(resolver, origin)

    def _shares_definitions(self, resolver: NameResolver, origin: Origin) -> bool:
        """Whether a text belongs to the one of the origin, by its name or because it includes it."""
        rules, uri = resolver.rules, resolver.snapshot.uri
        return rules.shares_scope(origin.snapshot.uri, uri) or any(
            rules.refers_to(uri, module, origin.snapshot.uri) for module in glob_modules(resolver)
        )

    def _is_at_origin(self, named: NamedDefinition | None, origin: Origin) -> bool:
        return named is not None and _is_same(self.origin_of(named.resolver.snapshot, named.binding), origin)

    def _is_ambiguous(self, searched: Sequence[tuple[NameResolver, NameBindings]], origin: Origin) -> bool:
        """Whether an unknown receiver may have the member of another type."""
        for resolver, names in searched:
            rules = resolver.rules
            if isinstance(rules, ProjectRules) and names.name in rules.library_members:
                return True
            for binding in names.bindings:
                if binding.kind in ("method", "field") and not self._is_origin(resolver, binding, origin):
                    overridden = self._overridden(resolver, binding)
                    if overridden is None or not _is_same(overridden, origin):
                        return True
        return False


def _is_global(resolver: NameResolver, name: str) -> bool:
    return isinstance(resolver.rules, GlobalNameRules) and resolver.rules.is_global(name)


def _is_passed_on(resolver: NameResolver, names: NameBindings, use: Occurrence) -> bool:
    """Whether a type with a member of that name uses that of one of its fields, as in `self.gateway.send()`.

    The field is of another type then, unless its name says that it wraps, or refers to, one of the same type.
    """
    field = _OWN_FIELD.search(resolver.snapshot.lines[use.line][: use.column])
    if field is None or _FIELD_OF_SAME_TYPE.match(field[1]):
        return False
    return any(
        owner.start_point[0] <= use.line <= owner.end_point[0]
        for binding in names.bindings
        for owner in resolver.owners_of(binding)
    )


def _is_same(one: Origin, other: Origin) -> bool:
    return one.snapshot.uri == other.snapshot.uri and (
        one.binding is other.binding
        or (bool(one.binding.occurrences) and one.binding.occurrences == other.binding.occurrences)
    )


def _find_same(resolver: NameResolver, binding: Binding) -> Binding:
    """Return the binding of this resolver that equals one of an earlier resolver of the same text."""
    known = resolver.resolve(binding.name).bindings
    if not binding.occurrences or any(one is binding for one in known):
        return binding
    return next((one for one in known if one.occurrences == binding.occurrences), binding)


def _has_shared_definitions(resolver: NameResolver, binding: Binding) -> bool:
    """Whether another text may define the same thing, as a C header and its source do."""
    return (
        binding.source is None
        and binding.is_public
        and not binding.owner
        and isinstance(resolver.rules, ProjectRules)
        and resolver.rules.has_shared_definitions
    )
