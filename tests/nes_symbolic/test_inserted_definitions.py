"""A definition or a comment that was inserted once is not inserted again in the same text."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

FUNCTIONS = "def one():\n    start()\n    finish()\n\n\ndef two():\n    start()\n    finish()\n\n\nend()\n"


@pytest.mark.parametrize(
    ("inserted", "is_repeated"),
    [
        pytest.param("    check()", True, id="a statement"),
        pytest.param("    # now it can be finished", False, id="a comment"),
        pytest.param("    # noqa: E501", True, id="a comment for a tool"),
    ],
)
def test_a_line_between_the_same_lines(inserted: str, is_repeated: bool) -> None:
    with closing(Scene("a.py", FUNCTIONS)) as scene:
        scene.add(inserted, after="    start()")
        scene.ask()
        assert any(kind.endswith(" insert") for kind, _, _ in scene.candidates()) == is_repeated


@pytest.mark.parametrize(
    ("name", "inserted", "is_repeated"),
    [
        pytest.param("a.py", "def check(): pass", False, id="a function"),
        pytest.param("a.py", "check()", True, id="a call"),
        pytest.param("a.go", "type Check struct{}", False, id="a type"),
    ],
)
def test_a_name_is_defined_once(name: str, inserted: str, is_repeated: bool) -> None:
    with closing(Scene(name, "start()\nfinish()\n\nother()\n\nstart()\nfinish()\n")) as scene:
        scene.add(inserted, after="start()")
        scene.ask()
        assert any(kind.endswith(" insert") for kind, _, _ in scene.candidates()) == is_repeated
