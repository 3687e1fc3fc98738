"""The value that code passes for a column: in the shape of those for other columns, or a name in scope."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_enclosing_function,
    find_own_field,
    find_value_in_scope,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText, texts_defining
from understudy.nes.symbolic.consequences.siblings import (
    NameReplacement,
    TypeDeclaration,
    find_declarations,
    name_parts,
)

__all__ = ["Value", "guess_value", "guessed_name", "has_snake_case"]

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_SNAKE_CASE: Final = frozenset({"python", "ruby", "rust", "c"})
"""Families of languages whose names are written as columns are."""


class Value(NamedTuple):
    written: str
    is_certain: bool
    """Whether the name or the member is known to exist."""


def has_snake_case(text: SourceText) -> bool:
    return text.language.family in _SNAKE_CASE


def guess_value(
    context: RuleContext, text: SourceText, site: CallSite, known: Sequence[tuple[str, str]], column: str
) -> Value | None:
    """Return the value of a column, from what is passed for others; None if it cannot be known.

    `known`: the names of other columns and what is passed for them.
    """
    is_snake_case = has_snake_case(text)
    made: Counter[str] = Counter()
    is_ambiguous = False
    for name, written in known:
        results = {NameReplacement(name, column, (), is_snake_case).apply(written)}
        if not is_snake_case and "_" in column and "_" not in name:
            # One word says nothing about how several words are joined.
            results |= {NameReplacement(name, one).apply(written) for one in _in_camel_case(column)}
            is_ambiguous = True
        made.update(one for one in results if one is not None and one != written)
    best: Value | None = None
    for written, count in made.most_common():
        is_known = _has_known_words(context, text, site, known, written)
        if is_known:
            return Value(written, True)
        is_shape = count == len(known) or count > 1
        if is_known is None and is_shape and best is None and not is_ambiguous:
            best = Value(written, False)
    for name in dict.fromkeys((column, *_in_camel_case(column))):
        if value := find_value_in_scope(text, site, name):
            return Value(value, True)
    return best


def _in_camel_case(column: str) -> list[str]:
    parts = name_parts(column)
    return [parts[0] + "".join(map(str.capitalize, parts[1:]))] if parts else []


def _has_known_words(
    context: RuleContext, text: SourceText, site: CallSite, known: Sequence[tuple[str, str]], written: str
) -> bool | None:
    """Whether the new names in a value exist; None for a member that may."""
    old = {word for _, one in known for word in _WORD.findall(one)}
    result: bool | None = True
    for match in _WORD.finditer(written):
        if match[0] in old:
            continue
        before, after = written[: match.start()].rstrip(), written[match.end() :].lstrip()
        if before.endswith(('"', "'", "`")) or (after.startswith(":") and not after.startswith("::")):
            continue  # a key
        if before.endswith((".", "->", "?.")):
            status = _is_known_member(context, text, site, known, before, match[0])
            if status is False:
                return False
            result = result and status
        elif not find_value_in_scope(text, site, match[0]):
            return False
    return result


def _is_known_member(
    context: RuleContext,
    text: SourceText,
    site: CallSite,
    known: Sequence[tuple[str, str]],
    owner: str,
    member: str,
) -> bool | None:
    """Whether an object has the member; None if its type is not known."""
    if owner in ("this.", "self.") and find_own_field(text, site, member):
        return True
    declared = _declarations(text)
    variable = re.search(r"(\w+)(?:\.|->|\?\.)\Z", owner)
    type_name = _annotated_type(text, site, variable[1]) if variable is not None else ""
    own = [(text, one) for one in declared if one.name == type_name]
    if type_name and not own:
        found = texts_defining(context.situation.workspace_texts, type_name, text.snapshot.uri)
        others = map(context.source_text, found)
        own = [(other, one) for other in others for one in _declarations(other) if one.name == type_name]
    if own:
        return any(_declares(other, one, member) for other, one in own)
    used = re.compile(rf"(?:\.|->){re.escape(member)}\b|\b{re.escape(member)}\(")
    if any(used.search(text.code[line]) for line in text.code_lookup.lines_containing(member)):
        return True
    if any(_declares(text, one, member) for one in declared):
        return True
    names = {"".join(name_parts(name)) for name, _ in known}
    is_missing = any(names <= {"".join(name_parts(one.name)) for one in each.members} for each in declared)
    return False if is_missing else None


def _declarations(text: SourceText) -> list[TypeDeclaration]:
    return [*find_declarations(text.tree, text.joined, 0, len(text.joined))] if text.tree is not None else []


def _declares(text: SourceText, declaration: TypeDeclaration, member: str) -> bool:
    """Whether a type has a member of that name, or a field that it is the getter of."""
    parts = name_parts(member)
    is_getter = parts[:1] in (("get",), ("is",))
    if any(
        one.name == member or (is_getter and name_parts(one.name) == parts[1:]) for one in declaration.members
    ):
        return True
    body = text.code_text[declaration.start : declaration.end]
    return re.search(rf"(?<![\w.]){re.escape(member)}\b", body) is not None


def _annotated_type(text: SourceText, site: CallSite, variable: str) -> str:
    """The type that the function around a call gives one of its parameters or variables; empty if none."""
    header = find_enclosing_function(text.language, text.raw, text.code, site.opening.line)
    name = re.escape(variable)
    pattern = re.compile(
        rf"\b{name}\s*:\s*[&*'\"\s]*(?:mut\s+)?([A-Z]\w*)|\b{name}\s+\*?(?:\w+\.)?([A-Z]\w*)|\b([A-Z]\w*)\s+{name}\b"
    )
    first = header.line if header is not None else site.opening.line
    for line in range(first, site.opening.line + 1):
        match = pattern.search(text.code[line])
        if match is not None:
            return match[1] or match[2] or match[3]
    return ""


def guessed_name(text: SourceText, known: Sequence[tuple[str, str]], column: str) -> str | None:
    """Return what a variable for a column is called beside those for other columns; None if it is not known."""
    made = Counter(
        NameReplacement(name, column, (), has_snake_case(text)).apply(written) for name, written in known
    )
    unchanged = {written for _, written in known}
    found = [(one, count) for one, count in made.most_common() if one is not None and one not in unchanged]
    return found[0][0] if found and 2 * found[0][1] >= len(known) else None
