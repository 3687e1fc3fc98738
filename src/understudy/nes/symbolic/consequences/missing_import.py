"""A recent edit uses a name that nothing in the text defines or imports: add the import.

The source of a name is where other texts of the workspace import it from, or the text that defines it.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.languages import ImportStyle
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import ImportRequest, add_import
from understudy.nes.symbolic.consequences.limits import MAX_OTHER_TEXTS
from understudy.nes.symbolic.consequences.names import find_unresolved_names
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    texts_defining,
    texts_importing,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.unused_import import (
    UnusedImport,
    find_unused_imports,
    is_replaced_by_unresolved,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["ImportSource", "find_import_source", "propose_missing_imports"]


_PACKAGE: Final = re.compile(r"package\s+([\w.]+)\s*;?\s*\Z")


class _Features(NamedTuple):
    stale: float = 0
    is_agreed: float = 0
    """Several texts import it from there: in the histories, its place was wrong more often then."""
    is_guessed: float = 0
    """No text imports it yet: the module is read from a path."""
    is_use_path: float = 0
    """The place of an import is less certain in nested lists."""


PROBABILITY: Final = RuleProbability(
    0.66, _Features(stale=STALE_SHIFT, is_agreed=-0.5, is_guessed=-1.1, is_use_path=-1.1)
)


class ImportSource(NamedTuple):
    request: ImportRequest
    votes: int
    """The number of texts with this import; 0 if there is none yet, and the text imports nothing from there."""


def find_import_source(
    context: RuleContext, text: SourceText, name: str, *, dotted: bool
) -> ImportSource | None:
    """Return where to import the name from; None if that is unknown or ambiguous. `dotted`: a dot follows it."""
    style = text.language.imports
    if style is None:
        return None
    votes: Counter[ImportRequest] = Counter()
    for snapshot in texts_importing(
        context.situation.workspace_texts, name, text.snapshot.uri, MAX_OTHER_TEXTS
    ):
        other = context.source_text(snapshot)
        if other.language.family != text.language.family:
            continue
        for statement in other.imports:
            for imported in statement.imported_names:
                if imported.name == name and (not statement.indent or style.is_indented):
                    module, original = statement.source(imported)
                    own_module = _module_seen_from(text, other, module, style)
                    if own_module and own_module == _own_package(text, style):
                        return None  # a class of the same package needs no import
                    if _is_own_module(text, own_module, style):
                        return None  # others import it from here: it is still to be defined
                    modifier = statement.modifier if statement.modifier != "," else ""
                    form = "default" if original == "default" else statement.form
                    if own_module and not (style.syntax == "use_path" and _is_unreachable(text, module)):
                        votes[ImportRequest(name, own_module, original, form, modifier)] += 1
    if votes:
        best = votes.most_common(2)
        if len(best) == 1 or best[0][1] >= 2 * best[1][1] + 1:
            return ImportSource(*best[0])
        return None
    if dotted and name in style.known_modules:
        return ImportSource(ImportRequest(name, style.known_modules[name], "", "module"), 1)
    found = _source_from_definition(context, text, name, style)
    return found if found is not None else _known_source(text, name, style)


def _known_source(text: SourceText, name: str, style: ImportStyle) -> ImportSource | None:
    """Return the module of a standard library, or of one that the text imports from, that has the name."""
    module = style.known_names.get(name)
    if module is None:
        module = style.optional_names.get(name)
        if module is None or all(one.form != "names" or one.module != module for one in text.imports):
            return None
    if module in style.optional_modules:
        # The modules of Node.js may be written with their scheme.
        imported = {one.module for one in text.imports} & {module, f"node:{module}"}
        if len(imported) != 1:
            return None
        (module,) = imported
    return ImportSource(ImportRequest(name, module, name, "names"), 1)


def _own_package(text: SourceText, style: ImportStyle) -> str:
    """Return the package of a text in Java or the like; empty if it has none."""
    if style.syntax != "dotted_path":
        return ""
    found = next((match for line in text.raw if (match := _PACKAGE.match(line)) is not None), None)
    return found[1] if found is not None else ""


def _is_own_module(text: SourceText, module: str, style: ImportStyle) -> bool:
    """Whether a module is the text itself."""
    stem = re.sub(r"(?:/(?:__init__|index|mod))?\.\w+\Z", "", text.snapshot.uri)
    if style.syntax == "es_module":
        if not module.startswith("."):
            return False
        folder = text.snapshot.uri.rpartition("/")[0]
        return re.sub(
            r"(?:/index)?(?:\.[jt]sx?)?\Z", "", posixpath.normpath(posixpath.join(folder, module))
        ) == (posixpath.normpath(stem))
    parts = [part for part in re.split(r"\.|::", module) if part != "crate"]
    is_whole = len(parts) > 1 or module.startswith("crate::")
    return is_whole and all(parts) and f"/{stem}".endswith("/" + "/".join(parts))


def _is_unreachable(text: SourceText, module: str) -> bool:
    """Rust: return whether the path of another file may not resolve here, or belongs into a nested list."""
    root = module.split("::")[0]
    if root not in ("std", "core", "alloc", "crate") and all(
        one.module.split("::")[0] != root for one in text.imports
    ):
        return True
    return any(name.module == module != one.module for one in text.imports for name in one.imported_names)


def _module_seen_from(text: SourceText, other: SourceText, module: str, style: ImportStyle) -> str:
    """Return the module as the text has to write it: a relative one depends on the folder. Empty if unknown."""
    if not module.startswith("."):
        return module
    here, there = text.snapshot.uri.rpartition("/")[0], other.snapshot.uri.rpartition("/")[0]
    if here == there:
        return module
    if style.syntax != "es_module":
        return ""
    target = posixpath.normpath(posixpath.join(there.partition("://")[2], module))
    relative = posixpath.relpath(target, here.partition("://")[2])
    return relative if relative.startswith(".") else f"./{relative}"


def _source_from_definition(
    context: RuleContext, text: SourceText, name: str, style: ImportStyle
) -> ImportSource | None:
    """Return the text that defines the name as its source, if the path of that text names the module."""
    if not style.exported_definition:
        return None
    pattern = style.exported_definition.replace("{name}", re.escape(name))
    uris = [
        snapshot.uri
        for snapshot in texts_defining(
            context.situation.workspace_texts, name, text.snapshot.uri, MAX_OTHER_TEXTS
        )
        if context.source_text(snapshot).language.family == text.language.family
        and any(re.match(pattern, line) for line in snapshot.lines if name in line)
    ]
    if len(uris) != 1:
        return None
    imported = _already_imported_module(text, style, uris[0]) if text.imports else ""
    if text.imports:
        module = imported or _sibling_module(text, style, uris[0])
    else:
        module = _first_sibling_module(context, text, style, uris[0])
    return ImportSource(ImportRequest(name, module, name, "names"), int(bool(imported))) if module else None


def _already_imported_module(text: SourceText, style: ImportStyle, uri: str) -> str:
    """Return the module of that file if the text imports from it already."""
    stem = re.sub(r"(?:/__init__|/index)?\.\w+\Z", "", uri)
    here = text.snapshot.uri.rpartition("/")[0]
    for statement in text.imports:
        module = statement.module
        path = "/" + module.replace(".", "/")
        if style.syntax == "from_import" and "." in module and f"/{stem}".endswith(path):
            return module
        if module.startswith("."):
            without_suffix = re.sub(r"\.[jt]sx?\Z", "", module)
            if posixpath.normpath(posixpath.join(here, without_suffix)) == posixpath.normpath(stem):
                return module
    return ""


def _sibling_module(text: SourceText, style: ImportStyle, uri: str) -> str:
    """Return the module of a file in the same folder, written like the other siblings that the text imports."""
    here = text.snapshot.uri.rpartition("/")[0]
    folder, _, file = uri.rpartition("/")
    stem = file.partition(".")[0]
    if folder != here or (not stem.isidentifier() and style.syntax == "from_import"):
        return ""
    for statement in text.imports:
        if re.match(r"\./[\w-]+(?:\.js)?\Z", statement.module):
            return f"./{stem}.js" if statement.module.endswith(".js") else f"./{stem}"
        if re.match(r"\.\w+\Z", statement.module):
            return f".{stem}"
        package = here.rpartition("/")[2]
        if style.syntax == "from_import" and re.search(
            rf"(?:\A|\.){re.escape(package)}\.\w+\Z", statement.module
        ):
            return f"{statement.module.rpartition('.')[0]}.{stem}"
    return ""


def _first_sibling_module(context: RuleContext, text: SourceText, style: ImportStyle, uri: str) -> str:
    """Return the module of a file in the same folder for a text without imports; empty if it is ambiguous."""
    here = text.snapshot.uri.rpartition("/")[0]
    folder, _, file = uri.rpartition("/")
    stem, _, suffix = file.partition(".")
    if folder != here:
        return ""
    if suffix in ("ts", "tsx"):
        return f"./{stem}"
    is_package = context.situation.workspace_texts.snapshot(f"{here}/__init__.py") is not None
    return stem if style.syntax == "from_import" and stem.isidentifier() and not is_package else ""


class _ResolvedImport(NamedTuple):
    source: ImportSource
    change: Change


def propose_missing_imports(context: RuleContext) -> list[Candidate]:
    """Propose imports of the names that recent edits began to use and that nothing defines."""
    text = context.current_text
    by_module: dict[tuple[str, str, str], list[_ResolvedImport]] = {}
    for name, change, dotted in find_unresolved_names(context):
        if context.is_past_deadline:
            break
        source = find_import_source(context, text, name, dotted=dotted)
        if source is not None:
            request = source.request
            by_module.setdefault((request.module, request.form, request.modifier), []).append(
                _ResolvedImport(source, change)
            )
    unused = find_unused_imports(context)
    unused_items = {
        one.statement.first_line: frozenset(name.item_index for name in one.unused_names) for one in unused
    }
    candidates: list[Candidate] = []
    for group in by_module.values():
        edit = _replaced_import(context, group, unused)
        if edit is not None:
            candidates.append(_candidate(text, group, edit))
        else:
            candidates += _candidates(text, group, unused_items)
    return candidates


def _replaced_import(
    context: RuleContext, group: Sequence[_ResolvedImport], unused: Sequence[UnusedImport]
) -> Replacement | None:
    """Return the edit that writes a module in place of the one whose name it has replaced, if that has no use left.

    Only where the imports stay as ordered as they were.
    """
    text, request = context.current_text, group[0].source.request
    if len(group) != 1 or request.form != "module" or request.modifier:
        return None
    for statement, names, causes in unused:
        is_same_form = statement.form == "module" and len(statement.imported_names) == len(names) == 1
        at = statement.first_line
        if (
            not is_same_form
            or statement.modifier
            or statement.last_line != at
            or not statement.fills_its_lines
        ):
            continue
        if not is_replaced_by_unresolved(context, names[0].name, causes[0], request.name):
            continue
        old = text.raw[at]
        new = re.sub(rf"(?<![\w./]){re.escape(statement.module)}(?![\w./])", request.module, old, count=1)
        is_ordered = all(
            not 0 <= other < len(text.raw)
            or other not in text.import_lines
            or (text.raw[other] < old) == (text.raw[other] < new)
            for other in (at - 1, at + 1)
        )
        if new != old and is_ordered:
            return Replacement(Span(Point(at, 0), Point(at, len(old))), new)
    return None


def _candidates(
    text: SourceText, group: list[_ResolvedImport], unused_items: dict[int, frozenset[int]]
) -> Iterator[Candidate]:
    """Yield one candidate for all names of a module if one statement takes them, else one for each name."""
    requests = [one.source.request for one in group]
    edit = add_import(text.language, text.raw, text.imports, requests[0], requests[1:], unused_items)
    if edit is not None:
        yield _candidate(text, group, edit)
        return
    for one in group:
        edit = add_import(text.language, text.raw, text.imports, one.source.request, (), unused_items)
        if edit is not None:
            yield _candidate(text, [one], edit)


def _is_in_use_list(text: SourceText, module: str) -> bool:
    """Whether the import may belong into a list of Rust: the text imports from the same crate, but not by a
    statement for this module only."""
    style, root = text.language.imports, module.partition("::")[0]
    return (
        style is not None
        and style.syntax == "use_path"
        and not any(
            one.module == module and all(name.module == module for name in one.imported_names)
            for one in text.imports
        )
        and any(one.module.partition("::")[0] == root for one in text.imports)
    )


def _candidate(text: SourceText, group: list[_ResolvedImport], edit: Replacement) -> Candidate:
    names = ", ".join(one.source.request.name for one in group)
    module = group[0].source.request.module
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-missing",
        pattern=f"import {names} from {module}",
        why=f"You began to use {names}, which is in {module} and not imported here.",
        edits=(edit,),
        probability=PROBABILITY.estimate(
            _Features(
                stale=min(one.change.age for one in group),
                is_agreed=min(one.source.votes for one in group) > 1,
                is_guessed=min(one.source.votes for one in group) == 0,
                is_use_path=_is_in_use_list(text, module),
            )
        ),
    )
