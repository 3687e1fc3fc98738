"""A name that the user began to use and that nothing in the text gives a meaning to: import it.

Where a name can be imported from: as other texts of the workspace do it, or from the text that defines it.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import ImportRequest, add_import
from understudy.nes.symbolic.consequences.name_resolution import find_unresolved_names
from understudy.nes.symbolic.consequences.names import GO_PACKAGES, PYTHON_MODULES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
    texts_defining,
    texts_importing,
)
from understudy.nes.symbolic.consequences.unused_import import find_unused_imports
from understudy.nes.text import Replacement

__all__ = ["ImportSource", "find_import_source", "propose_missing_imports"]


class ImportSource(NamedTuple):
    request: ImportRequest
    votes: int
    """How many texts import it so; 0 when nobody does yet."""


def find_import_source(
    context: RuleContext, text: SourceText, name: str, *, dotted: bool
) -> ImportSource | None:
    """The one place to import the name from; None if there is none or more than one. `dotted`: a dot follows."""
    votes: Counter[ImportRequest] = Counter()
    for page in texts_importing(context.situation.workspace_texts, name, text.snapshot.uri):
        other = context.source_text(page)
        if other.language_family != text.language_family:
            continue
        for statement in other.imports:
            for bound in statement.imported_names:
                if (
                    bound.name == name
                    and not statement.indent.strip(" ")
                    and (not statement.indent or text.language_family == "go")
                ):
                    module, original = statement.source(bound)
                    moved = _module_seen_from(text, other, module)
                    kind = statement.modifier if statement.modifier != "," else ""
                    form = "default" if original == "default" else statement.form
                    if moved and not (text.language_family == "rust" and _is_unreachable(text, module)):
                        votes[ImportRequest(name, moved, original, form, kind)] += 1
    if votes:
        best = votes.most_common(2)
        if len(best) == 1 or best[0][1] >= 2 * best[1][1] + 1:
            return ImportSource(*best[0])
        return None
    if dotted and text.language_family == "python" and name in PYTHON_MODULES:
        return ImportSource(ImportRequest(name, name, "", "module"), 1)
    if dotted and text.language_family == "go" and name in GO_PACKAGES:
        return ImportSource(ImportRequest(name, GO_PACKAGES[name], "", "module"), 1)
    return _source_from_definition(context, text, name)


def _is_unreachable(text: SourceText, module: str) -> bool:
    """Rust: a path from another file may not lead there from here, and nested lists have their own place for it."""
    root = module.split("::")[0]
    if root not in ("std", "core", "alloc", "crate") and all(
        one.module.split("::")[0] != root for one in text.imports
    ):
        return True
    return any(bound.module == module != one.module for one in text.imports for bound in one.imported_names)


def _module_seen_from(text: SourceText, other: SourceText, module: str) -> str:
    """The module's name as the text must write it: relative ones change with the folder."""
    if not module.startswith("."):
        return module
    here, there = text.snapshot.uri.rpartition("/")[0], other.snapshot.uri.rpartition("/")[0]
    if here == there:
        return module
    if text.language_family != "script":
        return ""
    target = posixpath.normpath(posixpath.join(there.partition("://")[2] or there, module))
    moved = posixpath.relpath(target, here.partition("://")[2] or here)
    return moved if moved.startswith(".") else f"./{moved}"


def _source_from_definition(context: RuleContext, text: SourceText, name: str) -> ImportSource | None:
    """From the text that defines it, where its path says what the module is called."""
    pattern = {
        "python": rf"(?:(?:async )?def|class) {re.escape(name)}\b",
        "script": rf"export\s+(?:async\s+)?(?:function|class|const|let|type|interface|enum)\s+{re.escape(name)}\b",
    }.get(text.language_family)
    if pattern is None:
        return None
    pages = [
        page
        for page in texts_defining(context.situation.workspace_texts, name, text.snapshot.uri)
        if context.source_text(page).language_family == text.language_family
        and any(re.match(pattern, line) for line in page.lines if name in line)
    ]
    if len(pages) != 1:
        return None
    module = _already_imported_module(text, pages[0].uri) or _sibling_module(text, pages[0].uri)
    return ImportSource(ImportRequest(name, module, name, "names"), 0) if module else None


def _already_imported_module(text: SourceText, uri: str) -> str:
    """The module's name if the text has something of that module already."""
    stem = re.sub(r"(?:/__init__|/index)?\.\w+\Z", "", uri)
    here = text.snapshot.uri.rpartition("/")[0]
    for statement in text.imports:
        module = statement.module
        path = "/" + module.replace(".", "/")
        if text.language_family == "python" and "." in module[1:] and f"/{stem}".endswith(path):
            return module
        if text.language_family == "script" and module.startswith("."):
            plain = re.sub(r"\.[jt]sx?\Z", "", module)
            if posixpath.normpath(posixpath.join(here, plain)) == posixpath.normpath(stem):
                return module
    return ""


def _sibling_module(text: SourceText, uri: str) -> str:
    """The module's name for a text in the same folder, written as the text writes its other siblings."""
    here = text.snapshot.uri.rpartition("/")[0]
    folder, _, file = uri.rpartition("/")
    stem = file.partition(".")[0]
    if folder != here or (not stem.isidentifier() and text.language_family == "python"):
        return ""
    for statement in text.imports:
        if text.language_family == "script" and re.match(r"\./[\w-]+(?:\.js)?\Z", statement.module):
            return f"./{stem}.js" if statement.module.endswith(".js") else f"./{stem}"
        if text.language_family == "python" and re.match(r"\.\w+\Z", statement.module):
            return f".{stem}"
        package = here.rpartition("/")[2]
        if text.language_family == "python" and re.search(
            rf"(?:\A|\.){re.escape(package)}\.\w+\Z", statement.module
        ):
            return f"{statement.module.rpartition('.')[0]}.{stem}"
    return ""


class _ResolvedImport(NamedTuple):
    source: ImportSource
    change: Change


def propose_missing_imports(context: RuleContext) -> list[Candidate]:
    text = context.current_text
    found: dict[tuple[str, str, str], list[_ResolvedImport]] = {}
    for name, change, dotted in find_unresolved_names(context):
        if context.is_past_deadline:
            break
        origin = find_import_source(context, text, name, dotted=dotted)
        if origin is not None:
            wanted = origin.request
            found.setdefault((wanted.module, wanted.form, wanted.modifier), []).append(
                _ResolvedImport(origin, change)
            )
    leaving = {
        one.statement.first_line: frozenset(bound.item_index for bound in one.unused_names)
        for one in find_unused_imports(context)
    }
    return [one for group in found.values() for one in _candidates(text, group, leaving)]


def _candidates(
    text: SourceText, group: list[_ResolvedImport], unused_items: dict[int, frozenset[int]]
) -> Iterator[Candidate]:
    """One for all the names of a module if one statement takes them, else one for each."""
    wanted = [one.source.request for one in group]
    edit = add_import(text.language_family, text.raw, text.imports, wanted[0], wanted[1:], unused_items)
    if edit is not None:
        yield _candidate(text, group, edit)
        return
    for one in group:
        edit = add_import(text.language_family, text.raw, text.imports, one.source.request, (), unused_items)
        if edit is not None:
            yield _candidate(text, [one], edit)


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
        probability=estimate_probability(
            "import-missing",
            stale=min(one.change.age for one in group),
            agreed=min(one.source.votes for one in group) > 1,
            derived=min(one.source.votes for one in group) == 0,
            rust=text.language_family == "rust",
        ),
    )
