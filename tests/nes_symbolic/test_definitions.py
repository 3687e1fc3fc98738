"""A definition that was removed or added: what is left of it, and where the names of its module are listed."""

import pytest

from nes_symbolic.rule_harness import RuleHarness


def after(
    path: str,
    text: str,
    old: str,
    new: str,
    family: str,
    others: dict[str, str],
) -> list[tuple[str, str]]:
    """Replace lines; return the file and its text after each edit of the family."""
    harness = RuleHarness()
    for other, content in others.items():
        harness.put(other, content)
    harness.put(path, text)
    harness.edit(path, old, new)
    found = [one for one in harness.ask(path) if one.family == family and one.kind == "edit"]
    return [(one.uri.rpartition("/")[2], harness.after(one)) for one in found]


@pytest.mark.parametrize(
    ("path", "text", "old", "files", "expected"),
    [
        pytest.param(
            "m.c",
            '#include "m.h"\n\nint one(void)\n{\n    return 1;\n}\n\nint two(void)\n{\n    return 2;\n}\n',
            "int one(void)\n{\n    return 1;\n}\n",
            {"m.h": "int one(void);\nint two(void);\n"},
            [("m.h", "int two(void);\n")],
            id="a-prototype",
        ),
        pytest.param(
            "m.ts",
            "export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n",
            "export function one() {\n  return 1;\n}\n",
            {"index.ts": 'export { one, two } from "./m";\nexport { one as x } from "./other";\n'},
            [("index.ts", 'export { two } from "./m";\nexport { one as x } from "./other";\n')],
            id="a-re-export",
        ),
        pytest.param(
            "m.js",
            "function one() {\n  return 1;\n}\n\nmodule.exports = { zero, one };\nshow({ one, two });\n",
            "function one() {\n  return 1;\n}\n",
            {},
            [("m.js", "module.exports = { zero };\nshow({ one, two });\n")],
            id="an-exported-name",
        ),
        pytest.param(
            "m.js",
            "function one() {\n  return 1;\n}\n\nmodule.exports = {\n  one,\n  two,\n};\n",
            "function one() {\n  return 1;\n}\n",
            {},
            [("m.js", "module.exports = {\n  two,\n};\n")],
            id="an-exported-name-of-a-line",
        ),
        pytest.param(
            "M.java",
            "class M {\n    void run() {\n        open();\n        log();\n        other.log();\n    }\n\n"
            "    void log() {\n        print();\n    }\n}\n",
            "    void log() {\n        print();\n    }",
            {},
            [("M.java", "class M {\n    void run() {\n        open();\n        other.log();\n    }\n\n}\n")],
            id="a-statement-in-java",
        ),
        pytest.param(
            "m.py",
            "class A:\n    def run(self):\n        self.log()\n        other.log()\n        x = self.log()\n\n"
            "    def log(self):\n        pass\n",
            "    def log(self):\n        pass",
            {},
            [
                (
                    "m.py",
                    "class A:\n    def run(self):\n        other.log()\n        x = self.log()\n\n",
                )
            ],
            id="a-statement-in-python",
        ),
    ],
)
def test_what_is_left_of_a_definition_is_removed(
    path: str, text: str, old: str, files: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    assert after(path, text, old, "", "removed-use", files) == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "files"),
    [
        pytest.param(
            "def log():\n    pass\n\n\ndef run():\n    log()\n    x()\n",
            "def log():\n    pass",
            "",
            {"b.py": "def log():\n    pass\n"},
            id="it-was-moved",
        ),
        pytest.param(
            "def log():\n    pass\n\n\ndef run():\n    log()\n",
            "def log():\n    pass",
            "",
            {},
            id="the-block-would-be-empty",
        ),
        pytest.param(
            "def log():\n    pass\n\n\ndef run():\n    log()\n    x()\n",
            "def log():\n    pass",
            "def write():\n    pass",
            {},
            id="it-was-renamed",
        ),
        pytest.param(
            "def log():\n    print()\n    pass\n\n\ndef run():\n    log()\n    x()\n",
            "    print()",
            "",
            {},
            id="only-a-part-was-removed",
        ),
    ],
)
def test_uses_that_stay(text: str, old: str, new: str, files: dict[str, str]) -> None:
    assert after("a.py", text, old, new, "removed-use", files) == []


def test_a_variable_that_is_gone_is_exported_no_more() -> None:
    text = "const one = () => 1;\nexport { one, two };\n"
    made = after("m.ts", text, "const one = () => 1;", "", "definition-removed", {})
    assert made == [("m.ts", "export { two };\n")]


INDEX = 'from .text import (\n    indent,\n    wrap,\n)\n\n__all__ = ["indent", "wrap"]\n'
MODULE = "def indent():\n    pass\n\n\ndef wrap():\n    pass\n"


def test_a_new_function_is_listed_where_its_siblings_are() -> None:
    made = after(
        "tools/text.py",
        MODULE,
        "def wrap():\n    pass",
        "def wrap():\n    pass\n\n\ndef dedent():\n    pass",
        "index-entry",
        others={"tools/__init__.py": INDEX},
    )
    assert [name for name, _ in made] == ["__init__.py"] * len(made)
    assert any("    wrap,\n    dedent,\n)\n" in text for _, text in made)
    assert any('__all__ = ["indent", "wrap", "dedent"]\n' in text for _, text in made)


def test_a_function_between_two_others_is_listed_between_them_in_its_own_module() -> None:
    made = after(
        "text.py",
        f'__all__ = ["indent", "wrap"]\n\n\n{MODULE}',
        "def wrap():",
        "def quote():\n    pass\n\n\ndef wrap():",
        "index-entry",
        others={},
    )
    assert [text.split("\n")[0] for _, text in made] == ['__all__ = ["indent", "quote", "wrap"]']


@pytest.mark.parametrize(
    ("index", "name"),
    [
        pytest.param('from .text import indent\n__all__ = ["indent"]\n', "dedent", id="not-all-are-listed"),
        pytest.param(INDEX, "_dedent", id="a-private-name"),
        pytest.param(INDEX.replace("wrap", "wrap, dedent"), "dedent", id="it-is-listed"),
    ],
)
def test_an_index_that_stays(index: str, name: str) -> None:
    new = f"def wrap():\n    pass\n\n\ndef {name}():\n    pass"
    made = after(
        "tools/text.py",
        MODULE,
        "def wrap():\n    pass",
        new,
        "index-entry",
        others={"tools/__init__.py": index},
    )
    assert made == []


def test_a_new_module_gets_a_line_in_the_index_of_its_folder() -> None:
    index = 'export { addDays } from "./addDays";\nexport { endOf } from "./endOf";\n'
    made = after(
        "d/dropDays.ts",
        "",
        "",
        "export function dropDays() {\n  return 1;\n}",
        "index-entry",
        others={"d/index.ts": index},
    )
    assert made == [
        (
            "index.ts",
            'export { addDays } from "./addDays";\nexport { dropDays } from "./dropDays";\n'
            'export { endOf } from "./endOf";\n',
        )
    ]
