"""The shape of the source tree: sizes, facades and names that every package keeps to."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
PACKAGE = SOURCES / "understudy"
MAX_MODULES_PER_FOLDER = 15
MAX_MODULE_LINES = 500
GENERATED = {"understudy.schema.acp"}
UNCOUNTED = {"__init__.py", "limits.py"}
PUBLIC_MODULES = {
    "understudy.schema.acp",
    "understudy.tools.execute_command",
    "understudy.tools.explore_files",
    "understudy.tools.fetch_url",
    "understudy.tools.get_workspace_info",
    "understudy.tools.modify_file",
    "understudy.tools.read_file",
    "understudy.tools.search_files",
    "understudy.tools.write_file",
}
"""Modules that may be imported by their own names from anywhere."""
GERUND_NAMES = {"understudy.workspace.files.encoding"}
"""Modules that may be named by a single word in -ing, because the field names the thing so."""
VAGUE_WORDS = (
    "MOST",
    "LONGEST",
    "SHORTEST",
    "FEWEST",
    "LEAST",
    "PATIENCE",
    "ENOUGH",
    "GRACE",
    "LAST_WORDS",
    "HURRY",
)


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
PACKAGES = {name: path for name, path in MODULES.items() if path.name == "__init__.py"}


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text())


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node; their expressions, most of a tree, are not visited."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from statements(child)


def imported_modules(name: str) -> Iterator[str]:
    """The modules of ours that a module imports, those inside functions and `if TYPE_CHECKING` too."""
    for node in statements(tree_of(name)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                for alias in names:
                    full = f"{source}.{alias.name}"
                    yield full if full in MODULES else source
            case _:
                pass


def constants(name: str) -> Iterator[str]:
    """The names in capitals that a module assigns at its top level."""
    for node in tree_of(name).body:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and part.id.strip("_").isupper():
                    yield part.id


def listing(tree: ast.Module) -> list[str] | None:
    """The value of `__all__`."""
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "__all__":
            return ast.literal_eval(node.value)  # type: ignore[attr-defined]
    return None


def lazy_table(tree: ast.Module) -> dict[str, tuple[str, ...]] | None:
    """The modules and their names that a facade loads on first use."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lazy_getattr":
            return ast.literal_eval(node.args[1])
    return None


def type_checking_imports(tree: ast.Module, package: str) -> dict[str, set[str]]:
    """The names that a facade imports for type checkers, by module; whole modules, under the package's own name."""
    found: dict[str, set[str]] = {}
    for block in tree.body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for node in ast.walk(block):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    module = node.module.removeprefix(f"{package}.")
                    found.setdefault(module, set()).update(alias.asname or alias.name for alias in node.names)
    return found


LAZY_FACADES = [name for name in PACKAGES if lazy_table(tree_of(name)) is not None]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_folder_has_few_enough_modules_to_be_read(package: str) -> None:
    modules = [path.name for path in PACKAGES[package].parent.glob("*.py") if path.name not in UNCOUNTED]
    assert len(modules) <= MAX_MODULES_PER_FOLDER, sorted(modules)


def test_no_module_is_too_long() -> None:
    lines = {name: len(path.read_text().splitlines()) for name, path in MODULES.items()}
    assert {name: n for name, n in lines.items() if n > MAX_MODULE_LINES and name not in GENERATED} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_what_it_exports(package: str) -> None:
    names = listing(tree_of(package))
    assert names is not None
    assert len(names) == len(set(names))


def test_nothing_outside_a_package_imports_its_modules() -> None:
    bypasses: list[str] = []
    for importer in MODULES:
        for imported in imported_modules(importer):
            package = imported.rpartition(".")[0]
            is_plain_module = imported in MODULES and imported not in PACKAGES
            if not is_plain_module or package == "understudy" or imported in PUBLIC_MODULES:
                continue
            if imported.rpartition(".")[2] in (listing(tree_of(package)) or ()):
                continue  # a facade may export whole modules
            if importer != package and not importer.startswith(f"{package}."):
                bypasses.append(f"{importer} imports {imported}")
    assert bypasses == []


@pytest.mark.parametrize("package", LAZY_FACADES)
def test_the_three_listings_of_a_lazy_facade_agree(package: str) -> None:
    tree = tree_of(package)
    table = lazy_table(tree) or {}
    lazy = {module: set(names) for module, names in table.items()}
    exported = set(listing(tree) or ())
    imported = type_checking_imports(tree, package)
    whole_modules = imported.pop(package, set())
    assert imported == lazy
    assert whole_modules <= exported
    loaded = {name for names in lazy.values() for name in names}
    eager = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package)
        for alias in node.names
    }
    own = {name for node in tree.body for name in _defined_names(node)}
    assert loaded <= exported
    assert exported - loaded - whole_modules <= eager | own


def _defined_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            pass


def test_a_module_is_named_by_a_thing_and_not_by_a_gerund() -> None:
    last = {name: name.rpartition(".")[2] for name in MODULES}
    assert {name for name, word in last.items() if re.fullmatch(r"[a-z]+ing", word)} - GERUND_NAMES == set()


def test_a_constant_says_what_it_limits() -> None:
    vague = re.compile(rf"(?:^|_)(?:{'|'.join(VAGUE_WORDS)})(?:_|$)")
    assert [f"{name}: {one}" for name in MODULES for one in constants(name) if vague.search(one)] == []
