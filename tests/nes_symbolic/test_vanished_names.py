"""Uses of a name that nothing defines any more follow the name that the user put in its place."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions import propose_vanished_names
from understudy.nes.symbolic.consequences.definitions.vanished_name import PROBABILITY
from understudy.nes.symbolic.consequences.limits import MAX_REWRITTEN_LINES, MAX_VANISHED_USES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin

TEXT = "def load_all(a):\n    return a\n\n\nfirst = check_and_load(1)\nsecond = check_and_load(2)"
OLD, NEW = "first = check_and_load(1)", "first = load_all(1)"


def follow(
    text: str = TEXT, old: str = OLD, new: str = NEW, *, origin: EditOrigin = EditOrigin.TYPED
) -> list[str]:
    """The lines as the candidates change them, each on its own."""
    harness = RuleHarness(a__py=text)
    harness.edit("a.py", old, new, origin)
    return lines_changed(harness)


def lines_changed(harness: RuleHarness, *, stale: int = 0) -> list[str]:
    found = harness.checked(propose_vanished_names(RuleContext(harness.situation("a.py"))))
    changed: list[str] = []
    for one in found:
        assert one.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(stale)))
        now, then = harness.workspace.texts[one.uri], harness.after(one).split("\n")
        changed += [line for line, before in zip(then, now, strict=True) if line != before]
    return changed


def test_the_other_uses_follow() -> None:
    assert follow() == ["second = load_all(2)"]


def test_all_uses_of_a_line_follow_at_once() -> None:
    text = TEXT.replace("(2)", "(check_and_load(2))")
    assert follow(text) == ["second = load_all(load_all(2))"]


def test_an_imported_name_is_known() -> None:
    text = "from tools import load_all\n\nfirst = check_and_load(1)\nsecond = check_and_load(2)"
    assert follow(text) == ["second = load_all(2)"]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        pytest.param(
            TEXT + "\n\n\ndef check_and_load(a):\n    return a", OLD, NEW, id="the old name is defined"
        ),
        pytest.param("from tools import check_and_load\n" + TEXT, OLD, NEW, id="the old name is imported"),
        pytest.param(TEXT.replace("load_all", "other"), OLD, NEW, id="the new name is not defined"),
        pytest.param(TEXT, OLD, "first = load_all(check_and_load)", id="the old name is kept"),
        pytest.param(TEXT, OLD, "first = load_all.check(1)", id="more than a word"),
        pytest.param(
            TEXT.replace("load_all", "other"), OLD, OLD.replace("check_and_load", "other"), id="another thing"
        ),
        pytest.param(
            TEXT.replace("= check", "= a.check"),
            "first = a.check_and_load(1)",
            "first = a.load_all(1)",
            id="a member",
        ),
        pytest.param(
            TEXT.replace("first = check", "first = a.check"),
            "first = a.check_and_load(1)",
            "first = a.load_all(1)",
            id="a function of the name of a member",
        ),
        pytest.param(
            TEXT.replace(OLD, "first = check_and_load(check_and_load)"),
            "first = check_and_load(check_and_load)",
            "first = load_all(check_and_load)",
            id="one of two uses is replaced",
        ),
        pytest.param("load_1 = 5\nfirst = 1\nsecond = 1", "first = 1", "first = load_1", id="a number"),
        pytest.param(TEXT, OLD, NEW + "\nx = 1" * MAX_REWRITTEN_LINES, id="many new lines"),
        pytest.param(
            TEXT.replace("second = check_and_load", "second = a.check_and_load"),
            OLD,
            NEW,
            id="used as a member",
        ),
        pytest.param(
            TEXT.replace("second = check_and_load(2)", "# check_and_load"), OLD, NEW, id="in a comment"
        ),
        pytest.param(
            TEXT.replace("check_and_load(2)", "other(check_and_load=2)"), OLD, NEW, id="an argument's name"
        ),
    ],
)
def test_which_uses_stay(text: str, old: str, new: str) -> None:
    assert follow(text, old, new) == []


def test_a_name_of_the_language_does_not_vanish() -> None:
    text = "def prints(a):\n    return a\n\n\nprint(1)\nprint(2)"
    assert follow(text, "print(1)", "prints(1)") == []


def test_names_that_are_parts_of_each_other_are_related() -> None:
    text = "def mapping(a):\n    return a\n\n\nx = chainmap(1)\ny = map_(2)\nz = chainmap(3)"
    assert follow(text, "x = chainmap(1)", "x = mapping(1)") == []
    assert follow(text, "y = map_(2)", "y = mapping(2)") == []
    assert follow(text.replace("mapping", "chainmaps"), "x = chainmap(1)", "x = chainmaps(1)") == [
        "z = chainmaps(3)"
    ]


def test_a_name_that_became_two_different_ones_is_left() -> None:
    text = TEXT.replace("def load_all", "def load_one(a):\n    return a\n\n\ndef load_all")
    harness = RuleHarness(a__py=f"{text}\nthird = check_and_load(3)")
    harness.edit("a.py", OLD, NEW)
    assert len(lines_changed(harness)) == 2
    harness.edit("a.py", "second = check_and_load(2)", "second = load_one(2)")
    assert lines_changed(harness) == []


def test_names_that_changed_places_are_left() -> None:
    harness = RuleHarness(a__py="def f(a, load_a):\n    x = load_b(1)\n    y = load_a(1)\n    z = load_b(2)")
    harness.edit("a.py", "    x = load_b(1)", "    x = load_a(1)")
    assert lines_changed(harness) == ["    z = load_a(2)"]
    harness.edit("a.py", "    y = load_a(1)", "    y = load_b(1)")
    assert lines_changed(harness) == []


def test_a_longer_name_is_shortened() -> None:
    text = "def load(a):\n    return a\n\n\nfirst = loader(1)\nsecond = loader(2)"
    assert follow(text, "first = loader(1)", "first = load(1)") == ["second = load(2)"]


def test_a_change_that_was_taken_back_is_not_followed() -> None:
    harness = RuleHarness(a__py=TEXT)
    harness.edit("a.py", OLD, NEW)
    harness.edit("a.py", NEW, "first = 1")
    assert lines_changed(harness) == []


def test_an_accepted_change_is_not_followed() -> None:
    assert follow(origin=EditOrigin.ACCEPTED) == []


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_a_rewritten_passage_is_not_read(more: int, found: bool) -> None:
    rest = "\nx = 1" * (MAX_REWRITTEN_LINES - 1 + more)
    assert bool(follow(TEXT.replace(OLD, OLD + rest), OLD + rest, NEW + rest)) == found


def test_how_many_lines_are_proposed_and_later_less_likely() -> None:
    harness = RuleHarness(a__py=TEXT + "\nother = check_and_load(3)" * (MAX_VANISHED_USES + 1))
    harness.edit("a.py", OLD, NEW)
    harness.edit("a.py", "    return a", "    return [a]")
    assert len(lines_changed(harness, stale=1)) == MAX_VANISHED_USES


def test_a_property_that_is_taken_by_another_name_defines_the_name() -> None:
    harness = RuleHarness(
        a__ts="interface Props {\n  onClose: () => void;\n}\n\n"
        "function View({ onDismiss: onClose }: Props) {\n  return onClose;\n}\n"
    )
    harness.edit("a.ts", "  onClose: () => void;", "  onDismiss: () => void;")
    assert propose_vanished_names(RuleContext(harness.situation("a.ts"))) == []
