"""Mutations of Python source: comparisons, boolean operators, constants, guards, `any`/`all`, `min`/`max`.

Pure: reads and writes no files. A mutant is applied to the syntax tree and written back without comments.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["Mutant", "find_mutants", "mutated_source"]

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALLS: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}
_SKIPPED_ARGUMENTS: Final = frozenset({"maxsize", "strict", "frozen", "eq", "kw_only", "gc"})
"""Keyword arguments whose value does not change what is computed, or that declare a type."""
_TEXT_CHARS: Final = 70


class Mutant(NamedTuple):
    line: int
    scope: str
    """The function or class, dotted; empty at module level."""
    change: str
    """`before → after`, as source text."""
    number: int
    """The position among the mutants of the file, in the order of `find_mutants`."""
    occurrence: int = 1
    """Counts the mutants with the same scope and change."""

    @property
    def name(self) -> str:
        """A name that is unique in the file and survives changes elsewhere in it."""
        suffix = f" (#{self.occurrence})" if self.occurrence > 1 else ""
        return f"{self.scope or '<module>'}: {self.change}{suffix}"


class _Site(NamedTuple):
    path: tuple[str | int, ...]
    """Field names and list positions from the root of the tree."""
    line: int
    scope: str
    before: ast.AST
    after: ast.AST
    change: str


def find_mutants(source: str) -> list[Mutant]:
    counts: Counter[tuple[str, str]] = Counter()
    found: list[Mutant] = []
    for number, site in enumerate(_sites(ast.parse(source))):
        counts[site.scope, site.change] += 1
        found.append(Mutant(site.line, site.scope, site.change, number, counts[site.scope, site.change]))
    return found


def mutated_source(source: str, number: int) -> str:
    """The source with one mutation."""
    tree = ast.parse(source)
    site = list(_sites(tree))[number]
    *path, last = site.path
    parent: object = tree
    for step in path:
        parent = getattr(parent, step) if isinstance(step, str) else parent[step]  # type: ignore[index]
    if isinstance(last, str):
        setattr(parent, last, site.after)
    else:
        parent[last] = site.after  # type: ignore[index]
    return ast.unparse(ast.fix_missing_locations(tree))


def _sites(tree: ast.Module) -> Iterator[_Site]:
    yield from _walk(tree, (), "")


def _walk(node: ast.AST, path: tuple[str | int, ...], scope: str) -> Iterator[_Site]:
    if _is_skipped(node):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}" if scope else node.name
    line = getattr(node, "lineno", 0)
    for before, after in _replacements(node):
        yield _Site(path, line, scope, before, after, f"{_text(before)} → {_text(after)}")
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        if isinstance(value, ast.AST):
            yield from _walk(value, (*path, name), scope)
        elif isinstance(value, list):
            for at, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield from _walk(item, (*path, name, at), scope)


def _is_skipped(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.keyword(arg=name):
            return name in _SKIPPED_ARGUMENTS
        case _:
            return False


def _replacements(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if (other := _COMPARISONS.get(type(op))) is not None:
                    changed = copy.deepcopy(node)
                    changed.ops[at] = other()
                    yield node, changed
        case ast.BoolOp():
            changed = copy.deepcopy(node)
            changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, changed
            for at in range(len(node.values)):
                dropped = copy.deepcopy(node)
                del dropped.values[at]
                yield node, dropped if len(dropped.values) > 1 else dropped.values[0]
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield node, ast.Constant(node.value + 1)
            if node.value > 0:
                yield node, ast.Constant(node.value - 1)
        case ast.Constant(value=float()):
            yield node, ast.Constant(round(node.value * 1.5 + 0.01, 6))
            if node.value:
                yield node, ast.Constant(round(node.value / 2, 6))
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            changed = copy.deepcopy(node)
            changed.func = ast.Name(_CALLS[name], ast.Load())
            yield node, changed
        case ast.If(body=[ast.Return() | ast.Continue() | ast.Break() | ast.Raise()], orelse=[]):
            changed = copy.deepcopy(node)
            changed.test = ast.Constant(False)
            yield node, changed
        case _:
            pass


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= _TEXT_CHARS else text[: _TEXT_CHARS - 1] + "…"
