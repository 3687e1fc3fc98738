"""A name that is used where it stands does not become `_` with one that is not used."""

import pytest

from nes_symbolic.builders import line_candidate, text_of
from understudy.nes.symbolic.filters.types import limit_blanks_for_used_names
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY

LOOP = "def f(size, i=0):\n    for i in size:\n        {}\n    for i in size:\n        {}\n"
GO = "package a\nfunc f() {\n\tn, err := load()\n\tuse(n)\n\t_ = n\n}\n"
TYPESCRIPT = "function f(a: number, b: number) {\n  return a;\n}\n"
RUST = "fn f(a: u8, b: u8) -> u8 {\n    a\n}\n"


def limited(text: str, old: str, new: str, language: str = "python", probability: float = 0.9) -> float:
    snapshot = text_of(text, language=language)
    line = next(at for at, one in enumerate(snapshot.lines) if old in one)
    one = line_candidate(
        snapshot, line, snapshot.lines[line].replace(old, new), probability=probability, family="context"
    )
    limit_blanks_for_used_names([one])
    return one.probability


@pytest.mark.parametrize(
    ("text", "old", "new", "language", "is_likely"),
    [
        pytest.param("for i in a:\n    use(i)", "for i", "for _", "python", False, id="used in the loop"),
        pytest.param("for i in a:\n    use(1)", "for i", "for _", "python", True, id="not used in the loop"),
        pytest.param("for i in a:\n    use(i)", "for i", "for n", "python", True, id="another name"),
        pytest.param(
            "for i in a:\n    print(f'{i}')", "for i", "for _", "python", False, id="in a string with values"
        ),
        pytest.param("x = [i for i in a]", "for i", "for _", "python", False, id="used before it"),
        pytest.param("x = [1 for i in a]", "for i", "for _", "python", True, id="a comprehension"),
        pytest.param(LOOP.format("x()", "y(i)"), "for i", "for _", "python", True, id="used in a later loop"),
        pytest.param(LOOP.format("x(i)", "y()"), "for i", "for _", "python", False, id="used in this loop"),
        pytest.param("a = i", "= i", "= _", "python", True, id="a name that nothing defines"),
        pytest.param(GO, "n, err", "_, err", "go", False, id="Go, used"),
        pytest.param(GO, "n, err", "n, _", "go", True, id="Go, not used"),
        pytest.param(TYPESCRIPT, "a: n", "_a: n", "typescript", False, id="TypeScript, used"),
        pytest.param(TYPESCRIPT, "b: n", "_b: n", "typescript", True, id="TypeScript, not used"),
        pytest.param(RUST, "a: u8,", "_a: u8,", "rust", False, id="Rust, used"),
        pytest.param(RUST, "b: u8", "_b: u8", "rust", True, id="Rust, not used"),
        pytest.param(
            "class A:\n    def f(self):\n        self.a = 1\n        return self.a",
            "self.a = ",
            "self._a = ",
            "python",
            True,
            id="a field that becomes private",
        ),
        pytest.param("i i", "i i", "_ i", "plaintext", True, id="a language without bindings"),
    ],
)
def test_only_an_unused_name_becomes_blank(
    text: str, old: str, new: str, language: str, is_likely: bool
) -> None:
    assert limited(text, old, new, language) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(("chars", "is_likely"), [(0, False), (1, True)])
def test_how_long_a_line_may_be(chars: int, is_likely: bool) -> None:
    head = "for i in a:  #"
    head += "x" * (MAX_PATTERN_LINE_CHARS - len(head) + chars)
    found = limited(f"{head}\n    use(i)", "for i", "for _")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_what_is_improbable_already_stays_so() -> None:
    assert limited("for i in a:\n    use(i)", "for i", "for _", probability=0.1) == 0.1
