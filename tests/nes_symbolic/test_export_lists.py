"""A definition is removed: it goes from the lists of exports, also from those of modules that import it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

FOO = "def foo():\n    pass"


def listed(exports: str, expected: str = "") -> RuleCase:
    """The list is above the removed definition."""
    text = f"{exports}\n\n{FOO}\n\nx()\n"
    found = [f"m.py\n@1\n-{exports}\n+{expected}"] if expected else []
    return case(text, f"{FOO}\n\nx()", "x()", *found)


def importing(*lines: str, expected: tuple[str, ...] = (), path: str = "m.py") -> RuleCase:
    files = {path: f"{FOO}\n\nx()\n", "n.py": "\n".join([*lines, ""])}
    return RuleCase(files, ((f"{FOO}\n\nx()", "x()"),), list(expected))


ROWS = {
    "the first of a line": listed('__all__ = ["foo", "bar"]', '__all__ = ["bar"]'),
    "the last of a line": listed('__all__ = ["bar", "foo"]', '__all__ = ["bar"]'),
    "between others": listed('__all__ = ["a", "foo", "b"]', '__all__ = ["a", "b"]'),
    "in other quotes": listed("__all__ = ('a', 'foo')", "__all__ = ('a')"),
    "with a space before the bracket": listed('__all__ = ["a", "foo" ]', '__all__ = ["a" ]'),
    "the only one": listed('__all__ = ["foo"]'),
    "a longer name": listed('__all__ = ["foo_bar", "bar_foo", "b"]'),
    "another list": listed('NAMES = ["foo", "bar"]'),
    "a line of its own": case(
        f'__all__ = [\n    "foo",\n    "bar",\n]\n\n{FOO}\n\nx()\n',
        f"{FOO}\n\nx()",
        "x()",
        'm.py\n@2\n-    "foo",',
    ),
    "a line of its own in another list": case(
        f'NAMES = [\n    "foo",\n    "bar",\n]\n\n{FOO}\n\nx()\n', f"{FOO}\n\nx()", "x()"
    ),
    "the list of a module that imports it": importing(
        "from m import bar",
        '__all__ = ["foo", "bar"]',
        expected=('n.py\n@2\n-__all__ = ["foo", "bar"]\n+__all__ = ["bar"]',),
    ),
    "the import and the list": importing(
        "from m import foo",
        '__all__ = ["foo", "bar"]',
        expected=("n.py\n@1\n-from m import foo", 'n.py\n@2\n-__all__ = ["foo", "bar"]\n+__all__ = ["bar"]'),
    ),
    "the list of a module that imports from another one": importing(
        "from k import bar", '__all__ = ["foo", "bar"]'
    ),
    "the list of a module with a definition of its own": importing(
        "from m import bar", '__all__ = ["foo", "bar"]', "def foo():", "    pass"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_exports_of_a_removed_definition(name: str) -> None:
    assert run(ROWS[name], "definition-removed", kinds=("edit",)) == ROWS[name].expected
