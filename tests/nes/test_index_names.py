"""Definitions and imports are found by single lines."""

import pytest

from understudy.languages import import_group
from understudy.nes.index.definitions import definition_filter, find_definitions
from understudy.nes.index.imports import find_imports, import_filter
from understudy.nes.text.text_types import TextSnapshot


def page(language: str, text: str) -> TextSnapshot:
    return TextSnapshot("file:///x", language, text.split("\n"))


DEFINED = [
    ("python", "def build(x):", "build"),
    ("python", "    async def build(self):", "build"),
    ("python", "class Build(Base):", "Build"),
    ("python", "LIMIT = 3", "LIMIT"),
    ("python", "LIMIT: Final = 3", "LIMIT"),
    ("typescript", "export default async function build() {", "build"),
    ("typescript", "function* build() {", "build"),
    ("typescript", "export const build = () => 1", "build"),
    ("typescript", "export interface Build {", "Build"),
    ("typescript", "  type Build = string", "Build"),
    ("rust", "pub(crate) fn build<T>(x: T) {", "build"),
    ("rust", "pub struct Build;", "Build"),
    ("rust", "macro_rules! build {", "build"),
    ("go", "func (s *Server) Build(x int) {", "Build"),
    ("go", "func Build(x int) {", "Build"),
    ("go", "type Build struct {", "Build"),
    ("java", "public final class Build {", "Build"),
    ("kotlin", "fun build() = 1", "build"),
    ("c", "#define BUILD 1", "BUILD"),
    ("c", "static int *build(int x)", "build"),
    ("c", "typedef struct build Build;", "Build"),
    ("c", "} Build;", "no"),
    ("ruby", "  def build", "build"),
]


@pytest.mark.parametrize(("language", "line", "name"), DEFINED)
def test_a_definition_is_seen(language: str, line: str, name: str) -> None:
    text = f"# {name}\n\n{line}\n    {name}(1)"
    expected = [] if name == "no" else [2]
    assert [number for number, _ in find_definitions(page(language, text), name)] == expected
    assert definition_filter(name)(text) is bool(expected)
    assert definition_filter(name)(f"{line}") is bool(expected)


@pytest.mark.parametrize(
    "line",
    [
        "x = build(1)",
        "build(1);",
        "return build(1)",
        "await build(1)",
        "    build = 3",
        "self.build = 3",
        "build == 3",
        "rebuild = 3",
        "def rebuild():",
        "def build_all():",
        "class $build {}",
        "def build(): pass" + " " * 500,
    ],
)
def test_a_use_is_no_definition(line: str) -> None:
    assert list(find_definitions(page("python", line), "build")) == []
    assert not definition_filter("build")(line)


IMPORTED = [
    ("python", "from a.b import Name", "from a.b import Name"),
    ("python", "    from .b import x, Name, y  # why", "from .b import Name"),
    ("python", "from a import Other as Name", "from a import Other as Name"),
    ("python", "from a import (x, Name)", "from a import Name"),
    ("python", "from a import (\n    x,\n    Name,  # why\n)", "from a import Name"),
    ("python", "from a import (\n    x, Name)", "from a import Name"),
    ("python", "import x, Name", "import Name"),
    ("python", "import other as Name", "import other as Name"),
    ("python", "import Name.sub", "import Name.sub"),
    ("typescript", "import { a, Name } from './x';", "import { Name } from './x';"),
    ("typescript", 'import type { Name } from "x"', 'import type { Name } from "x"'),
    ("typescript", "import { type Name, b } from 'x'", "import { type Name } from 'x'"),
    ("typescript", "import { Other as Name } from 'x'", "import { Other as Name } from 'x'"),
    ("typescript", "import Name, { b } from 'x'", "import Name from 'x'"),
    ("typescript", "import * as Name from 'x'", "import * as Name from 'x'"),
    ("typescript", "import {\n  a,\n  Name,\n} from './Name';", "import { Name } from './Name';"),
    ("javascript", "const Name = require('x');", "const Name = require('x');"),
    ("javascript", "const { a, Name } = require('x')", "const { Name } = require('x')"),
    ("java", "import static a.b.Name;", "import static a.b.Name;"),
    ("kotlin", "import a.b.Name", "import a.b.Name"),
    ("csharp", "using Name = A.B;", "using Name = A.B;"),
    ("rust", "use a::b::Name;", "use a::b::Name;"),
    ("rust", "pub use a::b::{c, Name};", "use a::b::Name;"),
    ("rust", "use a::b::{\n    c,\n    Name,\n};", "use a::b::Name;"),
    ("rust", "use a::Other as Name;", "use a::Other as Name;"),
    ("go", '\t"example.com/a/Name"', 'import "example.com/a/Name"'),
    ("go", 'import Name "example.com/a/b"', 'import Name "example.com/a/b"'),
    ("php", "use A\\B\\Name;", "use A\\B\\Name;"),
]


@pytest.mark.parametrize(("language", "text", "statement"), IMPORTED)
def test_an_import_is_found_and_reduced_to_the_name(language: str, text: str, statement: str) -> None:
    whole = f"// first\n{text}\n\nName(1)"
    found = list(find_imports(page(language, whole), "Name"))
    assert [each.statement for each in found] == [statement]
    assert "Name" in whole.split("\n")[found[0].line]
    assert import_filter("Name")(whole)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "from a import Other\nName(1)"),
        ("python", "from a import Name as Other"),
        ("python", "from Name import other"),
        ("python", "x = [\n    Name,\n]"),
        ("python", "from a import (x)\n    Name,"),
        ("typescript", "import { Other } from './Name'"),
        ("typescript", "import { Name as Other } from 'x'"),
        ("typescript", "const a = 1;\n  Name,"),
        ("rust", "use a::Name::b;"),
        ("rust", "let a = 1;\nName,"),
        ("go", '\t"example.com/Name/b"'),
        ("java", "import a.Name.B;"),
        ("markdown", "import Name"),
        ("python", "from a import Name" + " " * 500),
    ],
)
def test_what_imports_something_else_is_left_out(language: str, text: str) -> None:
    assert list(find_imports(page(language, text), "Name")) == []


@pytest.mark.parametrize(
    "filler", [" ", "a ", "import ", "from ' ", "{ Name, ", "use a::{", "Name, ", "from 'Name "]
)
@pytest.mark.parametrize("language", ["python", "typescript", "rust", "java", "go", "php", "csharp"])
def test_texts_made_to_be_slow_are_not(language: str, filler: str) -> None:
    line = ("import " + filler * 400)[:390] + " Name"
    text = "\n".join([line, *[(filler * 400)[:399]] * 200, "Name,"] * 10)
    assert len(list(find_imports(page(language, text), "Name"))) < 20
    assert len(list(find_definitions(page(language, text), "Name"))) <= 500
    import_filter("Name")(text)
    definition_filter("Name")(text)


def test_languages_that_import_from_each_other_are_one_family() -> None:
    assert import_group("typescriptreact") == import_group("javascript") == "javascript"
    assert import_group("python") == "python"
