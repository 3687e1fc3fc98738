"""Lines that become too long are wrapped as the formatter of the text wraps them; others stay as they are."""

import msgspec
import pytest

from nes_symbolic.builders import HERE, OTHER, asked, made
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.layout.line_limit import MAX_WRAPPED_LINES, LineLimit, find_line_limit
from understudy.nes.symbolic.layout.long_lines import LineWrapper, wrapped_lines
from understudy.nes.text import Point, Replacement, Span, apply_replacements

BLACK, RUSTFMT, PRETTIER = LineLimit(88, True), LineLimit(100, True), LineLimit(80, False)

FORMATTED = [
    "def describe(value):",
    "    measured = measure_everything(value, unit='metre', precision=3, rounding='up')  #",
    "    first = combine_all_measured_values(",
    "        measured_values_of_today, measured_values_of_yesterday, measured_value",
    "    )",
    "    second = combine_all_measured_values(",
    "        measured_values_of_last_week, measured_values_of_last_year, other_one",
    "    )",
    "    return first + second",
]


def test_a_text_whose_broken_brackets_would_not_fit_has_a_limit() -> None:
    assert find_line_limit(FORMATTED, is_comma_kept=True) == (88, False)


@pytest.mark.parametrize(
    ("inner", "is_counted"),
    [("a", True), ("a  # why", False), ("a  // why", False), ("g(", False), ("{", False), ("[", False)],
)
def test_brackets_that_no_formatter_joins_prove_nothing(inner: str, is_counted: bool) -> None:
    found = find_line_limit([*FORMATTED, "x = f(", f"    {inner}", ")"], is_comma_kept=True)
    assert found == (None if is_counted else (88, False))


@pytest.mark.parametrize(
    ("lines", "is_counted"),
    [
        pytest.param(["x = f(", "    a", ")"], True, id="a call"),
        pytest.param(["x = (", "    a", ")"], False, id="brackets without a name"),
        pytest.param(["# f(", "    a", ")"], False, id="a comment"),
        pytest.param(["x = f(", "    a", "    )"], False, id="closed at another indentation"),
        pytest.param(["x = f(", "a", ")"], True, id="not indented"),
        pytest.param(["x = f(", ")"], False, id="nothing inside"),
        pytest.param(["x = f(", "    a,  # why", "    b", ")"], False, id="a comment in one of the lines"),
        pytest.param(["x = f(", "    a,", "    b", ")"], True, id="no comma behind the last line"),
        pytest.param(["x = f(", "", "    a", ")"], False, id="a blank line inside"),
        pytest.param(["x = f(", *["    a"] * MAX_WRAPPED_LINES, ")"], True, id="as many lines as possible"),
        pytest.param(["x = f(", *["    a"] * (MAX_WRAPPED_LINES + 1), ")"], False, id="too many lines"),
        pytest.param(["x = f(" + "a" * 120 + ") // b"], False, id="a long line with a comment"),
        pytest.param(["x = f(" + "a" * 120 + ")"], True, id="a long line"),
    ],
)
def test_what_shows_that_a_text_has_another_limit(lines: list[str], is_counted: bool) -> None:
    found = find_line_limit([*FORMATTED, *lines, ""], is_comma_kept=True)
    assert found == (None if is_counted else (88, False))


def test_most_lists_of_the_text_decide_about_the_last_comma() -> None:
    comma = ["total = add(", "    first,", "    second,", ")"]
    long = ["total = add(", "    " + "a" * 50 + ",", "    " + "b" * 50, ")"]
    for added, has_commas in (([*comma, *long], False), ([*comma, *comma, *long], True)):
        assert find_line_limit([*FORMATTED, *added], is_comma_kept=True) == (88, has_commas)


def test_a_text_with_a_longer_line_has_another_limit_or_none() -> None:
    longer = [*FORMATTED, "value = call(" + "a" * 80 + ")"]
    assert find_line_limit(longer, is_comma_kept=True) == (100, False)
    longest = [*FORMATTED, "value = call(" + "a" * 120 + ")"]
    assert find_line_limit(longest, is_comma_kept=True) is None


def test_long_comments_and_strings_do_not_count_since_no_formatter_breaks_them() -> None:
    long = [*FORMATTED, "# (" + "a" * 120 + ")", "print('" + "a" * 120 + "')"]
    assert find_line_limit(long, is_comma_kept=True) == (88, False)


def test_brackets_that_a_person_broke_early_mean_no_limit() -> None:
    by_hand = [*FORMATTED, "total = sum(", "    values", ")"]
    assert find_line_limit(by_hand, is_comma_kept=True) is None


def test_brackets_kept_open_by_a_comma_prove_nothing() -> None:
    kept = [*FORMATTED, "total = add(", "    first,", "    second,", ")"]
    assert find_line_limit(kept, is_comma_kept=True) == (88, True)
    assert find_line_limit(kept, is_comma_kept=False) is None


def test_space_behind_an_opening_bracket_and_long_lines_before_it_change_nothing() -> None:
    spaced = [line + "  " if line.endswith("(") else line for line in FORMATTED]
    assert find_line_limit(spaced, is_comma_kept=True) == (88, False)
    assert find_line_limit(["x = 1  # " + "y" * 120, *FORMATTED], is_comma_kept=True) == (88, False)


def text_with_lengths(longest: int, shortest_broken: int) -> list[str]:
    """The longest line that could be broken and the shortest pair of brackets that is broken have these lengths."""
    broken = ["call(", "    " + "a" * (shortest_broken - len("call()")), ")"]
    return ["call(" + "a" * (longest - len("call()")) + ")", *broken, *broken]


@pytest.mark.parametrize("limit", [79, 80, 88, 90, 99, 100, 110, 119, 120])
def test_the_limit_is_between_the_longest_line_and_the_shortest_that_was_broken(limit: int) -> None:
    assert find_line_limit(text_with_lengths(limit, limit + 1), is_comma_kept=True) == (limit, False)


def test_other_lengths_are_no_limit() -> None:
    lengths = [n for n in range(70, 130) if find_line_limit(text_with_lengths(n, n + 1), is_comma_kept=True)]
    assert lengths == [79, 80, 88, 90, 99, 100, 110, 119, 120]


@pytest.mark.parametrize(
    ("longest", "shortest_broken", "limit"), [(70, 130, 88), (89, 130, 100), (70, 88, 80), (101, 130, 120)]
)
def test_of_several_possible_limits_the_most_common_is_assumed(
    longest: int, shortest_broken: int, limit: int
) -> None:
    assert find_line_limit(text_with_lengths(longest, shortest_broken), is_comma_kept=True) == (limit, False)


def test_one_broken_pair_of_brackets_is_too_few() -> None:
    assert find_line_limit(FORMATTED[:5], is_comma_kept=True) is None


@pytest.mark.parametrize(
    ("language", "limit", "line", "expected"),
    [
        pytest.param(
            "python",
            BLACK,
            "        self.ranges.append(HighlightedRange(style, start_of_range, end_of_range, style_before))",
            [
                "        self.ranges.append(",
                "            HighlightedRange(style, start_of_range, end_of_range, style_before)",
                "        )",
            ],
            id="the last brackets of a statement",
        ),
        pytest.param(
            "python",
            BLACK,
            '            if cause is not None and not getattr(exception_value, "__suppressed__", False):',
            [
                "            if cause is not None and not getattr(",
                '                exception_value, "__suppressed__", False',
                "            ):",
            ],
            id="the last brackets of a condition",
        ),
        pytest.param(
            "python",
            BLACK,
            "def test_middleware_can_be_disabled_with_an_empty_tuple(the_server: Server) -> Optional[int]:",
            [
                "def test_middleware_can_be_disabled_with_an_empty_tuple(",
                "    the_server: Server,",
                ") -> Optional[int]:",
            ],
            id="the parameters of a definition, with a comma after a single one",
        ),
        pytest.param(
            "python",
            BLACK,
            "value = combine(" + ", ".join(f"measured_values_of_{name}" for name in "abcde") + ")",
            ["value = combine(", *(f"    measured_values_of_{name}," for name in "abcde"), ")"],
            id="one element a line where they do not fit on one",
        ),
        pytest.param(
            "rust",
            RUSTFMT,
            "fn color_scheme(when: DetectScheme, map: HashMap<K, V>, detector: &dyn Detector) -> Option<Schemes> {",
            [
                "fn color_scheme(",
                "    when: DetectScheme,",
                "    map: HashMap<K, V>,",
                "    detector: &dyn Detector,",
                ") -> Option<Schemes> {",
            ],
            id="the parameters of a function in Rust",
        ),
        pytest.param(
            "javascript",
            PRETTIER,
            "  return (currentContext.describe || currentContext.suite).only.apply(this, args);",
            [
                "  return (currentContext.describe || currentContext.suite).only.apply(",
                "    this,",
                "    args",
                "  );",
            ],
            id="the arguments of a call in JavaScript, with the commas of the text",
        ),
    ],
)
def test_a_line_is_wrapped_as_the_formatter_does(
    language: str, limit: LineLimit, line: str, expected: list[str]
) -> None:
    assert len(line) > limit.length
    assert wrapped_lines(line, language, limit) == tuple(expected)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "total = first(a) and second(b) and third(c)"),
        ("python", "query = session.query(a).filter(b)"),
        ("python", "value = call(a) + 1"),
        ("python", "value = call(a"),
        ("python", "value = call()"),
        ("python", "value = call(" + "a" * 100 + ")"),
        ("python", "value = 'no brackets'"),
        ("python", "    'an argument', (another,)"),
        ("rust", "let value = call(a, b);"),
        ("javascript", "run(a, () => b)"),
        ("javascript", "if (a && b)"),
        ("javascript", "const value = [a, b]"),
        ("javascript", "run(value)"),
    ],
)
def test_where_formatters_break_something_else_the_line_stays(language: str, line: str) -> None:
    assert wrapped_lines(line, language, LineLimit(88, True)) is None


@pytest.mark.parametrize(
    ("language", "length", "line", "expected"),
    [
        pytest.param("python", 10, "xx = f(aa, bb)", "xx = f(|    aa, bb|)", id="as long as possible"),
        pytest.param("python", 9, "xx = f(aa, bb)", "xx = f(|    aa,|    bb,|)", id="one element a line"),
        pytest.param("python", 8, "xx = f(aa,bb)", "xx = f(|    aa,|    bb,|)", id="without space"),
        pytest.param(
            "python", 9, "xx = f(aaaa, bb)", "xx = f(|    aaaa,|    bb,|)", id="an element that fits"
        ),
        pytest.param(
            "python", 9, "xx = f(aaaaa, bb)", None, id="an element that fits without its comma only"
        ),
        pytest.param("python", 9, "xx = f(aa, bbbbb)", None, id="the last element does not fit"),
        pytest.param("python", 9, "abcdefgh(a, b)", "abcdefgh(|    a, b|)", id="the head fits"),
        pytest.param("python", 8, "abcdefgh(a, b)", None, id="the head does not fit"),
        pytest.param(
            "python", 13, "def f(a, b) -> ccccccc:", "def f(|    a, b|) -> ccccccc:", id="the tail fits"
        ),
        pytest.param("python", 12, "def f(a, b) -> ccccccc:", None, id="the tail does not fit"),
        pytest.param("python", 10, "def f(aaaa):", "def f(|    aaaa,|):", id="one parameter has a comma"),
        pytest.param("python", 10, "ff(aaaa)", "ff(|    aaaa|)", id="one argument has none"),
        pytest.param(
            "python", 14, "xx = f(a) + g(b, c)", "xx = f(a) + g(|    b, c|)", id="the last of two calls"
        ),
        pytest.param(
            "python", 20, "xx = (a).filter(b, c)", "xx = (a).filter(|    b, c|)", id="a call of an expression"
        ),
        pytest.param("python", 14, "aa, bb = f(cc)", "aa, bb = f(|    cc|)", id="several names"),
        pytest.param("python", 14, "return aa, f(b)", "return aa, f(|    b|)", id="several results"),
        pytest.param("python", 20, "xx = f(a)(bb, cc)", None, id="a call of a call"),
        pytest.param("python", 20, "xx = f(a, b);", None, id="more behind the call"),
        pytest.param("python", 20, "\tf(a, b)", "\tf(|\t\ta, b|\t)", id="tabs"),
        pytest.param("javascript", 20, "ff(aa, bb)", "ff(|  aa,|  bb,|)", id="a call in JavaScript"),
        pytest.param(
            "javascript", 20, "f_(aa, bb);", "f_(|  aa,|  bb,|);", id="a name that ends with an underscore"
        ),
        pytest.param("javascript", 20, "while (aa, bb)", None, id="no call"),
        pytest.param("javascript", 20, "ff(aa, bb)x", None, id="more behind the call in JavaScript"),
        pytest.param("javascript", 20, "ff(aa, bb).x;", None, id="a member of the result"),
        pytest.param(
            "javascript",
            20,
            "f(a); ff(aa, bb)",
            "f(a); ff(|  aa,|  bb,|)",
            id="the last of two calls in JavaScript",
        ),
        pytest.param(
            "rust", 20, "fn f(a: A, b: B) {", "fn f(|    a: A,|    b: B,|) {", id="a function in Rust"
        ),
        pytest.param("rust", 20, "fn f(a: A, b: B);", None, id="a function in Rust without a body"),
        pytest.param("rust", 20, "if f(a, b) {", None, id="a condition in Rust"),
    ],
)
def test_where_a_line_is_broken(language: str, length: int, line: str, expected: str | None) -> None:
    found = wrapped_lines(line, language, LineLimit(length, True))
    assert found == (tuple(expected.split("|")) if expected is not None else None)


def test_the_commas_of_the_text_count_in_scripts_only() -> None:
    assert wrapped_lines("ff(aa, bb)", "javascript", LineLimit(9, False)) == ("ff(", "  aa,", "  bb", ")")
    assert wrapped_lines("ff(aa, bb)", "python", LineLimit(9, False)) == ("ff(", "    aa,", "    bb,", ")")


def wrapped(old: str, new: str, *, line: int = 9, text: str | None = None, **fields: object) -> bool:
    """Whether a candidate that replaces a line below a formatted text is wrapped; its limit is 88."""
    lines = [*FORMATTED, old]
    edit = Replacement(Span(Point(line, 0), Point(line, len(old))), new if text is None else text)
    one = Candidate(kind="edit", uri=HERE, probability=0.9, family="replace", edits=(edit,))
    one = msgspec.structs.replace(one, **fields)
    return LineWrapper(asked("\n".join(lines))).wrap(one) is not one


def call(length: int) -> str:
    return "    call(first, " + "a" * (length - len("    call(first, )")) + ")"


@pytest.mark.parametrize(
    ("old", "new", "more", "expected"),
    [
        pytest.param(call(70), call(89), {}, True, id="too long"),
        pytest.param(call(70), call(88), {}, False, id="as long as the limit"),
        pytest.param(call(88), call(89), {}, True, id="was as long as the limit"),
        pytest.param(call(89), call(90), {}, False, id="was too long before"),
        pytest.param(call(70), call(89), {"line": 10}, False, id="behind the last line"),
        pytest.param(call(70), call(89), {"uri": OTHER}, False, id="a text that is not there"),
        pytest.param(call(70), call(89), {"kind": "jump", "edits": ()}, False, id="a jump"),
        pytest.param(call(70), f"{call(89)}\n{call(89)}", {}, False, id="two lines"),
        pytest.param(call(70), "    " + "a" * 89, {}, False, id="nothing to break"),
    ],
)
def test_which_candidates_are_wrapped(old: str, new: str, more: dict[str, object], expected: bool) -> None:
    assert wrapped(old, new, **more) is expected  # type: ignore[arg-type]


def test_candidates_of_several_lines_or_places_are_not_wrapped() -> None:
    place = Replacement(Span(Point(9, 9), Point(9, 9)), "a" * 40 + ", ")
    other = Replacement(Span(Point(8, 0), Point(8, 0)), "x")
    lines = Replacement(Span(Point(6, 9), Point(9, 9)), "call(" + "a" * 90 + ", b)")
    assert wrapped(call(70), "", edits=(place,))
    assert not wrapped(call(70), "", edits=(place, other))
    assert not wrapped(call(70), "", edits=(lines,))


def test_a_text_in_another_language_is_not_wrapped() -> None:
    lines = [*FORMATTED, call(70)]
    edit = Replacement(Span(Point(9, 0), Point(9, 70)), call(89))
    one = Candidate(kind="edit", uri=HERE, probability=0.9, family="replace", edits=(edit,))
    for language, is_wrapped in (("python", True), ("go", False)):
        wrapper = LineWrapper(asked("\n".join(lines), language=language))
        assert (wrapper.wrap(one) is not one) is is_wrapped


def test_brackets_and_commas_in_strings_do_not_count() -> None:
    found = wrapped_lines('value = call("a, (b", other)', "javascript", PRETTIER)
    assert found == ("value = call(", '  "a, (b",', "  other", ")")


def test_a_repeated_change_that_makes_a_line_too_long_is_suggested_wrapped() -> None:
    before = [
        *FORMATTED,
        "    combined = average_of_all_values(first_value, second_value)",
        "",
        "    compared = average_of_all_values(other_measured_value, another_measured_value)",
    ]
    after = [
        line.replace("average_of_all_values(first", "weighted_average_of_all_values(first") for line in before
    ]
    typed = made(before[9], after[9], 9, revision=1)
    shown = SymbolicEngine().propose(asked("\n".join(after), typed, cursor=(9, 10))).candidates[0]
    assert apply_replacements(shown.edits, after)[11:] == [
        "    compared = weighted_average_of_all_values(",
        "        other_measured_value, another_measured_value",
        "    )",
    ]
