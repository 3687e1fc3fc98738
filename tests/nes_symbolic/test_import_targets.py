"""An import is not changed to a file that does not exist, as that of a moved file was changed."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from nes_symbolic.builders import Texts, asked, line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.places import limit_missing_import_targets, limit_names_that_stay
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot


class DefiningTexts(Texts):
    """Texts with an index of the names that they define."""

    def find_definitions(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int]]:
        return [(one, 0) for one in self.find_containing([f"fn {name}("], near, 9)]

    def find_imports(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int, str]]:
        return []


ROOT = "file:///project/src"
CLOCK = ('import { now } from "../util/clock";', 'import { now } from "../time/clock";')
FILES = ('import { list } from "../util/files";', 'import { list } from "../time/files";')


def limited(
    *files: str,
    example: tuple[str, str] = CLOCK,
    place: tuple[str, ...] = FILES,
    uri: str = f"{ROOT}/app/main.ts",
    line_count: int = 1,
    probability: float = 0.9,
) -> float:
    """The probability of the candidate after the example, where the workspace has these files."""
    edit = made(*example, 1, uri=uri)
    one = line_candidate(
        text_of(f"{place[0]}\n", uri=uri), 0, *place[1:], line_count=line_count, probability=probability
    )
    others = [text_of("", uri=f"{ROOT}/{path}") for path in files]
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    limit_missing_import_targets([one], patterns, asked("", edit, others=others))
    return one.probability


@pytest.mark.parametrize(
    ("files", "is_likely"),
    [
        pytest.param(["time/clock.ts"], False, id="missing"),
        pytest.param(["time/clock.ts", "time/files.ts"], True, id="a file"),
        pytest.param(["time/clock.ts", "time/files.js"], True, id="a file of JavaScript"),
        pytest.param(["time/clock.ts", "time/files.d.ts"], True, id="a file of types"),
        pytest.param(["time/clock.ts", "time/files/index.ts"], True, id="a folder"),
        pytest.param(["time/clock/index.tsx"], False, id="missing, after a folder"),
        pytest.param(["time/clock.ts", "time/files.py"], False, id="a file of another language"),
        pytest.param(["time/clock.ts", "app/time/files.ts"], False, id="a file in another folder"),
        pytest.param([], True, id="the file of the example is missing as well"),
    ],
)
def test_an_imported_file_exists(files: list[str], is_likely: bool) -> None:
    assert limited(*files) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param(*FILES, False, id="import from"),
        pytest.param("import '../util/files'", "import '../time/files'", False, id="import"),
        pytest.param("a = import('../util/files')", "a = import('../time/files')", False, id="import()"),
        pytest.param("a = require('../util/files')", "a = require('../time/files')", False, id="require"),
        pytest.param("export * from './a'", "export * from './b'", False, id="export"),
        pytest.param("import a from './files.js'", "import a from '../time/clock.js'", True, id="with .js"),
        pytest.param("import a from './files.js'", "import a from '../time/clock.py'", False, id="with .py"),
        pytest.param("a = load('../util/files')", "a = load('../time/files')", True, id="another string"),
        pytest.param("import a from 'util'", "import a from 'time'", True, id="a package"),
        pytest.param("import a from 'util'", "import a from '../time/util'", True, id="a package before"),
        pytest.param("import a from '../gone'", "import b from '../gone'", True, id="the same file"),
    ],
)
def test_only_a_relative_path_that_changes_is_checked(old: str, new: str, is_likely: bool) -> None:
    assert limited("time/clock.ts", place=(old, new)) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("suffix", "is_likely"),
    [("ts", False), ("tsx", False), ("js", False), ("mjs", False), ("vue", False), ("py", True)],
)
def test_only_scripts_have_such_imports(suffix: str, is_likely: bool) -> None:
    found = limited("time/clock.ts", uri=f"{ROOT}/app/main.{suffix}")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("place", "line_count", "probability"),
    [
        pytest.param((*FILES, ""), 1, 0.9, id="one line becomes two"),
        pytest.param(FILES, 2, 0.9, id="two lines become one"),
        pytest.param(FILES, 1, 0.1, id="improbable already"),
    ],
)
def test_other_candidates_keep_their_probability(
    place: tuple[str, ...], line_count: int, probability: float
) -> None:
    found = limited("time/clock.ts", place=place, line_count=line_count, probability=probability)
    assert found == probability


@pytest.mark.parametrize("exists", [False, True])
def test_the_import_of_a_file_that_was_not_moved_stays(exists: bool, tmp_path: Path) -> None:
    for path in ("time/clock.ts", "util/files.ts", *(["time/files.ts"] if exists else [])):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("export const a = 1;\n")
    text = 'import { now } from "./util/clock";\nimport { list } from "./util/files";\n\nlist(now());\n'
    with closing(Scene("main.ts", text, root=tmp_path)) as scene:
        scene.edit("util", "time")
        shown = scene.shown()
    assert ('+ import { list } from "./time/files";' in shown) is exists


STAYING = {
    "Rust": ("rs", "use crate::util::Span;", "use crate::util::pad;", "pub fn pad() {}"),
    "names of Rust": ("rs", "use crate::util::Span;", "use crate::util::{pad, Line};", "pub fn pad() {}"),
    "Python": ("py", "from app.util import Span", "from app.util import pad", "def pad(): ..."),
    "Python with another name": (
        "py",
        "from util import Span",
        "from util import pad as fill",
        "def pad(): ...",
    ),
}


@pytest.mark.parametrize("name", STAYING)
@pytest.mark.parametrize("place", ["util", "util/index", "source", ""])
def test_a_name_that_is_defined_in_the_old_module_stays_there(name: str, place: str, tmp_path: Path) -> None:
    suffix, moved, other, definition = STAYING[name]
    if place:
        path = tmp_path / f"{place}.{suffix}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{definition}\n")
    with closing(Scene(f"main.{suffix}", f"{moved}\n{other}\n", root=tmp_path)) as scene:
        scene.edit("util", "source")
        shown = scene.shown()
    new = other.replace("util", "source")
    assert (f"+ {new}" in shown) is (place in ("source", ""))


@pytest.mark.parametrize(
    ("examples", "place", "is_likely"),
    [
        pytest.param(["use a::util::Span;"], "use a::util::pad;", False, id="another name"),
        pytest.param(["use a::util::pad;"], "use b::a::util::pad;", True, id="the same name"),
        pytest.param(
            ["use a::util::Span;", "use a::util::pad;"], "use a::util::pad;", True, id="both were moved"
        ),
        pytest.param(["use a::tool::Span;"], "use a::util::pad;", True, id="another module"),
        pytest.param(
            ["use a::util::Span;"], "use a::util::Line;", True, id="a name that is not defined there"
        ),
        pytest.param(["import a.util.Span;"], "import a.util.pad;", False, id="Java"),
        pytest.param(["import static a.util.Span;"], "import static a.util.pad;", False, id="static in Java"),
        pytest.param(
            ['import { Span } from "a/util"'], 'import { pad } from "a/util"', False, id="TypeScript"
        ),
        pytest.param(
            ['export { Span } from "a/util"'], 'export { pad } from "a/util"', False, id="an export"
        ),
        pytest.param(["let a = util::Span;"], "let a = util::pad;", True, id="no import"),
    ],
)
def test_which_imports_are_compared(examples: list[str], place: str, is_likely: bool) -> None:
    uri = f"{ROOT}/main.rs"
    edits = [
        made(one, one.replace("util", "source").replace("tool", "source"), at, uri=uri, serial=at + 1)
        for at, one in enumerate(examples)
    ]
    one = line_candidate(text_of(f"{place}\n", uri=uri), 0, place.replace("util", "source"), probability=0.9)
    texts = DefiningTexts(text_of("pub fn pad() {}", uri=f"{ROOT}/util.rs"))
    situation = msgspec.structs.replace(asked("", *edits), workspace_texts=texts)
    limit_names_that_stay([one], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


SHARED = ('import { now } from "../util/clock";', 'import { now } from "@app/clock";')
OTHER_SHARED = ('import { list } from "../util/files";', 'import { list } from "@app/files";')


@pytest.mark.parametrize(
    ("example", "place", "named", "is_likely"),
    [
        pytest.param(SHARED, OTHER_SHARED, "", False, id="a package that nothing names"),
        pytest.param(SHARED, OTHER_SHARED, 'import "@app/files/all";', True, id="an imported package"),
        pytest.param(
            SHARED, OTHER_SHARED, '{ "dependencies": { "@app/files": "1" } }', True, id="a listed one"
        ),
        pytest.param(SHARED, OTHER_SHARED, 'import "@app/filesystem";', False, id="a longer name"),
        pytest.param(
            SHARED, ('import a from "../b";', 'import a from "@app/clock";'), "", True, id="the same"
        ),
        pytest.param(
            ("import a from 'old/a';", "import a from 'new/a';"),
            ("import b from 'old/b';", "import b from 'new/b';"),
            "",
            True,
            id="another path of the package",
        ),
        pytest.param(
            ("const a = require('x-a')", "const a = require('y-a')"),
            ("const b = require('x-b')", "const b = require('y-b')"),
            "",
            False,
            id="a package that is required",
        ),
        pytest.param(SHARED, ("list(x)", "list(y)"), "", True, id="no import"),
    ],
)
def test_an_import_from_another_package(
    example: tuple[str, str], place: tuple[str, str], named: str, is_likely: bool
) -> None:
    edit = made(*example, 1, uri=f"{ROOT}/a.ts")
    one = line_candidate(text_of(f"{place[0]}\n", uri=f"{ROOT}/b.ts"), 0, place[1], probability=0.9)
    others = [text_of(f"{named}\n", uri=f"{ROOT}/c.ts")]
    situation = asked("", edit, others=others)
    limit_missing_import_targets([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_packages_that_were_written_twice_show_a_pattern() -> None:
    first = made(*SHARED, 1, uri=f"{ROOT}/a.ts", serial=1)
    second = made(
        "import { a } from '../util/b';", "import { a } from '@app/b';", 2, uri=f"{ROOT}/a.ts", serial=2
    )
    one = line_candidate(
        text_of(f"{OTHER_SHARED[0]}\n", uri=f"{ROOT}/b.ts"), 0, OTHER_SHARED[1], probability=0.9
    )
    patterns = extract_patterns([first, second], MAX_LEARNED_EDITS)
    limit_missing_import_targets([one], patterns, asked("", second))
    assert one.probability == 0.9
