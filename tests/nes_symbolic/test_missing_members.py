"""A name is not written in place of another one where it has no such member, or in the file that defines it."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.symbolic.filters import filter_repetitions
from understudy.nes.symbolic.filters.types import limit_missing_members, limit_wrapped_names
from understudy.nes.symbolic.limits import (
    MAX_ENCLOSING_LINES,
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot

HERE, OTHER = "file:///project/a.js", "file:///project/log.js"
LOG = "export const log = {\n  error: (x) => write(x),\n  debug,\n};\nconst rest = { table: 1 };\n"


def script(text: str, uri: str = HERE, language: str = "javascript") -> TextSnapshot:
    return text_of(text, uri, language)


def with_members(
    old: str, new: str, definition: str = LOG, language: str = "javascript", before: float = 0.9
) -> float:
    """What remains of the probability of a change, if another file has the definition."""
    snapshot = script(old, HERE if language == "javascript" else "file:///project/a.py", language)
    one = line_candidate(snapshot, 0, new, probability=before)
    limit_missing_members([one], asked("", others=[script(definition, OTHER)]))
    return one.probability


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("console.table(x);", "log.table(x);", False, id="missing"),
        pytest.param("console?.table(x);", "log?.table(x);", False, id="optional"),
        pytest.param("console.error(x);", "log.error(x);", True, id="member"),
        pytest.param("console.debug(x);", "log.debug(x);", True, id="member with a short form"),
        pytest.param("console.table(x);", "other.table(x);", True, id="object that is not known"),
        pytest.param("console.table(x);", "log.trace(x);", True, id="other member"),
        pytest.param("console(x);", "log(x);", True, id="no member"),
        pytest.param("a.console.table(x);", "a.log.table(x);", True, id="member of another object"),
        pytest.param("f(x).table(x);", "log.table(x);", True, id="more than a name"),
    ],
)
def test_an_object_is_written_where_it_has_the_member(old: str, new: str, is_likely: bool) -> None:
    assert with_members(old, new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("definition", "is_likely"),
    [
        pytest.param(LOG, False, id="one"),
        pytest.param(LOG + LOG, True, id="two"),
        pytest.param(LOG.replace("debug", "...console"), True, id="others taken over"),
        pytest.param(LOG.replace("const log", "class log"), True, id="no object"),
        pytest.param("const log = { error };\n", True, id="in one line"),
        pytest.param("const log = {\n  error,\n", True, id="unfinished"),
        pytest.param(
            "const log = {\n  a: {\n    b,\n  },\n  table,\n};\n", True, id="behind an inner object"
        ),
        pytest.param(
            "const log = {\n" + "  error,\n" * (MAX_ENCLOSING_LINES - 2) + "};\n", False, id="long object"
        ),
        pytest.param(
            "const log = {\n" + "  error,\n" * (MAX_ENCLOSING_LINES - 1) + "};\n", True, id="too long object"
        ),
    ],
)
def test_the_members_are_known_by_the_only_object_literal(definition: str, is_likely: bool) -> None:
    found = with_members("console.table(x);", "log.table(x);", definition)
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_other_languages_long_lines_and_unlikely_places_are_left_alone() -> None:
    assert with_members("console.table(x)", "log.table(x)", language="python") == 0.9
    assert with_members("console.table(x);", "log.table(x);", before=0.1) == 0.1
    for size, expected in ((0, OTHER_VALUE_PROBABILITY), (1, 0.9)):
        old = "console.table(x);".ljust(MAX_PATTERN_LINE_CHARS + size)
        assert with_members(old, old.replace("console", "log")) == expected


TYPED = {"typed": 1.0}


def wrapped(
    text: str, line: str, new: str, edited: str = OTHER, before: float = 0.9, typed: float = 1.0
) -> float:
    """What remains of the probability of a change of the last line of a text, after an edit of a file."""
    snapshot = script(f"{text}\n{line}")
    one = line_candidate(snapshot, 1, new, probability=before, features={"typed": typed})
    edit = made("a = fetch(b)", "a = load(b)", uri=edited)
    limit_wrapped_names([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    return one.probability


@pytest.mark.parametrize(
    ("text", "line", "new", "is_likely"),
    [
        pytest.param("export function load(x) {", "  a(fetch(x))", "  a(load(x))", False, id="function"),
        pytest.param("def load(x):", "  fetch(x)", "  load(x)", False, id="Python"),
        pytest.param("const load = {", "  fetch.get(x)", "  load.get(x)", False, id="object"),
        pytest.param("const load = {", "  a.b.get(x)", "  load.get(x)", False, id="longer name"),
        pytest.param("function loads(x) {", "  fetch(x)", "  load(x)", True, id="longer function"),
        pytest.param("  function load(x) {", "  fetch(x)", "  load(x)", True, id="inner function"),
        pytest.param("import { load } from 'x'", "  fetch(x)", "  load(x)", True, id="import"),
        pytest.param("function load(x) {", "  fetch", "  load", True, id="no call"),
        pytest.param("function load(x) {", "  fetch(x)", "  load(await fetch(x))", True, id="around it"),
    ],
)
def test_a_name_is_not_written_in_its_own_file(text: str, line: str, new: str, is_likely: bool) -> None:
    assert wrapped(text, line, new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_who_has_edited_the_file_may_mean_all_of_it() -> None:
    change = ("function load(x) {", "  fetch(x)", "  load(x)")
    assert wrapped(*change, edited=HERE) == 0.9
    assert wrapped(*change, before=0.1) == 0.1
    assert wrapped(*change, typed=0.0) == 0.9
    for size, expected in ((0, OTHER_VALUE_PROBABILITY), (1, 0.9)):
        line = "fetch(x)".ljust(MAX_PATTERN_LINE_CHARS + size)
        assert wrapped(change[0], line, line.replace("fetch", "load")) == expected
    one = line_candidate(script("function load(x) {\n  fetch(x)"), 1, "  load(x)", features=TYPED)
    limit_wrapped_names([one], extract_patterns([], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


def test_both_are_limited_among_the_filters_of_repetitions() -> None:
    edit = made("console.error(a);", "log.error(a);", uri="file:///project/b.js")
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    definition = script(LOG + "console.error(x);", OTHER)
    missing = line_candidate(script("console.table(x);"), 0, "log.table(x);")
    own = line_candidate(definition, 5, "log.error(x);", features=TYPED)
    filter_repetitions([missing, own], patterns, asked("", edit, others=[definition]))
    assert missing.probability == own.probability == OTHER_VALUE_PROBABILITY
