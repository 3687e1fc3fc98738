"""Another order of the parameters of a method is not repeated in an unrelated type."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.symbolic.filters.types import limit_reordered_parameters
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import EditOrigin

PYTHON = (
    "class A{}:\n    def put(self, a, b):\n        pass\nclass B{}:\n    def put(self, a, b):\n        pass\n"
)
JAVA = "class A {}{{\n  void put(int a, long b) {{}}\n}}\nclass B {}{{\n  void put(int a, long b) {{}}\n}}\n"
THREE = f"{PYTHON.format('', '')}class C:\n    def put(self, a, b):\n        pass\n"
OLD = {"python": "self, a, b", "java": "int a, long b"}
NEW = {"python": "self, b, a", "java": "long b, int a"}


def limited(
    text: str, language: str = "python", *lines: int, place: int = 4, origin: EditOrigin = EditOrigin.TYPED
) -> float:
    """The probability of another order in one line, after that of the other ones."""
    before = text.split("\n")
    rows = list(before)
    edits = []
    for serial, line in enumerate(lines or (1,), 1):
        rows[line] = rows[line].replace(OLD[language], NEW[language]).replace("(a, b)", "(b, a)")
        edits.append(made(before[line], rows[line], line, serial=serial, origin=origin))
    situation = asked("\n".join(rows), *edits, language=language)
    new = rows[place].replace(OLD[language], NEW[language]).replace("(a, b)", "(b, a)")
    one = line_candidate(situation.snapshot, place, new)
    limit_reordered_parameters([one], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    return one.probability


@pytest.mark.parametrize(
    ("text", "language", "is_likely"),
    [
        pytest.param(PYTHON.format("", ""), "python", False, id="unrelated classes"),
        pytest.param(PYTHON.format("", "(A)"), "python", True, id="a class that inherits"),
        pytest.param(
            PYTHON.format("(P)", "(P)") + "class P:\n    pass\n", "python", True, id="classes of one base"
        ),
        pytest.param(JAVA.format("", ""), "java", False, id="unrelated classes of Java"),
        pytest.param(JAVA.format("", "extends A "), "java", True, id="a class of Java that inherits"),
        pytest.param(PYTHON.format("", "").replace("class B:", "if x:"), "python", True, id="a function"),
    ],
)
def test_a_method_of_an_unrelated_type_keeps_its_order(text: str, language: str, is_likely: bool) -> None:
    assert limited(text, language) == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


def test_two_methods_that_were_changed_make_others_possible() -> None:
    assert limited(THREE, "python", 1, 4, place=7) == 0.9
    assert limited(THREE, "python", 1, place=7) == OTHER_TYPE_PROBABILITY


def test_a_call_that_was_changed_says_nothing_about_the_methods() -> None:
    text = f"x.put(a, b)\n{PYTHON.format('', '')}"
    assert limited(text, "python", 0, place=5) == 0.9


def test_a_call_follows_a_method() -> None:
    text = f"{PYTHON.format('', '')}x.put(a, b)\n"
    assert limited(text, "python", 1, place=6) == 0.9


def test_a_text_that_is_not_known_says_nothing() -> None:
    snapshot = text_of(PYTHON.format("", ""))
    edit = made("    def put(self, a, b):", "    def put(self, b, a):", 1, uri="file:///project/gone.py")
    one = line_candidate(snapshot, 4, "    def put(self, b, a):")
    situation = asked("\n".join(snapshot.lines), edit)
    limit_reordered_parameters([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == 0.9
