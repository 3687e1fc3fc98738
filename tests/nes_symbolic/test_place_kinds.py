"""A word is changed again only in the kind of place where the user changed it."""

import re
from contextlib import closing

import pytest

from nes_symbolic.builders import OTHER, made
from nes_symbolic.scenes import Scene
from understudy.languages import find_language
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import function_lines
from understudy.nes.symbolic.filters.places.place_kinds import (
    PlaceKindFilter,
    is_code_style,
    is_distinctive,
    place_kind,
)
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot


@pytest.mark.parametrize(
    ("language", "marked", "kind"),
    [
        ("html", "<«main» class='menu'>", "tag"),
        ("html", "</«main»>", "tag"),
        ("html", '<a «href»="/">', "attribute"),
        ("html", '<a class="btn «wide»">', "class"),
        ("html", '<a class="btn-«wide»">', "class-"),
        ("html", '<a id="«top»">', "id"),
        ("html", '<a title="the «top»">', "value"),
        ("html", "<a>the «top»</a>", "content"),
        ("html", '<a class="x" «title»="y">', "attribute"),
        ("html", ' class="«wide»"', "class"),
        ("html", '<a className="«wide»">', "class"),
        ("html", '<a for="«top»">', "id"),
        ("html", "«top» <b>", "content"),
        ("html", '<a id="x">«top»', "content"),
        ("html", "  the «top»</a>", "content"),
        ("css", ".«wide» {", "class"),
        ("css", "#«top» {", "id"),
        ("css", "«main» {", "selector"),
        ("css", "  --«accent»: red;", "custom property"),
        ("css", "  color: var(--«accent»);", "custom property"),
        ("css", "  --«accent»-width: 1px;", "part of a custom property"),
        ("css", "  --main-«accent»: red;", "part of a custom property"),
        ("css", "  «color»: red;", "key"),
        ("css", "  color: «red»;", "value of color"),
        ("yaml", "  «image»: shop", "key"),
        ("yaml", "  image: «shop»", "whole value of image"),
        ("yaml", "  image: «shop»:1", "value of image"),
        ("yaml", "  - «shop»", "whole value of "),
        ("json", '  "«name»": 1,', "key"),
        ("json", '  "name": "«shop»",', "whole value of name"),
        ("toml", "name = «shop»", "whole value of name"),
        ("markdown", "run «make» now", "prose"),
        ("markdown", "run `«make» test` now", "code in prose"),
        ("markdown", "    «make» test", "code in prose"),
        ("shellscript", 'cp "$«source»" x', "code"),
        ("shellscript", 'cp "${«source»}" x', "code"),
        ("shellscript", "«source»=1", "code"),
        ("shellscript", "«names»+=(a)", "code"),
        ("shellscript", "«names»[0]=a", "code"),
        ("shellscript", "git «log» -1", "code"),
        ("shellscript", "  «log») echo ;;", "code"),
        ("shellscript", "  «log»|info) echo ;;", "code"),
        ("shellscript", "«log»() {", "command"),
        ("shellscript", "function «log» {", "command"),
        ("shellscript", '  «log» "x"', "command"),
        ("shellscript", "make && «log» x", "command"),
        ("shellscript", "if ! «check»; then", "command"),
        ("shellscript", "x=$(«log» y)", "command"),
        ("shellscript", "x=$(«log»)", "command"),
        ("shellscript", "A=1 B=2 «log» y", "command"),
        ("shellscript", "trap «cleanup» EXIT", "command"),
        ("shellscript", "a) «log» y ;;", "command"),
        ("python", "x = «name»", "code"),
        ("python", "x = '«name»'", "text"),
        ("python", r"x = '\'' + «name»", "code"),
        ("python", "x = 1  # the «name»", "text"),
        ("javascript", "x(); // the «name»", "text"),
        ("java", " * the «name»", "text"),
        ("python", "«name» = x -", "code"),
        ("python", "x = '$«name»'", "text"),
        ("python", "x = '${«name»}'", "text"),
        ("python", "except «OSError»:", "caught error"),
        ("python", "    except (KeyError, «OSError»):", "caught error"),
        ("python", "x = excepts(«OSError»)", "code"),
        ("python", "raise «OSError»", "code"),
        ("java", "} catch («Error» e) {", "caught error"),
        ("java", "  catch («Error» e) {", "caught error"),
        ("ruby", "rescue «Error» => e", "caught error"),
        ("python", "except OSError:  # no «disk»", "text"),
        ("shellscript", 'echo "«name»"', "text"),
        ("html", "<a «href»=b<c>", "attribute"),
        ("css", "a:«hover» {", "selector"),
        ("css", "color:«red»;", "value of color"),
        ("yaml", "image:«shop»", "whole value of image"),
    ],
)
def test_kinds_of_places(language: str, marked: str, kind: str) -> None:
    found = re.search("«(.*?)»", marked)
    assert found is not None
    line = marked.replace("«", "").replace("»", "")
    assert place_kind(line, found.start(), found.start() + len(found[1]), language) == kind


def test_a_word_of_a_string_of_several_lines_is_text() -> None:
    assert place_kind("  the name of it", 6, 10, "python", " " * 16) == "text"
    assert place_kind("  the name of it", 6, 10, "python", "  the name of it") == "code"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("aB_xy", True),
        ("max_rows", True),
        ("maxRows", True),
        ("rows2", True),
        ("rows", False),
        ("Rows", False),
        ("m_x", False),
        ("LIMIT", False),
        ("_LIMIT_", False),
        ("MAX_ROWS", True),
        ("LIMIT2", True),
        ("LIMITs", True),
    ],
)
def test_a_distinctive_name_is_no_ordinary_word(name: str, expected: bool) -> None:
    assert is_distinctive(name) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("call `run` here", True),
        ("call run() here", True),
        ("call run here", False),
        ("`run` it", True),
        ("`run it", False),
        ("`a` `run`", True),
        ("`a` run `b`", False),
        ("call {@code run} here", True),
        ("see {@link run} here", True),
        ("see {@link #run} here", True),
        ("call <code>run</code> here", True),
        ("call @c run here", True),
        ("{@code a} run", False),
        ("<b>run</b>", False),
    ],
)
def test_code_style(line: str, expected: bool) -> None:
    at = line.index("run")
    assert is_code_style(line, at, at + 3) is expected


@pytest.mark.parametrize(
    ("example", "path", "line", "is_kept"),
    [
        ("x = name", "a.py", "y = name + 1", True),
        ("x = name", "a.py", "y = self.name", True),
        ("x = self.name", "a.py", "y = other.name", True),
        ("x = self.name", "a.py", "y = name", False),
        ("x = name", "a.py", "y = 'name'", False),
        ("x = 'name'", "a.py", "y = self.name", False),
        ("x = name", "a.py", "def name(a):", True),
        ("x = self.name", "a.py", "def name(a):", True),
        ("x = 'name'", "a.py", "def name(a):", False),
        ("x = name", "a.sh", "name x", True),
        ("x = self.name", "a.sh", "name x", False),
        ("x = name", "a.md", "see `name` there", True),
        ("x = self.name", "a.md", "see `name` there", True),
        ("x = name", "a.md", "the name of it", False),
        ("x = name", "a.yaml", "key: name", False),
        ("name: x", "a.yaml", "key: name", True),
        ("name: x", "a.yaml", "key: name of it", False),
        ("key: name", "a.yaml", "name: x", False),
        ("x = 'a.name(1)'", "a.py", "y = 'the name of it'", False),
        ("# see a.name", "a.py", "y = 'the name of it'", False),
        ("# see a.name", "a.py", "y = 'name'", True),
        ("# see a.name", "a.py", "x = b.name", True),
        ("# see a.name", "a.py", "name(b)", True),
        ("# the name of it", "a.py", "x = b.name", False),
        ("# see a.name", "a.py", "# and b.name(1)", True),
        ("# the name of it", "a.py", "# and b.name(1)", True),
        ("# the name of it", "a.py", "y = 'some name'", True),
        ("x = 'name'", "a.py", "y = 'the name of it'", True),
        ("/// the name of it", "a.rs", "pub name: A,", False),
        ("#: the name of it", "a.py", "y = name", False),
    ],
)
def test_kinds_that_follow_another_kind(example: str, path: str, line: str, is_kept: bool) -> None:
    uri = "file:///project/b.yaml" if ": " in example else OTHER
    edit = made(example, example.replace("name", "label"), uri=uri)
    snapshot = TextSnapshot(f"file:///project/{path}", find_language("", path).id, [line])
    candidate = CandidateLabel("replace", "p", "t", "w").candidate(
        snapshot, 0, 1, (line.replace("name", "label"),), {}
    )
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    assert PlaceKindFilter(patterns).filter([candidate]) == [candidate] * is_kept


def test_a_keyword_never_becomes_a_word_that_is_none() -> None:
    with closing(Scene("a.py", "from os import path\nfrom sys import argv\nfrom re import match\n")) as scene:
        scene.edit("from", "imfrom", nth=2)
        scene.silent()


@pytest.mark.parametrize(
    ("path", "example", "line", "old", "new", "is_kept"),
    [
        ("a.ts", "let a = 1;", "let b = 2;", "let", "const", True),
        ("a.ts", "let a = 1;", "let b = 2;", "let", "lot", False),
        ("a.py", "match = f()", "g(match)", "match", "found", True),
        ("a.py", "match a:", "match b:", "match", "found", False),
    ],
)
def test_a_keyword_becomes_a_keyword_and_a_name_becomes_a_name(
    path: str, example: str, line: str, old: str, new: str, is_kept: bool
) -> None:
    uri = f"file:///project/{path}"
    edit = made(example, example.replace(old, new), 7, uri=uri)
    snapshot = TextSnapshot(uri, find_language("", path).id, [line, "    case 1:", "        pass"])
    candidate = CandidateLabel("replace", "p", "t", "w").candidate(
        snapshot, 0, 1, (line.replace(old, new),), {}
    )
    found = PlaceKindFilter(extract_patterns([edit], MAX_LEARNED_EDITS)).filter([candidate])
    assert found == [candidate] * is_kept


def test_a_value_of_another_key_stays() -> None:
    text = "a:\n  pull: Always\nb:\n  pull: Always\n  restart: Always\n"
    with closing(Scene("deploy.yaml", text)) as scene:
        scene.edit("Always", "Never")
        assert scene.accept_all() == "a:\n  pull: Never\nb:\n  pull: Never\n  restart: Always\n"


def test_the_type_of_one_thing_says_nothing_about_others() -> None:
    text = "interface A {\n  id: number;\n  size: number;\n}\n\nlet limit: number = 1;\n"
    with closing(Scene("a.ts", text)) as scene:
        scene.edit("number", "string")
        scene.silent()


@pytest.mark.parametrize(("family", "probability"), [("again", 0.9), ("replace", OTHER_TYPE_PROBABILITY)])
def test_an_equal_line_is_about_the_same_thing(family: str, probability: float) -> None:
    edit = made("let all: Params = [];", "let all: Accessor = [];", uri=OTHER)
    snapshot = TextSnapshot("file:///project/copy.ts", "typescript", ["let all: Params = [];"])
    candidate = CandidateLabel(family, "p", "t", "w").candidate(
        snapshot, 0, 1, ("let all: Accessor = [];",), {}
    )
    candidate.probability = 0.9
    PlaceKindFilter(extract_patterns([edit], MAX_LEARNED_EDITS)).filter([candidate])
    assert candidate.probability == probability


@pytest.mark.parametrize(
    ("old", "probability"),
    [("RequestInit", 0.9), ("Params", OTHER_TYPE_PROBABILITY), ("number", OTHER_TYPE_PROBABILITY)],
)
def test_a_type_with_a_name_of_its_own_may_be_replaced_where_it_is_used(old: str, probability: float) -> None:
    edit = made(f"let all: {old} = [];", "let all: Accessor = [];", uri=OTHER)
    snapshot = TextSnapshot("file:///project/copy.ts", "typescript", [f"let one: {old} = none;"])
    candidate = CandidateLabel("replace", "p", "t", "w").candidate(
        snapshot, 0, 1, ("let one: Accessor = none;",), {}
    )
    candidate.probability = 0.9
    PlaceKindFilter(extract_patterns([edit], MAX_LEARNED_EDITS)).filter([candidate])
    assert candidate.probability == probability


@pytest.mark.parametrize(
    ("old", "new", "probability"),
    [
        ("let all: Params = none;", "let all: Accessor = nothing;", OTHER_TYPE_PROBABILITY),
        ("let all: Params = run(one);", "let all: Params = run();", 0.9),
        ("let all: Params = run(one);", "let all: Params = run(one.two);", 0.9),
    ],
    ids=["a type and another word", "a word that goes", "a word that becomes several"],
)
def test_only_a_word_in_place_of_a_type_is_the_type_of_something(
    old: str, new: str, probability: float
) -> None:
    snapshot = TextSnapshot("file:///project/copy.ts", "typescript", [old.replace("all", "some")])
    candidate = CandidateLabel("replace", "p", "t", "w").candidate(
        snapshot, 0, 1, (new.replace("all", "some"),), {}
    )
    candidate.probability = 0.9
    patterns = extract_patterns([made(old, new, uri=OTHER)], MAX_LEARNED_EDITS)
    assert PlaceKindFilter(patterns).filter([candidate]) == [candidate]
    assert candidate.probability == probability


def test_after_two_changed_types_a_third_may_follow() -> None:
    text = "interface A {\n  id: number;\n  size: number;\n  age: number;\n}\n"
    with closing(Scene("a.ts", text)) as scene:
        scene.edit("number", "string")
        scene.edit("number", "string")
        scene.expect("- age: number;", "+ age: string;")


SCRIPT = """log() {
  echo "[build] $1"
}

log "compile"
git log -1
if ! log "done"; then
  exit 1
fi
trap log EXIT
"""


def test_a_shell_function_keeps_its_name_where_that_is_an_argument() -> None:
    with closing(Scene("a.sh", SCRIPT)) as scene:
        scene.edit("log()", "info()")
        assert scene.accept_all() == SCRIPT.replace("log", "info").replace("git info", "git log")


LOCALS = """backup() {
  local src=$1
  if [ -n "$src" ]; then
    tar czf out.tgz "$src"
  fi
}

restore() {
  local src=$1
  tar xzf "$src"
}

echo "$src"
"""


def test_a_variable_that_is_local_to_a_shell_function_is_renamed_only_there() -> None:
    function, rest = LOCALS.split("\n\n", 1)
    with closing(Scene("a.sh", LOCALS)) as scene:
        scene.edit("local src", "local source_dir")
        assert scene.accept_all() == function.replace("src", "source_dir") + "\n\n" + rest


def test_a_shell_variable_that_is_not_local_is_renamed_everywhere() -> None:
    text = LOCALS.replace("  local src=$1", "  src=$1")
    with closing(Scene("a.sh", text)) as scene:
        scene.edit("src=$1", "source_dir=$1")
        assert scene.accept_all() == text.replace("src", "source_dir")


@pytest.mark.parametrize(
    ("number", "lines"),
    [
        pytest.param(1, range(6), id="in the first function"),
        pytest.param(0, range(6), id="its first line"),
        pytest.param(5, range(6), id="its last line"),
        pytest.param(6, None, id="between two functions"),
        pytest.param(9, range(7, 11), id="in the second function"),
        pytest.param(12, None, id="behind the functions"),
    ],
)
def test_the_lines_of_a_shell_function(number: int, lines: range | None) -> None:
    assert function_lines(LOCALS.splitlines(), number) == lines


@pytest.mark.parametrize(
    ("lines", "number", "expected"),
    [
        pytest.param(["f() {", "}"], 0, range(2), id="an empty function"),
        pytest.param(["f() {", "x"], 1, None, id="a function without an end"),
        pytest.param(["f()", "{", "x", "}"], 2, range(1, 4), id="a function with a brace on the next line"),
        pytest.param(["x", "}", "f() {"], 0, None, id="a function that begins in the last line"),
        pytest.param(
            ["if a; then {", "  f() {", "    x", "  }", "}"], 2, range(1, 4), id="an indented function"
        ),
    ],
)
def test_where_a_shell_function_ends(lines: list[str], number: int, expected: range | None) -> None:
    assert function_lines(lines, number) == expected


def kept(path: str, line: str, old: str, new: str, *examples: str, example_path: str = "") -> bool:
    """Whether a candidate that changes a word of a line is kept after examples of the same change."""
    uri = f"file:///project/{example_path or path}"
    edits = [
        made(one, one.replace(old, new, 1), 5 * at, serial=at, uri=uri) for at, one in enumerate(examples, 1)
    ]
    snapshot = TextSnapshot(f"file:///project/{path}", find_language("", path).id, [line])
    candidate = CandidateLabel("replace", "p", "t", "w").candidate(
        snapshot, 0, 1, (line.replace(old, new, 1),), {}
    )
    return bool(PlaceKindFilter(extract_patterns(edits, MAX_LEARNED_EDITS)).filter([candidate]))


@pytest.mark.parametrize(
    ("example", "path", "line", "is_kept"),
    [
        pytest.param("q.sql", "a.py", "rows = ask('select name from users')", True, id="a query in a string"),
        pytest.param("q.sql", "a.md", "The name of it.", False, id="prose"),
        pytest.param("q.py", "a.py", "rows = ask('select name from users')", False, id="no query before"),
        pytest.param("q.sql", "b.sql", "select name from items;", True, id="another query"),
        pytest.param("q.sql", "b.sql", "select 'name' from items;", False, id="a string of a query"),
    ],
)
def test_a_word_of_a_query_is_changed_in_strings_of_other_languages(
    example: str, path: str, line: str, is_kept: bool
) -> None:
    assert kept(path, line, "name", "label", "select name from users;", example_path=example) is is_kept


@pytest.mark.parametrize(
    ("examples", "line", "is_kept"),
    [
        pytest.param(["raise LoadError(a)"], "except LoadError:", False, id="raised, and caught elsewhere"),
        pytest.param(["throw new LoadError(a);"], "} catch (LoadError e) {", False, id="thrown"),
        pytest.param(["raise LoadError(a)"], "raise LoadError(b)", True, id="raised elsewhere"),
        pytest.param(["raise LoadError(a)"], "x = LoadError(b)", True, id="used elsewhere"),
        pytest.param(["raise LoadError(a)"], "x = 'LoadError'", True, id="in a string"),
        pytest.param(["except LoadError:"], "except LoadError as error:", True, id="caught elsewhere"),
        pytest.param(["x = LoadError(a)"], "except LoadError:", True, id="neither raised nor caught"),
        pytest.param(["raise LoadError(a)", "except LoadError:"], "except LoadError as e:", True, id="both"),
    ],
)
def test_an_error_that_was_changed_where_it_is_raised_is_still_caught(
    examples: list[str], line: str, is_kept: bool
) -> None:
    path = "a.java" if "}" in line else "a.py"
    assert kept(path, line, "LoadError", "ReadError", *examples) is is_kept


@pytest.mark.parametrize(
    ("path", "examples", "line", "is_kept"),
    [
        pytest.param("a.css", [".card-title {"], ".card-title:hover {", True, id="the same name"),
        pytest.param("a.css", [".card-title {"], ".wildcard-title {", False, id="a longer name"),
        pytest.param("a.css", [".card-title {"], ".menu-title {", False, id="another name"),
        pytest.param("a.css", [".card-title {", ".menu-title {"], ".page-title {", True, id="two names"),
        pytest.param("a.css", [".title {"], ".title:hover {", True, id="a name without a hyphen"),
        pytest.param("a.html", ['<b class="card-title">'], '<i class="menu-title">', False, id="markup"),
        pytest.param(
            "a.html", ['<b class="card-title">'], '<i class="x card-title">', True, id="markup, the same"
        ),
        pytest.param("a.py", ["a = card-title"], "b = menu-title", True, id="a difference"),
    ],
)
def test_a_word_of_a_hyphenated_name_is_changed_in_that_name(
    path: str, examples: list[str], line: str, is_kept: bool
) -> None:
    assert kept(path, line, "title", "head", *examples) is is_kept


@pytest.mark.parametrize(
    ("example_path", "example", "path", "line"),
    [
        pytest.param("a.css", ".card-maxTitle {", "a.py", "x = a - maxTitle", id="a style sheet, then code"),
        pytest.param("a.py", "x = card-maxTitle", "a.css", ".menu-maxTitle {", id="code, then a style sheet"),
        pytest.param("a.css", ".maxTitle {", "a.css", ".card-maxTitle {", id="a name without a hyphen"),
    ],
)
def test_only_names_with_hyphens_of_style_sheets_and_markup_are_compared(
    example_path: str, example: str, path: str, line: str
) -> None:
    assert kept(path, line, "maxTitle", "maxHead", example, example_path=example_path)


@pytest.mark.parametrize(
    ("path", "examples", "line", "is_kept"),
    [
        pytest.param("a.css", [".card__head {"], ".card__head-icon {", False, id="another class"),
        pytest.param("a.css", [".card__head {"], ".card .card__head:hover {", True, id="the class"),
        pytest.param("a.css", [".card__head {"], ".card__head--open {", True, id="a modifier of the class"),
        pytest.param("a.css", ["#card__head {"], "#card__head-icon {", False, id="another id"),
        pytest.param(
            "a.css", [".card__head-icon {"], ".card__head-icon:hover {", True, id="the longer class"
        ),
        pytest.param("a.html", [".card__head {"], '<i class="card__head-icon">', False, id="a page"),
        pytest.param("a.html", [".card__head {"], '<i class="card__head wide">', True, id="its element"),
        pytest.param("a.html", [".card__head {"], "<i>card__head-icon</i>", True, id="a text"),
        pytest.param("a.js", [".card__head {"], "x = card__head-icon", False, id="a difference"),
    ],
)
def test_a_class_is_not_renamed_in_a_longer_name_with_a_hyphen(
    path: str, examples: list[str], line: str, is_kept: bool
) -> None:
    assert kept(path, line, "card__head", "card__banner", *examples, example_path="a.css") is is_kept


def test_an_ordinary_word_in_capitals_stays_in_strings() -> None:
    assert not kept("a.py", "x = 'LIMIT 5'", "LIMIT", "BOUND", "y = LIMIT")
    assert kept("a.py", "x = 'ROW_LIMIT 5'", "ROW_LIMIT", "BOUND", "y = ROW_LIMIT")
