"""An argument by name, or an entry, is not added where the call or literal has it already."""

import pytest

from nes_symbolic.builders import line_candidate, text_of
from understudy.nes.symbolic.filters.values import limit_repeated_arguments
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY


def limited(old: str, new: str, probability: float = 0.9) -> float:
    one = line_candidate(text_of(old), 0, new, probability=probability)
    limit_repeated_arguments([one])
    return one.probability


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("get(u, timeout=None)", "get(u, timeout=None, timeout=1)", False, id="an argument"),
        pytest.param("get(timeout=None)", "get(timeout=None, timeout=1)", False, id="the first argument"),
        pytest.param("get u(timeout: 2)", "get u(timeout: 2, timeout: 1)", False, id="with a colon"),
        pytest.param("x = {a: 1}", "x = {a: 1, a: 2}", False, id="an entry"),
        pytest.param("get(f(t=2), b)", "get(f(t=2), b, t=1)", True, id="an argument of an inner call"),
        pytest.param("get(f(t=2), b)", "get(f(t=2, t=1), b)", False, id="in the inner call"),
        pytest.param("get(t=2); get(b)", "get(t=2); get(b, t=1)", True, id="an argument of another call"),
        pytest.param("get(a == 2)", "get(a == 2, a=1)", True, id="a comparison"),
        pytest.param("get(x ? a : b)", "get(x ? a : b, a=1)", True, id="a condition"),
        pytest.param("get(t, b)", "get(t, b, t=1)", True, id="a value of that name"),
        pytest.param("get(t=1, t=2)", "get(t=1, t=2, b)", True, id="repeated before"),
        pytest.param("t=1, b", "t=1, b, t=1", True, id="without brackets"),
    ],
)
def test_an_argument_is_not_given_twice(old: str, new: str, is_likely: bool) -> None:
    assert limited(old, new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(("chars", "is_likely"), [(0, False), (1, True)])
def test_how_long_a_line_may_be(chars: int, is_likely: bool) -> None:
    new = "get(t=1, t=2)"
    new += " " * (MAX_PATTERN_LINE_CHARS - len(new) + chars)
    assert limited("get(t=1)", new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_what_is_improbable_already_stays_so() -> None:
    assert limited("get(t=1)", "get(t=1, t=2)", 0.1) == 0.1
