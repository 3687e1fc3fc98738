"""Another order of the arguments of one function is not repeated at another function."""

from contextlib import closing

import pytest

from nes_symbolic.builders import line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import ArgumentChangeFilter, function_with_reordered_arguments
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import EditOrigin

LONG = "x" * (MAX_PATTERN_LINE_CHARS - len("(a, b)"))


@pytest.mark.parametrize(
    ("old", "new", "function"),
    [
        pytest.param("load(a, b)", "load(b, a)", "load", id="a call"),
        pytest.param("def load(a, b):", "def load(b, a):", "load", id="a header"),
        pytest.param("x.load(f(a), b)", "x.load(b, f(a))", "load", id="a call among the arguments"),
        pytest.param("send(load(a, b), c)", "send(load(b, a), c)", "load", id="the inner call"),
        pytest.param("load(f(a), b, c)", "load(f(a), c, b)", "load", id="behind a call"),
        pytest.param("load(a, b)", "load(a, b)", None, id="no change"),
        pytest.param("load(a, b)", "load(b, c)", None, id="another argument"),
        pytest.param("load(a, b)", "load(b, a, c)", None, id="an argument more"),
        pytest.param("a + b", "b + a", None, id="no call"),
        pytest.param("load(a) + b", "load(b) + a", "load", id="an argument and what is behind the call"),
        pytest.param(
            "f(x) or a or b", "f(x) or b or a", None, id="behind a call without arguments of its own"
        ),
        pytest.param(f"{LONG}(a, b)", f"{LONG}(b, a)", LONG, id="as long as compared"),
        pytest.param(f"{LONG}x(a, b)", f"{LONG}x(b, a)", None, id="a longer line"),
    ],
)
def test_the_function_whose_arguments_change_places(old: str, new: str, function: str | None) -> None:
    assert function_with_reordered_arguments(old, new) == function


LOAD = ("load(a, b)", "load(b, a)")


@pytest.mark.parametrize(
    ("example", "origin", "old", "new", "is_other"),
    [
        pytest.param(LOAD, EditOrigin.TYPED, "save(a, b)", "save(b, a)", True, id="another function"),
        pytest.param(LOAD, EditOrigin.TYPED, "load(c, d)", "load(d, c)", False, id="the same function"),
        pytest.param(LOAD, EditOrigin.TYPED, "save(a, b)", "save(a, c)", False, id="another argument"),
        pytest.param(LOAD, EditOrigin.ACCEPTED, "save(a, b)", "save(b, a)", False, id="a suggestion"),
        pytest.param(
            ("x = 1", "x = 2"), EditOrigin.TYPED, "save(a, b)", "save(b, a)", False, id="no example"
        ),
    ],
)
def test_the_order_of_arguments_belongs_to_one_function(
    example: tuple[str, str], origin: EditOrigin, old: str, new: str, is_other: bool
) -> None:
    edits = [made("p = 1", "p = 2", 20, serial=1), made(*example, 5, serial=2, origin=origin)]
    arguments = ArgumentChangeFilter(extract_patterns(edits, MAX_LEARNED_EDITS))
    assert arguments.is_for_other_function(line_candidate(text_of(old), 0, new)) is is_other


def test_functions_that_were_changed_both_follow() -> None:
    edits = [made(*LOAD, 5, serial=1), made("save(a, b)", "save(b, a)", 9, serial=2)]
    arguments = ArgumentChangeFilter(extract_patterns(edits, MAX_LEARNED_EDITS))
    for name, is_other in (("load", False), ("save", False), ("drop", True)):
        one = line_candidate(text_of(f"{name}(c, d)"), 0, f"{name}(d, c)")
        assert arguments.is_for_other_function(one) is is_other


@pytest.mark.parametrize(
    ("new", "line_count"),
    [(("save(b, a)", ""), 1), (("save(b, a)",), 2)],
    ids=["one line becomes two", "two lines become one"],
)
def test_an_order_is_read_from_one_line(new: tuple[str, ...], line_count: int) -> None:
    arguments = ArgumentChangeFilter(extract_patterns([made(*LOAD, 5)], MAX_LEARNED_EDITS))
    one = line_candidate(text_of("save(a, b)\n"), 0, *new, line_count=line_count)
    assert not arguments.is_for_other_function(one)


def test_the_calls_of_one_function_follow() -> None:
    text = """
    function run(user, token) {
      load(user, token);
      save(user, token);
      load(user, token);
    }
    """
    with closing(Scene("run.ts", text)) as scene:
        scene.edit("load(user, token)", "load(token, user)")
        scene.accept_all()
        assert "save(user, token);" in scene.text
        assert scene.text.count("load(token, user);") == 2, scene.account()
