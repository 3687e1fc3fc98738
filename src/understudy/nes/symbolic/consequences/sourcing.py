"""Where a name can be imported from: as other texts of the workspace do it, or from the text that defines it."""

import posixpath
import re
from collections import Counter
from typing import NamedTuple

from understudy.nes.symbolic.consequences.imports.adding import Wanted
from understudy.nes.symbolic.consequences.lookup import defining, importing
from understudy.nes.symbolic.consequences.vocabulary import GO_PACKAGES, PYTHON_MODULES
from understudy.nes.symbolic.consequences.work import Text, Work

__all__ = ["Source", "source"]


class Source(NamedTuple):
    wanted: Wanted
    votes: int
    """How many texts import it so; 0 when nobody does yet."""


def source(work: Work, text: Text, name: str, *, dotted: bool) -> Source | None:
    """The one place to import the name from; None if there is none or more than one. `dotted`: a dot follows."""
    votes: Counter[Wanted] = Counter()
    for page in importing(work.situation.library, name, text.page.uri):
        other = work.text(page)
        if other.kind != text.kind:
            continue
        for statement in other.imports:
            for bound in statement.bounds:
                if (
                    bound.name == name
                    and not statement.indent.strip(" ")
                    and (not statement.indent or text.kind == "go")
                ):
                    module, original = statement.source(bound)
                    moved = _seen_from(text, other, module)
                    kind = statement.kind if statement.kind != "," else ""
                    form = "default" if original == "default" else statement.form
                    if moved and not (text.kind == "rust" and _unreachable(text, module)):
                        votes[Wanted(name, moved, original, form, kind)] += 1
    if votes:
        best = votes.most_common(2)
        if len(best) == 1 or best[0][1] >= 2 * best[1][1] + 1:
            return Source(*best[0])
        return None
    if dotted and text.kind == "python" and name in PYTHON_MODULES:
        return Source(Wanted(name, name, "", "module"), 1)
    if dotted and text.kind == "go" and name in GO_PACKAGES:
        return Source(Wanted(name, GO_PACKAGES[name], "", "module"), 1)
    return _derived(work, text, name)


def _unreachable(text: Text, module: str) -> bool:
    """Rust: a path from another file may not lead there from here, and nested lists have their own place for it."""
    root = module.split("::")[0]
    if root not in ("std", "core", "alloc", "crate") and all(
        one.module.split("::")[0] != root for one in text.imports
    ):
        return True
    return any(bound.module == module != one.module for one in text.imports for bound in one.bounds)


def _seen_from(text: Text, other: Text, module: str) -> str:
    """The module's name as the text must write it: relative ones change with the folder."""
    if not module.startswith("."):
        return module
    here, there = text.page.uri.rpartition("/")[0], other.page.uri.rpartition("/")[0]
    if here == there:
        return module
    if text.kind != "script":
        return ""
    target = posixpath.normpath(posixpath.join(there.partition("://")[2] or there, module))
    moved = posixpath.relpath(target, here.partition("://")[2] or here)
    return moved if moved.startswith(".") else f"./{moved}"


def _derived(work: Work, text: Text, name: str) -> Source | None:
    """From the text that defines it, where its path says what the module is called."""
    pattern = {
        "python": rf"(?:(?:async )?def|class) {re.escape(name)}\b",
        "script": rf"export\s+(?:async\s+)?(?:function|class|const|let|type|interface|enum)\s+{re.escape(name)}\b",
    }.get(text.kind)
    if pattern is None:
        return None
    pages = [
        page
        for page in defining(work.situation.library, name, text.page.uri)
        if work.text(page).kind == text.kind
        and any(re.match(pattern, line) for line in page.lines if name in line)
    ]
    if len(pages) != 1:
        return None
    module = _known(text, pages[0].uri) or _sibling(text, pages[0].uri)
    return Source(Wanted(name, module, name, "names"), 0) if module else None


def _known(text: Text, uri: str) -> str:
    """The module's name if the text has something of that module already."""
    stem = re.sub(r"(?:/__init__|/index)?\.\w+\Z", "", uri)
    here = text.page.uri.rpartition("/")[0]
    for statement in text.imports:
        module = statement.module
        path = "/" + module.replace(".", "/")
        if text.kind == "python" and "." in module[1:] and f"/{stem}".endswith(path):
            return module
        if text.kind == "script" and module.startswith("."):
            plain = re.sub(r"\.[jt]sx?\Z", "", module)
            if posixpath.normpath(posixpath.join(here, plain)) == posixpath.normpath(stem):
                return module
    return ""


def _sibling(text: Text, uri: str) -> str:
    """The module's name for a text in the same folder, written as the text writes its other siblings."""
    here = text.page.uri.rpartition("/")[0]
    folder, _, file = uri.rpartition("/")
    stem = file.partition(".")[0]
    if folder != here or (not stem.isidentifier() and text.kind == "python"):
        return ""
    for statement in text.imports:
        if text.kind == "script" and re.match(r"\./[\w-]+(?:\.js)?\Z", statement.module):
            return f"./{stem}.js" if statement.module.endswith(".js") else f"./{stem}"
        if text.kind == "python" and re.match(r"\.\w+\Z", statement.module):
            return f".{stem}"
        package = here.rpartition("/")[2]
        if text.kind == "python" and re.search(rf"(?:\A|\.){re.escape(package)}\.\w+\Z", statement.module):
            return f"{statement.module.rpartition('.')[0]}.{stem}"
    return ""
