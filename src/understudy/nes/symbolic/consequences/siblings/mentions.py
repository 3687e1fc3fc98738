"""Where a text mentions the members of a type: in code or as a whole string, not in prose.

Members of an enum are mentioned with their type (`Status.ACTIVE`), except where the language has bare names. Fields
are mentioned in any spelling.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from understudy.nes.bindings import origin_at
from understudy.nes.symbolic.consequences.limits import MAX_MENTIONS, MAX_NAMED_TYPES
from understudy.nes.symbolic.consequences.names import case_forms
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings.lists import Mention
from understudy.nes.symbolic.consequences.siblings.member_changes import MemberChange
from understudy.nes.symbolic.consequences.siblings.members import Member, TypeDeclaration
from understudy.nes.symbolic.consequences.siblings.spellings import name_parts, shared_prefix_length

__all__ = ["are_numbered", "find_mentions", "find_string_mentions", "names_other_type"]

_BARE_NAME_GRAMMARS: Final = frozenset({"go", "c", "cpp", "java"})
"""Languages in which the members of an enum are used without its name."""
_NUMBERED_GRAMMARS: Final = frozenset({"go", "c", "cpp"})
"""Languages in which the members of an enum are numbers, with tables of strings for their names."""
_OWN_QUALIFIERS: Final = frozenset({"self", "cls", "Self", "this"})
_ACCESSOR: Final = re.compile(r"(?<![\w$])(?:_|(?:get|set|with|is|has)_?)\Z")


def names_other_type(context: RuleContext, text: SourceText, change: MemberChange) -> bool:
    """Whether the name of a changed type is that of another one in a text, as far as is known.

    Not in C, where several texts may declare the same type.
    """
    if text.language.family == "c":
        return False
    name, texts = change.declaration.name, context.situation.workspace_texts
    is_other = False
    for point in text.occurrences(name)[:MAX_NAMED_TYPES]:
        origin = origin_at(text.snapshot, name, point, texts)
        if origin is None or origin.binding.source is not None:
            continue
        if origin.snapshot.uri == change.text.snapshot.uri:
            return False
        is_other = is_other or origin.binding.kind in ("class", "type")
    return is_other


def find_mentions(
    text: SourceText, declaration: TypeDeclaration, members: Sequence[Member], *, is_own_text: bool
) -> list[Mention]:
    """Return the mentions of the members in code, outside their own declarations."""
    if declaration.kind == "union":
        return find_string_mentions(text, declaration, members, is_own_text=is_own_text)
    if declaration.kind == "enum":
        found = _enum_mentions(text, declaration, members)
    else:
        found = _field_mentions(text, members)
    return _outside(found, declaration if is_own_text else None)[:MAX_MENTIONS]


def find_string_mentions(
    text: SourceText, declaration: TypeDeclaration, members: Sequence[Member], *, is_own_text: bool
) -> list[Mention]:
    """Return where the values of the members are written as whole strings; for members that are only numbered, as
    in a table of their names, their spellings."""
    indexes = {one.value: index for index, one in enumerate(members) if one.value}
    if not indexes and are_numbered(text, declaration, members):
        indexes = _spelled_names(members)
    if not indexes:
        return []
    values = "|".join(map(re.escape, indexes))
    pattern = re.compile(
        rf"(?P<quote>['\"`])(?P<string>{values})(?P=quote)|(?<=[\s{{,])(?P<key>{values})(?=:)"
    )
    found: list[Mention] = []
    for match in pattern.finditer(text.joined):
        group = "string" if match["string"] else "key"
        start, end = match.span(group)
        is_key = text.language.family == "script" and text.is_code(start, match[group])
        if group == "string" or is_key:
            found.append(Mention(start, end, indexes[match[group]]))
    return _outside(found, declaration if is_own_text else None)[:MAX_MENTIONS]


def are_numbered(text: SourceText, declaration: TypeDeclaration, members: Sequence[Member]) -> bool:
    """Whether the members are numbers, which tables of strings are indexed by."""
    grammar = text.tree.grammar if text.tree is not None else ""
    return (
        declaration.kind == "enum" and grammar in _NUMBERED_GRAMMARS and not any(one.value for one in members)
    )


def _spelled_names(members: Sequence[Member]) -> dict[str, int]:
    """The indexes of the members by their names as they are spelled in strings."""
    skipped = shared_prefix_length([one.name for one in members])
    found: dict[str, int] = {}
    for index, one in enumerate(members):
        parts = name_parts(one.name)
        for words in {parts, parts[skipped:]}:
            for joiner in ("_", "-", " ", ""):
                spelled = joiner.join(words)
                capital = joiner.join(map(str.capitalize, words))
                for form in (one.name, spelled, spelled.upper(), spelled.capitalize(), capital):
                    found.setdefault(form, index)
    return found


def _outside(found: Iterable[Mention], declaration: TypeDeclaration | None) -> list[Mention]:
    ranges = [(one.start, one.end) for one in declaration.members] if declaration is not None else []
    return [one for one in found if not any(start <= one.start < end for start, end in ranges)]


def _enum_mentions(
    text: SourceText, declaration: TypeDeclaration, members: Sequence[Member]
) -> list[Mention]:
    indexes = {one.name: index for index, one in enumerate(members)}
    grammar = text.tree.grammar if text.tree is not None else ""
    has_bare_names = grammar in _BARE_NAME_GRAMMARS
    if grammar == "rust":
        has_bare_names = re.search(rf"\buse\b[^;]*\b{declaration.name}::(?:\*|\{{)", text.joined) is not None
    pattern = re.compile(
        rf"(?<![\w$])(?:([\w$]+)\s*(?:\.|::)\s*)?({'|'.join(map(re.escape, indexes))})(?![\w$])"
    )
    found: list[Mention] = []
    for match in pattern.finditer(text.joined):
        qualifier = match[1]
        is_qualified = qualifier == declaration.name or qualifier in _OWN_QUALIFIERS
        if (is_qualified or has_bare_names) and text.is_code(match.start(2), match[2]):
            found.append(Mention(match.start(2), match.end(2), indexes[match[2]]))
    return found


def _field_mentions(text: SourceText, members: Sequence[Member]) -> list[Mention]:
    indexes: dict[str, int] = {}
    for index, one in enumerate(members):
        for form in (one.name, *case_forms(one.name)):
            indexes.setdefault(form, index)
    found: set[Mention] = set()
    source = text.joined
    for form, index in indexes.items():
        size, end = len(form), 0
        while (start := source.find(form, end)) >= 0:
            end = start + size
            if _is_word(source, start, end) and (
                text.is_code(start, form) or _is_whole_string(text, start, end)
            ):
                found.add(Mention(start, end, index))
                if len(found) > MAX_MENTIONS:
                    return []
    return sorted(found)


def _is_word(source: str, start: int, end: int) -> bool:
    """Whether a name begins and ends there, or follows the prefix of an accessor."""
    after, before = source[end : end + 1], source[start - 1 : start]
    if after.isalnum() or after in ("_", "$"):
        return False
    is_inside = before.isalnum() or before in ("_", "$")
    return not is_inside or _ACCESSOR.search(source, max(0, start - 8), start) is not None


def _is_whole_string(text: SourceText, start: int, end: int) -> bool:
    before, after = text.joined[start - 1 : start], text.joined[end : end + 1]
    return before == after and before in ("'", '"', "`")
