"""The header of a function follows the parameters that the comment above it describes."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_DOC_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.signatures import propose_documented_parameters
from understudy.nes.symbolic.consequences.signatures.documented_parameters import PROBABILITY
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin

COMMENT = "/**\n * Send it.\n *\n * @param {String} path\n * @param {Function} fn\n * @api public\n */\n"
FN = " * @param {Function} fn"


def follow(
    old: str,
    new: str,
    header: str,
    *,
    comment: str = COMMENT,
    path: str = "a.js",
    origin: EditOrigin = EditOrigin.TYPED,
) -> str | None:
    """The header after the edit of the comment; None if nothing is proposed."""
    harness = RuleHarness()
    harness.put(path, f"{comment}\n{header}\n}}")
    harness.edit(path, old, new, origin)
    found = harness.checked(propose_documented_parameters(RuleContext(harness.situation(path))))
    if not found:
        return None
    (candidate,) = found
    assert candidate.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(0)))
    return harness.after(candidate).split("\n")[-2]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("res.send = function(path, fn){", "res.send = function(path, done){"),
        ("function send(path, fn = null) {", "function send(path, done = null) {"),
        ("  async send(path, fn) {", "  async send(path, done) {"),
        ("res.send = function(path, done){", None),
        ("res.send = function(path, other){", None),
        ("res.send = function(fn, fn){", None),
        ("var fn = 1;", None),
        ("res.send = wrap(function(path, fn){", None),
    ],
)
def test_a_parameter_is_renamed(header: str, expected: str | None) -> None:
    assert follow(FN, " * @param {Function} done", header) == expected


def test_a_parameter_with_a_type_is_renamed_in_other_languages() -> None:
    comment = "/**\n * @param count of them\n */"
    new = " * @param size of them"
    header, expected = "  void send(int count) {", "  void send(int size) {"
    assert follow(" * @param count of them", new, header, comment=comment, path="A.java") == expected


@pytest.mark.parametrize(
    ("new", "header", "expected"),
    [
        (
            f"{FN}\n * @param {{Object}} more",
            "send = function(path, fn){",
            "send = function(path, fn, more){",
        ),
        (
            f" * @param {{Object}} more\n{FN}",
            "send = function(path, fn){",
            "send = function(path, more, fn){",
        ),
        (
            f"{FN}\n * @param {{Object}} [more]",
            "send = function(path, fn) {",
            "send = function(path, fn, more) {",
        ),
        (f"{FN}\n * @param {{Object}} more", "send = function(path, fn, more){", None),
        (f"{FN}\n * @param {{Object}} more", "send = function(fn, path){", None),
        (f"{FN}\n * @param {{Object}} more", "send = function(path){", None),
        (f"{FN}\n * @param {{Object}} fn.more", "send = function(path, fn){", None),
        (f"{FN}\n * @param {{A}} a\n * @param {{B}} b", "send = function(path, fn){", None),
        (f"{FN}\n * @returns more", "send = function(path, fn){", None),
    ],
)
def test_a_described_parameter_is_added(new: str, header: str, expected: str | None) -> None:
    assert follow(FN, new, header) == expected


def test_the_first_parameter_is_added() -> None:
    comment = "/**\n * Send it.\n */"
    new = " * Send it.\n * @param {String} path"
    assert follow(" * Send it.", new, "send = function(){", comment=comment) == "send = function(path){"


def test_a_parameter_that_needs_a_type_is_not_added() -> None:
    assert follow(FN, f"{FN}\n * @param {{Object}} more", "function send(path, fn) {", path="a.ts") is None


def test_the_comment_of_another_function_does_not_count() -> None:
    comment = f"/**\n * @param {{A}} other\n */\n{COMMENT}"
    new = f"{FN}\n * @param {{Object}} more"
    assert (
        follow(FN, new, "send = function(path, fn){", comment=comment) == "send = function(path, fn, more){"
    )


def test_an_accepted_comment_has_no_such_consequence() -> None:
    new = " * @param {Function} done"
    assert follow(FN, new, "send = function(path, fn){", origin=EditOrigin.ACCEPTED) is None


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_how_far_below_the_header_may_be(more: int, found: bool) -> None:
    comment = f"/**\n{FN}\n" + " * more\n" * (MAX_DOC_LINES - 2 + more) + " */"
    expected = "send = function(done){" if found else None
    assert follow(FN, " * @param {Function} done", "send = function(fn){", comment=comment) == expected


def test_only_the_newest_edit_has_this_consequence() -> None:
    harness = RuleHarness(a__js=f"{COMMENT}\nsend = function(path, fn){{\n  one();\n}}")
    harness.edit("a.js", FN, " * @param {Function} done")
    assert propose_documented_parameters(RuleContext(harness.situation("a.js")))
    harness.edit("a.js", "  one();", "  two();")
    assert not propose_documented_parameters(RuleContext(harness.situation("a.js")))


def described(*above: str, header: str = "function send(path) {") -> str | None:
    """The header after the last line of the comment above it is added; None if nothing is proposed."""
    harness = RuleHarness(a__js="\n".join([*above[:-1], header, "}", ""]))
    harness.insert("a.js", above[-2], above[-1])
    found = propose_documented_parameters(RuleContext(harness.situation("a.js")))
    return harness.after(found[0]).split("\n")[len(above)] if found else None


PATH, CALLBACK = "// @param {String} path", "// @param {Function} fn"


def test_a_comment_at_the_top_of_the_text() -> None:
    assert described(PATH, CALLBACK) == "function send(path, fn) {"


def test_the_comment_of_a_function_ends_at_code() -> None:
    other = ("// @param {A} a", "function other(a) {", "}", "")
    assert described(*other, PATH, CALLBACK) == "function send(path, fn) {"


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_how_many_lines_of_a_comment_are_read(more: int, found: bool) -> None:
    lines = [f"// line {number}" for number in range(MAX_DOC_LINES - 2 + more)]
    assert (described(PATH, *lines, CALLBACK) is not None) == found


def test_a_description_of_another_parameter_of_the_header_changes_nothing() -> None:
    assert follow(FN, " * @param {Function} path", "send = function(path, fn){") is None


def test_a_description_in_place_of_two_others_adds_nothing() -> None:
    both = "\n".join(COMMENT.split("\n")[COMMENT.split("\n").index(FN) - 1 :][:2])
    assert follow(both, " * @param {Object} options", "send = function(){") is None
