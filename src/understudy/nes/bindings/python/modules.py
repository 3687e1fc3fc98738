"""Which text a Python module is."""

import re
from collections.abc import Sequence
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_TREE_DEPTH

if TYPE_CHECKING:
    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["glob_modules", "is_module", "join_module", "may_refer_to", "module_uris"]

_IMPORTS: Final = re.compile(
    r"^[ \t]*(?:from\b[^\n(]*\([^)]*\)|(?:from|import)\b(?:[^\n\\]|\\.)*)", re.MULTILINE | re.DOTALL
)
"""Import statements: with brackets, or up to the end of the line and of those that a backslash adds."""

_SUFFIXES: Final = (".py", ".pyi")


def is_module(importing_uri: str, module: str, target_uri: str) -> bool:
    """Whether a module, as written in one text, can be another text."""
    target = _module_path(target_uri)
    if target is None:
        return False
    name = module.lstrip(".")
    path = name.replace(".", "/")
    if len(name) < len(module):
        folder = importing_uri
        for _ in range(len(module) - len(name)):
            folder = dirname(folder)
        return normpath(f"{folder}/{path}") == normpath(target)
    return target == path or target.endswith("/" + path)


def module_uris(importing_uri: str, module: str) -> Sequence[str]:
    """Return where a module may be: for a relative one beside the text, else in a folder above it."""
    name = module.lstrip(".")
    path = name.replace(".", "/")
    folder = dirname(importing_uri)
    folders: list[str] = []
    if len(name) < len(module):
        for _ in range(len(module) - len(name) - 1):
            folder = dirname(folder)
        folders.append(folder)
    else:
        while folder.count("/") > 2 and len(folders) < MAX_TREE_DEPTH:
            folders.append(folder)
            folder = dirname(folder)
    return [
        f"{folder}/{path}{end}" if path else f"{folder}{end}"
        for folder in folders
        for end in (".py", "/__init__.py", ".pyi")
    ]


def join_module(module: str, name: str) -> str:
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


def glob_modules(resolver: "NameResolver") -> Sequence[str]:
    """Return the modules of which the text imports all names."""
    return resolver.memo(("glob_modules", 0), lambda: _find_glob_modules(resolver)) or ()


def may_refer_to(source: str, name: str, *, is_member: bool) -> bool:
    """Whether a text can refer to a name of another one: it imports the name or all names, or has a member of that
    name; for a member, also if it defines one or has an argument or a key of that name."""
    word = re.escape(name)
    if re.search(rf"\.\s*{word}\b", source) is not None:
        return True
    if is_member:
        return re.search(rf"\bdef\s+{word}\b|(?<!\w){word}\s*[=:]|[\"']{word}[\"']", source) is not None
    return any(
        statement[0].endswith("*") or re.search(rf"\b{word}\b", statement[0]) is not None
        for statement in _IMPORTS.finditer(source)
    )


def _find_glob_modules(resolver: "NameResolver") -> Sequence[str]:
    if not any(line.rstrip().endswith("*") for line in resolver.lines if "import" in line):
        return ()
    return [
        resolver.text(module).replace(" ", "")
        for statement in resolver.root.named_children
        if statement.type == "import_from_statement"
        and any(child.type == "wildcard_import" for child in statement.named_children)
        and (module := statement.child_by_field_name("module_name")) is not None
    ]


def _module_path(uri: str) -> str | None:
    """Return the URI without the suffix, and without `__init__`; None if it is no Python text."""
    for suffix in _SUFFIXES:
        if uri.endswith(suffix):
            return uri[: -len(suffix)].removesuffix("/__init__")
    return None
