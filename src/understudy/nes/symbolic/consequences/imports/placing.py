"""Where a new import statement goes: into the group of its kind, sorted if the group is."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from understudy.nes.symbolic.consequences.imports.model import Form, Statement
from understudy.nes.syntax import Family
from understudy.nes.values import Point, Replacement, Span

__all__ = ["placed"]


_RANKS: Final = {"standard": 1, "package": 2, "relative": 3}
"""In which order the classes stand."""


def placed(
    kind: Family,
    raw: Sequence[str],
    top: Sequence[Statement],
    form: Form,
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
    if kind == "go" and top[0].opening is None:
        return _blocked(raw, top, line) if len(top) == 1 else None
    groups = _groups(raw, [one for one in top if one.module != "__future__"])
    group = _group(kind, groups, module)
    if group is None:
        return _new_group(kind, groups, module, line)
    same = [one for one in group if one.form == form] if _parted(kind, group) else group
    if not same:
        # Plain imports stand before those of names where both are in a group.
        first = form == "module"
        at = group[0].first if first else group[-1].last + 1
    else:
        at = _sorted_place(kind, same, path, item)
    if at >= len(raw):
        return None
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{group[0].indent}{line}\n")


def _sorted_place(kind: Family, same: Sequence[Statement], path: str, item: str) -> int:
    keys = [_key(kind, _path(kind, one), one.listed[0].text if item and one.listed else "") for one in same]
    if all(one <= other for one, other in pairwise(keys)):
        wanted = _key(kind, path, item)
        for one, key in zip(same, keys, strict=True):
            if key > wanted:
                return one.first
    return same[-1].last + 1


def _path(kind: Family, statement: Statement) -> str:
    """What a statement is sorted by: the whole path where it imports one name by its path."""
    match kind:
        case "rust":
            return f"{statement.module}::{'{' if statement.listed else statement.bounds[0].original}"
        case "java":
            return f"{statement.module}.{statement.bounds[0].original}"
        case _:
            return statement.module


def _parted(kind: Family, group: Sequence[Statement]) -> bool:
    """Whether plain imports and those of names stand apart, as most sorters have it."""
    if kind != "python":
        return kind == "script"
    forms = [one.form for one in group]
    turns = sum(1 for one, other in pairwise(forms) if one != other)
    return turns < 2


def _key(kind: Family, module: str, item: str) -> tuple[str, str]:
    return (module if kind == "go" else module.casefold()), item.casefold()


def _groups(raw: Sequence[str], top: Sequence[Statement]) -> list[list[Statement]]:
    groups: list[list[Statement]] = []
    for one in top:
        if groups and one.first == groups[-1][-1].last + 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    # A lone statement far below the others, behind code, is there for a reason: nothing goes beside it.
    return [group for group in groups if _near(raw, groups[0][0].first, group[0].first)]


def _near(raw: Sequence[str], first: int, line: int) -> bool:
    between = [text for text in raw[first:line] if text.strip() and text[:1] in " \t"]
    return len(between) < 60 and not any(
        text.startswith(("def ", "class ", "fn ", "pub fn ", "function ", "async ", "@"))
        for text in raw[first:line]
    )


def _group(kind: Family, groups: Sequence[list[Statement]], module: str) -> list[Statement] | None:
    """The group whose statements are most like it: the same root, else the same class."""
    if not groups:
        return None
    root, sort = _root(kind, module), _class(kind, module)
    for group in groups:
        if any(_root(kind, one.module) == root for one in group):
            return group
    for group in groups:
        classes = [_class(kind, one.module) for one in group]
        if 2 * classes.count(sort) > len(classes):
            return group
    return groups[0] if len(groups) == 1 and len(groups[0]) > 1 else None


def _new_group(kind: Family, groups: Sequence[list[Statement]], module: str, line: str) -> Replacement | None:
    """A group of its own, where sorters put that class; only if the groups that are there stand so too."""
    ranks = [[_RANKS.get(_class(kind, one.module), 0) for one in group] for group in groups]
    own = _RANKS.get(_class(kind, module), 0)
    flat = [rank for group in ranks for rank in group]
    if kind not in ("python", "go") or not flat or flat != sorted(flat) or own in flat:
        return None
    before = [group for group, rank in zip(groups, ranks, strict=True) if rank[-1] < own]
    indent = groups[0][0].indent
    if before:
        at = before[-1][-1].last + 1
        return Replacement(Span(Point(at, 0), Point(at, 0)), f"\n{indent}{line}\n")
    at = groups[0][0].first
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{line}\n\n")


def _root(kind: Family, module: str) -> str:
    match kind:
        case "python" | "java":
            return module.split(".")[0] or "."
        case "rust":
            return module.split("::")[0]
        case "script":
            return "./" if module.startswith(".") else module
        case _:
            return module.split("/")[0] if "." in module.split("/")[0] else ""


def _class(kind: Family, module: str) -> str:
    """What sorters part by a blank line."""
    match kind:
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


def _blocked(raw: Sequence[str], top: Sequence[Statement], line: str) -> Replacement:
    """Go: the only import, without brackets, becomes a block of two."""
    only = top[0]
    own = raw[only.first].removeprefix("import").strip()
    both = sorted([own, line], key=lambda text: text.rpartition(' "')[2].strip('"'))
    text = "import (\n" + "".join(f"\t{one}\n" for one in both) + ")"
    return Replacement(Span(Point(only.first, 0), Point(only.first, len(raw[only.first]))), text)
