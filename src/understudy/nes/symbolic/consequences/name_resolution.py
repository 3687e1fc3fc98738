"""Names that the user began to use and that nothing in the text gives a meaning to. Not where they come from.

Whether a text gives a name its meaning itself: by a definition, a variable, a parameter. Not by an import.

Read off lines, and generous: where it may be a binding it counts as one, because the rules then keep silent.
"""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    whole_word_columns,
)
from understudy.nes.symbolic.limits import MAX_BINDING_LINE_CHARS, MAX_UNRESOLVED_NAMES
from understudy.nes.text import Point

__all__ = ["UnresolvedName", "find_unresolved_names", "is_defined_locally"]

_PLACEHOLDER: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_PLACEHOLDER_WORD: Final = rf"(?<![\w$.]){_PLACEHOLDER}(?![\w$])"
_BINDING_FORMS: Final = re.compile(
    # a keyword, then the name
    r"\b(?:def|class|fn|func|function\*?|struct|enum|trait|type|interface|mod|static|const|let|var|mut|ref|as|lambda"
    rf"|union|module|record|macro_rules!|global|nonlocal|catch\s*\(|package|namespace)\s+(?:mut\s+|ref\s+)?{_PLACEHOLDER_WORD}"
    # assigned, alone or with others
    rf"|(?:^|[;{{(])\s*(?:[\w$*.]+\s*,\s*)*\*?{_PLACEHOLDER_WORD}\s*(?:,\s*[\w$*.]+\s*)*(?::[^=]+)?(?::=|=(?![=>~]))"
    # declared by an annotation, a label of a field
    rf"|^\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|private\s+|public\s+|protected\s+|static\s+)*{_PLACEHOLDER_WORD}\??\s*:(?!:)"
    # a type before it, as in Java and C; a type behind it, as in Go
    rf"|[\w>\]]\s+[*&]?{_PLACEHOLDER_WORD}\s*[,)=;]|[(,]\s*{_PLACEHOLDER_WORD}\s+[\w*\[.]"
    # a method without a keyword, at the beginning of its line
    rf"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*{_PLACEHOLDER_WORD}\s*\([^)]*\)\s*(?::[^{{]+)?\{{\s*$"
    # patterns: for, let, closures, arms
    rf"|\b(?:for|let|const|var|with)\b[^=:]*?{_PLACEHOLDER_WORD}[^=]*?(?:\bin\b|\bof\b|=(?!=))"
    rf"|\|[^|]*{_PLACEHOLDER_WORD}[^|]*\||{_PLACEHOLDER_WORD}\s*=>|\([^()]*{_PLACEHOLDER_WORD}[^()]*\)\s*(?::[^=]+)?=>"
    rf"|\b(?:def|fn|func|function)\b.*[(,]\s*(?:\*{{1,2}}|mut\s+|&|\.\.\.)?{_PLACEHOLDER_WORD}|lambda[^:]*{_PLACEHOLDER_WORD}[^:]*:"
    # a parameter on a line of its own
    rf"|^\s*\*{{0,2}}{_PLACEHOLDER_WORD}\s*(?:,|\)|=[^=]+,)\s*$"
)


def is_defined_locally(text: SourceText, name: str) -> bool:
    """Whether some line of the text binds the name."""
    lines, code = text.import_lines, text.code
    return any(
        len(code[number]) > MAX_BINDING_LINE_CHARS
        or _BINDING_FORMS.search(_with_placeholder(name, code[number]))
        for number in text.code_lookup.lines_containing(name)
        if number not in lines
    )


def _with_placeholder(name: str, line: str) -> str:
    """The line with a sign where the name stands."""
    for column in reversed(whole_word_columns(name, line)):
        line = f"{line[:column]}{_PLACEHOLDER}{line[column + len(name) :]}"
    return line


_PYTHON_KEY: Final = re.compile(r"\s*(?:=(?!=)|:(?!=))")
_SCRIPT_KEY: Final = re.compile(r"\s*\??:(?!:)")
_RUST_FIELD_OR_MACRO: Final = re.compile(r"\s*(?::(?!:)|!)")
_CALL_OR_ACCESS: Final = re.compile(r"\s*(?:\.|\(|::|!|`|<)")
_GLOB_IMPORT: Final = re.compile(r"(?:pub )?use .*\*|from .* import \*|import .*\.\*;")
_TYPE_OR_BLOCK_HEAD: Final = re.compile(r"(?::|->|\b(?:except|if|in|case|elif|while|with|for))\s.*\Z")
"""Before a name that a colon follows: it is a type, or the end of a block's head."""
_QUALIFIED_OR_DEFINED: Final = re.compile(r"(?:\.|::|->|#|['\"]|\bfn |\bdef |\bclass )\s*\Z")


class UnresolvedName(NamedTuple):
    name: str
    change: Change
    dotted: bool
    """A dot follows it wherever it stands."""


def find_unresolved_names(context: RuleContext) -> list[UnresolvedName]:
    """Those of the text the user is in, by the newest edits first."""
    if "unknown" not in context.shared_results:
        context.shared_results["unknown"] = _collect_unresolved_names(context, context.current_text)
    return context.shared_results["unknown"]


def _collect_unresolved_names(context: RuleContext, text: SourceText) -> list[UnresolvedName]:
    if text.language_family not in (
        "python",
        "script",
        "rust",
        "go",
        "java",
    ) or not _may_have_unresolved_names(context, text):
        return []
    if not text.imports:
        return []
    if text.language_family in ("rust", "python", "java") and any(
        "*" in line and _GLOB_IMPORT.match(line) for line in text.code
    ):
        return []  # the name may come from there
    fresh = {line for change in context.changes_here for line in change.current_lines}
    found: list[UnresolvedName] = []
    for name, change in _newly_used_names(context, text):
        uses = [point for point in text.uses(name) if _is_free_use(text, name, point)]
        if not uses or any(point.line not in fresh for point in uses) or is_defined_locally(text, name):
            continue
        if not name[0].isupper() and not all(_is_called(text, name, point) for point in uses):
            continue  # most likely a variable
        dotted = all(_text_after(text, name, point).startswith(".") for point in uses)
        if dotted or text.language_family != "go":
            found.append(UnresolvedName(name, change, dotted))
        if len(found) == MAX_UNRESOLVED_NAMES:
            break
    return found


def _may_have_unresolved_names(context: RuleContext, text: SourceText) -> bool:
    """A quick no for most, before the text is parsed: every word that came stands in other lines too."""
    came: set[str] = set()
    fresh: set[int] = set()
    for change in context.changes_here:
        came |= identifiers_in(change.edit.new) - identifiers_in(change.edit.old)
        fresh.update(change.current_lines)
    if not came:
        return False
    used = [
        name for name in came if len(name) > 1 and any(_may_be_importable(name, text.raw[n]) for n in fresh)
    ]
    if not used:
        return False
    rest = "\n".join(line for number, line in enumerate(text.raw) if number not in fresh)
    return any(name not in rest for name in used)


def _may_be_importable(name: str, line: str) -> bool:
    """Whether the name stands for itself there, and like something that can be imported."""
    if name not in line:
        return False
    for at in whole_word_columns(name, line):
        before, after = line[:at], line[at + len(name) :]
        like_one = name[0].isupper() or before.endswith("@") or _CALL_OR_ACCESS.match(after)
        if like_one and not _QUALIFIED_OR_DEFINED.search(before):
            return True
    return False


def _newly_used_names(context: RuleContext, text: SourceText) -> list[tuple[str, Change]]:
    now = {bound.name for one in text.imports for bound in one.imported_names}
    began: dict[str, Change] = {}
    for change in context.changes_here:
        # The code of the lines as they stand: what is in strings and comments is left out.
        lines = [
            text.code[line]
            for line in change.current_lines
            if line < len(text.code) and line not in text.import_lines
        ]
        for name in sorted(identifiers_in(lines) - identifiers_in(change.edit.old)):
            if name not in now and len(name) > 1 and not is_builtin_name(text.language_family, name):
                began.setdefault(name, change)
    return list(began.items())


def _text_after(text: SourceText, name: str, point: Point) -> str:
    return text.code[point.line][point.column + len(name) :]


def _is_called(text: SourceText, name: str, point: Point) -> bool:
    before = text.code[point.line][: point.column]
    return before.endswith("@") or _CALL_OR_ACCESS.match(_text_after(text, name, point)) is not None


def _is_free_use(text: SourceText, name: str, point: Point) -> bool:
    """Whether the name stands for itself there: no member, no key, no keyword of a call."""
    before = text.code[point.line][: point.column]
    after = _text_after(text, name, point)
    if _QUALIFIED_OR_DEFINED.search(before):
        return False
    match text.language_family:
        case "python":
            return _PYTHON_KEY.match(after) is None or _TYPE_OR_BLOCK_HEAD.search(before) is not None
        case "script":
            return _SCRIPT_KEY.match(after) is None
        case "rust":
            return _RUST_FIELD_OR_MACRO.match(after) is None
        case _:
            return True
