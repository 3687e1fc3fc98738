"""A rule examines an older change again only if it concluded something, in another text, or some requests later."""

import time
from collections.abc import Callable, Sequence

import pytest
from msgspec import structs

from nes_symbolic.builders import HERE, OTHER, asked, made, text_of
from nes_symbolic.rule_cases import RuleCase, case
from nes_symbolic.test_consequence_parallel import RECORD
from nes_symbolic.test_rule_exits import ALL, edited
from understudy.nes.engine_api import Candidate, Trigger
from understudy.nes.symbolic import SymbolicEngine
from understudy.nes.symbolic.consequences import (
    DormantChanges,
    RuleContext,
    changed_signature,
    members,
    missing_import,
    missing_parameter,
    moved_import,
    parallel_lines,
    removed_definition,
    signatures,
    unused_import,
)
from understudy.nes.symbolic.generators import DormantPatterns
from understudy.nes.symbolic.limits import MAX_DORMANT_REQUESTS
from understudy.nes.symbolic.renames import find_renames
from understudy.nes.text import Edit, Point, Span

TEXT = "b\nd\nf"
OLDER = made("a", "b", 0, serial=1)
NEWER = made("c", "d", 1, serial=2)
NEWEST = made("e", "f", 2, serial=3)


def examine(context: RuleContext) -> list[int]:
    """What every rule does: the serials of the changes that it examines."""
    return [one.edit.serial for one in context.without_dormant(context.cause_changes)]


def request(
    dormant: DormantChanges | None,
    *edits: Edit,
    result: Sequence[object] = (),
    uri: str = HERE,
    deadline: float = float("inf"),
) -> list[int]:
    """The changes that one request examines, with this result."""
    if dormant is not None:
        dormant.begin_request(uri)
    context = RuleContext(asked(TEXT, *edits, deadline=deadline), dormant)
    examined: list[int] = []

    def run() -> Sequence[object]:
        examined.extend(examine(context))
        return result

    context.conclude(examine, run)
    return examined


def test_a_change_from_which_a_rule_concluded_nothing_is_not_examined_again() -> None:
    dormant = DormantChanges()
    assert request(dormant, OLDER) == [1]
    assert request(dormant, OLDER, NEWER) == [2]
    assert request(dormant, OLDER, NEWER, NEWEST) == [3]


def test_the_newest_change_is_always_examined() -> None:
    dormant = DormantChanges()
    assert [request(dormant, OLDER), request(dormant, OLDER)] == [[1], [1]]


def test_all_changes_are_examined_where_none_is_remembered() -> None:
    assert [request(None, OLDER, NEWER), request(None, OLDER, NEWER)] == [[2, 1], [2, 1]]


def test_a_rule_that_concluded_something_examines_all_changes_again() -> None:
    dormant = DormantChanges()
    request(dormant, OLDER)
    assert request(dormant, OLDER, NEWER, result=["found"]) == [2]
    assert request(dormant, OLDER, NEWER, NEWEST) == [3, 2, 1]


def test_all_changes_are_examined_in_another_text() -> None:
    dormant = DormantChanges()
    request(dormant, OLDER, NEWER)
    assert request(dormant, OLDER, NEWER, uri=OTHER) == [2, 1]
    assert request(dormant, OLDER, NEWER) == [2, 1]


def test_a_change_that_has_grown_is_examined_again() -> None:
    dormant = DormantChanges()
    request(dormant, OLDER, NEWER)
    assert request(dormant, structs.replace(OLDER, revision=1), NEWER) == [2, 1]


def test_all_changes_are_examined_again_some_requests_later() -> None:
    dormant = DormantChanges()
    request(dormant, OLDER, NEWER)
    for _ in range(MAX_DORMANT_REQUESTS):
        assert request(dormant, OLDER, NEWER) == [2]
    assert request(dormant, OLDER, NEWER) == [2, 1]
    assert request(dormant, OLDER, NEWER) == [2]


def test_what_the_deadline_ended_is_not_remembered() -> None:
    dormant = DormantChanges()
    request(dormant, OLDER, NEWER, deadline=-1.0)
    assert request(dormant, OLDER, NEWER) == [2, 1]


class ExaminingRule:
    """A rule that records the serials of the changes that it examines."""

    def __init__(self) -> None:
        self.examined: list[int] = []
        self.proposes: list[str] = []
        self.takes_too_long = False

    def __call__(self, context: RuleContext) -> list[str]:
        self.examined = examine(context)
        while self.takes_too_long and not context.is_past_deadline:
            pass
        return self.proposes

    def examined_in(self, dormant: DormantChanges, *edits: Edit, cpu_s: float = 1000.0) -> list[int]:
        """The changes that it examines as one of several rules of a request."""
        dormant.begin_request(HERE)
        self.examined = []
        situation = asked(TEXT, *edits, deadline=time.thread_time() + cpu_s)
        RuleContext(situation, dormant).run_rules([lambda _: [], self, lambda _: []])
        return self.examined


def test_one_of_several_rules_does_not_examine_a_change_again_from_which_it_concluded_nothing() -> None:
    dormant, rule = DormantChanges(), ExaminingRule()
    assert rule.examined_in(dormant, OLDER, NEWER) == [2, 1]
    assert rule.examined_in(dormant, OLDER, NEWER) == [2]
    rule.proposes = ["found"]
    assert rule.examined_in(dormant, OLDER, NEWER, NEWEST) == [3]
    assert rule.examined_in(dormant, OLDER, NEWER, NEWEST) == [3, 2, 1]


def test_what_one_of_several_rules_did_not_finish_is_not_remembered() -> None:
    dormant, rule = DormantChanges(), ExaminingRule()
    rule.takes_too_long = True
    assert rule.examined_in(dormant, OLDER, NEWER, cpu_s=0.001) == [2, 1]
    rule.takes_too_long = False
    assert rule.examined_in(dormant, OLDER, NEWER) == [2, 1]


def test_no_rule_runs_after_the_deadline() -> None:
    dormant, rule = DormantChanges(), ExaminingRule()
    assert rule.examined_in(dormant, OLDER, NEWER, cpu_s=-1.0) == []
    rule.takes_too_long = True
    other = ExaminingRule()
    context = RuleContext(asked(TEXT, OLDER, deadline=time.thread_time() + 0.001), dormant)
    assert context.run_rules([rule, other]) == []
    assert (rule.examined, other.examined) == ([1], [])


def test_rules_without_memory_examine_all_changes() -> None:
    rule = ExaminingRule()
    for _ in range(2):
        rule.proposes = ["found"]
        assert RuleContext(asked(TEXT, OLDER, NEWER)).run_rules([rule, rule]) == ["found", "found"]
        assert rule.examined == [2, 1]


def test_a_part_that_several_rules_share_skips_its_own_changes() -> None:
    """A rule that skips a change reads a shared part that does not, and goes on skipping."""
    dormant = DormantChanges()
    request(dormant, OLDER, NEWER)
    dormant.begin_request(HERE)
    context = RuleContext(asked(TEXT, OLDER, NEWER), dormant)

    def shared(context: RuleContext) -> list[int]:
        return examine(context)

    found = context.conclude(examine, lambda: (context.once(shared), examine(context)))
    assert found == ([2, 1], [2])


MORE: dict[str, tuple[Callable[[RuleContext], list[Candidate]], RuleCase]] = {
    "calls": (
        changed_signature.propose_call_updates,
        case("def ff(a):\n    pass\n\nff(1)\n", "def ff(a):", "def ff(a, b):"),
    ),
    "awaits": (
        signatures.propose_awaits,
        case("def ff():\n    pass\n\nasync def g():\n    ff()\n", "def ff():", "async def ff():"),
    ),
    "returned values": (
        signatures.propose_return_uses,
        case("def ff(x, y):\n    return x\n\ndef g():\n    a = ff(1)\n", "    return x", "    return x, y"),
    ),
    "documented parameters": (
        signatures.propose_doc_parameters,
        case('def ff(a, b):\n    """X.\n\n    :param b: two\n    """\n', "def ff(a, b):", "def ff(a):"),
    ),
    "prototypes": (
        signatures.propose_prototypes,
        case("int ff(int a);\nint ff(int a) {\n}\n", "int ff(int a);", "int ff(int a, int b);", path="m.c"),
    ),
    "unused imports": (
        unused_import.propose_unused_imports,
        case("import os\nimport re\n\nos.x()\nre.y()\n", "os.x()", "z()"),
    ),
    "double imports": (
        unused_import.propose_duplicate_imports,
        case("import re\n\nx = 1\nimport os\n", "import re", "import re\nimport os"),
    ),
    "changed imports": (
        moved_import.propose_uses_of_changed_imports,
        case("import numpy\n\nnumpy.x()\nnumpy.y()\n", "import numpy", "import numpy as np"),
    ),
    "removed definitions": (
        removed_definition.propose_removed_definition_uses,
        case("def gone():\n    pass\n\ngone()\n", "def gone():\n    pass\n", ""),
    ),
    "parallel lines": (
        parallel_lines.propose_parallel_lines,
        case(
            RECORD, "        self.height = height", "        self.height = height\n        self.depth = depth"
        ),
    ),
    "missing parameters": (
        missing_parameter.propose_missing_parameters,
        case("def ff(a):\n    pass\n\nff(1)\n", "ff(1)", "ff(1, kk)"),
    ),
    "members": (
        members.propose_renamed_members,
        case(
            "type P struct {\n\tWidth int\n}\n\nfunc f(p P) {\n\tg(p.Width)\n}\n",
            "\tWidth int",
            "\tHeight int",
            path="m.go",
        ),
    ),
    "struct literals": (
        members.propose_struct_literal_fields,
        case(
            "struct P {\n    aa: i32,\n}\nfn f() -> P {\n    P { aa: 1 }\n}\n",
            "    aa: i32,",
            "    aa: i32,\n    bb: i32,",
            path="m.rs",
        ),
    ),
    "missing imports": (
        missing_import.propose_missing_imports,
        case(
            {"m.py": "import os\n\nx = os.y\n", "n.py": "import json\n\njson.dumps(1)\n"},
            "x = os.y",
            "x = json.dumps(os.y)",
        ),
    ),
}
COMBINING = {"vanished names", "repeated insertions", "counted lines", "outdented blocks"}
"""Rules that compare several changes, or read the newest one alone."""


class Dormant(DormantChanges):
    """These changes are dormant for all rules."""

    def __init__(self, changes: frozenset[tuple[int, int]]) -> None:
        super().__init__()
        self._all = changes

    def changes_of(self, rule: Callable[..., object]) -> frozenset[tuple[int, int]]:
        return self._all

    def record(self, *_: object, **__: object) -> None:
        pass


@pytest.mark.parametrize("name", [*ALL, *MORE])
def test_a_rule_skips_the_changes_that_are_dormant_for_it(name: str) -> None:
    rule, one = {**ALL, **MORE}[name]
    path = next(iter(one.files))
    harness = edited(one)
    assert rule(RuleContext(harness.situation(path))) != []
    changes = frozenset((made.serial, made.revision) for made in harness.edits)
    harness.edit("z.py", "x = 1", "x = 2")  # so that the change is not the newest
    situation = harness.situation(path)
    all_found = rule(RuleContext(situation))
    context = RuleContext(situation, Dormant(changes))
    assert context.conclude(rule, lambda: rule(context)) == (all_found if name in COMBINING else [])


HEADER = made("def ff(a):", "def ff(a, b):", 0, serial=1)
LATER = made("x = 1", "x = 2", 2, serial=2)
BEFORE = "def ff(a, b):\n    pass\nx = 2\ny = 3\n"
AFTER = "def ff(a, b):\n    pass\nx = 2\nff(3)\n"


@pytest.mark.parametrize(
    ("more", "is_examined"),
    [
        ({}, False),
        ({"trigger": Trigger.MANUAL}, True),
        ({"selection": Span(Point(3, 0), Point(3, 4))}, True),
    ],
)
def test_only_automatic_requests_skip_dormant_changes(more: dict[str, object], is_examined: bool) -> None:
    engine = SymbolicEngine()
    engine.propose(asked(BEFORE, HEADER, LATER))
    found = engine.propose(asked(AFTER, HEADER, LATER, **more)).candidates  # type: ignore[arg-type]
    assert any(one.is_consequence and "ff" in one.pattern for one in found) is is_examined


def test_an_engine_examines_all_changes_for_another_text() -> None:
    engine = SymbolicEngine()
    engine.propose(structs.replace(asked(BEFORE, HEADER, LATER), snapshot=text_of("", uri=OTHER)))
    found = engine.propose(asked(AFTER, HEADER, LATER)).candidates
    assert any(one.is_consequence and "ff" in one.pattern for one in found)


RENAMED = "lines = 1\nx = 2\nf(rows)\ng(lines)\n"
NO_LONGER = "lines = 1\nx = 2\nf(lines)\ng(lines)\n"
AGAIN = made("g(rows)", "g(lines)", 3, serial=2)
RENAME = made("rows = 1", "lines = 1", 0, serial=1)
BESIDE = made("x = 1", "x = 2", 1, serial=3)


@pytest.mark.parametrize(
    ("edits", "found"),
    [
        pytest.param([RENAME, BESIDE], [], id="an older change that was none"),
        pytest.param([RENAME], ["rows"], id="the newest change"),
        pytest.param([RENAME, AGAIN, BESIDE], ["rows"], id="a second change of the same name"),
    ],
)
def test_an_older_change_of_a_name_that_was_no_rename_is_not_resolved_again(
    edits: list[Edit], found: list[str]
) -> None:
    dormant = DormantPatterns()
    dormant.begin_request()
    assert find_renames(asked(NO_LONGER, RENAME, BESIDE), dormant) == []
    dormant.begin_request()
    assert [one.old for one in find_renames(asked(RENAMED, *edits), dormant)] == found
    assert [one.old for one in find_renames(asked(RENAMED, *edits))] == ["rows"]


def test_a_rename_is_found_again() -> None:
    dormant = DormantPatterns()
    for _ in range(2):
        dormant.begin_request()
        assert [one.old for one in find_renames(asked(RENAMED, RENAME, BESIDE), dormant)] == ["rows"]
