"""A member of one value is not changed as that of a value that comes from elsewhere."""

from contextlib import closing

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.types import limit_members_of_other_values
from understudy.nes.symbolic.limits import (
    MAX_ENCLOSING_LINES,
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns

URI = "file:///project/a.ts"
BLOCKED = "blocked.includes(seat)"


def limited(
    text: str,
    *examples: str,
    place: str,
    old: str = "includes",
    new: str = "has",
    is_typed: bool = True,
    probability: float = 0.9,
) -> float:
    """The probability of a candidate for the line that is `place`, after examples: those lines of the text were
    changed."""
    lines = text.split("\n")
    edits = []
    for serial, example in enumerate(examples, 1):
        at = lines.index(example)
        lines[at] = example.replace(old, new)
        edits.append(made(example, lines[at], at, serial=serial, uri=URI, by_key=is_typed))
    text = "\n".join(lines)
    snapshot = text_of(text, uri=URI, language="typescript")
    one = line_candidate(snapshot, lines.index(place), place.replace(old, new), probability=probability)
    situation = asked(text, *edits, others=[snapshot])
    limit_members_of_other_values([one], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    return one.probability


@pytest.mark.parametrize(
    ("example", "place", "is_likely"),
    [
        pytest.param("blocked = load()", "names = list()", False, id="the result of another function"),
        pytest.param("blocked = load()", "names = load()", True, id="the result of the same function"),
        pytest.param("blocked = load()", "names = []", True, id="no result"),
        pytest.param("blocked = []", "names = list()", True, id="an example that is no result"),
        pytest.param(
            "const blocked = await a.load()", "const names = b.load()", False, id="of other modules"
        ),
        pytest.param(
            "const blocked = await a.load()", "const names = a.load()", True, id="of the same module"
        ),
        pytest.param(
            "const blocked: Set = new Seats()", "let names: X = new Names()", False, id="a new value"
        ),
        pytest.param("blocked := seats::load(1)", "names := &names::load(1)", False, id="a path"),
        pytest.param("blocked = load()", "other.names = list()", True, id="a field with the name"),
        pytest.param("blocked = load()", "nicknames = list()", True, id="a longer name"),
    ],
)
def test_a_member_belongs_to_the_results_of_one_function(example: str, place: str, is_likely: bool) -> None:
    text = f"{example}\n{place}\n{BLOCKED}\nnames.includes(seat)"
    found = limited(text, BLOCKED, place="names.includes(seat)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("origins", "is_likely"),
    [(("load()", "load()"), False), (("load()", "pick()"), False), (("load()", "[]"), True)],
    ids=["one function", "two functions", "one unknown"],
)
def test_the_values_of_all_examples_are_known(origins: tuple[str, str], is_likely: bool) -> None:
    text = "a = {}\nb = {}\nc = list()\na.includes(1)\nb.includes(1)\nc.includes(1)".format(*origins)
    found = limited(text, "a.includes(1)", "b.includes(1)", place="c.includes(1)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(("origin", "is_likely"), [("pick()", True), ("load()", True), ("list()", False)])
def test_a_value_like_that_of_one_example_follows(origin: str, is_likely: bool) -> None:
    text = f"a = load()\nb = pick()\nc = {origin}\na.includes(1)\nb.includes(1)\nc.includes(1)"
    found = limited(text, "a.includes(1)", "b.includes(1)", place="c.includes(1)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("above", "is_likely"),
    [(MAX_ENCLOSING_LINES, False), (MAX_ENCLOSING_LINES + 1, True)],
    ids=["as far as searched", "further above"],
)
def test_how_far_above_a_variable_is_set(above: int, is_likely: bool) -> None:
    between = "x()\n" * (above - 1)
    text = f"names = list()\n{between}names.includes(1)\nblocked = load()\nblocked.includes(1)"
    found = limited(text, "blocked.includes(1)", place="names.includes(1)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_the_nearest_line_above_sets_the_variable() -> None:
    text = "a = load()\na.includes(1)\nb = list()\nb = load()\nb.includes(1)\nb = list()"
    assert limited(text, "a.includes(1)", place="b.includes(1)") == 0.9


@pytest.mark.parametrize(
    ("first", "receiver", "is_typed", "is_likely"),
    [
        pytest.param('import client from "http";', "queue", True, False, id="another value"),
        pytest.param('import client from "http";', "client", True, True, id="the same import"),
        pytest.param('import client from "http";', "this", True, True, id="the own object"),
        pytest.param('import client from "http";', "f()", True, True, id="the result of a call"),
        pytest.param('import client from "http";', "queue", False, True, id="a pasted example"),
        pytest.param('const client = require("http");', "queue", True, False, id="require"),
        pytest.param("from http import client", "queue", True, False, id="Python"),
        pytest.param("pub use http::client;", "queue", True, False, id="Rust"),
        pytest.param('import clients from "http";', "queue", True, True, id="a longer name"),
        pytest.param('import http.client from "x";', "queue", True, True, id="a member of the import"),
        pytest.param("imported = client;", "queue", True, True, id="no import"),
    ],
)
def test_a_member_of_an_imported_value_belongs_to_it(
    first: str, receiver: str, is_typed: bool, is_likely: bool
) -> None:
    text = f"{first}\nclient.request(1)\n{receiver}.request(2)"
    found = limited(
        text,
        "client.request(1)",
        place=f"{receiver}.request(2)",
        old="request",
        new="send",
        is_typed=is_typed,
    )
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("first", "place", "is_likely"),
    [
        pytest.param("import requests", "store.get(f'{b}/favourites')", False, id="another value"),
        pytest.param("import requests", "return store.get(b, headers=c)", False, id="more arguments"),
        pytest.param("import requests", "requests.get(c)", True, id="the same import"),
        pytest.param("import requests", "self.get(c)", True, id="the own object"),
        pytest.param("import requests", "get(c)", True, id="a function"),
        pytest.param("import requests", "store.take(c)", True, id="another member"),
        pytest.param("import requests", "made.get(c)", True, id="what the import has made"),
        pytest.param("requests = client()", "store.get(c)", True, id="a value that is not imported"),
    ],
)
def test_an_argument_of_a_member_of_an_imported_value_belongs_to_it(
    first: str, place: str, is_likely: bool
) -> None:
    text = f"{first}\nrequests.get(a)\nmade = requests.Session()\n{place}"
    found = limited(text, "requests.get(a)", place=place, old=")", new=", timeout=10)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_an_argument_says_nothing_about_the_values_of_other_functions() -> None:
    text = "a = load()\nb = list()\na.get(1)\nb.get(2)"
    assert limited(text, "a.get(1)", place="b.get(2)", old=")", new=", 10)") == 0.9


def test_an_imported_value_is_not_compared_by_its_function() -> None:
    text = 'import client from "http";\nclient.request(1)\nclient = list()\nclient.request(2)'
    assert limited(text, "client.request(1)", place="client.request(2)", old="request", new="send") == 0.9


def test_a_value_that_is_not_imported_makes_others_possible() -> None:
    text = 'import client from "http";\nclient.request(1)\nqueue.request(1)\nstack.request(2)'
    examples = ["client.request(1)", "queue.request(1)"]
    assert limited(text, *examples, place="stack.request(2)", old="request", new="send") == 0.9


@pytest.mark.parametrize(
    ("example", "place"),
    [
        pytest.param("includes(seat)", "names.includes(seat)", id="a function in the example"),
        pytest.param("self.blocked.includes(seat)", "names.includes(seat)", id="a member of a member"),
        pytest.param("f().includes(seat)", "names.includes(seat)", id="the result of a call"),
        pytest.param(BLOCKED, "a.names.includes(seat)", id="a place of a member"),
        pytest.param(BLOCKED, "names.b.includes(seat)", id="a place of another member"),
        pytest.param(BLOCKED, "names:includes(seat)", id="a place without an access"),
    ],
)
def test_only_members_of_variables_are_compared(example: str, place: str) -> None:
    text = f"blocked = load()\nnames = list()\nb = list()\n{example}\n{place}"
    assert limited(text, example, place=place) == 0.9


def test_an_optional_access_is_one_too() -> None:
    text = "a = load()\nb = list()\na?.includes(1)\nb?.includes(1)"
    assert limited(text, "a?.includes(1)", place="b?.includes(1)") == OTHER_VALUE_PROBABILITY


def test_an_improbable_candidate_keeps_its_probability() -> None:
    text = "a = load()\nb = list()\na.includes(1)\nb.includes(1)"
    assert limited(text, "a.includes(1)", place="b.includes(1)", probability=0.1) == 0.1


@pytest.mark.parametrize(
    ("more", "expected"), [(0, OTHER_VALUE_PROBABILITY), (1, 0.9)], ids=["as compared", "longer"]
)
def test_long_lines_are_not_compared(more: int, expected: float) -> None:
    place = "b.includes({})".format("x" * (MAX_PATTERN_LINE_CHARS - len("b.includes()") + more))
    assert (
        limited(f"a = load()\nb = list()\na.includes(1)\n{place}", "a.includes(1)", place=place) == expected
    )


@pytest.mark.parametrize(
    ("new", "line_count"),
    [(("b.has(1)", ""), 1), (("b.has(1)",), 2)],
    ids=["one line becomes two", "two lines become one"],
)
def test_a_member_is_read_from_one_line(new: tuple[str, ...], line_count: int) -> None:
    text = "a = load()\nb = list()\na.has(1)\nb.includes(1)\n"
    edit = made("a.includes(1)", "a.has(1)", 2, uri=URI, by_key=True)
    snapshot = text_of(text, uri=URI, language="typescript")
    one = line_candidate(snapshot, 3, *new, line_count=line_count)
    situation = asked(text, edit, others=[snapshot])
    limit_members_of_other_values([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == 0.9


@pytest.mark.parametrize(
    ("line", "uri"), [(-1, URI), (2, "file:///project/gone.ts")], ids=["overwritten", "gone"]
)
def test_an_example_that_is_gone_says_nothing(line: int, uri: str) -> None:
    text = "a = load()\nb = list()\na.has(1)\nb.includes(1)"
    edit = made("a.includes(1)", "a.has(1)", line, uri=uri, by_key=True)
    snapshot = text_of(text, uri=URI, language="typescript")
    one = line_candidate(snapshot, 3, "b.has(1)")
    situation = asked(text, edit, others=[snapshot])
    limit_members_of_other_values([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == 0.9


@pytest.mark.parametrize(("function", "is_shown"), [("loadSeats", True), ("listNames", False)])
def test_the_member_of_another_result_stays(function: str, is_shown: bool) -> None:
    text = f"""
    function one(seat) {{
      const blocked = loadSeats();
      return blocked.includes(seat);
    }}

    function two(name) {{
      const names = {function}();
      return names.includes(name);
    }}
    """
    with closing(Scene("seats.ts", text)) as scene:
        scene.edit("includes", "has")
        assert ("+ return names.has(name);" in scene.shown()) is is_shown, scene.account()


@pytest.mark.parametrize(
    ("example", "place", "check", "is_likely"),
    [
        pytest.param("r = c.post(a)", "r = c.get(a)", "assert r.status == 200", False, id="another request"),
        pytest.param("r = c.get(a)", "r = c.get(b)", "assert r.status == 200", False, id="other arguments"),
        pytest.param("r = c.get(a)", "r = c.get(a)", "assert r.status == 200", True, id="the same request"),
        pytest.param("r = await c.get(a)", "r = c.get(a)", "r.status == 200", True, id="await"),
        pytest.param("r = 1", "r = c.get(a)", "assert r.status == 200", True, id="an example of no call"),
        pytest.param("r = c.get(a)", "r = 1", "assert r.status == 200", True, id="a place of no call"),
        pytest.param("r = f(a)", "r = f(b)", "expect(r.status).toBe(200)", False, id="expect"),
        pytest.param("r = f(a)", "r = f(b)", "expect(await r.code()).not.toBe(200)", False, id="expect not"),
        pytest.param("r = f(a)", "r = f(b)", "assertEqual(r.status(), 200)", False, id="assertEqual"),
        pytest.param("r = f(a)", "r = f(b)", "assert.Equal(t, r.x, 200)", True, id="another order"),
        pytest.param("r := f(a)", "r := f(b)", "if r.code != 200 {", False, id="a condition"),
        pytest.param("r = f(a)", "r = f(b)", "g(r.code, 200)", True, id="no comparison"),
        pytest.param("r = f(a)", "r = f(b)", "x = 200", True, id="a value"),
    ],
)
def test_what_is_expected_of_one_result_is_not_expected_of_another_one(
    example: str, place: str, check: str, is_likely: bool
) -> None:
    text = f"{example}\n{check} # 1\n{place}\n{check} # 2"
    found = limited(text, f"{check} # 1", place=f"{check} # 2", old="200", new="201")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_a_value_that_is_expected_of_several_results_is_expected_of_others() -> None:
    text = "r = f(a)\nr.x == 200 # 1\nr = f(b)\nr.x == 200 # 2\nr = f(c)\nr.x == 200 # 3"
    examples = ["r.x == 200 # 1", "r.x == 200 # 2"]
    assert (
        limited(text, *examples[:1], place="r.x == 200 # 3", old="200", new="201") == OTHER_VALUE_PROBABILITY
    )
    assert limited(text, *examples, place="r.x == 200 # 3", old="200", new="201") == 0.9


@pytest.mark.parametrize(
    ("example", "place", "is_likely"),
    [
        pytest.param("blocked = set()", "names = []", False, id="list for a set"),
        pytest.param("blocked = set()", "names = set()", True, id="two sets"),
        pytest.param("blocked = []", "names = list()", True, id="two lists"),
        pytest.param("blocked = set()", "names = list", True, id="no collection"),
        pytest.param("blocked = load", "names = []", True, id="an example that is none"),
        pytest.param("blocked: Set = new Set<string>()", "names: X = []", False, id="generic type"),
        pytest.param("let blocked = HashSet::new();", "let names = Vec::new();", False, id="Rust"),
        pytest.param("blocked = dict()", "names = {}", True, id="two dictionaries"),
        pytest.param("blocked = set()", "names = {a}", True, id="a set that is filled"),
        pytest.param("blocked = set()", "nicknames = []", True, id="a longer name"),
    ],
)
def test_a_member_belongs_to_one_kind_of_collection(example: str, place: str, is_likely: bool) -> None:
    text = f"{example}\n{place}\n{BLOCKED}\nnames.includes(seat)"
    found = limited(text, BLOCKED, place="names.includes(seat)")
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_the_collections_of_all_examples_are_known() -> None:
    text = "a = set()\nb = {}\nc = []\na.includes(1)\nb.includes(1)\nc.includes(1)"
    examples = ("a.includes(1)", "b.includes(1)")
    assert limited(text, *examples, place="c.includes(1)") == OTHER_VALUE_PROBABILITY
    assert limited(text.replace("{}", "f"), *examples, place="c.includes(1)") == 0.9


def test_collections_are_searched_for_in_the_lines_above() -> None:
    for gap, expected in ((0, OTHER_VALUE_PROBABILITY), (1, 0.9)):
        filler = "\n" * (MAX_ENCLOSING_LINES - 1 + gap)
        text = f"blocked = set()\n{BLOCKED}\nnames = []{filler}\nnames.includes(seat)"
        assert limited(text, BLOCKED, place="names.includes(seat)") == expected


def test_a_paste_says_nothing_about_the_collection() -> None:
    text = f"blocked = set()\nnames = []\n{BLOCKED}\nnames.includes(seat)"
    assert limited(text, BLOCKED, place="names.includes(seat)", is_typed=False) == 0.9


def test_an_argument_says_nothing_about_the_collection() -> None:
    text = "a = set()\nb = []\na.put(1)\nb.put(1)"
    assert limited(text, "a.put(1)", place="b.put(1)", old="(1)", new="(1, 2)") == 0.9
