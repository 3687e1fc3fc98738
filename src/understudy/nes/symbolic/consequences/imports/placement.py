"""Where a new import statement goes: into the group of its kind, sorted if the group is."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportForm, ImportStatement
from understudy.nes.syntax import LanguageFamily
from understudy.nes.text import Point, Replacement, Span

__all__ = ["place_statement"]


_GROUP_RANKS: Final = {"standard": 1, "package": 2, "relative": 3}
"""In which order the classes stand."""


def place_statement(
    language_family: LanguageFamily,
    raw: Sequence[str],
    top: Sequence[ImportStatement],
    form: ImportForm,
    module: str,
    line: str | None,
    path: str,
    item: str = "",
) -> Replacement | None:
    """The line put among the statements `top`; None if there is no group it belongs to.

    `path`: what it is sorted by. `item`: the one name it imports, where the text has one to a line and sorts by it.
    """
    if line is None or not top:
        return None
    if language_family == "go" and top[0].opening is None:
        return _convert_to_block(raw, top, line) if len(top) == 1 else None
    groups = _split_groups(raw, [one for one in top if one.module != "__future__"])
    group = _find_group(language_family, groups, module)
    if group is None:
        return _place_in_new_group(language_family, groups, module, line)
    same = [one for one in group if one.form == form] if _separates_forms(language_family, group) else group
    if not same:
        # Plain imports stand before those of names where both are in a group.
        first = form == "module"
        at = group[0].first_line if first else group[-1].last_line + 1
    else:
        at = _sorted_line(language_family, same, path, item)
    if at >= len(raw):
        return None
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{group[0].indent}{line}\n")


def _sorted_line(
    language_family: LanguageFamily, same: Sequence[ImportStatement], path: str, item: str
) -> int:
    keys = [
        _sort_key(
            language_family, _sort_path(language_family, one), one.items[0].text if item and one.items else ""
        )
        for one in same
    ]
    if all(one <= other for one, other in pairwise(keys)):
        wanted = _sort_key(language_family, path, item)
        for one, key in zip(same, keys, strict=True):
            if key > wanted:
                return one.first_line
    return same[-1].last_line + 1


def _sort_path(language_family: LanguageFamily, statement: ImportStatement) -> str:
    """What a statement is sorted by: the whole path where it imports one name by its path."""
    match language_family:
        case "rust":
            return f"{statement.module}::{'{' if statement.items else statement.imported_names[0].original}"
        case "java":
            return f"{statement.module}.{statement.imported_names[0].original}"
        case _:
            return statement.module


def _separates_forms(language_family: LanguageFamily, group: Sequence[ImportStatement]) -> bool:
    """Whether plain imports and those of names stand apart, as most sorters have it."""
    if language_family != "python":
        return language_family == "script"
    forms = [one.form for one in group]
    turns = sum(1 for one, other in pairwise(forms) if one != other)
    return turns < 2


def _sort_key(language_family: LanguageFamily, module: str, item: str) -> tuple[str, str]:
    return (module if language_family == "go" else module.casefold()), item.casefold()


def _split_groups(raw: Sequence[str], top: Sequence[ImportStatement]) -> list[list[ImportStatement]]:
    groups: list[list[ImportStatement]] = []
    for one in top:
        if groups and one.first_line == groups[-1][-1].last_line + 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    # A lone statement far below the others, behind code, is there for a reason: nothing goes beside it.
    return [group for group in groups if _is_near(raw, groups[0][0].first_line, group[0].first_line)]


def _is_near(raw: Sequence[str], first: int, line: int) -> bool:
    between = [text for text in raw[first:line] if text.strip() and text[:1] in " \t"]
    return len(between) < 60 and not any(
        text.startswith(("def ", "class ", "fn ", "pub fn ", "function ", "async ", "@"))
        for text in raw[first:line]
    )


def _find_group(
    language_family: LanguageFamily, groups: Sequence[list[ImportStatement]], module: str
) -> list[ImportStatement] | None:
    """The group whose statements are most like it: the same root, else the same class."""
    if not groups:
        return None
    root, sort = _module_root(language_family, module), _module_class(language_family, module)
    for group in groups:
        if any(_module_root(language_family, one.module) == root for one in group):
            return group
    for group in groups:
        classes = [_module_class(language_family, one.module) for one in group]
        if 2 * classes.count(sort) > len(classes):
            return group
    return groups[0] if len(groups) == 1 and len(groups[0]) > 1 else None


def _place_in_new_group(
    language_family: LanguageFamily, groups: Sequence[list[ImportStatement]], module: str, line: str
) -> Replacement | None:
    """A group of its own, where sorters put that class; only if the groups that are there stand so too."""
    ranks = [
        [_GROUP_RANKS.get(_module_class(language_family, one.module), 0) for one in group] for group in groups
    ]
    own = _GROUP_RANKS.get(_module_class(language_family, module), 0)
    flat = [rank for group in ranks for rank in group]
    if language_family not in ("python", "go") or not flat or flat != sorted(flat) or own in flat:
        return None
    before = [group for group, rank in zip(groups, ranks, strict=True) if rank[-1] < own]
    indent = groups[0][0].indent
    if before:
        at = before[-1][-1].last_line + 1
        return Replacement(Span(Point(at, 0), Point(at, 0)), f"\n{indent}{line}\n")
    at = groups[0][0].first_line
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{line}\n\n")


def _module_root(language_family: LanguageFamily, module: str) -> str:
    match language_family:
        case "python" | "java":
            return module.split(".")[0] or "."
        case "rust":
            return module.split("::")[0]
        case "script":
            return "./" if module.startswith(".") else module
        case _:
            return module.split("/")[0] if "." in module.split("/")[0] else ""


def _module_class(language_family: LanguageFamily, module: str) -> str:
    """What sorters part by a blank line."""
    match language_family:
        case "python" if module.startswith("."):
            return "relative"
        case "python":
            return "standard" if module.split(".")[0] in sys.stdlib_module_names else "package"
        case "rust":
            root = module.split("::")[0]
            return root if root in ("std", "core", "alloc", "crate", "super", "self") else "package"
        case "script":
            return "relative" if module.startswith(".") else "package"
        case "go":
            return "package" if "." in module.split("/")[0] else "standard"
        case _:
            return ""


def _convert_to_block(raw: Sequence[str], top: Sequence[ImportStatement], line: str) -> Replacement:
    """Go: the only import, without brackets, becomes a block of two."""
    only = top[0]
    own = raw[only.first_line].removeprefix("import").strip()
    both = sorted([own, line], key=lambda text: text.rpartition(' "')[2].strip('"'))
    text = "import (\n" + "".join(f"\t{one}\n" for one in both) + ")"
    return Replacement(
        Span(Point(only.first_line, 0), Point(only.first_line, len(raw[only.first_line]))), text
    )
