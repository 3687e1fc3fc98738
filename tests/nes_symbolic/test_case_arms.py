"""The body of a new arm of a `case` of a shell script, as the other arms have it."""

import msgspec
import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import propose
from understudy.nes.symbolic.consequences.limits import MAX_CASE_LINES
from understudy.nes.text import Point

SCRIPT = """while [ $# -gt 0 ]; do
  case $1 in
    --host)
      host=$2
      shift 2
      ;;
    -u | --user-name)
      user_name=$2
      shift 2
      ;;
    --force)
      FORCE=1
      shift
      ;;
    *) break ;;
  esac
done
"""


def completed(
    typed: str, behind: str = "      shift\n      ;;", text: str = SCRIPT, path: str = "a.sh"
) -> str | None:
    """Return what is written behind the typed lines; None for nothing."""
    behind = "      shift\n      ;;"
    harness = RuleHarness()
    harness.put(path, text)
    harness.edit(path, behind, f"{behind}\n{typed}")
    lines = harness.workspace.texts[f"file:///project/{path}"]
    last = max(at for at, line in enumerate(lines) if line == typed.split("\n")[-1])
    situation = harness.situation(path)
    situation = msgspec.structs.replace(situation, cursor=Point(last, len(lines[last])))
    made = [one for one in propose(situation) if one.family == "case-arm"]
    assert all(one.edits[0].span.start == situation.cursor for one in made)
    return made[0].edits[0].text if made else None


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("    --port)\n      po", "rt=$2\n      shift 2\n      ;;", id="a-word-has-begun"),
        pytest.param("    --port)\n      ", "port=$2\n      shift 2\n      ;;", id="an-empty-line"),
        pytest.param("    --db-port)\n      db", "_port=$2\n      shift 2\n      ;;", id="several-words"),
        pytest.param(
            "    -p | --port)\n      po", "rt=$2\n      shift 2\n      ;;", id="with-a-short-option"
        ),
        pytest.param("    --port)\n      port=$2\n      sh", "ift 2\n      ;;", id="the-second-line"),
        pytest.param("    --port)\n      port=$2\n      shift 2\n      ;;", None, id="complete"),
        pytest.param("    --port)\n      PORT", None, id="something-else"),
        pytest.param("    --port)\n      x=1\n      sh", None, id="another-first-line"),
        pytest.param("    --port)", None, id="the-label"),
        pytest.param("    port)\n      po", None, id="no-option"),
        pytest.param("      port=$2\n      sh", None, id="no-label"),
    ],
)
def test_the_body_of_an_arm(typed: str, expected: str | None) -> None:
    assert completed(typed) == expected


def test_one_example_is_not_enough() -> None:
    text = SCRIPT.replace("      user_name=$2\n", "      set_user $2\n")
    assert completed("    --port)\n      po", text=text) is None


def test_arms_of_constants() -> None:
    text = SCRIPT.replace("host=$2", "HOST=$2").replace("user_name=$2", "USER_NAME=$2")
    assert completed("    --db-port)\n      D", text=text) == "B_PORT=$2\n      shift 2\n      ;;"


def test_words_without_their_names_are_no_examples() -> None:
    text = SCRIPT.replace("host=$2", "run").replace("user_name=$2", "run")
    assert completed("    --port)\n      r", text=text) is None


def test_an_arm_that_goes_on_below() -> None:
    text = SCRIPT.replace("      shift\n      ;;\n", "      shift\n      ;;\n      port=$2\n      ;;\n")
    assert completed("    --port)\n      po", text=text) is None


def test_arms_of_another_case_and_another_language() -> None:
    assert completed("  --port)\n    po") is None
    assert completed("    --port)\n      po", path="a.py") is None


def test_arms_far_above() -> None:
    for filled, is_found in ((MAX_CASE_LINES - 13, True), (MAX_CASE_LINES, False)):
        text = SCRIPT.replace("      FORCE=1\n", "      FORCE=1\n" * filled)
        assert (completed("    --port)\n      po", text=text) is not None) == is_found
