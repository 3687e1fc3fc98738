"""Edits that a rule is not about end it before the text without the edit is parsed; no others do."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import RuleContext
from understudy.nes.symbolic.consequences.definitions import propose_index_entries
from understudy.nes.symbolic.consequences.siblings import find_member_changes
from understudy.nes.symbolic.consequences.signatures import propose_doc_parameters, propose_return_uses
from understudy.nes.symbolic.renames import find_renames
from understudy.nes.text import minimal_splice

PYTHON_CLASS = """\
class Job:
    name: str
    size: int

    def run(self):
        total = 1
        return total

    def stop(self):
        return 0
"""
RECORD = """\
class Job:
    def __init__(self, a, b, c, d):
        self.a = a
        self.b = b
        self.c = c
"""
LOCAL = """\
def make():
    class Job:
        name: str
        size: int
    return Job
"""
RUST = """\
struct Job { a: i32 }

impl Job {
    fn run(&self) -> i32 {
        let total = 1;
        total
    }
}
"""


def _context(path: str, text: str, old: str, new: str) -> RuleContext:
    harness = RuleHarness()
    harness.put(path, text)
    assert text.count(old) == 1
    splice = minimal_splice(0, text.split("\n"), text.replace(old, new).split("\n"))
    harness.edit_lines(path, splice)
    return RuleContext(harness.situation(path))


@pytest.mark.parametrize(
    ("text", "old", "new", "kinds"),
    [
        (PYTHON_CLASS, "        total = 1\n", "        total = 2\n", None),
        (PYTHON_CLASS, "        total = 1\n", "        total = 1\n        other = 2\n", None),
        (PYTHON_CLASS, "    size: int\n", "    size: int\n    mode: str\n", ["added"]),
        (PYTHON_CLASS, "    size: int\n", "    size: float\n", ["retyped"]),
        (PYTHON_CLASS, "    size: int\n", "", ["removed"]),
        # What was removed reaches out of the body.
        (PYTHON_CLASS, "    size: int\n\n    def run(self):\n        total = 1\n", "    def run(self):\n",
         ["removed"]),
        (PYTHON_CLASS.replace("    size: int\n", "") + "    size: int\n", "        return 0\n    size: int\n",
         "        return 1\n", ["removed"]),
        (RECORD, "        self.c = c\n", "        self.c = c\n        self.d = d\n", ["added"]),
        (LOCAL, "        size: int\n", "        size: int\n        mode: str\n", ["added"]),
    ],
)  # fmt: skip
def test_member_changes(text: str, old: str, new: str, kinds: list[str] | None) -> None:
    context = _context("m.py", text, old, new)
    assert [one.kind for one in find_member_changes(context)] == (kinds or [])
    assert bool(context.current_text.replaced_texts) == (kinds is not None)


@pytest.mark.parametrize(
    ("old", "new", "is_parsed"),
    [
        ("        let total = 1;\n", "        let total = 2;\n", False),
        ("    fn run(&self) -> i32 {\n", "    fn run(&self) -> i64 {\n", True),
    ],
)
def test_return_types(old: str, new: str, is_parsed: bool) -> None:
    context = _context("m.rs", RUST, old, new)
    propose_return_uses(context)
    assert bool(context.current_text.replaced_texts) == is_parsed


@pytest.mark.parametrize(
    ("path", "old", "new", "is_parsed"),
    [
        ("m.py", "VALUE = 1\n", "VALUE = 2\n", False),
        ("m.py", "VALUE = 1\n", "VALUE = 1\nasync def load(): ...\n", True),
        ("m.py", "VALUE = 1\n", "VALUE = 1\nclass Loader: ...\n", True),
        ("m.rs", "const VALUE: i32 = 1;\n", "const VALUE: i32 = 1;\npub enum Mode { A }\n", True),
        ("m.ts", "const value = 1\n", "const value = 1\nexport function load() {}\n", True),
    ],
)
def test_index_entries(path: str, old: str, new: str, is_parsed: bool) -> None:
    context = _context(path, old, old, new)
    propose_index_entries(context)
    assert bool(context.current_text.replaced_texts) == is_parsed


@pytest.mark.parametrize(
    ("text", "old", "new", "renames"),
    [
        ("# count the rows\ncount = 1\nprint(count)\n", "# count", "# total", []),
        ("# count the rows\ncount = 1\nprint(count)\n", "count =", "total =", ["count"]),
    ],
)
def test_words_in_comments_are_not_renamed(text: str, old: str, new: str, renames: list[str]) -> None:
    context = _context("m.py", text, old, new)
    assert [one.old for one in find_renames(context.situation)] == renames


@pytest.mark.parametrize(
    ("old", "new", "is_parsed"),
    [
        ("        return max(1, 2)\n", "        return max(1)\n", False),
        ("    def run(self, mode):\n", "    def run(self):\n", True),
    ],
)
def test_documented_parameters(old: str, new: str, is_parsed: bool) -> None:
    text = "class Job:\n    def run(self, mode):\n        total = 1\n        return max(1, 2)\n"
    context = _context("m.py", text, old, new)
    propose_doc_parameters(context)
    assert bool(context.current_text.replaced_texts) == is_parsed
