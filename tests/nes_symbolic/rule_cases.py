"""Tables of cases for one rule: some files, the edits of them in order, and what the rule proposes then."""

import difflib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.line_changes import apply_replacements


class RuleCase(NamedTuple):
    files: Mapping[str, str]
    """The first one is asked about, unless `asked` names another one."""
    edits: tuple[tuple[str, str], ...]
    """Whole lines and what they become, in the first file; equal lines at their ends are no part of the edit."""
    expected: list[str]
    """See `describe`."""
    asked: str = ""


def case(files: Mapping[str, str] | str, old: str, new: str, *expected: str, path: str = "m.py") -> RuleCase:
    """One edit of the first file."""
    return RuleCase({path: files} if isinstance(files, str) else files, ((old, new),), list(expected))


def run(one: RuleCase, family: str, kinds: Collection[SuggestionKind] = ("edit", "jump")) -> list[str]:
    """Return what the rule proposes, in order."""
    harness = RuleHarness()
    for path, text in one.files.items():
        harness.put(path, text)
    first = next(iter(one.files))
    for old, new in one.edits:
        edit(harness, first, old, new)
    asked = harness.ask(one.asked or first, kinds=kinds)
    return [describe(harness, candidate) for candidate in asked if candidate.family == family]


def edit(harness: RuleHarness, path: str, old: str, new: str) -> None:
    before = harness.workspace.texts[f"file:///project/{path}"]
    old_lines, new_lines = old.split("\n"), new.split("\n") if new else []
    at = next(i for i in range(len(before)) if before[i : i + len(old_lines)] == old_lines)
    harness.edit_lines(path, minimal_splice(at, tuple(old_lines), tuple(new_lines)))


def describe(harness: RuleHarness, candidate: Candidate) -> str:
    """Return the file and the lines that go (`-`) and come (`+`), or the position of a jump."""
    path = candidate.uri.removeprefix("file:///project/")
    if candidate.position is not None:
        return f"{path} {candidate.position.line}:{candidate.position.column}"
    before = harness.workspace.texts[candidate.uri]
    after = apply_replacements(candidate.edits, before)
    changes = [
        f"@{line.split()[1].partition(',')[0][1:]}" if line.startswith("@@") else line
        for line in difflib.unified_diff(before, after, n=0, lineterm="")
        if not line.startswith(("---", "+++"))
    ]
    return "\n".join([path, *changes])
