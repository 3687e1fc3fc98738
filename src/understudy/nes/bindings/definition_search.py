"""Follows a use of a name to its definition in another text of the workspace, through imports and types."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from understudy.nes.bindings.limits import (
    MAX_IMPORT_STEPS,
    MAX_PROJECT_CHARS,
    MAX_PROJECT_TEXTS,
    MAX_TYPE_STEPS,
)
from understudy.nes.bindings.names import Binding, ImportSource, MemberUse
from understudy.nes.bindings.resolver import Definition, NameResolver
from understudy.nes.bindings.resolver_cache import cached_resolver, resolver_for
from understudy.nes.bindings.rules import (
    DerivedTypeRules,
    ExportRules,
    GlobalNameRules,
    HeldTypeRules,
    ModuleValueRules,
    NamespaceRules,
    OpenTypeRules,
    PassedByNameRules,
    ProjectRules,
    TextFilterRules,
    TypeReference,
)
from understudy.nes.text import TextSnapshot

__all__ = ["DefinitionSearch", "NamedDefinition", "ProjectTexts", "glob_modules"]

_TOP_LEVEL_KINDS: Final = frozenset({"local", "function", "class", "constant", "type", "import"})


class ProjectTexts(Protocol):
    """The other texts of a workspace."""

    def snapshot(self, uri: str) -> TextSnapshot | None:
        """Return the text at the URI; None if it is not known."""
        ...

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Return texts that contain one of the literals, nearest to `near` first, without `near`."""
        ...


class NamedDefinition(NamedTuple):
    """A definition in a text."""

    resolver: NameResolver
    binding: Binding
    definition: Definition


class _Type(NamedTuple):
    """A type in a text, or one that is not in the workspace."""

    resolver: NameResolver
    reference: TypeReference


class DefinitionSearch:
    """One search. Keeps the resolvers of the texts that it has seen and what imports refer to."""

    def __init__(self, snapshot: TextSnapshot, texts: ProjectTexts) -> None:
        self._start = snapshot
        self._texts = texts
        self._resolvers: dict[str, NameResolver | None] = {}
        self._snapshots: dict[str, list[TextSnapshot]] = {}
        self._followed: dict[tuple[str, str, str], NamedDefinition | None] = {}
        self._following: set[tuple[str, str, str]] = set()
        self._cycles = 0
        self._type_steps = 0
        self._parsed_chars = 0

    @property
    def is_complete(self) -> bool:
        """Whether the search has parsed all texts that it needed."""
        return self._parsed_chars <= MAX_PROJECT_CHARS

    def _imported(self, resolver: NameResolver, name: str, source: ImportSource) -> NamedDefinition | None:
        """Return what is imported under its own name: a top-level name, or a member of a type."""
        if source.name in (name, "default"):
            return self._follow(resolver, source.module, name)
        owner, _, last = source.name.rpartition(".")
        if not owner or last != name:
            return None
        return self._member_of_source(resolver, name, ImportSource(source.module, owner))

    def _follow(
        self, resolver: NameResolver, module: str, name: str, steps: int = 0
    ) -> NamedDefinition | None:
        """Return the definition of a top-level name of a module, as imported in the text of the resolver."""
        key = (resolver.snapshot.uri, module, name)
        if key in self._followed:
            return self._followed[key]
        if key in self._following:  # modules that import each other
            self._cycles += 1
            return None
        self._following.add(key)
        found, cycles = None, self._cycles
        if steps < MAX_IMPORT_STEPS:
            rules, others = resolver.rules, self._modules(resolver, module, name)
            if isinstance(rules, GlobalNameRules) and rules.is_global(name):
                found = self._global_name(resolver, name, [*others], steps)
            else:
                found = next((one for other in others if (one := self._top_level(other, name, steps))), None)
        self._following.discard(key)
        if found is not None or cycles == self._cycles or not self._following:
            self._followed[key] = found
        return found

    def _top_level(self, resolver: NameResolver, name: str, steps: int) -> NamedDefinition | None:
        definition = resolver.top_level(name)
        binding = resolver.binding_of(definition) if definition is not None else None
        if definition is None or binding is None or not _is_importable(resolver, definition, binding):
            found = self._module_member(resolver, name)
            if found is not None:
                return found
            for module in glob_modules(resolver):
                found = self._follow(resolver, module, name, steps + 1)
                if found is not None:
                    return found
            exported = next((use for use in resolver.resolve(name).members if _is_exported(use)), None)
            if exported is not None and exported.owner is not None:
                return self._follow(resolver, exported.owner.module, name, steps + 1)
            return None
        source = definition.use.source
        if source is not None and source.name == name:
            found = self._follow(resolver, source.module, name, steps + 1)
            if found is not None:
                return found
        return NamedDefinition(resolver, binding, definition)

    def _global_name(
        self, using: NameResolver, name: str, others: Sequence[NameResolver], steps: int
    ) -> NamedDefinition | None:
        """Return the definition of a name that needs no import: in a module that the using text is in as well, at
        the top level, or in a module that it names."""
        for is_inside in (True, None, False):
            for other in others:
                if is_inside is None:
                    found = self._top_level(other, name, steps)
                else:
                    found = _nested_name(using, other, name, is_inside=is_inside)
                if found is not None:
                    return found
        return None

    def _module_member(self, resolver: NameResolver, name: str) -> NamedDefinition | None:
        """Return the member of the single value that a module is."""
        rules = resolver.rules
        value = rules.module_value(resolver) if isinstance(rules, ModuleValueRules) else None
        reference = resolver.type_of(value) if value is not None else None
        return self._member_of_type(_Type(resolver, reference), name) if reference is not None else None

    def _follow_free(self, resolver: NameResolver, name: str) -> NamedDefinition | None:
        for module in glob_modules(resolver):
            found = self._follow(resolver, module, name)
            if found is not None:
                return found
        return self._follow_global(resolver, name)

    def _follow_global(self, resolver: NameResolver, name: str, owner: str = "") -> NamedDefinition | None:
        """Return the definition of a name that needs no import; given the module before it, in that module only."""
        rules = resolver.rules
        if not isinstance(rules, GlobalNameRules) or not rules.is_global(name):
            return None
        found = self._follow(resolver, "", name)
        is_other = owner and found is not None and found.binding.owner.rpartition("::")[2] != owner
        return found if not is_other else None

    def _follow_member(self, resolver: NameResolver, name: str, use: MemberUse) -> NamedDefinition | None:
        """Return what a member use refers to: a name of a module, a member of a type, or a parameter."""
        is_call = use.occurrence.role == "keyword-argument"
        for source in (use.owner, *use.other_owners):
            if source is None:
                continue
            if not is_call:
                found = self._name_in_source(resolver, name, source, use.namespace)
            else:
                found = self._member_of_source(resolver, name, source, is_call=True) if source.name else None
            if found is not None:
                return found
        if use.occurrence.role == "reference":
            return self._follow_free(resolver, name)  # no member, but a name of another text
        return None

    def _name_in_source(
        self, resolver: NameResolver, name: str, source: ImportSource, namespace: str
    ) -> NamedDefinition | None:
        """Return a name of an imported module, or a member of an imported type."""
        found = None
        if source.name:
            found = self._member_of_source(resolver, name, source, namespace=namespace)
            found = found or self._namespace_member(resolver, name, source)
        if found is None:
            module = _submodule(resolver, source) if source.name else source.module
            found = self._follow(resolver, module, name) if module or not source.name else None
        return found or self._follow_global(resolver, name, source.name.rpartition(".")[2])

    def _namespace_member(
        self, resolver: NameResolver, name: str, source: ImportSource
    ) -> NamedDefinition | None:
        """Return a name in a namespace of another text."""
        rules = resolver.rules
        if source.module or not source.name.isidentifier() or not isinstance(rules, NamespaceRules):
            return None
        for other in self._modules(resolver, "", name):
            definition = rules.namespace_member(source.name, name, other)
            binding = other.binding_of(definition) if definition is not None else None
            if definition is not None and binding is not None:
                return NamedDefinition(other, binding, definition)
        return None

    def _member_of_source(
        self,
        resolver: NameResolver,
        name: str,
        source: ImportSource,
        *,
        is_call: bool = False,
        namespace: str = "",
    ) -> NamedDefinition | None:
        """Return the member of a type that is imported in the text; with `is_call`, the parameter of a function."""
        if self._type_steps >= MAX_TYPE_STEPS:
            return None
        self._type_steps += 1
        try:
            return self._find_in_source(resolver, name, source, is_call=is_call, namespace=namespace)
        finally:
            self._type_steps -= 1

    def _find_in_source(
        self, resolver: NameResolver, name: str, source: ImportSource, *, is_call: bool, namespace: str
    ) -> NamedDefinition | None:
        module, path = source.module, source.name.split(".")
        if is_call and not path[-1].isidentifier():
            return None  # a call of what another one returns
        named = self._follow(resolver, module, path[0])
        while named is None and len(path) > 1:
            module = _submodule(resolver, ImportSource(module, path[0]))
            path = path[1:]
            named = self._follow(resolver, module, path[0]) if module else None
        if named is None:
            return None
        found = self._type_named(named)
        for owner, part in pairwise(path):
            if found is None:
                return None
            if not part.isidentifier() and isinstance(found.resolver.rules, DerivedTypeRules):
                derived = found.resolver.rules.derived_type(found.reference, part, found.resolver)
                found = _Type(found.resolver, derived) if derived is not None else None
                continue
            named = self._member_of_type(found, part) or self._follow_global(resolver, part, owner)
            if named is None and isinstance(found.resolver.rules, HeldTypeRules):
                held = found.resolver.rules.held_type(found.reference, part, found.resolver)
                found = _Type(found.resolver, held) if held is not None else None
                continue
            found = self._type_named(named) if named is not None else None
        if is_call and named is not None:
            parameter = self._parameter_of(named, found, name)
            if parameter is not None or not _has_field_arguments(named, found):
                return parameter
        return self._member_of_type(found, name, namespace) if found is not None else None

    def _parameter_of(
        self, function: NamedDefinition, constructed: _Type | None, name: str
    ) -> NamedDefinition | None:
        """Return the parameter of a function, or of the constructor of a class, which may be inherited."""
        parameter = function.resolver.parameter_named(name, function.definition)
        if parameter is not None:
            return NamedDefinition(function.resolver, parameter, function.definition)
        if constructed is not None and constructed.reference.node is not None:
            for base in constructed.resolver.outside_bases(constructed.reference.node):
                if base.source is not None:
                    found = self._member_of_source(constructed.resolver, name, base.source, is_call=True)
                    if found is not None:
                        return found
        return None

    def _type_named(self, named: NamedDefinition) -> _Type | None:
        reference = named.resolver.type_of(named.definition.node)
        return _Type(named.resolver, reference) if reference is not None else None

    def _member_of_type(self, found: _Type, name: str, namespace: str = "") -> NamedDefinition | None:
        resolver, reference = found
        if reference.node is None:
            source = reference.source
            return self._name_in_source(resolver, name, source, namespace) if source is not None else None
        for one in resolver.members_named(name, reference.node, namespace):
            binding = resolver.binding_of(one)
            if binding is not None:
                return NamedDefinition(resolver, binding, one)
        extended = self._extension_of(found, name)
        if extended is not None:
            return extended
        for base in resolver.outside_bases(reference.node):
            member = self._member_of_type(_Type(resolver, base), name, namespace)
            if member is not None:
                return member
        return None

    def _extension_of(self, found: _Type, name: str) -> NamedDefinition | None:
        """Return the member that another text adds to a type, as a method in another file of a Go package."""
        resolver, reference = found
        rules, node = resolver.rules, reference.node
        if not isinstance(rules, OpenTypeRules) or node is None or node.type in rules.extension_types:
            return None
        type_name = rules.owner_name(node)
        for text in self._texts_with(name):
            other = self._resolver(text)
            if other is None or other is resolver or other.rules is not rules:
                continue
            for binding in other.resolve(name).bindings:
                for owner in other.owners_of(binding):
                    if owner.type not in rules.extension_types or rules.owner_name(owner) != type_name:
                        continue
                    for base in rules.base_types(owner, other)[:1]:
                        named = self._follow(other, base.source.module, type_name) if base.source else None
                        if named is not None and named.resolver is resolver:
                            return NamedDefinition(other, binding, other.members_named(name, owner)[0])
        return None

    # Texts

    def _modules(self, resolver: NameResolver, module: str, name: str) -> Iterator[NameResolver]:
        """Return the texts that a module can be, the nearest to the importing text first."""
        uri = resolver.snapshot.uri
        if not module and isinstance(resolver.rules, OpenTypeRules):
            yield resolver
        found = [
            text
            for text in self._texts_with(name)
            if text.uri != uri and resolver.rules.refers_to(uri, module, text.uri)
        ]
        found.sort(key=lambda text: -_common_folders(uri, text.uri))
        for text in found:
            other = self._resolver(text)
            if other is not None:
                yield other
        if not found and isinstance(resolver.rules, ProjectRules):
            for other_uri in resolver.rules.module_uris(uri, module):
                text = self._start if other_uri == self._start.uri else self._texts.snapshot(other_uri)
                other = self._resolver(text) if text is not None else None
                if other is not None:
                    yield other
                    return

    def _containing(self, binding: Binding, origin: TextSnapshot) -> Iterator[NameResolver]:
        """Return the texts that may refer to a binding, the defining one first."""
        defining = self._resolver(origin)
        if defining is None:
            return
        rules, is_member = defining.rules, binding.kind not in _TOP_LEVEL_KINDS
        is_passed = self._is_passed(defining, binding)
        yield defining
        for text in self._texts_with(binding.name):
            if text.uri == origin.uri or (
                text.uri not in self._resolvers
                and isinstance(rules, TextFilterRules)
                and text.language == origin.language
                and not is_passed
                and not rules.may_refer_to("\n".join(text.lines), binding.name, is_member=is_member)
            ):
                continue
            resolver = self._resolver(text)
            if resolver is not None:
                yield resolver

    def _is_passed(self, resolver: NameResolver, binding: Binding) -> bool:
        """Whether a framework passes the value of a function to parameters of other texts."""
        rules, uri = resolver.rules, resolver.snapshot.uri
        definition = resolver.definition_of(binding) if binding.kind == "function" else None
        return (
            definition is not None
            and isinstance(rules, PassedByNameRules)
            and rules.passes_to(uri, uri)
            and rules.is_passed_by_name(definition.node, resolver)
        )

    def _texts_with(self, name: str) -> list[TextSnapshot]:
        """Return the texts that contain a word, this one first."""
        found = self._snapshots.get(name)
        if found is None:
            word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            others = self._texts.find_containing([name], self._start.uri, MAX_PROJECT_TEXTS)
            found = self._snapshots[name] = [
                text
                for text in (self._start, *others)
                if any(name in line and word.search(line) for line in text.lines)
            ]
        return found

    def _resolver(self, snapshot: TextSnapshot) -> NameResolver | None:
        """Return the resolver of a text; None if it has none, or if this search has parsed enough texts."""
        uri = snapshot.uri
        if uri not in self._resolvers:
            if uri == self._start.uri:
                snapshot = self._start
            elif cached_resolver(snapshot) is None:
                self._parsed_chars += sum(map(len, snapshot.lines))
                if not self.is_complete:
                    return None
            self._resolvers[uri] = resolver_for(snapshot)
        return self._resolvers[uri]


def _nested_name(
    using: NameResolver, defining: NameResolver, name: str, *, is_inside: bool
) -> NamedDefinition | None:
    rules = defining.rules
    definition = (
        rules.nested_name(name, defining, using, is_inside=is_inside)
        if isinstance(rules, GlobalNameRules)
        else None
    )
    binding = defining.binding_of(definition) if definition is not None else None
    return NamedDefinition(defining, binding, definition) if definition and binding else None


def _has_field_arguments(function: NamedDefinition, constructed: _Type | None) -> bool:
    """Whether the arguments of a call are the fields of a class: it has no constructor of its own."""
    owner = function.resolver.rules.parameters_owner(function.definition.node, function.resolver)
    if owner is None or constructed is None or constructed.reference.node is None:
        return constructed is not None
    return owner.id == constructed.reference.node.id


def _is_importable(resolver: NameResolver, definition: Definition, binding: Binding) -> bool:
    """Whether another text can import the name: what a text of some languages imports, it has to export again."""
    if definition.use.role != "import" or not isinstance(resolver.rules, ExportRules):
        return True
    return resolver.rules.exports_imports or any(one.role == "export" for one in binding.occurrences)


def _is_exported(use: MemberUse) -> bool:
    """Whether the use exports a name of another module, as in `export { name } from "./module"`."""
    return use.owner is not None and not use.owner.name and use.occurrence.role == "export"


def glob_modules(resolver: NameResolver) -> Sequence[str]:
    return resolver.rules.glob_modules(resolver) if isinstance(resolver.rules, ProjectRules) else ()


def _submodule(resolver: NameResolver, source: ImportSource) -> str:
    return resolver.rules.submodule(source) if isinstance(resolver.rules, ProjectRules) else ""


def _common_folders(uri: str, other: str) -> int:
    count = 0
    for one, two in zip(uri.split("/"), other.split("/"), strict=False):
        if one != two:
            break
        count += 1
    return count
