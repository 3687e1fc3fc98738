"""A definition was taken out of one text and written into another: who imports it follows.

The imports of other texts, and of the text that it left. A definition that moved within its text: see
`moved_definition`. An import that the user changed by hand: see `moved_import`.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import (
    ImportedName,
    ImportRequest,
    ImportStatement,
    add_import,
    remove_names,
)
from understudy.nes.symbolic.consequences.limits import MAX_IMPORTING_TEXTS, MIN_REMOVED_NAME_CHARS
from understudy.nes.symbolic.consequences.names import is_still_defined
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["TOP_LEVEL_DEFINITION", "find_relocations", "propose_relocated_imports"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

TOP_LEVEL_DEFINITION: Final = re.compile(
    r"(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|async\s+|abstract\s+|static\s+|unsafe\s+)*"
    r"(?:def|class|fn|func|function\*?|struct|enum|trait|interface|type|const|let|var)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)"
    r"|([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=(?!=)"
)
"""At the start of a line: only definitions that the whole text can see."""
_SUFFIX: Final = re.compile(r"\.\w+\Z")
_SCRIPT_SUFFIX: Final = re.compile(r"\.[cm]?[jt]sx?\Z")
_COMPILED_SUFFIXES: Final = {".ts": ".js", ".tsx": ".js", ".mts": ".mjs", ".cts": ".cjs"}
"""What an import of TypeScript may say in place of the suffix of a file."""


class Relocation(NamedTuple):
    """A definition that is in another text now."""

    name: str
    source: SourceText
    target: SourceText
    change: Change
    """The newer one of the two edits."""


def find_relocations(context: RuleContext) -> list[Relocation]:
    """Return the definitions that a recent edit removed and another one wrote into another text."""
    changes = context.changes
    if len({one.edit.uri for one in changes}) < 2:
        return []
    found: list[Relocation] = []
    removed = [
        (name, one) for one in changes for name in _defined_names(one.edit.old) - _defined_names(one.edit.new)
    ]
    for name, removal in sorted(removed, key=lambda pair: pair[0]):
        for addition in changes:
            if addition.edit.uri == removal.edit.uri:
                continue
            if name not in _defined_names(addition.edit.new) - _defined_names(addition.edit.old):
                continue
            source, target = context.text_at(removal.edit.uri), context.text_at(addition.edit.uri)
            if source is None or target is None or source.language.family != target.language.family:
                continue
            if _defines(target, name) and not _defines(source, name):
                newer = min(removal, addition, key=lambda one: one.age)
                found.append(Relocation(name, source, target, newer))
            break
    return found


@lru_cache(maxsize=256)
def _defined_names(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the names that lines of an edit define for the whole text."""
    matches = (TOP_LEVEL_DEFINITION.match(line) for line in lines)
    names = {match[1] or match[2] for match in matches if match is not None}
    return frozenset(name for name in names if len(name) >= MIN_REMOVED_NAME_CHARS)


def _defines(text: SourceText, name: str) -> bool:
    return any(name in _defined_names((text.raw[line],)) for line in text.code_lookup.lines_containing(name))


def propose_relocated_imports(context: RuleContext) -> list[Candidate]:
    """Propose the new module where a definition that is in another text now is imported."""
    found: list[Candidate] = []
    groups: dict[tuple[str, str], list[Relocation]] = {}
    for one in context.once(find_relocations):
        groups.setdefault((one.source.snapshot.uri, one.target.snapshot.uri), []).append(one)
    for group in groups.values():
        if context.is_past_deadline:
            break
        source, target = group[0].source, group[0].target
        names = [one.name for one in group]
        if source.language.id == "go":
            found += _go_uses(context, group)
            continue
        modules: list[str] = []
        for text in (context.current_text, *context.other_texts(names, MAX_IMPORTING_TEXTS)):
            for statement in text.imports:
                moved = [
                    one
                    for one in statement.imported_names
                    if one.original in names
                    and statement.source(one)[0] == statement.module
                    and not statement.is_reexport
                ]
                module = _module_of(text, statement.module, source, target) if moved else ""
                if not module:
                    continue
                modules.append(module)
                edits = _moved_import(text, statement, moved, module, is_target=text is target)
                if edits:
                    found.append(_candidate(context, group, text, module, edits))
        found += _own_imports(context, group, modules)
    return found


def _moved_import(
    text: SourceText,
    statement: ImportStatement,
    moved: Sequence[ImportedName],
    module: str,
    *,
    is_target: bool,
) -> tuple[Replacement, ...]:
    """Return the edits that import the names from the other module; none if their form is not clear."""
    removal = remove_names(text.language, text.raw, statement, moved)
    if is_target:
        return (removal,) if removal is not None else ()
    others = [one for one in text.imports if one is not statement]
    has_list = any(one.module == module and one.form == statement.form for one in others)
    if len(moved) == len(statement.imported_names) and not has_list:
        return _replace_module(text, statement, module)
    requests = [
        ImportRequest(one.name, module, one.original, statement.form, statement.modifier) for one in moved
    ]
    kept = text.imports if len(moved) < len(statement.imported_names) else others
    addition = add_import(text.language, text.raw, kept, requests[0], requests[1:])
    if removal is None or addition is None:
        return ()
    return tuple(sorted((removal, addition)))


def _replace_module(text: SourceText, statement: ImportStatement, module: str) -> tuple[Replacement, ...]:
    """Return the edit of the name of the module; none if no line of the statement has it exactly once."""
    word = re.compile(rf"(?<![\w.@/-]){re.escape(statement.module)}(?![\w/-])")
    for number in dict.fromkeys((statement.last_line, statement.first_line)):
        places = list(word.finditer(text.raw[number]))
        if len(places) == 1:
            start, end = places[0].span()
            return (Replacement(Span(Point(number, start), Point(number, end)), module),)
    return ()


def _go_uses(context: RuleContext, group: Sequence[Relocation]) -> Iterator[Candidate]:
    """Yield the lines that use the definitions of a package of Go by the name of the other package."""
    folders = [posixpath.dirname(one.snapshot.uri) for one in (group[0].source, group[0].target)]
    old, new = (posixpath.basename(folder) for folder in folders)
    if folders[0] == folders[1]:
        return
    names = [one.name for one in group if one.name[0].isupper()]
    for text in (context.current_text, *context.other_texts(names, MAX_IMPORTING_TEXTS)):
        folder = posixpath.dirname(text.snapshot.uri)
        is_source = folder == folders[0]
        imported = any(
            folders[0].endswith(f"/{one.module.partition('/')[2] or one.module}") for one in text.imports
        )
        if folder == folders[1] or not (is_source or imported):
            continue
        lines: dict[int, list[Replacement]] = {}
        for name in names:
            for point in text.unqualified_uses(name) if is_source else text.uses(name):
                start = Point(point.line, point.column - len(old) - 1)
                before = text.code[point.line][: point.column]
                if is_source:
                    edit = Replacement(Span(point, point), f"{new}.")
                elif re.search(rf"(?<![\w.]){re.escape(old)}\.\Z", before):
                    edit = Replacement(Span(start, Point(point.line, point.column - 1)), new)
                else:
                    continue
                lines.setdefault(point.line, []).append(edit)
        for edits in lines.values():
            yield _candidate(context, group, text, new, tuple(sorted(edits)))


def _own_imports(
    context: RuleContext, group: Sequence[Relocation], modules: Sequence[str]
) -> Iterator[Candidate]:
    """Yield the import for the text that the definitions left, if it still uses them."""
    source, target = group[0].source, group[0].target
    style = source.language.imports
    used = [one.name for one in group if source.unqualified_uses(one.name)]
    if not used or style is None or is_still_defined(source, used[0]):
        return
    if style.syntax == "es_module":
        module = _relative_module(source, target, next(map(_script_suffix, modules), ""))
    else:
        module = next((one for one in modules if not one.startswith((".", "super", "self"))), "")
    if not module:
        return
    requests = [ImportRequest(name, module, name, "names") for name in used]
    addition = add_import(source.language, source.raw, source.imports, requests[0], requests[1:])
    if addition is not None:
        yield _candidate(context, group, source, module, (addition,))


def _module_of(text: SourceText, module: str, source: SourceText, target: SourceText) -> str:
    """Return how a text that imports the source as `module` has to import the target; empty if it is not known."""
    style = text.language.imports
    if style is None:
        return ""
    match style.syntax:
        case "es_module":
            return _script_module(text, module, source, target)
        case "from_import" if module.startswith("."):
            return _dotted_relative(text, module, source, target)
        case "from_import":
            return _absolute(module, ".", _stem(source), _stem(target))
        case "use_path":
            return _rust_module(module, _stem(source), _stem(target))
        case _:
            return ""


def _stem(text: SourceText) -> str:
    """Return the path of a text without its suffix; that of the folder for the file that stands for it."""
    stem = _SUFFIX.sub("", text.snapshot.uri)
    folder, _, file = stem.rpartition("/")
    style = text.language.imports
    return folder if style is not None and file in style.index_files else stem


def _absolute(module: str, separator: str, source: str, target: str) -> str:
    """Return the absolute path of the target, below the root from which the source has its path."""
    path = "/" + module.replace(separator, "/")
    if not source.endswith(path):
        return ""
    root = source[: len(source) - len(path) + 1]
    return target.removeprefix(root).replace("/", separator) if target.startswith(root) else ""


def _dotted_relative(text: SourceText, module: str, source: SourceText, target: SourceText) -> str:
    dots = len(module) - len(module.lstrip("."))
    folder = text.snapshot.uri
    for _ in range(dots):
        folder = folder.rpartition("/")[0]
    if _stem(source) != f"{folder}/{module.lstrip('.').replace('.', '/')}" or not _stem(target).startswith(
        f"{folder}/"
    ):
        return ""
    return "." * dots + _stem(target).removeprefix(f"{folder}/").replace("/", ".")


def _rust_module(module: str, source: str, target: str) -> str:
    head, _, rest = module.partition("::")
    if head == "crate" and rest:
        path = _absolute(rest, "::", source, target)
        return f"crate::{path}" if path else ""
    folder, _, name = source.rpartition("/")
    if head == "super" and rest == name and target.rpartition("/")[0] == folder:
        return f"super::{target.rpartition('/')[2]}"
    return ""


def _script_module(text: SourceText, module: str, source: SourceText, target: SourceText) -> str:
    plain = _SCRIPT_SUFFIX.sub("", module)
    if module.startswith("."):
        folder = posixpath.dirname(text.snapshot.uri)
        if posixpath.normpath(posixpath.join(folder, plain)) != posixpath.normpath(_stem(source)) and (
            posixpath.normpath(posixpath.join(folder, plain))
            != posixpath.normpath(_SUFFIX.sub("", source.snapshot.uri))
        ):
            return ""
        suffix = _suffix_like(module[len(plain) :], source, target)
        return _relative_module(text, target, suffix) if suffix is not None else ""
    alias, _, rest = plain.partition("/")
    path = _absolute(rest, "/", _stem(source), _stem(target)) if alias in ("@", "~", "src") and rest else ""
    suffix = _suffix_like(module[len(plain) :], source, target)
    return f"{alias}/{path}{suffix}" if path and suffix is not None else ""


def _script_suffix(path: str) -> str:
    match = _SCRIPT_SUFFIX.search(path)
    return match[0] if match is not None else ""


def _suffix_like(written: str, source: SourceText, target: SourceText) -> str | None:
    """Return the suffix of the target in an import that writes that of the source so; None if it is not known."""
    old, new = _script_suffix(source.snapshot.uri), _script_suffix(target.snapshot.uri)
    if written in ("", old):
        return new if written else ""
    return _COMPILED_SUFFIXES.get(new, new) if written == _COMPILED_SUFFIXES.get(old) else None


def _relative_module(text: SourceText, target: SourceText, suffix: str) -> str:
    folder = posixpath.dirname(text.snapshot.uri)
    stem = _SUFFIX.sub("", target.snapshot.uri) if suffix else _stem(target)
    relative = posixpath.relpath(stem.partition("://")[2], folder.partition("://")[2]) + suffix
    return relative if relative.startswith(".") else f"./{relative}"


def _candidate(
    context: RuleContext,
    group: Sequence[Relocation],
    text: SourceText,
    module: str,
    edits: tuple[Replacement, ...],
) -> Candidate:
    names = ", ".join(one.name for one in group)
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-moved",
        pattern=f"{names} is in {module} now",
        why=f"You moved {names}: it is in {module} now.",
        edits=edits,
        probability=PROBABILITY.estimate(
            StaleFeatures(
                stale=min(one.change.age for one in group), elsewhere=text is not context.current_text
            )
        ),
    )
