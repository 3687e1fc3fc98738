"""An error of Go that was ignored is checked: the other calls of the function get the name and the check."""

import pytest

from nes_symbolic.builders import text_of
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.errors.ignored_errors import PROBABILITY, _Features

OLD = '\ttiles, _ := os.ReadFile("tiles.txt")'
NEW = '\ttiles, err := os.ReadFile("tiles.txt")'
MESSAGE = 'return nil, fmt.Errorf("tiles: %w", err)'


def harness(check: str, *rest: str, results: str = "(*Level, error)") -> RuleHarness:
    body = ["package game", "", f"func Load(dir string) {results} {{", OLD, *rest, "}", ""]
    made = RuleHarness(a__go="\n".join(body))
    made.edit("a.go", OLD, NEW)
    if check:
        made.insert("a.go", NEW, f"\tif err != nil {{\n\t\t{check}\n\t}}")
    return made


def ask(check: str, *rest: str, results: str = "(*Level, error)") -> list[str]:
    made = harness(check, *rest, results=results)
    found = [one for one in made.ask("a.go", 3) if one.family == "error-check"]
    return [
        " | ".join(edit.text.replace("\n", "") for edit in one.edits) or f"jump to {one.position.line + 1}"
        for one in found
        if one.edits or one.position is not None
    ]


def checked(statement: str) -> list[str]:
    return [f"err | \tif err != nil {{\t\t{statement}\t}}"]


ITEMS = '\titems, _ := os.ReadFile("items.txt")'
END = "\treturn &Level{tiles, items}, nil"
OTHER = "}}\n\nfunc Other({}) {} {{\n{}"


@pytest.mark.parametrize(
    ("check", "line", "expected"),
    [
        pytest.param(
            MESSAGE, ITEMS, checked('return nil, fmt.Errorf("items: %w", err)'), id="the name in the message"
        ),
        pytest.param("return nil, err", ITEMS, checked("return nil, err"), id="no message"),
        pytest.param(
            'return nil, fmt.Errorf("read tiles.txt: %w", err)',
            ITEMS,
            checked('return nil, fmt.Errorf("read items.txt: %w", err)'),
            id="the name of the file",
        ),
        pytest.param(
            MESSAGE,
            '\tdata, _ := os.ReadFile("items.txt")',
            ["jump to 8"],
            id="another name than that of the file",
        ),
        pytest.param(
            'return nil, fmt.Errorf("load: %w", err)',
            ITEMS,
            checked('return nil, fmt.Errorf("load: %w", err)'),
            id="a message about the function",
        ),
        pytest.param(
            'return nil, fmt.Errorf("graphics: %w", err)',
            ITEMS,
            ["jump to 8"],
            id="a message about something else",
        ),
        pytest.param(
            MESSAGE,
            "\titems, _ := os.ReadFile(dir)",
            checked('return nil, fmt.Errorf("items: %w", err)'),
            id="a name",
        ),
        pytest.param(MESSAGE, "\titems, _ := cache.Get(dir)", [], id="another call"),
        pytest.param(MESSAGE, "\titems, _ := os.ReadFile(", [], id="half a statement"),
        pytest.param(MESSAGE, "\titems, err := os.ReadFile(dir)", [], id="no error is ignored"),
        pytest.param(MESSAGE, "\titems, _ := files[dir]", [], id="no call"),
        pytest.param(MESSAGE, "\tvar items, _ = os.ReadFile(dir)", [], id="another statement"),
        pytest.param(MESSAGE, '\tlog("items, _ := os.ReadFile(dir)")', [], id="a string"),
        pytest.param("log.Print(err)\n\t\treturn nil, err", ITEMS, [], id="a check of two statements"),
    ],
)
def test_the_same_call_of_the_function_is_checked(check: str, line: str, expected: list[str]) -> None:
    assert ask(check, line, END)[: len(expected) or None] == expected


def other(line: str = ITEMS, results: str = "(*Level, error)", parameters: str = "dir string") -> str:
    return OTHER.format(parameters, results, line)


@pytest.mark.parametrize(
    ("check", "function", "expected"),
    [
        pytest.param(
            MESSAGE, other(), checked('return nil, fmt.Errorf("items: %w", err)'), id="the same results"
        ),
        pytest.param(
            MESSAGE,
            other(results="(int, error)"),
            checked('return 0, fmt.Errorf("items: %w", err)'),
            id="a number",
        ),
        pytest.param("return nil, err", other(results="error"), checked("return err"), id="only an error"),
        pytest.param(MESSAGE, other(results="(Level, error)"), ["jump to 11"], id="an unknown value"),
        pytest.param(MESSAGE, other(results="bool"), [], id="no error"),
        pytest.param(MESSAGE, other(results=""), [], id="no results"),
        pytest.param(
            'return nil, fmt.Errorf("tiles of %s: %w", dir, err)',
            other(),
            checked('return nil, fmt.Errorf("items of %s: %w", dir, err)'),
            id="a name that it has",
        ),
        pytest.param(
            'return nil, fmt.Errorf("tiles of %s: %w", dir, err)',
            other(parameters="path string"),
            ["jump to 11"],
            id="a name that it does not have",
        ),
        pytest.param(
            'return nil, fmt.Errorf("load: %w", err)',
            other(),
            ["jump to 11"],
            id="a message about the function",
        ),
    ],
)
def test_a_call_in_another_function_is_checked_as_it_returns(
    check: str, function: str, expected: list[str]
) -> None:
    assert ask(check, function) == expected


def test_functions_without_errors_are_compared_with_each_other() -> None:
    assert ask("log.Fatal(err)", other(results=""), results="") == checked("log.Fatal(err)")
    assert ask("t.Fatal(err)", other(results=""), results="") == checked("t.Fatal(err)")


def test_a_jump_and_another_function_are_less_probable() -> None:
    places = harness(MESSAGE, ITEMS, other(results="(Level, error)")).ask("a.go", 3)
    assert [one.probability for one in places if one.family == "error-check"] == [
        PROBABILITY.estimate(_Features(stale=1)),
        PROBABILITY.estimate(_Features(stale=1, is_other_function=1, jump=1)),
    ]


@pytest.mark.parametrize(
    ("results", "is_kept"), [("bool", False), ("", False), ("error", True), ("(*Level, error)", True)]
)
def test_an_error_is_not_named_where_it_cannot_be_returned(results: str, is_kept: bool) -> None:
    made = harness(MESSAGE, other("\tinfo, _ := os.Stat(dir)", results=results))
    text = text_of("\n".join(made.workspace.texts["file:///project/a.go"]), "file:///project/a.go", "go")
    line = next(at for at, one in enumerate(text.lines) if "os.Stat" in one)
    new = ("\tinfo, err := os.Stat(dir)",)
    candidate = CandidateLabel("analogy", "p", "t", "why").candidate(text, line, 1, new, {})
    kept = drop_explained(RuleContext(made.situation("a.go")), [candidate])
    assert kept == ([candidate] if is_kept else [])
