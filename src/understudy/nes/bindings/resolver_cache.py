"""Keeps the resolvers of the texts used last."""

from understudy.bounded_dict import BoundedDict
from understudy.nes.bindings.limits import MAX_CACHED_RESOLVERS
from understudy.nes.bindings.resolver import NameResolver
from understudy.nes.bindings.rules import rules_for
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import TextSnapshot

__all__ = ["cached_resolver", "resolver_for"]

_resolvers: BoundedDict[str, NameResolver] = BoundedDict(MAX_CACHED_RESOLVERS)


def resolver_for(snapshot: TextSnapshot) -> NameResolver | None:
    """Return the resolver of a text; None if its language has no rules or the text has no tree."""
    known = cached_resolver(snapshot)
    if known is not None:
        return known
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return None
    grammar, tree = parsed
    rules = rules_for(grammar)
    if rules is None:
        return None
    resolver = _resolvers[snapshot.uri + snapshot.variant] = NameResolver(snapshot, tree.root_node, rules)
    return resolver


def cached_resolver(snapshot: TextSnapshot) -> NameResolver | None:
    """Return the resolver of a text if it is cached."""
    known = _resolvers.get(snapshot.uri + snapshot.variant)
    if known is None or known.snapshot.language != snapshot.language:
        return None
    # The lines of a document change in place: the resolver has a copy.
    return known if known.lines == snapshot.lines else None
