"""A suggestion must not break code by what it does to names."""

import pytest

from nes_symbolic.builders import HERE, OTHER, Texts, made, text_of
from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.filters.checks.name_checks import check_names
from understudy.nes.symbolic.limits import MAX_LEFT_IMPORT_USES
from understudy.nes.text import EditOrigin, Point, Replacement, Span, TextSnapshot

TEXT = """from os import path
import sys


def load(name):
    size = len(name)
    return path.join(name, str(size))


def main():
    print(load("a"))
"""


def _check(old: str, new: str, *, written: str = "", other: str = "", text: str = TEXT) -> str | None:
    """Check a candidate that replaces `old` by `new`, after the user wrote a line in another text."""
    at, end = text.index(old), text.index(old) + len(old)
    span = Span(*(Point(text.count("\n", 0, one), one - (text.rfind("\n", 0, one) + 1)) for one in (at, end)))
    candidate = Candidate(
        kind="edit", uri=HERE, probability=0.9, family="replace", edits=(Replacement(span, new),)
    )
    situation = Situation(
        snapshot=text_of(text),
        cursor=Point(0, 0),
        edits=[made("", written, uri=OTHER)] if written else [],
        workspace_texts=Texts(text_of(other, OTHER)),
    )
    return check_names(candidate, situation.snapshot, situation)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("from os import path\n", "", "still-used"),
        ("import sys\n", "", None),
        ("    size = len(name)\n", "", "still-used"),
        ("def load(name):", "def load():", "still-used"),
        ("def load(name):", "def read(name):", None),
        ("str(size)", "str(sizes)", "unknown-name"),
        ("str(size)", "str(name)", None),
        ("str(size)", "repr(size)", None),
        ("    size = len(name)", "    size = total = len(name)", None),
        ('load("a")', 'path.exists("a")', "unknown-name"),
        ('"a"', '"some words"', None),
    ],
)
def test_what_becomes_of_the_names(old: str, new: str, reason: str | None) -> None:
    assert _check(old, new) == reason


@pytest.mark.parametrize(
    ("line", "language", "is_defined"),
    [
        ("x = 1", "python", True),
        ("import x", "python", True),
        ("def f(x): return 1", "python", True),
        ("class A: x = 1", "python", True),
        ("print(x)", "python", False),
        ("a.x = 1", "python", False),
        ("xs = 'x'  # x", "python", False),
        ("const { x } = load()", "typescript", True),
        ("load({ x })", "typescript", False),
        ("type A = { x: number }", "typescript", True),
    ],
)
@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_whether_lines_define_a_name(line: str, language: str, is_defined: bool, place: str) -> None:
    other, at = "let x = 2" if language == "typescript" else "x = 2", ("first", "middle", "last").index(place)
    lines = [other, other]
    lines.insert(at, line)
    resolver = resolver_for(TextSnapshot(f"file:///defined/{place}/{language}", language, lines))
    assert resolver is not None
    assert resolver.is_defined_in("x", at, at + 1) is is_defined


@pytest.mark.parametrize(
    ("line", "is_free"),
    [
        ("print(x)", True),
        ("print(a.x)", False),
        ("print(x=1)", False),
        ("x = 1", False),
        ("print(y)", False),
        ("'x'  # x", False),
    ],
)
@pytest.mark.parametrize("is_defined", [False, True])
def test_whether_lines_use_a_name_that_nothing_defines(line: str, is_free: bool, is_defined: bool) -> None:
    lines = ["y = 1", line, "def x(): ..." if is_defined else "def z(): x"]
    resolver = resolver_for(TextSnapshot(f"file:///free/{is_defined}", "python", lines))
    assert resolver is not None
    defines_itself = line == "x = 1"
    assert resolver.is_free_in("x", 1, 2) is (is_free and not is_defined)
    assert resolver.is_free_in("x", 2, 3) is (not is_defined and not defines_itself)


IMPORTED = "from os import path\n\nfirst = path.join(1)\n{second}\n"
OTHER_USES = "\n".join(f"path.other({number})" for number in range(MAX_LEFT_IMPORT_USES))


@pytest.mark.parametrize(
    ("second", "left", "later", "reason"),
    [
        pytest.param("2", "first = path.join(1)", None, None, id="the use that the user has left"),
        pytest.param(OTHER_USES, "first = path.join(1)", None, "still-used", id="other uses"),
        pytest.param(OTHER_USES[:-14], "first = path.join(1)", None, None, id="few other uses"),
        pytest.param("path.other(1)", "x = 1", None, "still-used", id="the user has left none"),
        pytest.param(
            "2", "x = 1", ("first = path.join(1)", "first = 1"), None, id="a use that the user has changed"
        ),
        pytest.param(
            "2",
            "x = 1",
            ("first = path.join(2)", "first = 1"),
            "still-used",
            id="the user has changed another",
        ),
    ],
)
def test_an_import_goes_if_its_uses_are_like_those_that_the_user_left_or_changed(
    second: str, left: str, later: tuple[str, str] | None, reason: str | None
) -> None:
    text = IMPORTED.format(second=second)
    edits = [made("from os import path", None, uri=OTHER)]
    edits += [made(*later, 1, uri=OTHER, serial=2)] if later is not None else []
    candidate = Candidate(
        kind="edit",
        uri=HERE,
        probability=0.9,
        family="delete",
        edits=(Replacement(Span(Point(0, 0), Point(1, 0)), ""),),
    )
    now = Situation(
        snapshot=text_of(text), cursor=Point(0, 0), edits=edits, workspace_texts=Texts(text_of(left, OTHER))
    )
    assert check_names(candidate, now.snapshot, now) == reason


def test_a_local_name_is_not_written_below_a_change_that_adds_lines() -> None:
    text = "def one():\n    size = 1\n    return size\n\n\ndef two():\n    return 0\n"
    edits = (
        Replacement(Span(Point(0, 0), Point(0, 0)), "# One.\n# Two.\n"),
        Replacement(Span(Point(6, 11), Point(6, 12)), "size"),
    )
    candidate = Candidate(kind="edit", uri=HERE, probability=0.9, family="replace", edits=edits)
    situation = Situation(
        snapshot=text_of(text),
        cursor=Point(0, 0),
        edits=[made("    size = 0", "    size = 1", 1)],
        workspace_texts=Texts(),
    )
    assert check_names(candidate, situation.snapshot, situation) == "unknown-name"


def test_a_type_is_not_defined_by_itself() -> None:
    text = "class Failure(ValueError):\n    pass\n\n\nraise Failure\n"
    assert _check("ValueError", "Failure", text=text) == "unknown-name"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a = 1\nclass Failure(Error): pass\n", id="in-the-first-line"),
        pytest.param("FailureList = []\nclass Failure(Error, Failures): pass", id="beside-longer-words"),
    ],
)
def test_a_type_that_names_itself_is_found_by_whole_words(text: str) -> None:
    assert _check("Error", "Failure", text=text) == "unknown-name"
    assert _check("Error", "MyFailure", text=text, written="MyFailure = 1") is None


def test_a_name_twice_in_a_line_is_no_type_that_names_itself() -> None:
    text = "def load(load=None):\n    return load(load)\n\n\nload(1)\n"
    assert _check("load(1)", "load(load)", text=text) is None


def test_a_name_that_the_user_has_written_is_known() -> None:
    assert _check("str(size)", "str(sizes)", written="sizes = load()") is None


LOCALS = """LIMIT = 3


def wait(seconds):
    pause = 3 * seconds
    sleep(pause, 1)


def retry():
    sleep(3, 1)
"""


@pytest.mark.parametrize(
    ("written", "new", "reason"),
    [
        ("sleep(pause, 1)", "sleep(pause, 1)\n    return 1", "unknown-name"),
        ("sleep(seconds, 1)", "sleep(seconds, 1)\n    return 1", "unknown-name"),
        ("sleep(LIMIT, 1)", "sleep(LIMIT, 1)\n    return 1", None),
        ("sleep(wait, 1)", "sleep(wait, 1)\n    return 1", None),
        ("sleep(print, 1)", "sleep(print, 1)\n    return 1", None),
        ("pause = 1\n    sleep(pause, 1)", "pause = 1\n    sleep(pause, 1)\n    return 1", None),
    ],
)
def test_a_local_name_of_another_function_is_not_written(written: str, new: str, reason: str | None) -> None:
    assert _check("sleep(3, 1)", new, written=written, text=LOCALS) == reason


def test_a_name_that_the_user_has_written_where_nothing_defines_it_may_be_written_again() -> None:
    """A new argument is passed on first, and the callers get it afterwards."""
    text = LOCALS.replace("LIMIT = 3", "def first():\n    sleep(seconds, 1)")
    assert _check("sleep(3, 1)", "sleep(seconds, 1)", written="    sleep(seconds, 1)", text=text) is None


def test_a_local_name_of_another_text_is_not_written() -> None:
    text = "def retry():\n    sleep(3, 1)\n"
    other = "def wait():\n    pause = 3\n    sleep(pause, 1)\n"
    for kept, reason in ((other, "unknown-name"), (other.replace("    pause = 3", "    pass"), None)):
        assert (
            _check("sleep(3,", "sleep(pause,", written="    sleep(pause, 1)", other=kept, text=text) == reason
        )


def test_the_receiver_of_a_method_is_not_written_outside_of_one() -> None:
    text = "def retry():\n    sleep(3, 1)\n"
    other = "class A:\n    def wait(self):\n        sleep(self.pause, 1)\n"
    written = "        sleep(self.pause, 1)"
    assert _check("sleep(3,", "sleep(self.pause,", written=written, other=other, text=text) == "unknown-name"
    method = "class B:\n    def retry(self):\n        sleep(3, 1)\n"
    assert _check("sleep(3,", "sleep(self.pause,", written=written, other=other, text=method) is None


def test_a_name_that_another_text_contains_is_known() -> None:
    assert _check("str(size)", "str(sizes)", other="def sizes(): ...") is None


def test_a_text_with_syntax_errors_is_not_checked() -> None:
    assert _check("str(size)", "str(sizes)", text=TEXT + "\ndef broken(:\n") is None


def test_a_text_without_bindings_is_not_checked() -> None:
    snapshot = text_of("size = 1", uri="file:///a.unknown", language="unknown")
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    edits = (Replacement(Span(Point(0, 0), Point(0, 4)), "sizes"),)
    candidate = Candidate(kind="edit", uri=snapshot.uri, probability=0.9, family="replace", edits=edits)
    assert check_names(candidate, snapshot, situation) is None


LEFT = """function first() {
  var app = create();
  send(app, label)
}

function second() {
  var app = create()
    , label;
  send(app, label)
}
"""
REMOVED = "  var app = create()\n    , label;"


@pytest.mark.parametrize(
    ("removed", "written", "origin", "uses", "reason"),
    [
        pytest.param(REMOVED, "  var app = create();", "typed", "label", None, id="left by the user, too"),
        pytest.param(REMOVED, "  var app = create();", "undone", "label", "still-used", id="undone"),
        pytest.param(REMOVED, "  var app = create();", "typed", "'x'", "still-used", id="not used there"),
        pytest.param(REMOVED, "  var label = 1;", "typed", "label", "still-used", id="defined there"),
        pytest.param("    , label;", "", "typed", "label", "still-used", id="other lines"),
    ],
)
@pytest.mark.parametrize("uri", [HERE, OTHER])
def test_a_used_name_goes_if_the_user_removed_its_definition_elsewhere(
    removed: str, written: str, origin: str, uses: str, reason: str | None, uri: str
) -> None:
    first, second = LEFT.replace("label)", f"{uses})", 1).split("\n\n")
    own = TextSnapshot(HERE, "javascript", (f"{first}\n\n{second}" if uri == HERE else second).split("\n"))
    other = TextSnapshot(OTHER, "javascript", first.split("\n"))
    line = own.lines.index("  var app = create()")
    edits = (Replacement(Span(Point(line, 20), Point(line + 1, 11)), ""),)
    candidate = Candidate(kind="edit", uri=HERE, probability=0.9, family="again", edits=edits)
    situation = Situation(
        snapshot=own,
        cursor=Point(0, 0),
        edits=[made(removed, written, 1, uri=uri, origin=EditOrigin(origin))],
        workspace_texts=Texts(other),
    )
    assert check_names(candidate, own, situation) == reason


TABLE = "log = {\n    'info': console,\n}\n\n\ndef f():\n    console('a')\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param("'info': console", "'info': log", "unknown-name", id="inside its own value"),
        pytest.param("console('a')", "log('a')", None, id="elsewhere"),
    ],
)
def test_a_variable_is_not_a_part_of_its_own_value(old: str, new: str, reason: str | None) -> None:
    assert _check(old, new, written="log", text=TABLE) == reason


NESTED = "log = {\n    'levels': {\n        'info': console,\n    },\n}\n"


def test_a_variable_is_not_a_part_of_a_value_inside_its_own() -> None:
    assert _check("'info': console", "'info': log", written="log", text=NESTED) == "unknown-name"


FIELDS = (
    "class A {{\n  int clock = read();\n  int size = clock;\n"
    "  void f(int clock) {{\n    this{0}clock = read();\n  }}\n}};"
)


@pytest.mark.parametrize(("language", "access"), [("java", "."), ("cpp", "->")])
@pytest.mark.parametrize(("line", "reason"), [(1, "unknown-name"), (4, None)], ids=["declared", "assigned"])
def test_a_field_is_not_declared_with_itself(
    language: str, access: str, line: int, reason: str | None
) -> None:
    snapshot = text_of(FIELDS.format(access), language=language)
    at = snapshot.lines[line].index("read()")
    edits = (Replacement(Span(Point(line, at), Point(line, at + 6)), "clock"),)
    candidate = Candidate(kind="edit", uri=HERE, probability=0.9, family="analogy", edits=edits)
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    assert check_names(candidate, snapshot, situation) == reason


READ_FIRST = """unit = "g"


def scale(options, {parameter}):
    {first}
    size = options.get("size", 1)
    return size, unit
"""


@pytest.mark.parametrize(
    ("first", "parameter", "new", "reason"),
    [
        pytest.param("pass", "a", 'size = options.get("size", size)', "unknown-name", id="reads itself"),
        pytest.param("size = 0", "a", 'size = options.get("size", size)', None, id="set before"),
        pytest.param("pass", "size", 'size = options.get("size", size)', None, id="a parameter"),
        pytest.param("pass", "a", 'size = options.get("size", 2)', None, id="does not read itself"),
        pytest.param("pass", "a", 'size = options.get("size", unit)', None, id="reads another variable"),
    ],
)
def test_a_variable_is_not_read_where_it_is_set_first(
    first: str, parameter: str, new: str, reason: str | None
) -> None:
    text = READ_FIRST.format(first=first, parameter=parameter)
    assert _check('size = options.get("size", 1)', new, text=text, written="size unit") == reason


def test_a_variable_that_read_itself_before_may_still_do_so() -> None:
    text = READ_FIRST.format(first="pass", parameter="a").replace('"size", 1', '"size", size + 1')
    assert _check("size + 1", "size + 2", text=text, written="size") is None


def test_a_function_may_call_itself_in_its_first_line() -> None:
    assert _check("return 1", "return load(a)", text="def load(a): return 1\n", written="load") is None


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        pytest.param("load(name=1, 2)", "syntax", id="a positional argument behind a keyword"),
        pytest.param("load(2, name=1)", None, id="before a keyword"),
        pytest.param("load(name=1, *rest)", None, id="a list behind a keyword"),
        pytest.param("load(name=1, **rest)", None, id="a dictionary behind a keyword"),
        pytest.param("load(name=1, size=2)", None, id="two keywords"),
        pytest.param("load(name=1, *rest, 2)", "syntax", id="behind a keyword and a list"),
        pytest.param("load(name=show(1, 2), size=1)", None, id="arguments of a call inside"),
        pytest.param("load(2, show(name=1, 2))", "syntax", id="in a call inside"),
        pytest.param("load(name=1, 2, size=3)", "syntax", id="between two keywords"),
        pytest.param("load(2, 3, name=1, size=3)", None, id="two positional ones before two keywords"),
        pytest.param("load(name == 1, 2)", None, id="a comparison"),
    ],
)
def test_no_positional_argument_stands_behind_a_keyword(new: str, reason: str | None) -> None:
    text = (
        "def load(*name, **size):\n    return show\n\n\ndef show(rest, name):\n    load(1)\n    return rest\n"
    )
    assert _check("load(1)", new, text=text, written=new) == reason


def test_a_call_that_the_change_does_not_touch_is_not_checked() -> None:
    """The grammar accepts it, and it was there before."""
    text = "load(name=1, 2)\nsize = 1\nload(name=1)\n"
    assert _check("size = 1", "size = load(name=1, size=2)", text=text, written="load size name") is None


@pytest.mark.parametrize("is_first", [True, False])
def test_a_later_line_of_a_change_is_checked(is_first: bool) -> None:
    new = ["load(name=1, 2)", "load(3)"]
    lines = "\n    ".join(new if is_first else new[::-1])
    text = "def load(*name):\n    load(1)\n"
    assert _check("load(1)", lines, text=text, written="load name") == "syntax"


def test_only_python_orders_its_arguments() -> None:
    text = "name = 1;\nload(1);\n"
    snapshot = TextSnapshot(HERE, "javascript", text.split("\n"))
    edits = (Replacement(Span(Point(1, 5), Point(1, 6)), "name=1, 2"),)
    candidate = Candidate(kind="edit", uri=HERE, probability=0.9, family="replace", edits=edits)
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    assert check_names(candidate, snapshot, situation) is None


PARAMETERS = """LOCALE = "en"


def show(locale):
    return locale


def save(row):
    return row
"""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param("def show(locale):", "def show(LOCALE):", "unknown-name", id="the name of a constant"),
        pytest.param("def show(locale):", "def show(PLACE):", None, id="another name"),
        pytest.param("def show(locale):", "def show(save):", None, id="the name of a function"),
        pytest.param("return row", "return LOCALE", None, id="a use of the constant"),
        pytest.param("return row", "LOCALE = row\n    return LOCALE", None, id="a variable"),
    ],
)
def test_a_parameter_does_not_get_the_name_of_a_constant(old: str, new: str, reason: str | None) -> None:
    text = PARAMETERS if "show(" not in old else PARAMETERS.replace("return locale", "return 1")
    assert _check(old, new, text=text, written="LOCALE PLACE save") == reason


def test_a_parameter_that_has_the_name_already_may_stay() -> None:
    text = PARAMETERS.replace("def save(row):", "def save(row, LOCALE):")
    assert _check("return row", "return LOCALE", text=text, written="LOCALE") is None


def test_a_variable_may_have_the_name_of_another_functions_parameter() -> None:
    text = PARAMETERS.replace("def save(row):", "def save(row, LOCALE):")
    new = "LOCALE = locale\n    return LOCALE"
    assert _check("return locale", new, text=text, written="LOCALE") is None


LOADER = """class Loader {
    int LIMIT = 3;

    byte[] sound(String name) {
        try {
            return read(name);
        } catch (IOException failure) {
            throw new LoadError("no sound");
        }
    }

    void check(String name) {
        if (name.isBlank()) {
            throw new LoadError("no name");
        }
    }
}
"""


@pytest.mark.parametrize(
    ("head", "argument", "reason"),
    [
        ("class Loader", "failure", "unknown-name"),
        ("class Loader", "LIMIT", None),
        ("class Loader extends Base", "failure", None),
    ],
)
def test_what_a_class_does_not_have_is_not_its_member(head: str, argument: str, reason: str | None) -> None:
    text = LOADER.replace("class Loader", head)
    text = text.replace('("no sound")', f'("no sound", {argument})')
    line = text[: text.index('"no name"')].count("\n")
    at = Point(line, text.split("\n")[line].index(")"))
    candidate = Candidate(
        kind="edit",
        uri=HERE,
        probability=0.9,
        family="replace",
        edits=(Replacement(Span(at, at), f", {argument}"),),
    )
    written = made(
        '            throw new LoadError("no sound");',
        f'            throw new LoadError("no sound", {argument});',
        7,
    )
    snapshot = text_of(text, HERE, "java")
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[written], workspace_texts=Texts())
    assert check_names(candidate, snapshot, situation) == reason


BROKEN = "int f(int a) {{\n    bool ret = false;\n    t *h = 0;\n    {rest};\n}}\n\nint g( {{\n"


@pytest.mark.parametrize(
    ("rest", "new", "reason"),
    [
        pytest.param("ret = a", "    u *h = 0;", "still-used", id="it is used"),
        pytest.param("h = a", "    u *h = 0;", None, id="it is not used"),
        pytest.param(
            "ret = a", "    bool done = false;\n    t *h = 0;", None, id="another one takes its place"
        ),
    ],
)
def test_a_declaration_beside_a_changed_line_is_not_removed_even_in_a_text_with_errors(
    rest: str, new: str, reason: str | None
) -> None:
    lines = BROKEN.format(rest=rest).split("\n")
    snapshot = TextSnapshot(HERE, "c", lines, 1)
    edits = (Replacement(Span(Point(1, 0), Point(3, 0)), f"{new}\n"),)
    candidate = Candidate(kind="edit", uri=HERE, probability=0.9, family="analogy", edits=edits)
    now = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    assert check_names(candidate, snapshot, now) == reason
