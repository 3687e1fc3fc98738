"""Two functions begin with a line about their own name: the other functions of that kind get one, too."""

from collections.abc import Sequence

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.blocks.function_openings import (
    PROBABILITY,
    _Features,
    propose_function_openings,
)
from understudy.nes.symbolic.consequences.limits import MAX_INSERTION_CANDIDATES, MAX_OPENING_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.text import EditOrigin

Lines = Sequence[tuple[str, str]]


def _functions(*headers: str, body: str = "save(account)") -> str:
    return "\n\n".join(f"def {one}:\n    {body}" for one in headers) + "\n"


def _ask(
    text: str, inserted: Lines, path: str = "m.py", asked: str = "", cursor: int = 0
) -> list[tuple[int, str]]:
    """Insert each line below another one; return where the rule inserts what."""
    harness = RuleHarness()
    harness.put(path, text)
    harness.put("other.py", "x = 1\n")
    for behind, line in inserted:
        harness.insert(path, behind, line)
    situation = harness.situation(asked or path, cursor)
    found = harness.checked(propose_function_openings(RuleContext(situation)))
    return [(one.edits[0].span.start.line, one.edits[0].text) for one in found]


ON_CREATED, ON_LOCKED, ON_DELETED = "on_created(account)", "on_locked(account)", "on_deleted(account)"
TEXT = _functions(ON_CREATED, ON_LOCKED, ON_DELETED)
CREATED = ("def on_created(account):", '    log("created", account)')
LOCKED = ("def on_locked(account):", '    log("locked", account)')
DELETED = [(9, '    log("deleted", account)\n')]


def test_the_other_functions_of_the_kind_get_the_line() -> None:
    assert _ask(TEXT, [CREATED, LOCKED]) == DELETED
    assert _ask(TEXT, [LOCKED, CREATED]) == DELETED


JAVA = "class A {{\n{}}}\n".format(
    "\n".join(
        f"    void on{one}(Account account) {{\n        x(account);\n    }}\n"
        for one in ("Made", "Locked", "Gone")
    )
)


def test_names_in_camel_case() -> None:
    lines = [
        (f"    void on{one}(Account account) {{", f'        log.info("{one.lower()} {{}}", account);')
        for one in ("Made", "Locked")
    ]
    assert _ask(JAVA, lines, "A.java") == [(12, '        log.info("gone {}", account);\n')]


@pytest.mark.parametrize(
    "inserted",
    [
        pytest.param([CREATED], id="one example"),
        pytest.param(
            [(CREATED[0], "    log(account)"), (LOCKED[0], "    log(account)")], id="the same line twice"
        ),
        pytest.param([CREATED, (LOCKED[0], '    log("blocked", account)')], id="lines that differ in more"),
        pytest.param([CREATED, (LOCKED[0], '    warn("locked", account)')], id="lines of other functions"),
        pytest.param([CREATED, LOCKED, (LOCKED[0], '    log("x", account)')], id="a line above an example"),
        pytest.param([CREATED, (LOCKED[0], "\n    log('locked', account)")], id="a blank line first"),
    ],
)
def test_examples_that_do_not_follow_from_each_other(inserted: Lines) -> None:
    assert _ask(TEXT, inserted) == []


def test_a_line_that_is_too_short_is_no_example() -> None:
    text = _functions("on_a(x)", "on_b(x)", "on_c(x)")
    assert _ask(text, [("def on_a(x):", "    a()"), ("def on_b(x):", "    b()")]) == [(9, "    c()\n")]
    text = text.replace("\n    ", "\n ")
    assert _ask(text, [("def on_a(x):", " a()"), ("def on_b(x):", " b()")]) == []


@pytest.mark.parametrize(("count", "is_found"), [(MAX_OPENING_LINES, True), (MAX_OPENING_LINES + 1, False)])
def test_an_example_has_not_more_lines_than_the_limit(count: int, is_found: bool) -> None:
    more = "\n    more(account)" * (count - 1)
    assert bool(_ask(TEXT, [(one, line + more) for one, line in (CREATED, LOCKED)])) == is_found


def test_the_other_lines_of_an_example_keep_their_depth() -> None:
    more = "\n    if account:\n        more(account)"
    inserted = [(one, line + more) for one, line in (CREATED, LOCKED)]
    assert _ask(TEXT, inserted) == [(13, f"{DELETED[0][1]}{more[1:]}\n")]


def test_the_lines_get_the_depth_of_the_function() -> None:
    text = TEXT.replace("def on_deleted(account):\n    save", "def on_deleted(account):\n  save")
    assert _ask(text, [CREATED, LOCKED]) == [(9, '  log("deleted", account)\n')]


OTHERS = {
    "a docstring comes before the line": (
        '    """Delete."""\n    save(account)\n',
        [(10, '    log("deleted", account)\n')],
    ),
    "a comment comes before the line": (
        "    # delete\n    save(account)\n",
        [(10, '    log("deleted", account)\n')],
    ),
    "a call is no docstring": ('    print("x")\n', DELETED),
    "nothing but a docstring": ('    """Delete."""\n', []),
    "the line is there": ('    log("deleted", account)\n', []),
    "the line is further below": ('    save(account)\n    log("deleted", account)\n', []),
    "another line with the name": ('    log("deleted")\n', DELETED),
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_body_of_the_other_function(name: str) -> None:
    body, expected = OTHERS[name]
    text = _functions(ON_CREATED, ON_LOCKED) + f"\ndef on_deleted(account):\n{body}"
    assert _ask(text, [CREATED, LOCKED]) == expected


@pytest.mark.parametrize(
    ("other", "is_found"),
    [
        pytest.param("def on_deleted(account):\n    save(account)\n", True, id="of the kind"),
        pytest.param("def on_deleted(account): save(account)\n", False, id="in one line"),
        pytest.param("def on_deleted(account, reason):\n    save(account)\n", True, id="one more parameter"),
        pytest.param(
            "def on_deleted(user):\n    save(user)\n", False, id="without the parameter of the line"
        ),
        pytest.param("def deleted(account):\n    save(account)\n", False, id="a name of one word"),
        pytest.param(
            "def is_deleted(account, x):\n    save(account)\n", False, id="other parameters and words"
        ),
        pytest.param(
            "def is_locked(account, x):\n    save(account)\n", False, id="the last word of one example only"
        ),
        pytest.param(
            "class A:\n    def on_deleted(account):\n        save(account)\n", False, id="in another class"
        ),
        pytest.param("def on(account):\n    save(account)\n", False, id="nothing of its own in the name"),
    ],
)
def test_which_functions_are_of_the_kind(other: str, is_found: bool) -> None:
    text = _functions(ON_CREATED, ON_LOCKED) + f"\n{other}"
    assert bool(_ask(text, [CREATED, LOCKED])) == is_found


@pytest.mark.parametrize(("parameter", "is_found"), [("account", True), ("account, reason", False)])
def test_names_without_a_common_word_need_the_same_parameters(parameter: str, is_found: bool) -> None:
    text = _functions("created(account)", "locked(account)", f"deleted({parameter})")
    inserted = [(one.replace("on_", ""), line) for one, line in (CREATED, LOCKED)]
    assert _ask(text, inserted) == (DELETED if is_found else [])


@pytest.mark.parametrize(
    "headers",
    [
        ("made_account(a, b)", "locked_accounts(a)", "gone_account(x)"),
        ("account_made(a, b)", "accounts_locked(a)", "account_gone(x)"),
    ],
)
def test_a_common_word_of_the_names_may_be_a_plural(headers: tuple[str, str, str]) -> None:
    lines = [
        (f"def {one}:", f"    log('{word}')") for one, word in zip(headers, ("made", "locked"), strict=False)
    ]
    assert _ask(_functions(*headers), lines) == [(9, "    log('gone')\n")]


def _script(*names: str, body: str = "x();") -> str:
    return "\n".join(f"function {one}(a) {{\n  {body}\n}}\n" for one in names)


def test_a_name_of_several_words_is_spelled_as_in_the_language() -> None:
    lines = [("def on_made(a):", "    log(made)"), ("def on_locked(a):", "    log(locked)")]
    text = _functions("on_made(a)", "on_locked(a)", "on_paid_off(a)")
    assert _ask(text, lines) == [(9, "    log(paid_off)\n")]
    lines = [("function onMade(a) {", "  log(made);"), ("function onLocked(a) {", "  log(locked);")]
    assert _ask(_script("onMade", "onLocked", "onPaidOff"), lines, "m.js") == [(11, "  log(paidOff);\n")]


def test_a_name_of_several_words_in_a_message_is_not_known() -> None:
    assert _ask(_functions(ON_CREATED, ON_LOCKED, "on_paid_off(account)"), [CREATED, LOCKED]) == []


def test_a_comment_of_a_script_comes_before_the_line() -> None:
    lines = [("function onMade(a) {", "  log(made);"), ("function onLocked(a) {", "  log(locked);")]
    text = _script("onMade", "onLocked") + "\n" + _script("onGone", body="// gone\n  x();")
    assert _ask(text, lines, "m.js") == [(12, "  log(gone);\n")]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(
            ("log('user', created)", "log('user', deleted)"), id="the examples make different lines"
        ),
        pytest.param(("log('created')", "log('deleted')"), id="no word of the example is replaced"),
    ],
)
def test_a_name_that_differs_in_another_word(lines: tuple[str, str]) -> None:
    headers = ("on_user_created(account)", "on_user_deleted(account)")
    text = _functions(*headers, "on_order_created(account)")
    inserted = [(f"def {header}:", f"    {line}") for header, line in zip(headers, lines, strict=True)]
    assert _ask(text, inserted) == []
    assert _ask(text, inserted[::-1]) == []


def test_a_name_that_differs_in_several_words() -> None:
    headers = ("on_user_created(account)", "on_user_deleted(account)")
    text = _functions(*headers, "on_order_created(account)")
    inserted = [(f"def {one}:", f"    log('{one[3:15].replace('_', ' ')}')") for one in headers]
    assert _ask(text, inserted) == [(9, "    log('order created')\n")]


def test_a_function_of_another_type_is_of_another_kind() -> None:
    text = _script("onMade", "onLocked", "onGone")
    lines = [("function onMade(a) {", "  log(made);"), ("function onLocked(a) {", "  log(locked);")]
    assert _ask(text, lines, "m.js") == [(11, "  log(gone);\n")]
    assert _ask(text.replace("function onGone", "function* onGone"), lines, "m.js") == []


def test_lines_of_another_text_are_no_examples() -> None:
    harness = RuleHarness(m__py=TEXT, n__py=TEXT)
    harness.insert("m.py", *CREATED)
    harness.insert("m.py", *LOCKED)
    harness.put("n.py", "\n".join(harness.workspace.texts["file:///project/m.py"]))
    assert [one for one in harness.ask("m.py") if one.family == "function-opening"]
    assert [one for one in harness.ask("n.py") if one.family == "function-opening"] == []


def test_other_texts_have_no_openings() -> None:
    assert _ask(TEXT, [CREATED, LOCKED], asked="other.py") == []
    assert _ask(TEXT, [CREATED, LOCKED], path="m.txt") == []


def test_functions_below_the_cursor_come_first() -> None:
    text = _functions("on_gone(account)", ON_CREATED, ON_LOCKED, ON_DELETED)
    gone, deleted = (1, '    log("gone", account)\n'), (12, '    log("deleted", account)\n')
    assert _ask(text, [CREATED, LOCKED]) == [gone, deleted]
    assert _ask(text, [CREATED, LOCKED], cursor=5) == [deleted, gone]


def test_there_are_not_more_candidates_than_the_limit() -> None:
    others = [f"on_{chr(97 + at)}x(account)" for at in range(MAX_INSERTION_CANDIDATES + 1)]
    found = _ask(_functions(ON_CREATED, ON_LOCKED, *others), [CREATED, LOCKED])
    assert len(found) == MAX_INSERTION_CANDIDATES


@pytest.mark.parametrize(
    ("origin", "is_found"),
    [
        (EditOrigin.TYPED, True),
        (EditOrigin.ACCEPTED, True),
        (EditOrigin.UNDONE, False),
        (EditOrigin.EXTERNAL, False),
    ],
)
def test_lines_that_the_user_did_not_write_are_no_examples(origin: EditOrigin, is_found: bool) -> None:
    harness = RuleHarness(m__py=TEXT)
    harness.splice("m.py", 1, (), (CREATED[1],), origin)
    harness.insert("m.py", *LOCKED)
    assert any(one.family == "function-opening" for one in harness.ask("m.py")) == is_found


def test_a_line_that_replaces_another_one_is_no_example() -> None:
    harness = RuleHarness(m__py=TEXT)
    harness.insert("m.py", *CREATED)
    harness.insert("m.py", LOCKED[0], "    todo()")
    harness.edit("m.py", "    todo()", LOCKED[1])
    assert not any(one.family == "function-opening" for one in harness.ask("m.py"))


def test_a_line_that_was_changed_is_no_example() -> None:
    harness = RuleHarness(m__py=TEXT)
    harness.insert("m.py", *CREATED)
    harness.insert("m.py", *LOCKED)
    harness.edit("m.py", CREATED[1], CREATED[1].replace("log", "warn"))
    assert not any(one.family == "function-opening" for one in harness.ask("m.py"))


def test_how_probable_a_line_is() -> None:
    harness = RuleHarness(m__py=_functions(ON_CREATED, ON_LOCKED, "on_gone(account)", ON_DELETED))
    estimates: list[float] = []

    def ask() -> None:
        found = [one.probability for one in harness.ask("m.py") if one.family == "function-opening"]
        estimates.append(found[0])

    harness.insert("m.py", *CREATED)
    harness.insert("m.py", *LOCKED)
    ask()
    harness.insert("m.py", "def on_gone(account):", '    log("gone", account)')
    ask()
    harness.put("n.py", "x = 1\n")
    harness.edit("n.py", "x = 1", "x = 2")
    ask()
    expected = [_Features(), _Features(examples=1), _Features(examples=1, stale=1)]
    assert estimates == pytest.approx([PROBABILITY.estimate(one) for one in expected])
