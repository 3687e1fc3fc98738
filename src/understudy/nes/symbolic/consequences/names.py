"""Names: builtin ones, those that a text defines, new ones that nothing defines, and the case forms of a name.

Definitions are read from single lines, and in doubt a line counts as one: then the rules propose nothing.
Not where a name can be imported from.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.languages import Language, compile_pattern
from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.limits import MAX_BINDING_LINE_CHARS, MAX_UNRESOLVED_NAMES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    whole_word_columns,
)
from understudy.nes.text import Point

__all__ = [
    "UnresolvedName",
    "case_forms",
    "case_variants",
    "find_unresolved_names",
    "is_builtin_name",
    "is_common_member",
    "is_defined_locally",
    "is_still_defined",
    "name_words",
]

_COMMON_MEMBER_NAMES: Final = """
    add all any append at call clear clone close contains copy count delete each entries equals every error
    filter find first flush foreach get has hash indexof insert is_empty iter join keys last len length lock
    map match name next parse pop push put read reduce remove replace reset reverse run set size slice some
    sort split start stop string test then to_string tostring trim type unlock unwrap update value values
    wait write
"""
_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PLACEHOLDER: Final = "\x01"
"""Stands for the name in question, so that one compiled pattern serves all names."""
_PLACEHOLDER_WORD: Final = rf"(?<![\w$.]){_PLACEHOLDER}(?![\w$])"
_BINDING_FORMS: Final = re.compile(
    # a keyword, then the name
    r"\b(?:def|class|fn|func|function\*?|struct|enum|trait|type|interface|mod|static|const|let|var|mut|ref|as|lambda"
    rf"|union|module|record|macro_rules!|global|nonlocal|catch\s*\(|package|namespace)\s+(?:mut\s+|ref\s+)?{_PLACEHOLDER_WORD}"
    # assigned, alone or with others
    rf"|(?:^|[;{{(])\s*(?:[\w$*.]+\s*,\s*)*\*?{_PLACEHOLDER_WORD}\s*(?:,\s*[\w$*.]+\s*)*(?::[^=]+)?(?::=|=(?![=>~]))"
    # declared by an annotation, or the label of a field
    rf"|^\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|private\s+|public\s+|protected\s+|static\s+)*{_PLACEHOLDER_WORD}\??\s*:(?!:)"
    # a type before it, as in Java and C, or after it, as in Go
    rf"|[\w>\]]\s+[*&]?{_PLACEHOLDER_WORD}\s*[,)=;]|[(,]\s*{_PLACEHOLDER_WORD}\s+[\w*\[.]"
    # a method without a keyword, at the start of its line
    rf"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*{_PLACEHOLDER_WORD}\s*\([^)]*\)\s*(?::[^{{]+)?\{{\s*$"
    # patterns: for, let, closures, arms
    rf"|\b(?:for|let|const|var|with)\b[^=:]*?{_PLACEHOLDER_WORD}[^=]*?(?:\bin\b|\bof\b|=(?!=))"
    rf"|\|[^|]*{_PLACEHOLDER_WORD}[^|]*\||{_PLACEHOLDER_WORD}\s*=>|\([^()]*{_PLACEHOLDER_WORD}[^()]*\)\s*(?::[^=]+)?=>"
    rf"|\b(?:def|fn|func|function)\b.*[(,]\s*(?:\*{{1,2}}|mut\s+|&|\.\.\.)?{_PLACEHOLDER_WORD}|lambda[^:]*{_PLACEHOLDER_WORD}[^:]*:"
    # a parameter on a line of its own
    rf"|^\s*\*{{0,2}}{_PLACEHOLDER_WORD}\s*(?:,|\)|=[^=]+,)\s*$"
)
_CALL_OR_ACCESS: Final = re.compile(r"\s*(?:\.|\(|::|!|`|<)")
_GLOB_IMPORT: Final = re.compile(r"(?:pub )?use .*\*|from .* import \*|import .*\.\*;")
_MAY_BE_GLOB_IMPORT: Final = re.compile(r"\b(?:use|import)\b.*\*")
_REEXPORT: Final = re.compile(r"\bexport\s+(?:type\s+)?\{[^{}]*\}\s*from\b")
"""Names of another module that this one only passes on (JavaScript, TypeScript)."""
_QUALIFIED_OR_DEFINED: Final = re.compile(r"(?:\.|::|->|#|['\"]|\bfn |\bdef |\bclass )\s*\Z")


def is_builtin_name(language: Language, name: str) -> bool:
    """Return whether the language itself defines the name."""
    return name in _words(language.builtin_names)


def is_common_member(language: Language, member: str) -> bool:
    """Return whether types of the language and its libraries have members of that name."""
    common = language.members.common if language.members is not None else ""
    return member.lower() in _words(common or _COMMON_MEMBER_NAMES)


@lru_cache(maxsize=128)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def is_defined_locally(text: SourceText, name: str) -> bool:
    """Return whether a line of the text defines the name: also as a variable or parameter, not by an import."""
    import_lines, code = text.import_lines, text.code
    for number in text.raw_lookup.iterate_containing(name) if code else ():
        if number in import_lines:
            continue
        line = text.raw[number]
        if len(line) > MAX_BINDING_LINE_CHARS:
            if name in code[number]:
                return True
        elif whole_word_columns(name, line) and _BINDING_FORMS.search(_with_placeholder(name, code[number])):
            return True
    return False


def is_still_defined(text: SourceText, name: str) -> bool:
    """Return whether a text still defines a name of which a definition was removed. A name in a line of its own is
    in a pattern or in an object: in JavaScript and TypeScript, the bindings tell."""
    return _has_binding(text, name) if text.language.family == "script" else is_defined_locally(text, name)


def _may_be_defined(text: SourceText, name: str) -> bool:
    """Return whether a text seems to define a name. In Python, what stands before a keyword argument looks like
    the first of several names that are assigned: the bindings tell."""
    return _has_binding(text, name) if text.language.family == "python" else is_defined_locally(text, name)


def _has_binding(text: SourceText, name: str) -> bool:
    """Return whether the bindings of a text have the name, or its lines where the bindings are not known."""
    resolver = resolver_for(text.snapshot)
    if resolver is None or resolver.root.has_error:
        return is_defined_locally(text, name)
    return any(one.kind not in ("field", "method") for one in resolver.resolve(name).bindings)


def _with_placeholder(name: str, line: str) -> str:
    """Return the line with the placeholder wherever the name is a whole word."""
    for column in reversed(whole_word_columns(name, line)):
        line = f"{line[:column]}{_PLACEHOLDER}{line[column + len(name) :]}"
    return line


class UnresolvedName(NamedTuple):
    """A name that a recent edit began to use and that nothing in the text defines or imports."""

    name: str
    change: Change
    dotted: bool
    """Whether a dot follows every use."""


def find_unresolved_names(context: RuleContext) -> list[UnresolvedName]:
    """Return the unresolved names of the current text, those of the newest edits first."""
    return context.once(_collect_unresolved_names)


def _collect_unresolved_names(context: RuleContext) -> list[UnresolvedName]:
    text = context.current_text
    style = text.language.imports
    if style is None or not _may_have_unresolved_names(context, text):
        return []
    if style.has_globs and any(
        _may_be_glob_import(text.raw[line]) and _GLOB_IMPORT.match(text.code[line])
        for line in text.raw_lookup.iterate_containing("*")
        if text.code
    ):
        return []  # the name may come from the glob
    changed_lines = {line for change in context.changes_here for line in change.current_lines}
    reexports = _find_reexports(text) if style.syntax == "es_module" else []
    found: list[UnresolvedName] = []
    for name, change in _newly_used_names(context, text):
        uses: list[Point] = []
        for point in text.iterate_uses(name):
            if _is_free_use(text, name, point) and not _is_reexported(text, point, reexports):
                uses.append(point)
                if point.line not in changed_lines:
                    break
        if not uses or uses[-1].line not in changed_lines or _may_be_defined(text, name):
            continue
        if not name[0].isupper() and not all(_is_called(text, name, point) for point in uses):
            continue  # probably a variable
        dotted = all(_text_after(text, name, point).startswith(".") for point in uses)
        if dotted or not style.is_qualified:
            found.append(UnresolvedName(name, change, dotted))
        if len(found) == MAX_UNRESOLVED_NAMES:
            break
    return found


def _may_be_glob_import(line: str) -> bool:
    return ("import" in line or "use" in line) and _MAY_BE_GLOB_IMPORT.search(line) is not None


def _may_have_unresolved_names(context: RuleContext, text: SourceText) -> bool:
    """Rule out most edits before the text is parsed: every added word occurs in other lines too, as code."""
    added: set[str] = set()
    changed_lines: set[int] = set()
    for change in context.changes_here:
        changed_lines.update(change.current_lines)
    for change in context.without_dormant(context.changes_here):
        added |= identifiers_in(change.edit.new) - identifiers_in(change.edit.old)
    lines = [text.raw[number] for number in changed_lines]
    return any(
        all(
            number in changed_lines or not _has_outside_quotes(name, text.raw[number])
            for number in text.raw_lookup.iterate_containing(name)
        )
        for name in added
        if any(name in line and _may_be_importable(name, line) for line in lines)
    )


def _has_outside_quotes(name: str, line: str) -> bool:
    """Return whether the word is in a line outside of quotes, such as those of the path of an import."""
    return any(
        not line.count('"', 0, at) % 2 and not line.count("'", 0, at) % 2
        for at in whole_word_columns(name, line)
    )


def _may_be_importable(name: str, line: str) -> bool:
    """Return whether the line uses the name unqualified and in the way of something that can be imported."""
    for at in whole_word_columns(name, line):
        before, after = line[:at], line[at + len(name) :]
        looks_importable = name[0].isupper() or before.endswith("@") or _CALL_OR_ACCESS.match(after)
        if looks_importable and not _QUALIFIED_OR_DEFINED.search(before):
            return True
    return False


def _newly_used_names(context: RuleContext, text: SourceText) -> list[tuple[str, Change]]:
    imported = {name for one in text.imports for name in one.bound_names()}
    first_uses: dict[str, Change] = {}
    for change in context.without_dormant(context.changes_here):
        # The masked code of the lines: words in strings and comments do not count.
        lines = change.current_lines
        code = tuple(text.code[lines.start : lines.stop])
        for name in sorted(identifiers_in(code) - identifiers_in(change.edit.old)):
            if name not in imported and len(name) > 1 and not is_builtin_name(text.language, name):
                first_uses.setdefault(name, change)
    return list(first_uses.items())


def _text_after(text: SourceText, name: str, point: Point) -> str:
    return text.code[point.line][point.column + len(name) :]


def _is_called(text: SourceText, name: str, point: Point) -> bool:
    before = text.code[point.line][: point.column]
    return before.endswith("@") or _CALL_OR_ACCESS.match(_text_after(text, name, point)) is not None


def _is_free_use(text: SourceText, name: str, point: Point) -> bool:
    """Return whether the name is used there: not as a member, a key or the name of a keyword argument."""
    before = text.code[point.line][: point.column]
    after = _text_after(text, name, point)
    if _QUALIFIED_OR_DEFINED.search(before):
        return False
    label, exception = text.language.label_after_name, text.language.label_exception_before
    if not label or compile_pattern(label).match(after) is None:
        return True
    return bool(exception) and compile_pattern(exception).search(before) is not None


def _is_reexported(text: SourceText, point: Point, reexports: Sequence[tuple[int, int]]) -> bool:
    offset = text.offset_at(point.line, point.column)
    return any(start < offset < end for start, end in reexports)


def _find_reexports(text: SourceText) -> list[tuple[int, int]]:
    """The offsets where the statements begin and end that pass on names of another module."""
    found: list[tuple[int, int]] = []
    at = text.joined.find("export")
    while at >= 0:
        match = _REEXPORT.match(text.joined, at)
        if match is not None:
            found.append(match.span())
        at = text.joined.find("export", match.end() if match is not None else at + 1)
    return found


@lru_cache(maxsize=256)
def case_forms(name: str) -> tuple[str, ...]:
    """Return a name in snake, camel, Pascal, upper and kebab case."""
    parts = [part.lower() for part in _NAME_WORD.findall(name)]
    if not parts:
        return (name,)
    capital = [part.capitalize() for part in parts]
    return (
        "_".join(parts),
        parts[0] + "".join(capital[1:]),
        "".join(capital),
        "_".join(parts).upper(),
        "-".join(parts),
    )


def name_words(name: str) -> frozenset[str]:
    """Return the words of a name, in lower case."""
    return frozenset(part.lower() for part in _NAME_WORD.findall(name))


def case_variants(old: str, new: str) -> dict[str, str]:
    """Return each case form of the old name with the new name in the same form: `user_id`, `userId`, `UserId`, …

    Forms that are equal for the old name and differ for the new one are ambiguous and left out.
    """
    pairs: dict[str, str] = {}
    ambiguous: set[str] = set()
    for left, right in zip(case_forms(old), case_forms(new), strict=False):
        if pairs.setdefault(left, right) != right:
            ambiguous.add(left)
    pairs = {left: right for left, right in pairs.items() if left not in ambiguous}
    pairs[old] = new
    return pairs
