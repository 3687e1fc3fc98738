"""Changes of a name that are no rename: the line declares another variable, and the old one goes on."""

# pyright: reportPrivateUsage=false

from contextlib import closing

import pytest

from nes_symbolic.builders import OTHER, asked, line_candidate, made, text_of
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene, situation
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.filters.places import limit_changes_of_deleted_imports
from understudy.nes.symbolic.filters.types import limit_renames_in_other_functions
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.renames import RenameFilter, find_renames, propose_renames
from understudy.nes.symbolic.renames.limits import MAX_LINES_BESIDE, MAX_RENAMES
from understudy.nes.symbolic.tokens import are_opposite_names
from understudy.nes.text import Edit, EditOrigin


def is_rename(asked_now: Situation) -> bool:
    """Whether the only changed name is one that the others follow."""
    (found,) = find_renames(asked_now)
    assert bool(propose_renames([found], asked_now)) is not found.is_other
    return not found.is_other


@pytest.mark.parametrize(
    ("name", "old", "new", "rest", "expected"),
    [
        pytest.param(
            "a.py",
            "handle, path = make()\npath = clean(path)",
            "handle, raw = make()\npath = Path(decode(raw))",
            "show(path)",
            False,
            id="the old name is defined below",
        ),
        pytest.param(
            "a.py", "path = make()\nlog(1)", "raw = make()\nlog(2)", "show(path)", True, id="and it is not"
        ),
        pytest.param(
            "a.py", "w = f(1)", "_w = f(2)", "show(w)", False, id="an underscore, and another value"
        ),
        pytest.param("a.py", "w = f(1)", "_w = f(1)", "show(w)", True, id="an underscore alone"),
        pytest.param(
            "a.ts",
            "const ended = p.at(-1) === 'x'",
            "const suffix = p.at(1) ? 'a' : 'b'",
            "show(ended)",
            False,
            id="a string for a boolean",
        ),
        pytest.param(
            "a.ts",
            "const ended = p.at(-1) === 'x'",
            "const isEnded = p.at(-1) === 'y'",
            "show(ended)",
            True,
            id="another boolean",
        ),
        pytest.param(
            "a.ts",
            "const names = [1, 2]",
            "const namesById = {a: 1}",
            "show(names)",
            False,
            id="an object for a list",
        ),
        pytest.param("a.py", "size = 3", "size_name = 'a'", "show(size)", False, id="a string for a number"),
        pytest.param("a.py", "size = 3", "size_now = 4", "show(size)", True, id="another number"),
        pytest.param(
            "a.py", "size = 3", "size_name = f(a)", "show(size)", True, id="a value of an unknown kind"
        ),
        pytest.param(
            "a.py",
            "name = 'a' if b else 'c'",
            "name_size = 3 if b else 4",
            "show(name)",
            False,
            id="two branches",
        ),
        pytest.param(
            "a.ts",
            "const req: Request = f(1)",
            "const reqInit: RequestInit = f(2)",
            "show(req)",
            False,
            id="another type behind the name",
        ),
        pytest.param(
            "a.ts",
            "const req: Request = f(1)",
            "const reqNow: Request = f(2)",
            "show(req)",
            True,
            id="the same type behind the name",
        ),
    ],
)
def test_another_variable_is_no_rename(name: str, old: str, new: str, rest: str, expected: bool) -> None:
    body = "def run():\n    {}\n" if name.endswith("py") else "function run() {{\n    {}\n}}\n"
    text = body.format("\n    ".join([*old.split("\n"), rest]))
    edit = tuple(one.replace("\n", "\n    ") for one in (old, new))
    assert is_rename(situation(name, text, edit)) is expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("Element mapper = f(1);", "Type mapperType = f(2);", False, id="another type"),
        pytest.param("Element mapper = f(1);", "Element mapperNow = f(2);", True, id="the same type"),
        pytest.param("Element mapper = f(1);", "var mapperNow = f(2);", True, id="a type that is left open"),
    ],
)
def test_a_declaration_with_another_type_before_the_name_is_no_rename(
    old: str, new: str, expected: bool
) -> None:
    text = f"class A {{\n  void run() {{\n    {old}\n    show(mapper);\n  }}\n}}\n"
    assert is_rename(situation("A.java", text, (old, new))) is expected


def test_a_type_that_is_written_anew_below_is_no_rename() -> None:
    text = "type State = {\n  a: A;\n};\ntype Hook = (state: State) => void;\nlet hooks: Hook[];\n"
    first = made("type Hook = {", "type State = {", 0)
    later = made("};", "};\ntype Hook = (state: State) => void;", 2, serial=2)
    assert not is_rename(asked(text, first, later, language="typescript"))


def test_a_definition_that_an_accepted_suggestion_left_is_not_written_again() -> None:
    text = "def run():\n    raw = make()\n    path = f(path, 1)\n    show(path)\n"
    first = made("    path = make()", "    raw = make()", 1)
    for origin, expected in ((EditOrigin.TYPED, False), (EditOrigin.ACCEPTED, True)):
        later = made("    path = f(path)", "    path = f(path, 1)", 2, serial=2, origin=origin)
        assert is_rename(asked(text, first, later)) is expected


def test_a_definition_that_was_written_before_does_not_matter() -> None:
    text = "def run():\n    raw = make()\n    path = f(path, 1)\n    show(path)\n"
    before = made("    path = f(path)", "    path = f(path, 1)", 2)
    assert is_rename(asked(text, before, made("    path = make()", "    raw = make()", 1, serial=2)))


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        pytest.param(MAX_LINES_BESIDE - 1, False, id="beside it"),
        pytest.param(MAX_LINES_BESIDE, True, id="further away"),
    ],
)
def test_two_names_in_place_of_one_are_no_rename(between: int, expected: bool) -> None:
    old = "    changed = f(1)"
    new = ["    owner_changed = f(2)", *["    go()"] * between, "    args_changed = f(3)"]
    text = "\n".join(["def run():", *new, "    show(changed)", ""])
    edits = [made(old, new[0], 1), made(None, new[-1], 2 + between, serial=2)]
    assert is_rename(asked(text, *edits)) is expected


def test_another_variable_leaves_its_old_name_to_the_user() -> None:
    edit = made("    w = f(1)", "    _w = f(2)", 1)
    now = asked("def run():\n    _w = f(2)\n    show(w)\ndef other(w):\n    show(w)\n", edit)
    checked = RenameFilter(find_renames(now))
    same, other = (line_candidate(now.snapshot, line, "    show(_w)") for line in (2, 4))
    assert checked.filter([same, other]) == [other]


def test_other_variables_do_not_count_as_renames() -> None:
    names = [f"w{number}" for number in range(MAX_RENAMES)]
    lines = ["def run(rows):", *(f"    _{name} = f(2)" for name in names), "    lines = 1"]
    lines += [f"    show({name})" for name in names] + ["    show(old)", ""]
    edits = [made("    old = 1", "    lines = 1", 1 + MAX_RENAMES)]
    edits += [
        made(f"    {name} = f(1)", f"    _{name} = f(2)", 1 + at, serial=2 + at)
        for at, name in enumerate(names)
    ]
    found = find_renames(asked("\n".join(lines), *edits))
    assert [one.old for one in found if not one.is_other] == ["old"]


@pytest.mark.parametrize(
    ("name", "text", "edit", "expected"),
    [
        pytest.param(
            "A.java",
            "import org.junit.Assume.assumeTrue;\nclass A { void f() { assumeTrue(1); } }\n",
            ("assumeTrue;", "assumeFalse;"),
            False,
            id="the opposite",
        ),
        pytest.param(
            "A.java",
            "import java.util.ArrayList;\nclass A { ArrayList<B> f() { return 1; } }\n",
            ("ArrayList;", "Arrays;"),
            False,
            id="a class of functions",
        ),
        pytest.param(
            "A.java",
            "import a.Visitor6;\nclass A { Visitor6 f() { return 1; } }\n",
            ("Visitor6;", "Visitor8;"),
            True,
            id="another version",
        ),
        pytest.param(
            "a.py",
            "from lists import Mapping\nshow(Mapping)\n",
            ("Mapping\n", "Arrays\n"),
            True,
            id="no class of Java",
        ),
    ],
)
def test_an_import_that_is_used_in_another_way_is_no_rename(
    name: str, text: str, edit: tuple[str, str], expected: bool
) -> None:
    assert is_rename(situation(name, text, edit)) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("isTrue", "isFalse", True),
        ("max_size", "min_size", True),
        ("isTrue", "wasFalse", False),
        ("isTrue", "isFalseNow", False),
        ("isTrue", "isSet", False),
    ],
)
def test_opposite_names(one: str, other: str, expected: bool) -> None:
    assert are_opposite_names(one, other) is expected


def test_an_imported_name_leaves_the_module_that_defines_the_old_one() -> None:
    harness = RuleHarness(
        lib__py="class Table:\n    pass\n\n\nt = Table()\n",
        m__py="from lib import Table\n\nTable()\n",
        n__py="from lib import Table\n\nTable()\n",
    )
    harness.edit("m.py", "from lib import Table", "from lib import Grid")
    (rename,) = find_renames(harness.situation("m.py"))
    assert {one.uri.rpartition("/")[2] for one in rename.places} == {"m.py", "n.py"}


def test_a_rejected_use_of_another_import_says_more_than_that_of_a_variable() -> None:
    for first, expected in (("from lib import rows", False), ("rows = 1", True)):
        with closing(Scene("a.py", f"{first}\nshow(rows)\nsave(rows, 1)\n")) as scene:
            scene.edit(first, first.replace("rows", "lines"))
            scene.reject()
            assert bool(scene.shown()) is expected


SERIAL = """class A:
    def one(self):
        name = read()
        show(name)
    def two(self, {parameter}):
        {place}
    def three(self):
        show(name)
name = 1
"""


def limited(place: str, new: str, *edits: Edit, parameter: str = "label") -> bool:
    """Whether a changed line of the second method became improbable."""
    snapshot = text_of(SERIAL.format(place=place, parameter=parameter))
    line = next(number for number, text in enumerate(snapshot.lines) if text.strip() == place)
    one = line_candidate(snapshot, line, snapshot.lines[line].replace(place, new), probability=0.9)
    limit_renames_in_other_functions([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    return one.probability == OTHER_VALUE_PROBABILITY


USE = made("        show(label)", "        show(name)", 3)
FIELD = made("label = 1", "name = 1", 8)
FIELD_ELSEWHERE = made("label = 1", "name = 1", 8, uri=OTHER, serial=2)


@pytest.mark.parametrize(
    ("place", "new", "parameter", "edits", "expected"),
    [
        pytest.param("save(label)", "save(name)", "label", [FIELD], True, id="a parameter"),
        pytest.param("label = 1", "name = 1", "a", [FIELD], True, id="a variable"),
        pytest.param("save(label)", "save(name)", "a", [FIELD], False, id="a name that nothing defines"),
        pytest.param("save(label)", "save(name)", "label", [FIELD, USE], False, id="also one in a function"),
        pytest.param("save(label)", "save(name)", "label", [FIELD_ELSEWHERE], False, id="in another text"),
        pytest.param("save(label)", "save(LABEL)", "label", [FIELD], False, id="another change"),
    ],
)
def test_a_variable_of_a_function_keeps_its_name_when_another_thing_is_renamed(
    place: str, new: str, parameter: str, edits: list[Edit], expected: bool
) -> None:
    assert limited(place, new, *edits, parameter=parameter) is expected


def test_a_name_whose_declaration_was_replaced_stays_outside_of_its_function() -> None:
    declared = made("        label = read()", "        name = read()", 2)
    assert limited("save(label)", "save(name)", declared, parameter="a")
    assert not limited("save(label)", "save(name)", USE, parameter="a")


@pytest.mark.parametrize(
    ("edit", "line", "expected"),
    [
        pytest.param(
            made("const P = require('./lib/p')", None, uri=OTHER),
            "const P = require('./p')",
            True,
            id="deleted",
        ),
        pytest.param(
            made("const P = require('./lib/p')", None),
            "const P = require('./p')",
            False,
            id="in the same text",
        ),
        pytest.param(
            made("const P = require('./lib/p')", "const Promise = require('./lib/p')", uri=OTHER),
            "const P = require('./p')",
            False,
            id="changed",
        ),
        pytest.param(made("const P = 1", None, uri=OTHER), "const P = require('./p')", False, id="no import"),
        pytest.param(
            made("const P = require('./lib/p')", None, uri=OTHER),
            "const P = make('./p')",
            False,
            id="no import here",
        ),
        pytest.param(
            made("const Q = require('./lib/q')", None, uri=OTHER),
            "const P = require('./p')",
            False,
            id="another",
        ),
    ],
)
def test_an_import_that_was_deleted_elsewhere_gets_no_other_name(
    edit: Edit, line: str, expected: bool
) -> None:
    snapshot = text_of(line, language="javascript")
    one = line_candidate(snapshot, 0, line.replace("P ", "Promise "), probability=0.9)
    limit_changes_of_deleted_imports([one], asked(line, edit))
    assert (one.probability == OTHER_VALUE_PROBABILITY) is expected
