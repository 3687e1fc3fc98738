"""A changed expression is repeated whatever stands in its variable parts."""

import pytest

from nes_symbolic.builders import asked, changed_lines, generated, made
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.feature_names import FeatureName
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.limits import (
    MAX_CHANGES_PER_LINE,
    MAX_HOLE_CHARS,
    MAX_PATTERN_LINE_CHARS,
    MAX_PLACES_FOUND,
    MAX_TEMPLATES,
)


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
        pytest.param('x: "aa,bb"', 'x: ["aa", "bb"]', 'x: "cc,dd"', 'x: ["cc", "dd"]', id="two elements"),
        pytest.param("x: <aa, bb>", "x: [aa, bb]", "x: <f(cc, dd), ee>", "x: [f(cc, dd), ee]",
                     id="a call with two"),
        pytest.param("LIMIT = 20", "LIMIT = 40", "return 20", None, id="a number without context"),
        pytest.param("load(x)", "fetch(x)", "y = load(z)", None, id="a replacement of tokens"),
    ],
)  # fmt: skip
def test_an_expression_is_changed_again(old: str, new: str, place: str, expected: str | None) -> None:
    found = changed_to(place, (old, new))
    assert (expected in found) if expected is not None else not found


@pytest.mark.parametrize("place", ["cc,dd,ee", "cc,dd,ee,ff"])
def test_a_hole_is_one_element_of_a_list(place: str) -> None:
    found = changed_to(f'x: "{place}"', ('x: "aa,bb"', 'x: ["aa", "bb"]'))
    assert not any(line.endswith('"]') for line in found)


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


def matched(place: str, *examples: tuple[str, str]) -> list[UnscoredCandidate]:
    """The candidates for the place below the changed lines."""
    text = "\n".join([*(new for _, new in examples), "", place])
    edits = [made(old, new, at, serial=at + 1) for at, (old, new) in enumerate(examples)]
    found = generated(asked(text, *edits, cursor=(0, 0)), "template")
    return [one for one in found if one.line == len(examples) + 1]


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        pytest.param(
            "load(1, 2)",
            "load!(1, 7)",
            "  load(1, 2))",
            {
                "(…, 2) → !(…, 7)": "  load!(1, 7))",
                "load → load!": "  load!(1, 2))",
                "load( → load!(": "  load!(1, 2))",
                "load(…, 2 → load!(…, 7": "  load!(1, 7))",
            },
            id="two changes in a call",
        ),
        pytest.param(
            "  if (ab) {",
            "    if (ab)) {",
            "  if (ab) {",
            {"…(…) { → …(…)) {": "    if (ab)) {", "…(…) → …(…))": "    if (ab)) {"},
            id="a bracket more",
        ),
        pytest.param(
            "f(a, 12)",
            "f(gh, 12)*",
            "f(a, 12)",
            {"a, …) → gh, …)*": "f(gh, 12)*", "f(a, …) → f(gh, …)*": "f(gh, 12)*"},
            id="a short argument and the end",
        ),
        pytest.param(
            "say('ab', cd)",
            "say;('ab', cd)()",
            "x(s)('ab', it's) + 1",
            {"('ab → ;('ab": "x(s);('ab', it's) + 1"},
            id="quotes that are kept",
        ),
        pytest.param(
            "f(a) + g(b)",
            "f(dyn) + b(g)",
            "f(a) + g(b) + 1",
            {
                "(a) + …(…) → (dyn) + …(…)": "f(dyn) + b(g) + 1",
                "+ …(…) → + …(…)": "f(a) + b(g) + 1",
                "a) + …(… → a) + …(…": "f(a) + b(g) + 1",
                "a) + …(…) → dyn) + …(…)": "f(dyn) + b(g) + 1",
                "f(a) + …(… → f(dyn) + …(…": "f(dyn) + b(g) + 1",
            },
            id="the sides of a sum",
        ),
        pytest.param(
            "swap(a, b)",
            "swap()(a&, b)[0]",
            "z = swap(f(x), b) + 1",
            {
                "swap(…, …) → swap()(…&, …)[0]": "z = swap()(f(x)&, b)[0] + 1",
                "swap(…, → swap()(…&,": "z = swap()(f(x)&, b) + 1",
            },
            id="a call in a hole",
        ),
        pytest.param(
            "load(one)(two)",
            "get!(one)!(two)",
            "load(other)(two)",
            {"load(…)( → get!(…)!(": "get!(other)!(two)"},
            id="brackets around a hole",
        ),
        pytest.param(
            "x = ab.cd(1)",
            " =ab.cd(1)",
            "x = ab.cd(p))",
            {"ab → ab": "x =ab.cd(p))", "x = ab → = ab": " = ab.cd(p))", "x = ab → =ab": " =ab.cd(p))"},
            id="the beginning of a line",
        ),
        pytest.param(
            "ab(1, 2)",
            "x(1, 2)ab.",
            "ab(1, 2); ab(1, 2)",
            {"…(…) → x(…)….": "x(1, 2)ab.; x(1, 2)ab."},
            id="twice in a line",
        ),
        pytest.param(
            "  if (ab) {",
            "await   if   (ab) {",
            're  if ("s") {',
            {"… ( → await   …   (": 'reawait   if   ("s") {'},
            id="other space",
        ),
        pytest.param(
            "a = Box<Io>",
            "Io = Box<&a>",
            '  a = "s"<Io> + 1',
            {"… = …<… → … = …<&…": '  Io = "s"<&a> + 1'},
            id="names that change places around a hole",
        ),
        pytest.param(
            'x = "ab" + cd',
            'x ()= "ab" + ',
            'rex = "ab" + cd',
            {'= "ab → ()= "ab': 'rex ()= "ab" + cd'},
            id="the end of another word",
        ),
        pytest.param(
            "a.b(c, d, e)", 'a.b(c;, d", e)', 'z = "s".b(c;, d", e))', {}, id="a hole with half a string"
        ),
        pytest.param(
            "f(a) + g(b)", "b(a) + g(f)", "  f(p, q) + g(b))", {}, id="a name that moved into another call"
        ),
        pytest.param(
            "say('ab', cd)",
            "say('ab'), cd + cd)",
            "ret(say('ab', cd))",
            {
                ", cd → ), cd": "ret(say('ab'), cd))",
                ", cd → ), cd + cd": "ret(say('ab'), cd + cd))",
                "ab' → ab')": "ret(say('ab'), cd))",
                "ab', cd → ab'), cd + cd": "ret(say('ab'), cd + cd))",
                "ab', cd → ab', cd + cd": "ret(say('ab', cd + cd))",
                "ab', → ab'),": "ret(say('ab'), cd))",
                "ab', → ab'), cd +": "ret(say('ab'), cd + cd))",
                "ab', → ab', cd +": "ret(say('ab', cd + cd))",
                "cd → cd + cd": "ret(say('ab', cd + cd))",
            },
            id="a bracket and an operand",
        ),
        pytest.param("ab cd", "ab   cd", "ret(ab 12", {}, id="only space"),
        pytest.param("ab cd", 'ab "cd', 'ab "cd + 1', {}, id="has it already"),
        pytest.param(
            "return ab[1]",
            "ab dyn[1]",
            "return ab[1]",
            {"return … → … dyn": "ab dyn[1]"},
            id="a name that moved to the front",
        ),
        pytest.param(
            "a.b(c, d, e)",
            "a.bghc, d, eKey + cd",
            "ret(a.b(c, 12, e)",
            {
                ".b(c, …, e) → .bghc, …, eKey + cd": "ret(a.bghc, 12, eKey + cd",
                "a.b(c, …, e) → a.bghc, …, eKey + cd": "ret(a.bghc, 12, eKey + cd",
                "b(c, …, e) → bghc, …, eKey + cd": "ret(a.bghc, 12, eKey + cd",
            },
            id="two holes in a row of arguments",
        ),
        pytest.param(
            'a: List["Order"] = []',
            'adyn List["Order""] = []',
            'z = a: p, q["p"] = [])',
            {
                'a: …["…" → adyn …["…""': 'z = adyn p, q["p""] = [])',
                'a: …["…"] = → adyn …["…""] =': 'z = adyn p, q["p""] = [])',
            },
            id="a quote more",
        ),
        pytest.param("x(a)", "x(a);", "y = x(b)", {}, id="behind a word of one letter"),
        pytest.param(
            "load(a)!",
            "get(a)?",
            'load("it\'s")!',
            {"load(…)! → get(…)?": 'get("it\'s")?'},
            id="an apostrophe in a string",
        ),
        pytest.param("load(a)!", "get(a)?", "load(it's)!", {}, id="an apostrophe alone"),
        pytest.param("load(a)!", "get(a)?", "load(''')!", {}, id="three apostrophes"),
        pytest.param("load(a)!", "get(a)?", "load()b()!", {}, id="brackets in a wrong order"),
        pytest.param("ab, cd", "ab; cd", "p, cd", {", cd → ; cd": "p; cd"}, id="a comma alone"),
        pytest.param("ab", "(ab", "ab", {"ab → (ab": "(ab"}, id="at the start of the text"),
        pytest.param(
            'load("a", "b", "c")!',
            'get("a", "b", "c")?',
            'load("p", "q", "r")!',
            {'load("…")! → get("…")?': 'get("p", "q", "r")?'},
            id="strings in a hole",
        ),
        pytest.param("load(a)!", "get(a)?", "load(b)c)!", {}, id="a bracket that is not opened"),
        pytest.param("load(a)!", "get(a)?", "load((b)!", {}, id="a bracket that is not closed"),
        pytest.param(
            "load(a)!",
            "get(a)?",
            "load([b](c))!",
            {"load(…)! → get(…)?": "get([b](c))?"},
            id="brackets in a hole",
        ),
        pytest.param("load(a)!", "get(a)?", "reload(b)!", {}, id="the end of a longer name"),
        pytest.param("load(a)!", "get(a)?", "loads(b)!", {}, id="the start of a longer name"),
    ],
)
def test_the_expressions_that_a_change_is_repeated_for(
    old: str, new: str, place: str, expected: dict[str, str]
) -> None:
    found = matched(place, (old, new))
    assert {one.pattern: one.new[0] for one in found} == expected
    assert all(one.line_count == 1 for one in found)


CALL = ("load(a)!", "get(a)?")
BOX = ("a = Box<Io>", "a = Box<dyn Io>")


@pytest.mark.parametrize(
    ("examples", "place", "name", "value"),
    [
        pytest.param([CALL], "load(b)!", "times", log_scaled(0), id="one match"),
        pytest.param([CALL], "load(b)! load(c)!", "times", log_scaled(1), id="two matches"),
        pytest.param([CALL], "  load(a)!", "same_line", 1.0, id="the same line"),
        pytest.param([CALL], "load(b)!", "same_line", 0.0, id="another line"),
        pytest.param(
            [CALL, ("load(c)!", "get(c)?")], "load(a)!", "same_line", 1.0, id="the line of one of two"
        ),
        pytest.param([CALL], "load(a)!", "alike", 1.0, id="an equal line"),
        pytest.param(
            [CALL, ("x = load(c)! + 1", "x = get(c)? + 1")],
            "load(a)!",
            "alike",
            1.0,
            id="equal to one of two",
        ),
        pytest.param([("load(a)!", "get(a?")], "load(b)!", "unbalanced", 1.0, id="a bracket is lost"),
        pytest.param([("load(a)!", "get(a?")], "x(load(b)!", "unbalanced", 0.0, id="was unbalanced before"),
        pytest.param([CALL], "load(b)!", "unbalanced", 0.0, id="balanced"),
        pytest.param(
            [("aa.bb.cc.dd.ee(x, y, z)!", "q(x, y, z)?")], "aa.bb.cc.dd.ee(k)!", "words", 4.0, id="five words"
        ),
        pytest.param([("aa.bb.cc(x)!", "q(x)?")], "aa.bb.cc(y)!", "words", 3.0, id="three words"),
        pytest.param([CALL], "load(b)!", "rivals", log_scaled(0), id="one result"),
        pytest.param([CALL, ("load(c)!", "take(c)?")], "load(b)!", "rivals", log_scaled(1), id="two results"),
        pytest.param([CALL], "load(b)!", "alone", 0.0, id="two changes in one line"),
        pytest.param([BOX], "b: Box<Other>", "alone", 1.0, id="the only change of the edit"),
        pytest.param(
            [BOX, ("c = Box<Rw>, 1", "c = Box<dyn Rw>, 2")],
            "b: Box<Other>",
            "alone",
            1.0,
            id="the only change of one",
        ),
        pytest.param([CALL], "load(b)!", "holes", 1.0, id="one hole"),
        pytest.param([CALL], "load(b)!", "novel", log_scaled(1), id="a new word"),
    ],
)
def test_features_of_a_repeated_expression(
    examples: list[tuple[str, str]], place: str, name: FeatureName, value: float
) -> None:
    assert {one.features[name] for one in matched(place, *examples)} == {value}


def test_a_line_that_was_written_before_the_newest_example_is_a_place() -> None:
    edits = [
        made("load(a)!", "get(a)?", 0, serial=1),
        made("x", "load(c)!", 2, serial=2),
        made("load(b)!", "get(b)?", 1, serial=3),
    ]
    text = "get(a)?\nget(b)?\nload(c)!"
    assert [one.line for one in generated(asked(text, *edits), "template")] == [2]
    assert generated(asked(text, *edits[:2]), "template") == []


@pytest.mark.parametrize(("count", "found"), [(MAX_PLACES_FOUND - 1, True), (MAX_PLACES_FOUND, False)])
def test_an_expression_that_is_everywhere_is_not_changed(count: int, found: bool) -> None:
    text = "\n".join(["get(a)?", *["load(b)!"] * count])
    assert bool(generated(asked(text, made(*CALL)), "template")) is found


def test_the_rarest_part_of_an_expression_is_searched_for() -> None:
    text = "\n".join(["get(a)?", *["load(b)"] * MAX_PLACES_FOUND, "load(c)!"])
    assert [one.new for one in generated(asked(text, made(*CALL)), "template")] == [("get(c)?",)]


@pytest.mark.parametrize(
    ("changes", "found"), [(MAX_CHANGES_PER_LINE, True), (MAX_CHANGES_PER_LINE + 1, False)]
)
def test_a_line_with_many_changes_was_rewritten(changes: int, found: bool) -> None:
    old = "load(" + "a - b " * changes
    place = "load(" + "a - b " * changes
    assert bool(matched(place, (old, old.replace("-", "+")))) is found


@pytest.mark.parametrize("is_old", [True, False], ids=["old", "new"])
@pytest.mark.parametrize(
    ("chars", "found"), [(MAX_PATTERN_LINE_CHARS, True), (MAX_PATTERN_LINE_CHARS + 1, False)]
)
def test_nothing_is_learned_from_long_lines(is_old: bool, chars: int, found: bool) -> None:
    old, new = CALL if is_old else CALL[::-1]
    padding = " " * (chars - max(len(old), len(new)))
    assert bool(matched(old, (old + padding, new + padding))) is found
