"""Lines that become too long are wrapped as the formatter of the text wraps them; others stay as they are."""

import pytest

from nes_symbolic.builders import asked, made
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.layout.line_limit import LineLimit, find_line_limit
from understudy.nes.symbolic.layout.long_lines import wrapped_lines
from understudy.nes.text import apply_replacements

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
        ("rust", "let value = call(a, b);"),
        ("javascript", "run(a, () => b)"),
        ("javascript", "if (a && b)"),
        ("javascript", "const value = [a, b]"),
        ("javascript", "run(value)"),
    ],
)
def test_where_formatters_break_something_else_the_line_stays(language: str, line: str) -> None:
    assert wrapped_lines(line, language, LineLimit(88, True)) is None


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
