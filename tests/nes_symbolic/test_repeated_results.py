"""What a change has made is not changed by it again, and an import is repeated only where it is needed."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.filters.examples import RepeatedResultFilter
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_LEFT_IMPORT_USES,
    NEAR_DECLARATION_LINES,
    UNUSED_IMPORT_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit

LABEL = CandidateLabel("insert", "p", "t", "why")


def _filtered(one: UnscoredCandidate, *edits: Edit) -> list[UnscoredCandidate]:
    one.probability = 0.9
    return RepeatedResultFilter(extract_patterns(edits, MAX_LEARNED_EDITS)).filter([one])


@pytest.mark.parametrize(
    ("ending", "line", "text", "is_likely"),
    [
        ("py", "from .utils import MISSING", "value = MISSING", True),
        ("py", "from .utils import MISSING", "value = None", False),
        ("py", "from .utils import MISSING as EMPTY", "value = MISSING", False),
        ("py", "from .utils import MISSING as EMPTY", "value = EMPTY", True),
        ("py", "import json", "json.dumps(1)", True),
        ("py", "import json", "a_json_text = 1", False),
        ("py", "import a.b as c", "c.run()", True),
        ("py", "import os.path", "path.join()", True),
        ("ts", "import { load, save as store } from './api'", "store()", True),
        ("ts", "import { load, save as store } from './api'", "save()", False),
        ("ts", "import * as fs from 'fs'", "fs.read()", True),
        ("ts", "import * as fs from 'fs'", "as", False),
        ("ts", "import type { Row } from './rows'", "const a: Row", True),
        ("js", "const should = require('should');", "it.should.be", True),
        ("js", "const should = require('should');", "assert(a)", False),
        ("rs", "use crate::util::Escape;", "Escape(a)", True),
        ("rs", "use crate::util::Escape;", "util(a)", False),
        ("rs", "use std::io::{Read, Write as W};", "W::new()", True),
        ("java", "import java.util.Objects;", "Objects.equals(a, b)", True),
        ("java", "import java.util.Objects;", "java.util.List", False),
        ("go", '"net/http/httptest"', "httptest.NewServer()", True),
        ("go", '"net/http/httptest"', "http.Get()", False),
        ("go", 'log "github.com/a/logger/v2"', "log.Print()", True),
        ("go", '"github.com/a/logger/v2"', "logger.Print()", True),
        ("py", '"net/http/httptest"', "a list of strings", True),
        ("rb", "require 'time'", "no names are bound", True),
    ],
)
def test_an_import_is_repeated_where_its_name_is_used(
    ending: str, line: str, text: str, is_likely: bool
) -> None:
    snapshot = text_of(text, uri=f"file:///project/a.{ending}")
    (one,) = _filtered(LABEL.candidate(snapshot, 0, 0, (line,), {}), made(None, line, uri=OTHER))
    assert one.probability == (0.9 if is_likely else UNUSED_IMPORT_PROBABILITY)


def test_an_import_that_two_texts_got_is_repeated_in_a_third() -> None:
    line = "from .utils import MISSING"
    edits = [made(None, line, serial=at, uri=f"file:///project/{at}.py") for at in (1, 2)]
    (one,) = _filtered(LABEL.candidate(text_of("a = 1"), 0, 0, (line, ""), {}), *edits)
    assert one.probability == 0.9


def test_go_code_that_does_not_use_an_import_cannot_have_it() -> None:
    line = '"encoding/xml"'
    edits = [made(None, line, serial=at, uri=f"file:///project/{at}.go") for at in (1, 2)]
    for text, probability in (("a = 1", UNUSED_IMPORT_PROBABILITY), ("xml.Header", 0.9)):
        snapshot = text_of(text, "file:///project/a.go", "go")
        (one,) = _filtered(LABEL.candidate(snapshot, 0, 0, (line,), {}), *edits)
        assert one.probability == probability


@pytest.mark.parametrize(
    ("new", "text", "family", "is_likely"),
    [
        pytest.param("import { a, b } from './c'", "a()", "context", False, id="not used"),
        pytest.param("import { a, b } from './c'", "b()", "context", True, id="used"),
        pytest.param("import { a, b } from './c'", "a()", "again", True, id="an equal line"),
        pytest.param("import { b } from './c'", "a()", "context", True, id="in place of another"),
    ],
)
def test_an_import_gets_only_names_that_the_text_has(
    new: str, text: str, family: str, is_likely: bool
) -> None:
    old = "import { a } from './c'"
    one = LABEL.candidate(text_of(f"{old}\n{text}", "file:///project/a.ts"), 0, 1, (new,), {})
    one.family = family
    (found,) = _filtered(one, made("import { d } from './e'", "import { d, b } from './e'", uri=OTHER))
    assert found.probability == (0.9 if is_likely else UNUSED_IMPORT_PROBABILITY)


def test_an_import_of_a_module_that_was_made_up_is_improbable() -> None:
    """`from .typing import Callback` says nothing about what `.models` has."""
    snapshot = text_of("a = Callback()")
    edit = made(None, "from .typing import Callback", uri=OTHER)
    (one,) = _filtered(LABEL.candidate(snapshot, 0, 0, ("from .models import Callback",), {}), edit)
    assert one.probability == UNUSED_IMPORT_PROBABILITY


def test_other_lines_among_the_imports_are_no_imports() -> None:
    lines = ("import json", "LIMIT = 3")
    (one,) = _filtered(
        LABEL.candidate(text_of("a = 1"), 0, 0, lines, {}), made(None, "import json", uri=OTHER)
    )
    assert one.probability == 0.9


@pytest.mark.parametrize(
    ("old", "new", "line", "age", "is_kept"),
    [
        ("c = Client(app=app)", "t = Transport(app=app)", "    t = Transport(app=app)", 0.0, False),
        ("c = Client(app=app)", "t = Transport(app=app)", "t = Transport(app=app)", 3.0, False),
        ("c = Client(app=app)", "t = Transport(app=app)", "t = Transport(app=two)", 0.0, True),
        ("c = Client(app=app)", "c = Client(app=app)\nx = One(app)", "c = Client(app=app)", 0.0, True),
        ("});", "}", "}", 0.0, True),
        ("a()", "b()", "b()", 0.0, True),
    ],
)
def test_a_line_that_an_edit_wrote_is_not_changed_by_that_edit(
    old: str, new: str, line: str, age: float, is_kept: bool
) -> None:
    snapshot = text_of(line)
    found = _filtered(LABEL.candidate(snapshot, 0, 1, ("other",), {"age": age}), made(old, new, 9, uri=HERE))
    assert bool(found) == is_kept


def test_a_newer_edit_may_change_what_an_older_one_wrote() -> None:
    edits = [made("a = one(x)", "a = two(x)", serial=1), made("b = two(y)", "b = three(y)", 5, serial=2)]
    one = LABEL.candidate(text_of("a = two(x)"), 0, 1, ("a = three(x)",), {"age": 0.0})
    assert _filtered(one, *edits)


def test_a_written_line_may_be_deleted_where_it_was() -> None:
    one = LABEL.candidate(text_of("import json"), 0, 1, (), {"age": 0.0})
    assert _filtered(one, made(None, "import json", 9))


def test_the_new_form_of_a_call_is_not_changed_again() -> None:
    text = """
    def one(app):
        client = Client(app=app)
        client.get("/")

    def two(app):
        transport = Transport(app=app)
        client = Client(transport=transport)
        client.get("/two")
    """
    with closing(Scene("app.py", text)) as scene:
        scene.edit(
            '    client = Client(app=app)\n    client.get("/")',
            "    transport = Transport(app=app)\n    client = Client(transport=transport)\n"
            '    client.get("/")',
        )
        assert "+ transport = Transport(transport=transport)" not in scene.shown(manual=True), scene.account()


@pytest.mark.parametrize(
    ("ending", "new", "is_kept"),
    [
        (".go", "package store_test", False),
        ("_test.go", "package store_test", True),
        (".go", "package stores", True),
        (".go", "func a_test", True),
    ],
)
def test_only_tests_are_in_the_package_of_the_tests(ending: str, new: str, is_kept: bool) -> None:
    snapshot = text_of("package store", uri=f"file:///project/store{ending}")
    one = LABEL.candidate(snapshot, 0, 1, (new,), {"age": 0.0})
    assert bool(_filtered(one, made("package store", "package store_test", uri=OTHER))) == is_kept


SPAN = ('import { Span } from "otel";', 'import { Span } from "otel-api";')
METER = ('import { Meter } from "otel";', 'import { Meter } from "otel-api";')
USE = ("use serde::Value;", "use serde_json::Value;")


@pytest.mark.parametrize(
    ("examples", "old", "new", "is_likely"),
    [
        pytest.param([SPAN], *METER, False, id="another name"),
        pytest.param([SPAN], *SPAN, True, id="the same name"),
        pytest.param(
            [SPAN],
            'import { Meter, Span } from "otel";',
            'import { Meter, Span } from "otel-api";',
            True,
            id="the name among others",
        ),
        pytest.param(
            [SPAN, METER],
            'import { Log } from "otel";',
            'import { Log } from "otel-api";',
            True,
            id="several names",
        ),
        pytest.param([USE], "use serde::Map;", "use serde_json::Map;", False, id="Rust"),
        pytest.param([USE], "pub use serde::Map;", "pub use serde_json::Map;", False, id="Rust, public"),
        pytest.param([USE], "use crate::a::Map;", "use serde_json::Map;", True, id="from the own crate"),
        pytest.param([USE], "use serde::Map;", "use crate::a::Map;", True, id="to the own crate"),
        pytest.param(
            [('import { A } from "./a";', 'import { A } from "./b";')],
            *METER,
            True,
            id="a module of the workspace",
        ),
        pytest.param(
            [SPAN],
            'import { Meter } from "./otel";',
            'import { Meter } from "./api";',
            True,
            id="to the workspace",
        ),
        pytest.param(
            [SPAN],
            'import { Meter } from "otel";',
            'import { Log } from "otel";',
            True,
            id="the same library",
        ),
        pytest.param(
            [SPAN],
            'import { Meter } from "otel";',
            'import { Log } from "otel-api";',
            True,
            id="the name as well",
        ),
        pytest.param([SPAN], "a = 1", "a = 2", True, id="no import"),
        pytest.param([(SPAN[0], SPAN[0].replace(";", ""))], *METER, True, id="no other library before"),
    ],
)
def test_another_name_of_a_library_need_not_have_been_moved(
    examples: list[tuple[str, str]], old: str, new: str, is_likely: bool
) -> None:
    edits = [made(*one, 5 * at, serial=at, uri=OTHER) for at, one in enumerate(examples, 1)]
    one = LABEL.candidate(text_of(old, uri="file:///project/a.ts"), 0, 1, (new,), {})
    (one,) = _filtered(one, *edits)
    assert one.probability == (0.9 if is_likely else UNUSED_IMPORT_PROBABILITY)


@pytest.mark.parametrize(
    ("line_count", "new"),
    [(2, (METER[1],)), (1, (METER[1], "")), (0, (METER[1],))],
    ids=["two lines become one", "one line becomes two", "inserted"],
)
def test_a_moved_name_is_read_from_one_line(line_count: int, new: tuple[str, ...]) -> None:
    snapshot = text_of(f"{METER[0]}\nMeter()", uri="file:///project/a.ts")
    one = LABEL.candidate(snapshot, 0, line_count, new, {})
    (one,) = _filtered(one, made(*SPAN, uri=OTHER))
    assert one.probability == (UNUSED_IMPORT_PROBABILITY if line_count == 0 else 0.9)


@pytest.mark.parametrize(
    ("declared", "line", "distance", "is_kept"),
    [
        pytest.param("const size = 1;", "const size = 1;", 1, False, id="const"),
        pytest.param("  let size = 1;", "  let size = 1;", 1, False, id="let"),
        pytest.param("row, err := load()", "row, err := load()", 1, False, id="Go"),
        pytest.param("const size = 1;", "const size = 2;", 1, True, id="another value"),
        pytest.param("const size = 1;", "  const size = 1;", 1, True, id="at another depth"),
        pytest.param("show(size)", "show(size)", 1, True, id="no declaration"),
        pytest.param("constant = 1", "constant = 1", 1, True, id="a word that begins with const"),
        pytest.param("const size = 1;", "const size = 1;", NEAR_DECLARATION_LINES, False, id="the last line"),
        pytest.param(
            "const size = 1;", "const size = 1;", NEAR_DECLARATION_LINES + 1, True, id="further above"
        ),
        pytest.param("const size = 1;", "const size = 1;", 1 - NEAR_DECLARATION_LINES, False, id="below"),
        pytest.param("const size = 1;", "const size = 1;", -NEAR_DECLARATION_LINES, True, id="further below"),
    ],
)
def test_a_variable_is_not_declared_beside_its_declaration(
    declared: str, line: str, distance: int, is_kept: bool
) -> None:
    """`distance` counts from the declaration to the line before which it is inserted."""
    lines = ["x"] * 40
    lines[20] = declared
    one = LABEL.candidate(text_of("\n".join(lines)), 20 + distance, 0, (line, "y"), {})
    assert bool(_filtered(one, made("a = 1", "b = 2", uri=OTHER))) == is_kept


def test_a_variable_is_not_declared_twice_at_the_beginning_of_a_text() -> None:
    one = LABEL.candidate(text_of("const size = 1;" + "\nx" * 40), 2, 0, ("const size = 1;",), {})
    assert not _filtered(one, made("a = 1", "b = 2", uri=OTHER))


def test_a_line_near_its_declaration_may_become_equal_to_it() -> None:
    one = LABEL.candidate(
        text_of("const size = 1;\nconst size = 2;"), 1, 1, ("const size = 1;",), {"age": 0.0}
    )
    assert _filtered(one, made("a = 1", "b = 2", uri=OTHER))


def test_an_insertion_without_lines_declares_nothing() -> None:
    assert _filtered(LABEL.candidate(text_of("a"), 0, 0, (), {}), made("a = 1", "b = 2", uri=OTHER))


@pytest.mark.parametrize(
    ("uri", "line", "rest", "is_kept"),
    [
        pytest.param("a.go", '\t"fmt"', "\tfmt.Println(1)", False, id="still used"),
        pytest.param("a.go", '\t"fmt"', "\tlog.Println(1)", True, id="not used"),
        pytest.param("a.go", '\t"fmt"', "\t// fmt.Println(1)", True, id="used in a comment"),
        pytest.param("a.go", '\tf "fmt"', "\tf.Println(1)", False, id="under another name"),
        pytest.param("a.go", '\t"fmt"', "\ta.fmt.Println(1)", True, id="a member of that name"),
        pytest.param("a.go", "\tx()", "\tfmt.Println(1)", True, id="no import"),
        pytest.param("a.py", '\t"fmt"', "\tfmt.Println(1)", True, id="another language"),
    ],
)
def test_a_package_of_go_that_is_used_stays_imported(uri: str, line: str, rest: str, is_kept: bool) -> None:
    edit = made(line, None, uri=OTHER)
    for uses, expected in ((MAX_LEFT_IMPORT_USES, True), (MAX_LEFT_IMPORT_USES + 1, is_kept)):
        lines = [rest.replace("1", str(number)) for number in range(uses)]
        snapshot = text_of("\n".join([line, *lines]), f"file:///project/{uri}")
        one = LABEL.candidate(snapshot, 0, 1, (), {})
        assert bool(_filtered(one, edit)) is expected
