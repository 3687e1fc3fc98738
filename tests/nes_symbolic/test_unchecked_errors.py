"""An error that a changed call of Go assigns gets its check, in the way of the function around it."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.errors.unchecked_errors import PROBABILITY, _Features
from understudy.nes.text import EditOrigin

LOAD = ("\tcfg := load(path)", "\tcfg, err := load(path)")


def _ask(text: str, *edit: str, origin: EditOrigin = EditOrigin.ACCEPTED, cursor: int = 0) -> list[str]:
    harness = RuleHarness(a__go=text)
    harness.edit("a.go", *(edit or LOAD), origin)
    found = [one for one in harness.ask("a.go", cursor) if one.family == "error-check"]
    return [one.edits[0].text if one.edits else f"jump to {one.position}" for one in found]


def _function(header: str, *body: str) -> str:
    return "\n".join(("package a", "", f"func run{header} {{", *(f"\t{one}" for one in body), "}", ""))


def _check(statement: str) -> list[str]:
    return [f"\n\tif err != nil {{\n\t\t{statement}\n\t}}"]


@pytest.mark.parametrize("origin", [EditOrigin.ACCEPTED, EditOrigin.TYPED])
@pytest.mark.parametrize(
    ("results", "statement"),
    [
        ("error", "return err"),
        ("(int, error)", "return 0, err"),
        ("(string, bool, error)", 'return "", false, err'),
        ("(*Config, error)", "return nil, err"),
        ("([]byte, map[string]int, error)", "return nil, nil, err"),
    ],
)
def test_the_results_of_the_function_say_what_is_returned(
    results: str, statement: str, origin: EditOrigin
) -> None:
    text = _function(f"() {results}", "cfg := load(path)", "return use(cfg)")
    assert _ask(text, origin=origin) == _ask(text, origin=origin, cursor=3) == _check(statement)


@pytest.mark.parametrize(
    "results", ["(Config, error)", "(n int, err error)", "(func(int, *int), error)", "int", ""]
)
def test_a_result_that_is_not_known_makes_it_a_jump(results: str) -> None:
    text = _function(f"() {results}", "cfg := load(path)", "use(cfg)")
    assert _ask(text) == ["jump to Point(line=3, column=23)"]
    assert _ask(text, cursor=3) == []


@pytest.mark.parametrize(
    ("results", "check", "expected"),
    [
        ("", "log.Fatal(err)", _check("log.Fatal(err)")),
        ("bool", "return false", _check("return false")),
        ("(Config, error)", "return Config{}, err", _check("return Config{}, err")),
        ("error", "return errors.Join(err, done())", _check("return errors.Join(err, done())")),
        ("error", 'return fmt.Errorf("stat: %w", err)', ["jump to Point(line=7, column=23)"]),
        ("error", "return nil", ["jump to Point(line=7, column=23)"]),
        ("error", "log.Print(err)\n\t\treturn err", ["jump to Point(line=8, column=23)"]),
    ],
)
def test_the_other_checks_of_the_function_say_what_is_done(
    results: str, check: str, expected: list[str]
) -> None:
    text = _function(
        f"() {results}", "info, err := stat(path)", "if err != nil {", f"\t{check}", "}", "cfg := load(path)"
    )
    assert _ask(text) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('load("cfg")', _check('return fmt.Errorf("cfg: %w", err)')),
        ('read("cfg")', ["jump to Point(line=6, column=24)"]),
    ],
    ids=["of the same function", "of another function"],
)
def test_one_check_with_a_message_is_enough_for_a_call(call: str, expected: list[str]) -> None:
    check = ('old, err := load("old")', "if err != nil {", '\treturn fmt.Errorf("old: %w", err)', "}")
    text = _function("() error", *check, f"cfg := {call}", "return use(cfg)").replace("\n\n", "\n", 1)
    assert _ask(text, f"\tcfg := {call}", f"\tcfg, err := {call}") == expected


def test_the_name_of_another_error_is_replaced() -> None:
    text = _function(
        "() (Config, error)",
        "info, statErr := stat(path)",
        "if statErr != nil {",
        "\treturn Config{}, statErr",
        "}",
        "cfg := load(path)",
    )
    assert _ask(text) == _check("return Config{}, err")


def test_a_check_in_one_line_is_like_one_in_several() -> None:
    check = ("info, err := stat(path)", "if err != nil {return Config{}, err}")
    text = _function("() (Config, error)", *check, "cfg := load(path)")
    assert _ask(text) == _check("return Config{}, err")


def test_a_statement_with_a_label_is_left_alone() -> None:
    assert _ask(_function("() error", "again:", "cfg := load(path)")) == []


def test_a_check_in_an_inner_function_says_nothing() -> None:
    inner = ("go func() {", "\tif err := wait(); err != nil {", "\t\tpanic(err)", "\t}", "}()")
    assert _ask(_function("() error", *inner, "cfg := load(path)")) == _check("return err")


def test_different_checks_make_it_a_jump() -> None:
    one = ("a, err := first()", "if err != nil {", "\treturn err", "}")
    other = ("b, err := second()", "if err != nil {", "\treturn wrap(err)", "}")
    text = _function("() error", *one, *other, "cfg := load(path)")
    assert _ask(text) == ["jump to Point(line=11, column=23)"]


@pytest.mark.parametrize(
    ("other", "statement"), [("", "t.Fatal(err)"), ("require.NoError(t, err)", "require.NoError(t, err)")]
)
def test_a_test_fails_as_the_other_tests_of_the_text(other: str, statement: str) -> None:
    text = _function("(t *testing.T)", "cfg := load(path)", "use(cfg)")
    if other:
        check = f"\tx, err := make()\n\tif err != nil {{\n\t\t{other}\n\t}}"
        text += f"\nfunc TestOther(t *testing.T) {{\n{check}\n}}\n"
    assert _ask(text) == _check(statement)


def test_a_function_that_is_no_test_says_nothing_about_tests() -> None:
    text = _function("(t *testing.T)", "cfg := load(path)", "use(cfg)")
    other = "func other() {\n\tx, err := make()\n\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n"
    assert _ask(f"{text}\n{other}") == _check("t.Fatal(err)")


def test_an_inner_function_has_checks_of_its_own() -> None:
    inner = ("\ta, err := first()", "\tif err != nil {", "\t\treturn wrap(err)", "\t}", "\tcfg := load(path)")
    text = _function("() error", "go func() error {", *inner, "}()")
    found = _ask(text, "\t\tcfg := load(path)", "\t\tcfg, err := load(path)")
    assert found == ["\n\t\tif err != nil {\n\t\t\treturn wrap(err)\n\t\t}"]


def test_an_error_with_another_name_is_a_new_one() -> None:
    text = _function("() error", "err := load(path)", "return use(path)")
    found = _ask(text, "\terr := load(path)", "\tloadErr := load(path)")
    assert found == ["\n\tif loadErr != nil {\n\t\treturn loadErr\n\t}"]


@pytest.mark.parametrize(
    ("results", "opened", "features"),
    [
        ("error", "a.go", _Features()),
        ("error", "b.go", _Features(elsewhere=1)),
        ("Config", "a.go", _Features(jump=1)),
    ],
)
def test_how_probable_a_check_is(results: str, opened: str, features: _Features) -> None:
    text = _function(f"() {results}", "cfg := load(path)", "return use(cfg)")
    harness = RuleHarness(a__go=text, b__go="package a\n")
    harness.edit("a.go", *LOAD, EditOrigin.TYPED)
    [found] = [one for one in harness.ask(opened) if one.family == "error-check"]
    assert found.probability == pytest.approx(PROBABILITY.estimate(features))


@pytest.mark.parametrize(
    "rest",
    [
        ("if err != nil {", "\treturn err", "}"),
        ("use(cfg)", "if err == nil {", "\tuse(cfg)", "}"),
        ("return err",),
        ("defer func() { done(err) }()",),
    ],
)
def test_an_error_that_is_read_below_is_left_alone(rest: tuple[str, ...]) -> None:
    assert _ask(_function("() error", "cfg := load(path)", *rest)) == []


def test_an_error_that_is_assigned_again_was_not_checked() -> None:
    text = _function("() error", "cfg := load(path)", "more, err := next(cfg)", "return err")
    assert _ask(text) == _check("return err")


def test_an_error_of_an_outer_block_may_be_checked_behind_the_block() -> None:
    text = _function(
        "() error",
        "var err error",
        "if ok {",
        "\tcfg = load(path)",
        "}",
        "if err != nil {",
        "\treturn err",
        "}",
    )
    assert _ask(text, "\t\tcfg = load(path)", "\t\tcfg, err = load(path)") == []
    text = text.replace("\tif err != nil {\n\t\treturn err\n\t}\n", "")
    found = _ask(text, "\t\tcfg = load(path)", "\t\tcfg, err = load(path)")
    assert found == ["\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("\tcfg, err := load(path)", "\tcfg, err := load(other)", id="the error was there"),
        pytest.param("\tcfg := load(path)", "\tcfg, ok := load(path)", id="no error"),
        pytest.param("\tcfg := load(path)", "\tcfg, _ := load(path)", id="an ignored error"),
        pytest.param("\tuse(cfg)", "\tcfg, err := load(path)", id="another call"),
        pytest.param("\tcfg := path", "\tcfg, err := path", id="no call"),
        pytest.param(
            "\tcfg := load(path)\n\tuse(cfg)", "\tcfg, err := load(path)\n\tuse(cfg)", id="several lines"
        ),
        pytest.param(
            "\tcfg := load(path); use(cfg)", "\tcfg, err := load(path); use(cfg)", id="a statement behind it"
        ),
        pytest.param(
            "\tcfg := load(path)", "\tif cfg, err := load(path); err == nil { use(cfg) }", id="an if"
        ),
    ],
)
def test_other_edits_need_no_check(old: str, new: str) -> None:
    assert _ask(_function("() error", old.strip(), "return use(cfg)"), old, new) == []


def test_a_call_of_several_lines_is_checked_below_it() -> None:
    text = _function("() error", "cfg := load(", "\tpath,", ")", "return use(cfg)")
    assert _ask(text, "\tcfg := load(", "\tcfg, err := load(") == _check("return err")
