"""Packaging: lazy imports, lock files, sizes of the page's files, and docstrings of modules."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
LOCK_FILES = (
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-docs.lock",
    "deploy/requirements.lock",
)
HEAVY = ("mcp", "pydantic", "starlette", "uvicorn", "anyio", "pathspec", "re2", "quickjs", "asyncio")


@pytest.mark.parametrize(
    "module", ["understudy.tools", "understudy.cli.main", "understudy.cli.commands.tool"]
)
def test_heavy_parts_are_not_imported_before_they_are_needed(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_agent_starts_with_nothing_that_it_does_not_need_to_answer_initialize() -> None:
    needless = (*(name for name in HEAVY if name != "asyncio"), "sqlite3", "understudy.workspace")
    needless += ("understudy.chat", "understudy.nes", "understudy.tools", "understudy.models")
    needless += ("dataclasses", "tomllib")
    code = f"import sys, understudy.cli.commands.acp; print([name for name in {needless!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", LOCK_FILES)
def test_lock_files_pin_every_package_with_hashes_and_name_no_index(name: str) -> None:
    text = (REPOSITORY / name).read_text()
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    packages = re.findall(r"^([A-Za-z0-9._-]+)(==\S+)?(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(packages) > 10
    for package, pin, rest in packages:
        assert pin, package
        assert "--hash=sha256:" in rest, package


def test_no_file_of_the_package_has_grown_out_of_shape() -> None:
    generated = REPOSITORY / "src" / "understudy" / "schema" / "acp.py"
    written = set((REPOSITORY / "src").rglob("*.py")) - {generated}
    sizes = {path: len(path.read_text().splitlines()) for path in written}
    assert {str(path): size for path, size in sizes.items() if size > 500} == {}


def page_sources() -> list[Path]:
    return [
        path
        for folder in ("src", "tests", "scripts")
        for path in (REPOSITORY / "web" / folder).rglob("*")
        if path.suffix in {".ts", ".tsx", ".mjs"} and path.name != "acp.ts" and "sample" not in path.parts
    ]


def test_no_file_of_the_page_has_grown_out_of_shape_and_each_says_what_it_is() -> None:
    sources = page_sources()
    assert len(sources) > 50
    sizes = {str(path): len(path.read_text().splitlines()) for path in sources}
    assert {path: size for path, size in sizes.items() if size > 400} == {}
    written = [path for path in sources if "tests" not in path.parts]
    assert [str(path) for path in written if not path.read_text().startswith(("// ", "/** "))] == []


def test_the_page_pins_every_package_with_a_hash_and_names_no_registry() -> None:
    stated = json.loads((REPOSITORY / "web" / "package.json").read_text())
    pins = {**stated["dependencies"], **stated["devDependencies"]}
    exact = re.compile(r"(?:npm:[\w-]+@)?\d+\.\d+\.\d+")
    assert {name: pin for name, pin in pins.items() if not exact.fullmatch(pin)} == {}
    locked = json.loads((REPOSITORY / "web" / "package-lock.json").read_text())["packages"]
    assert len(locked) > 20
    for name, package in locked.items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name


def test_the_package_says_that_it_is_typed_and_every_module_says_what_it_is() -> None:
    package = REPOSITORY / "src" / "understudy"
    assert (package / "py.typed").exists()
    for path in package.rglob("*.py"):
        assert path.read_text().lstrip().startswith(('"""', 'r"""')), path
