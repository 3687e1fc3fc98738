"""What a change has made is not changed by it again, and an import is repeated only where it is needed."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.filters import RepeatedResultFilter
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, UNUSED_IMPORT_PROBABILITY
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
