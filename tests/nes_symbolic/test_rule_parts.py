"""Parts of the consequence rules that a candidate shows only in rare texts, as tables."""

import pytest

from nes_symbolic.builders import text_of
from understudy.nes.symbolic.consequences.definitions.removed_uses import remove_whole_lines
from understudy.nes.symbolic.consequences.functions import find_headers, find_owner_type
from understudy.nes.symbolic.consequences.imports.addition import _find_group, _sorted_line, _split_groups
from understudy.nes.symbolic.consequences.imports.use_path import _parse_item
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures.annotations import _Header, _Parameter
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import Point, Replacement, Span

LINE = "    def area(self, width: int, height: int = 2) -> int:"


@pytest.mark.parametrize(
    ("max_chars", "lines"),
    [
        pytest.param(len(LINE), [LINE], id="fits"),
        pytest.param(
            len(LINE) - 1,
            ["    def area(", "        self, width: int, height: int = 2", "    ) -> int:"],
            id="one character too long",
        ),
        pytest.param(
            len("        self, width: int, height: int = 2"),
            ["    def area(", "        self, width: int, height: int = 2", "    ) -> int:"],
            id="the parameters fit",
        ),
        pytest.param(
            len("        self, width: int, height: int = 2") - 1,
            [
                "    def area(",
                "        self,",
                "        width: int,",
                "        height: int = 2,",
                "    ) -> int:",
            ],
            id="the parameters are one character too long",
        ),
    ],
)
def test_a_header_is_wrapped_where_it_is_too_long(max_chars: int, lines: list[str]) -> None:
    parameters = (
        _Parameter("self", "", ""),
        _Parameter("width", "int", ""),
        _Parameter("height", "int", "2"),
    )
    assert list(_Header("    def ", "area", parameters, "int").render(max_chars)) == lines


def test_a_header_without_parameters_or_a_return_type() -> None:
    assert _Header("def ", "area", (), "").render(3) == ("def area():",)
    assert _Header("def ", "area", (_Parameter("a", "", "1"),), "").render(80) == ("def area(a=1):",)


@pytest.mark.parametrize(
    ("text", "module", "names"),
    [
        pytest.param("Map", "std::collections", [("Map", "Map", "std::collections")], id="a name"),
        pytest.param("Map", "", [("Map", "Map", "")], id="a name of no module"),
        pytest.param("Map as Table", "std", [("Table", "Map", "std")], id="an alias"),
        pytest.param("io::Read", "std", [("Read", "Read", "std::io")], id="a name below"),
        pytest.param("io::Read", "", [("Read", "Read", "io")], id="a name below no module"),
        pytest.param("self", "std::io", [("io", "", "")], id="the module itself"),
        pytest.param("self as files", "std::io", [("files", "", "")], id="the module itself, with an alias"),
        pytest.param(
            "io::{Read, Write}",
            "std",
            [("Read", "Read", "std::io"), ("Write", "Write", "std::io")],
            id="a nested list",
        ),
        pytest.param("io::{Read}", "", [("Read", "Read", "io")], id="a nested list below no module"),
        pytest.param("*", "std", [], id="everything"),
    ],
)
def test_the_names_of_a_use_item(text: str, module: str, names: list[tuple[str, str, str]]) -> None:
    found = _parse_item(text, module, 2)
    assert [(one.name, one.original, one.module) for one in found] == names
    assert {one.item_index for one in found} <= {2}


@pytest.mark.parametrize(
    ("imports", "item", "line"),
    [
        pytest.param(["a import alpha", "a import delta"], "beta", 1, id="between two"),
        pytest.param(["a import alpha", "a import delta"], "Beta", 1, id="capitals do not count"),
        pytest.param(["a import alpha", "a import delta"], "omega", 2, id="behind all"),
        pytest.param(["a import beta", "a import delta"], "alpha", 0, id="before all"),
        pytest.param(["a import delta", "a import alpha"], "beta", 2, id="unsorted: behind all"),
        pytest.param(
            ["a import alpha, omega", "a import beta, gamma"], "azure", 1, id="sorted by the first name"
        ),
        pytest.param(["a import alpha", "b import alpha"], "omega", 1, id="the module comes first"),
    ],
)
def test_an_import_goes_where_it_is_sorted(imports: list[str], item: str, line: int) -> None:
    text = SourceText(text_of("\n".join(f"from {one}" for one in imports)))
    assert _sorted_line("from_import", text.imports, "a", item) == line


@pytest.mark.parametrize(
    ("lines", "owner"),
    [
        pytest.param(["class Shape:", "", "    size = 1", "", "    def area(self):"], "Shape", id="a class"),
        pytest.param(["class Shape:", "    x = [", "", "    ]", "    def area(self):"], "Shape", id="a list"),
        pytest.param(["class Shape:", "    pass", "", "def area(self):"], "", id="no indentation"),
        pytest.param(["class A:", "    if x:", "        def area(self):"], "", id="in another block"),
        pytest.param(
            ["class A:", "    class B:", "        y = 1", "", "        def area(self):"],
            "B",
            id="a class in a class",
        ),
    ],
)
def test_the_type_that_a_method_belongs_to(lines: list[str], owner: str) -> None:
    text = SourceText(text_of("\n".join([*lines, "        pass"])))
    (header,) = find_headers(text.language, text.raw, text.code, len(lines) - 1, len(lines) - 1)
    assert find_owner_type(text.code, header) == owner


@pytest.mark.parametrize(
    ("imports", "module", "group"),
    [
        pytest.param("", "os", None, id="no imports"),
        pytest.param("import os", "flask", None, id="one import of another class"),
        pytest.param("import os\nimport sys", "flask", ["os", "sys"], id="one group of another class"),
        pytest.param("import os\n\nimport flask.views", "flask.json", ["flask.views"], id="the same root"),
        pytest.param("import os\n\nimport flask", "sys", ["os"], id="the same class"),
        pytest.param("import os\nimport flask\n\nimport a", "sys", None, id="half of another class"),
    ],
)
def test_the_group_that_an_import_belongs_to(imports: str, module: str, group: list[str] | None) -> None:
    text = SourceText(text_of(imports))
    found = _find_group("from_import", _split_groups(text.raw, text.imports), module)
    assert (None if found is None else [one.module for one in found]) == group


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("a()\nb()", (0, 1), id="a line"),
        pytest.param("a();\nb()", (0, 1), id="with a semicolon"),
        pytest.param("a(\n    1,\n)\nb()", (0, 3), id="several lines"),
        pytest.param("a()", None, id="the last line"),
        pytest.param("a(); b()\n", None, id="another statement behind it"),
        pytest.param("a()  # why\n", None, id="a comment behind it"),
    ],
)
def test_the_lines_of_a_statement_are_removed(text: str, lines: tuple[int, int] | None) -> None:
    source = SourceText(text_of(text))
    parsed = parse_snapshot(source.snapshot)
    assert parsed is not None
    statement = parsed[1].root_node.named_children[0]
    expected = None if lines is None else Replacement(Span(Point(lines[0], 0), Point(lines[1], 0)), "")
    assert remove_whole_lines(source, statement) == expected
