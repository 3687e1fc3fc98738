"""A rewritten definition that defines another name: the uses of the old one are left, and take the new name."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

GO = """
package mux

func (mx *Mux) NotFound(fn Handler) {
\tm := mx
\th := Chain(mx.middlewares...).Handler(fn).Serve
\tm.notFound = h
\tm.each(func(sub *Mux) {
\t\tsub.NotFound(h)
\t})
}
"""
OLD_GO, NEW_GO = (
    "\th := Chain(mx.middlewares...).Handler(fn).Serve",
    "\thandler := fn\n\tm.count()\n\tm.log()\n\tm.mark()",
)
PYTHON = """
def load(path):
    rows = [line.split(",") for line in open(path)]
    print(len(rows))
    return rows
"""
OLD_PYTHON = '    rows = [line.split(",") for line in open(path)]'


@pytest.mark.parametrize(
    ("name", "text", "old", "new", "expected"),
    [
        ("mux.go", GO, OLD_GO, NEW_GO, ["\tm.notFound = handler", "\t\tsub.NotFound(handler)"]),
        (
            "rows.py",
            PYTHON,
            OLD_PYTHON,
            "    # All is read at once.\n    log(1)\n    log(2)\n    table = list(csv.reader(open(path)))",
            ["    print(len(table))", "    return table"],
        ),
    ],
)
def test_the_uses_of_the_old_name_follow(
    name: str, text: str, old: str, new: str, expected: list[str]
) -> None:
    with closing(Scene(name, text)) as scene:
        scene.edit(old, new)
        scene.accept_all()
        for line in expected:
            assert line in scene.text.split("\n"), scene.account()


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [
        # Two names are new: which of them takes the place of the old one is not certain.
        (
            "rows.py",
            PYTHON,
            OLD_PYTHON,
            "    head = read(path)\n    tail = rest(path)\n    check(head, tail)",
        ),
        # The old name is still written.
        ("rows.py", PYTHON, OLD_PYTHON, "    table = read(path)\n    check(table)\n    use(rows)"),
        # The new name is used by what was written with it.
        ("rows.py", PYTHON, OLD_PYTHON, "    table = read(path)\n    for row in table:\n        check(row)"),
        # The values have nothing in common.
        ("rows.py", PYTHON, OLD_PYTHON, "    count = 3\n    check()\n    check()"),
        # Another function.
        ("rows.py", PYTHON, OLD_PYTHON, "    parse = lambda x: x + 1\n    check()\n    check()"),
        # The new name was there before.
        ("rows.py", PYTHON, OLD_PYTHON, "    path = read(path)\n    check(path)\n    use(path)"),
    ],
)
def test_no_name_takes_the_place_of_another(name: str, text: str, old: str, new: str) -> None:
    with closing(Scene(name, text)) as scene:
        scene.edit(old, new)
        scene.ask()
        assert "rename-binding" not in scene.account(), scene.account()


CHANNEL = """
package app

func run() error {
\terrs := make(chan error, 1)
\tgo serve(errs)
\treturn <-errs
}
"""


@pytest.mark.parametrize(
    ("new", "is_followed"),
    [
        ("\tallErrs := make(chan string, 1)", True),
        ("\terrsBefore := make(chan string, 1)", True),
        ("\tdone := make(chan bool, 1)", False),
    ],
)
def test_another_value_under_another_name_is_another_variable(new: str, is_followed: bool) -> None:
    with closing(Scene("app.go", CHANNEL)) as scene:
        scene.edit("\terrs := make(chan error, 1)", new)
        suggestion = scene.ask()
        assert "rename-binding" in scene.account()
        assert (suggestion is not None) == is_followed, scene.account()
