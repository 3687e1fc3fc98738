"""The first import of a text, and names that are misspelt where they are first used."""

import pytest

from nes_symbolic.rule_harness import RuleHarness, only
from understudy.languages import ImportSyntax
from understudy.nes.symbolic.consequences.imports.first_import import place_first_import, script_style
from understudy.nes.text import apply_replacements


@pytest.mark.parametrize(
    ("syntax", "line", "before", "after"),
    [
        pytest.param("from_import", "import os", "x = 1\n", "import os\n\nx = 1\n", id="top"),
        pytest.param(
            "from_import", "import os", "def f():\n    pass\n", "import os\n\n\ndef f():\n    pass\n", id="def"
        ),
        pytest.param(
            "from_import", "import os", '"""Doc."""\n\n\ndef f(): ...\n',
            '"""Doc."""\n\nimport os\n\n\ndef f(): ...\n', id="docstring",
        ),
        pytest.param(
            "from_import", "import os", '"""Doc\n\nMore."""\nx = 1\n',
            '"""Doc\n\nMore."""\n\nimport os\n\nx = 1\n', id="long docstring",
        ),
        pytest.param(
            "from_import", "import os", "#!/bin/python\nx = 1\n",
            "#!/bin/python\n\nimport os\n\nx = 1\n", id="shebang",
        ),
        pytest.param(
            "from_import", "import os", "# Licence\n# text\n\nx = 1\n", "# Licence\n# text\n\nimport os\n\nx = 1\n",
            id="licence",
        ),
        pytest.param(
            "from_import", "import os", "# about x\nx = 1\n",
            "import os\n\n# about x\nx = 1\n", id="comment of the code",
        ),
        pytest.param(
            "go_block", '"strings"', "package a\n\nfunc f() {}\n", 'package a\n\nimport "strings"\n\nfunc f() {}\n',
            id="package",
        ),
        pytest.param(
            "go_block", '"strings"', "// a\npackage a\nfunc f() {}\n",
            '// a\npackage a\n\nimport "strings"\n\nfunc f() {}\n', id="package without a blank line",
        ),
        pytest.param(
            "dotted_path", "import b.B;", "package a;\n\nclass A {}\n", "package a;\n\nimport b.B;\n\nclass A {}\n",
            id="java package",
        ),
        pytest.param("dotted_path", "import b.B;", "class A {}\n", "import b.B;\n\nclass A {}\n", id="no package"),
        pytest.param(
            "use_path", "use b::B;", "//! Doc\n\n#[derive(Debug)]\nstruct A;\n",
            "//! Doc\n\nuse b::B;\n\n#[derive(Debug)]\nstruct A;\n", id="inner doc",
        ),
        pytest.param(
            "es_module", "import b from 'b'", "'use strict'\nb()\n", "'use strict'\n\nimport b from 'b'\n\nb()\n",
            id="directive",
        ),
        pytest.param(
            "es_module", "import b from 'b'", "/* a\n   b */\n\nb()\n",
            "/* a\n   b */\n\nimport b from 'b'\n\nb()\n", id="block comment",
        ),
        pytest.param("go_block", '"strings"', "func f() {}\n", None, id="no package in Go"),
        pytest.param("from_import", "import os", '"""Doc\n\nx = 1\n', None, id="docstring without an end"),
        pytest.param("from_import", "import os", "# only\n" * 200, None, id="too long a header"),
    ],
)  # fmt: skip
def test_where_the_first_import_goes(syntax: ImportSyntax, line: str, before: str, after: str | None) -> None:
    raw = before.split("\n")
    edit = place_first_import(syntax, raw, line)
    assert (None if edit is None else "\n".join(apply_replacements([edit], raw))) == after


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("const a = 'x';\nf('y');\n", ("'", ";")),
        ('const a = "x"\nf("y")\n', ('"', "")),
        ("", ('"', ";")),
    ],
)
def test_the_style_of_the_first_import_is_that_of_the_text(text: str, style: tuple[str, str]) -> None:
    assert script_style(text.split("\n"), None) == style


@pytest.mark.parametrize(
    ("file", "text", "place", "message", "first_lines"),
    [
        pytest.param(
            "m.go", "package m\n\nfunc f(a string, b string) string {\n\treturn strings.ToUpper(a) + b\n}\n",
            (3, 8), "undefined: strings", 'package m\n\nimport "strings"\n\nfunc', id="go",
        ),
        pytest.param(
            "m.py", "def f():\n    return os.getcwd()\n",
            (1, 11), "undefined name 'os'", "import os\n\n\ndef f", id="python",
        ),
    ],
)  # fmt: skip
def test_a_module_of_the_language_is_imported_into_a_text_without_imports(
    file: str, text: str, place: tuple[int, int], message: str, first_lines: str
) -> None:
    harness = RuleHarness(**{file.replace(".", "__"): text})
    candidate = only(harness.diagnose(file, (*place, message)), "diagnostic-import")
    assert harness.after(candidate).startswith(first_lines)
    assert candidate.probability > 0.5


def test_a_known_module_is_never_taken_for_a_misspelt_name() -> None:
    text = "func f(a string, b string) string {\n\treturn strings.ToUpper(a) + b\n}\n"
    assert RuleHarness(m__go=text).diagnose("m.go", (1, 8, "undefined: strings")) == []


def test_a_sibling_is_imported_into_a_text_without_imports() -> None:
    harness = RuleHarness(m__ts="const a = load('x');\n", store__ts="export function load(x: string) {}\n")
    candidate = only(harness.diagnose("m.ts", (0, 10, "Cannot find name 'load'.")), "diagnostic-import")
    assert harness.after(candidate).startswith("import { load } from './store';\n\nconst")


@pytest.mark.parametrize(
    ("file", "text", "place", "message", "right"),
    [
        pytest.param(
            "m.py", "def f(total):\n    return totl\n",
            (1, 11), "undefined name 'totl'", "return total", id="python",
        ),
        pytest.param(
            "m.ts", "function f() {\n  const total = 1;\n  return totl;\n}\n",
            (2, 9), "Cannot find name 'totl'.", "return total;", id="typescript",
        ),
        pytest.param(
            "m.c", "int f(void)\n{\n    int total = 1;\n    return totl;\n}\n",
            (3, 11), "use of undeclared identifier 'totl'", "return total;", id="c",
        ),
        pytest.param(
            "M.java", "class M {\n    int f(int total) {\n        return totl;\n    }\n}\n",
            (2, 15), "cannot find symbol\n  symbol:   variable totl", "return total;", id="java",
        ),
        pytest.param(
            "m.rb", "def f(total)\n  totl\nend\n",
            (1, 2), "undefined local variable or method `totl' for main", "  total\n", id="ruby",
        ),
    ],
)  # fmt: skip
def test_a_name_that_is_misspelt_at_its_first_use_is_corrected(
    file: str, text: str, place: tuple[int, int], message: str, right: str
) -> None:
    harness = RuleHarness(**{file.replace(".", "__"): text})
    candidate = only(harness.diagnose(file, (*place, message)), "diagnostic-spelling")
    assert right in harness.after(candidate)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def f():\n    return totl\n\ndef g(total):\n    pass\n", id="of another function"),
        pytest.param("def f():\n    g(total)\n    return totl\n", id="not defined anywhere"),
    ],
)
def test_a_name_that_the_place_cannot_use_is_no_correction(text: str) -> None:
    line = next(number for number, line in enumerate(text.split("\n")) if "totl" in line)
    assert RuleHarness(m__py=text).diagnose("m.py", (line, 11, "undefined name 'totl'")) == []


def test_several_texts_that_import_it_make_an_import_likelier() -> None:
    def probability(**others: str) -> float:
        harness = RuleHarness(m__py="import json\n\nx = thing(json)\n", **others)
        return only(
            harness.diagnose("m.py", (2, 4, "undefined name 'thing'")), "diagnostic-import"
        ).probability

    one, two = "from pack import thing\n", "from pack import thing\nimport sys\n"
    assert probability(a__py=one, b__py=two) > probability(a__py=one)
