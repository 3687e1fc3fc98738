"""A changed expression is repeated whatever stands in its variable parts."""

import pytest

from nes_symbolic.builders import asked, changed_lines, generated, made
from understudy.nes.symbolic.limits import MAX_HOLE_CHARS, MAX_PATTERN_LINE_CHARS, MAX_TEMPLATES


def changed_to(place: str, *examples: tuple[str, str]) -> set[str]:
    """What the place below the changed lines may become."""
    text = "\n".join([*(new for _, new in examples), "", place])
    edits = [made(old, new, at, serial=at + 1) for at, (old, new) in enumerate(examples)]
    found = changed_lines(asked(text, *edits, cursor=(0, 0)), "template")
    return {new[0] for line, new in found if line == len(examples) + 1}


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        pytest.param('return errors.New("a")', 'return fmt.Errorf("a: %w", err)', '\terr = errors.New("no b")',
                     '\terr = fmt.Errorf("no b: %w", err)', id="the text of a string"),
        pytest.param("on(function (a) {", "on((a) => {", "then(function (b, c) {", "then((b, c) => {",
                     id="the parameters"),
        pytest.param("on(function (a) {", "on((a) => {", "then(function () {", "then(() => {",
                     id="no parameters"),
        pytest.param("for i := 0; i < n; i++ {", "for i := range n {", "  for i := 0; i < 50; i++ {",
                     "  for i := range 50 {", id="a name or a number"),
        pytest.param('a: List["Order"] = []', "a: List[Order] = []", 'b: List["Buyer"] = None',
                     "b: List[Buyer] = None", id="quotes"),
        pytest.param("a = Box<Io>", "a = Box<dyn Io>", "b: Box<Other>", "b: Box<dyn Other>",
                     id="an insertion behind a word"),
        pytest.param("swap(a, b)", "swap(b, a)", "x = swap(c, d)", "x = swap(d, c)", id="names change places"),
        pytest.param("if a.key != b.key:", "if Key(a) != Key(b):", "x = c.key", None,
                     id="both sides of a comparison"),
        pytest.param("a = url.origin.host, 1", "a = host(url.origin), 2", "b = load(x)", None, id="nothing alike"),
        pytest.param("on(function (a) {", "on((a) => {", "then(function (b) c(d) {", None,
                     id="a hole with an unpaired bracket"),
        pytest.param("LIMIT = 20", "LIMIT = 40", "return 20", None, id="a number without context"),
        pytest.param("load(x)", "fetch(x)", "y = load(z)", None, id="a replacement of tokens"),
    ],
)  # fmt: skip
def test_an_expression_is_changed_again(old: str, new: str, place: str, expected: str | None) -> None:
    found = changed_to(place, (old, new))
    assert (expected in found) if expected is not None else not found


def test_what_has_the_result_already_is_left_alone() -> None:
    assert changed_to("b: Box<dyn Other>", ("a = Box<Io>", "a = Box<dyn Io>")) == set()


def test_examples_with_other_fillings_support_one_template() -> None:
    examples = [('errors.New("a")', 'fmt.Errorf("a", err)'), ('errors.New("b")', 'fmt.Errorf("b", err)')]
    text = "\n".join([*(new for _, new in examples), 'errors.New("c")'])
    edits = [made(old, new, at, serial=at + 1) for at, (old, new) in enumerate(examples)]
    (found,) = generated(asked(text, *edits, cursor=(0, 0)), "template")
    assert found.features["support"] > 0


@pytest.mark.parametrize(("length", "found"), [(MAX_HOLE_CHARS, True), (MAX_HOLE_CHARS + 1, False)])
def test_a_hole_has_a_greatest_length(length: int, found: bool) -> None:
    example = ('errors.New("a")', 'fmt.Errorf("a", err)')
    assert bool(changed_to(f'errors.New("{"b" * length}")', example)) is found


def test_long_lines_are_not_changed() -> None:
    example = ('errors.New("a")', 'fmt.Errorf("a", err)')
    place = 'errors.New("b")'
    padding = " " * (MAX_PATTERN_LINE_CHARS - len(place))
    assert changed_to(padding + place, example)
    assert not changed_to(" " + padding + place, example)


def test_the_newest_templates_are_searched() -> None:
    examples = [(f'old{number}.New("a")', f'new{number}.Get("a", 1)') for number in range(MAX_TEMPLATES + 1)]
    assert changed_to('old5.New("b")', *examples[:6]) == {'new5.Get("b", 1)'}
