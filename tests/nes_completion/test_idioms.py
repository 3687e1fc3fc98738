"""Idioms that are continued: the check of an error of Go, the setter of a state, names made of other names."""

import pytest

from nes_completion.completion_place import completions, situation_of
from understudy.nes.completion.limits import (
    MAX_HEADER_DISTANCE_LINES,
    MIN_IDIOM_PROBABILITY,
    MIN_LISTED_NAME_PROBABILITY,
)


def _is_offered(text: str, expected: str, name: str, least: float = MIN_IDIOM_PROBABILITY) -> bool:
    """Whether it is offered, and as likely as its rule says."""
    found = completions(situation_of(text, uri=f"file:///project/{name}"))
    return found.get(expected, 0.0) > least - 0.06


def test_the_least_probability_of_an_idiom() -> None:
    assert pytest.approx(0.86) == MIN_IDIOM_PROBABILITY


def _go(
    last: str,
    *,
    call: str = "\tb, err := g()",
    returned: str = "\t\treturn 0, err",
    between: str = "",
    results: str = "(int, error)",
) -> str:
    return (
        f'package a\n\nfunc f() {results} {{\n\ta, err := h("x")\n\tif err != nil {{\n{returned}\n\t}}\n'
        f"{between}{call}\n{last}"
    )


CHECK = " != nil {\n\t\treturn 0, err\n\t}"
CHECKS = {
    "the name is typed": (_go("\tif err|"), CHECK, True),
    "its first letter is typed": (_go("\tif e|"), f"rr{CHECK}", True),
    "nothing of the name is typed": (_go("\tif |"), f"err{CHECK}", False),
    "another name": (_go("\tif ok|"), CHECK, False),
    "a blank line is between": (_go("\n\tif err|"), CHECK, True),
    "a call without an error": (_go("\tif err|", call="\tb := g()"), CHECK, False),
    "a comparison": (_go("\tif err|", call="\tg(err == nil)"), CHECK, False),
    "a field of an error": (_go("\tif err|", call="\ta.err = g()"), CHECK, False),
    "another error": (
        _go("\tif loadErr|", call="\tb, loadErr := g()"),
        CHECK.replace("err", "loadErr"),
        True,
    ),
    "a wrapped error": (_go("\tif err|", returned='\t\treturn 0, fmt.Errorf("x: %w", err)'), CHECK, True),
    "an error alone": (_go("\tif err|", returned="\t\treturn err"), CHECK.replace("0, ", ""), True),
    "a space behind the name": (_go("\tif err |"), CHECK[1:], True),
    "no returned error": (_go("\tif err|", returned="\t\treturn 0, nil"), CHECK, True),
    "no returned error, and a result whose zero value is not known": (
        _go("\tif err|", returned="\t\treturn x, nil", results="(Point, error)"),
        CHECK,
        False,
    ),
    "a function that returns no error": (
        _go("\tif err|", returned="\t\treturn 0", results="(int, bool)"),
        CHECK,
        False,
    ),
    "a function of its own in the function": (
        _go("\t\tif err|", returned="\t\treturn 0", call="\trun(func() {\n\t\tb, err := g()"),
        CHECK.replace("\t", "\t\t", 1).replace("\n\t}", "\n\t\t}"),
        False,
    ),
    "a function in the function has ended": (
        _go("\tif err|", returned="\t\treturn 0", call="\trun(func() {\n\t\tx()\n\t})\n\tb, err := g()"),
        CHECK,
        True,
    ),
    "the error is returned in another function": (
        _go("\tif err|", between="}\n\nfunc k() {\n"),
        CHECK,
        False,
    ),
    "results with names": (
        _go(
            "\tif err|",
            between="}\n\nfunc (k *K) m(a []A) (p *P, b []B, s string, n uint8, ok bool, _ error) {\n",
        ),
        CHECK,
        False,
    ),
    "results of many types": (
        _go(
            "\tif err|",
            between="}\n\nfunc (k *K) m(a []A) (*P, []B, map[K]V, string, uint8, bool, error) {\n",
        ),
        CHECK.replace("0", 'nil, nil, nil, "", 0, false'),
        True,
    ),
    "an error as the only result": (
        _go("\tif err|", between="}\n\nfunc m() error {\n"),
        CHECK.replace("0, ", ""),
        True,
    ),
    "the error is returned too far above": (
        _go("\tif err|", between="\tx()\n" * MAX_HEADER_DISTANCE_LINES),
        CHECK,
        False,
    ),
}


@pytest.mark.parametrize("name", CHECKS)
def test_the_check_of_an_error(name: str) -> None:
    text, expected, is_offered = CHECKS[name]
    assert _is_offered(text, expected, "a.go") == is_offered


BODIES = {
    "the first letters": (_go("\t\tre|\n\t}", call="\tif err := g(); err != nil {"), "turn 0, err", True),
    "an open block": (_go("\t\tre|", call="\tif err != nil {"), "turn 0, err\n\t}", True),
    "another error": (_go("\t\tre|\n\t}", call="\tif readErr != nil {"), "turn 0, readErr", True),
    "a space": (_go("\t\treturn |\n\t}", call="\tif err != nil {"), "0, err", False),
    "another statement": (_go("\t\tlog|\n\t}", call="\tif err != nil {"), "return 0, err", False),
    "no error": (_go("\t\tre|\n\t}", call="\tif ok {"), "turn 0, err", False),
    "a field of an error": (_go("\t\tre|\n\t}", call="\tif a.err != nil {"), "turn 0, err", False),
    "no error in the branch": (_go("\t\tre|\n\t}", call="\tif err == nil {"), "turn 0, err", False),
    "errors with a message": (
        _go(
            "\t\tre|\n\t}",
            call="\tif err != nil {",
            returned='\t\treturn 0, fmt.Errorf("x: %w", err)',
        ),
        "turn 0, err",
        False,
    ),
}


@pytest.mark.parametrize("name", BODIES)
def test_what_is_returned_below_the_check_of_an_error(name: str) -> None:
    text, expected, is_offered = BODIES[name]
    assert _is_offered(text, expected, "a.go") == is_offered


def test_another_language_returns_no_error() -> None:
    text, expected, _ = BODIES["the first letters"]
    assert not _is_offered(text, expected, "a.swift")


def test_another_language_has_no_check_of_errors() -> None:
    assert not _is_offered(_go("\tif err|"), CHECK, "a.swift")


STATE = "  const [a, setA] = useState(false);\n"
STATES = {
    "the setter": (f"{STATE}  const [open, set|", "Open] = useState(false);", True),
    "a part of the setter": (f"{STATE}  const [open, setOp|", "en] = useState(false);", True),
    "a name of one letter": (f"{STATE}  const [b, set|", "B] = useState(false);", True),
    "a state with a type above": (
        "  const [a, setA] = useState<string>('');\n  const [open, set|",
        "Open] = useState<string>('');",
        True,
    ),
    "the first letters of the setter": (f"{STATE}  const [open, se|", "tOpen] = useState(false);", True),
    "letters of no setter": (f"{STATE}  const [open, re|", "tOpen] = useState(false);", False),
    "another setter": (f"{STATE}  const [open, setX|", "pen] = useState(false);", False),
    "nothing of the setter": (f"{STATE}  const [open, |", "setOpen] = useState(false);", False),
    "a space behind the setter": (f"{STATE}  const [open, set |", "Open] = useState(false);", False),
    "another line above": (
        "  const [a, setA] = useReducer(false);\n  const [open, set|",
        "Open] = useReducer(false);",
        False,
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_the_setter_of_a_state(name: str) -> None:
    text, expected, is_offered = STATES[name]
    assert _is_offered(f"function A() {{\n{text}", expected, "a.tsx") == is_offered


HANDLERS = "def handle_paid(): pass\ndef handle_sent(): pass\ndef handle_gone(): pass\na = {\n"
PAID, SENT = '    "paid": handle_paid,\n', '    "sent": handle_sent,\n'
NAMES = {
    "the rest of the name": (HANDLERS + PAID + SENT + '    "gone": ha|', "ndle_gone,", True),
    "one line above": (HANDLERS + PAID + '    "gone": ha|', "ndle_gone,", False),
    "another beginning": (HANDLERS + PAID + SENT + '    "gone": xa|', "ndle_gone,", False),
    "a name that no line has": (HANDLERS + PAID + SENT + '    "lost": ha|', "ndle_lost,", False),
    "lines of other names": (
        HANDLERS + SENT.replace("handle_sent", "treat_sent") + PAID + '    "gone": ha|',
        "ndle_gone,",
        False,
    ),
    "the same line twice": (HANDLERS + PAID + PAID + '    "gone": ha|', "ndle_gone,", False),
    "another indentation": (HANDLERS + PAID + SENT + '  "gone": ha|', "ndle_gone,", False),
    "other signs": (HANDLERS + PAID + SENT + '    "gone" = ha|', "ndle_gone,", False),
    "a space behind the name": (HANDLERS + PAID + SENT + '    "gone": ha |', "ndle_gone,", False),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_made_of_another_name_of_its_line(name: str) -> None:
    text, expected, is_offered = NAMES[name]
    assert _is_offered(text, expected, "a.py", MIN_LISTED_NAME_PROBABILITY) == is_offered
