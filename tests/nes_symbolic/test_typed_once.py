"""What the user typed once, and probably for its place alone, is improbable elsewhere."""

from contextlib import closing

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from nes_symbolic.scenes import LANGUAGES, Scene
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.filters import filter_repetitions
from understudy.nes.symbolic.filters.examples import limit_distant_repetitions, limit_typed_once
from understudy.nes.symbolic.limits import (
    DISTANT_REPETITION_ODDS,
    MAX_LEARNED_EDITS,
    MAX_NEXT_LINES,
    MAX_PATTERN_LINE_CHARS,
    TYPED_ONCE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, extract_patterns
from understudy.nes.text import TextSnapshot

Change = tuple[str, str]
STATUS = ("w.WriteHeader(http.StatusOK)", "w.WriteHeader(http.StatusCreated)")
TYPED = {"typed": 1.0}


def learned(*changes: Change) -> EditPatterns:
    edits = [made(*change, 5 * at, serial=at) for at, change in enumerate(changes, 1)]
    return extract_patterns(edits, MAX_LEARNED_EDITS)


def text_at(path: str, *lines: str) -> TextSnapshot:
    language = LANGUAGES.get(path[path.rindex(".") :], "go")
    return text_of("\n".join(lines), uri=f"file:///project/{path}", language=language)


@pytest.mark.parametrize(
    ("line", "is_likely"),
    [
        pytest.param("print(x)", False, id="Python"),
        pytest.param("    pprint(x)", False, id="indented"),
        pytest.param("printer(x)", True, id="a longer name"),
        pytest.param("x = print(y)", True, id="behind something else"),
        pytest.param("breakpoint()", False, id="Python's debugger"),
        pytest.param("puts x", False, id="Ruby"),
        pytest.param("p x", False, id="Ruby, short"),
        pytest.param("p = 1", True, id="a variable p"),
        pytest.param("p += 1", True, id="a variable p that is counted"),
        pytest.param("pp = 1", True, id="another variable"),
        pytest.param("console.log(x);", False, id="JavaScript"),
        pytest.param("console.debug(x);", False, id="JavaScript, other level"),
        pytest.param("console.error(x);", True, id="an error message"),
        pytest.param("debugger;", False, id="JavaScript's debugger"),
        pytest.param("debuggers();", True, id="a word with debugger in it"),
        pytest.param("dbg!(x);", False, id="Rust's dbg"),
        pytest.param("println!(x);", False, id="Rust"),
        pytest.param("fmt.Println(x)", False, id="Go"),
        pytest.param("fmt.Printf(x)", False, id="Go with a format"),
        pytest.param("fmt.Sprintf(x)", True, id="Go, a string"),
        pytest.param("System.out.println(x);", False, id="Java"),
        pytest.param("System.err.print(x);", False, id="Java, errors"),
        pytest.param("var_dump(x);", False, id="PHP"),
    ],
)
def test_a_statement_for_debugging_is_not_inserted_elsewhere(line: str, is_likely: bool) -> None:
    one = line_candidate(text_of("a = 1"), 0, line, line_count=0, features=TYPED)
    limit_typed_once([one], learned(("x = 1", "x = 2")))
    assert one.probability == (0.9 if is_likely else TYPED_ONCE_PROBABILITY)


@pytest.mark.parametrize(
    ("features", "line_count", "probability", "expected"),
    [
        pytest.param(TYPED, 0, 0.9, TYPED_ONCE_PROBABILITY, id="typed once"),
        pytest.param({}, 0, 0.9, 0.9, id="pasted"),
        pytest.param({**TYPED, "examples": 0.7}, 0, 0.9, 0.9, id="typed twice"),
        pytest.param(TYPED, 1, 0.9, 0.9, id="in place of another line"),
        pytest.param(TYPED, 0, 0.3, 0.3, id="improbable already"),
    ],
)
def test_only_what_was_typed_once_is_limited(
    features: dict[str, float], line_count: int, probability: float, expected: float
) -> None:
    one = line_candidate(
        text_of("a = 1"), 0, "print(x)", line_count=line_count, probability=probability, features=features
    )
    limit_typed_once([one], learned(("x = 1", "x = 2")))
    assert one.probability == expected


AHEAD = {**TYPED, "ahead": 1.0}


@pytest.mark.parametrize(
    ("features", "factor"),
    [
        pytest.param({**AHEAD, "distance": log_scaled(1)}, 1.0, id="in the next line"),
        pytest.param(
            {**AHEAD, "distance": log_scaled(MAX_NEXT_LINES)}, 1.0, id="in the last of the next lines"
        ),
        pytest.param(
            {**AHEAD, "distance": log_scaled(MAX_NEXT_LINES + 1)}, DISTANT_REPETITION_ODDS, id="below them"
        ),
        pytest.param({**TYPED, "distance": log_scaled(1)}, DISTANT_REPETITION_ODDS, id="above the edit"),
        pytest.param({"distance": 6.0}, 1.0, id="pasted"),
        pytest.param({**TYPED, "distance": 6.0, "examples": 0.7}, 1.0, id="typed twice"),
    ],
)
@pytest.mark.parametrize("probability", [0.5, 1.0])
def test_what_was_typed_once_is_less_likely_far_from_the_edit(
    features: dict[str, float], factor: float, probability: float
) -> None:
    snapshot = text_of("a = 1")
    one = line_candidate(snapshot, 0, "a = 2", family="analogy", probability=probability, features=features)
    limit_distant_repetitions([one], learned(("b = 1", "b = 2")))
    expected = factor * probability / (1 - probability + factor * probability)
    assert one.probability == pytest.approx(expected)


@pytest.mark.parametrize(
    ("family", "changes", "is_likely"),
    [
        pytest.param("analogy", [("b = f(x)", "b = g(x)")], False, id="by analogy"),
        pytest.param("context", [("b = f(x)", "b = g(x)")], False, id="by its context"),
        pytest.param("replace", [("b = f(x)", "b = g(x)")], True, id="the same text"),
        pytest.param(
            "analogy",
            [("b = f(x)", "b = g(x)"), ("c = f() + f()", "c = g() + g()")],
            True,
            id="a name in two lines",
        ),
        pytest.param(
            "analogy", [("b = f(x)", "b = g(x)"), ("c = f(x)", "c = h(x)")], False, id="two changes"
        ),
    ],
)
def test_the_same_text_or_name_is_as_likely_far_from_the_edit(
    family: str, changes: list[Change], is_likely: bool
) -> None:
    features = {**TYPED, "distance": 6.0}
    one = line_candidate(text_of("a = f(y)"), 0, "a = g(y)", family=family, features=features)
    limit_distant_repetitions([one], learned(*changes))
    assert (one.probability == 0.9) == is_likely


def test_a_value_that_was_typed_twice_is_less_likely_far_from_the_edits() -> None:
    features = {**TYPED, "distance": 6.0}
    one = line_candidate(text_of("a = 1"), 0, "a = 2", family="analogy", features=features)
    limit_distant_repetitions([one], learned(("b = 1", "b = 2"), ("c(1)", "c(2)")))
    assert one.probability < 0.9


def test_what_is_less_likely_comes_later() -> None:
    edit = made("b = 3", "b = 1", 1)
    situation = asked("a = 1\nb = 1\nc = 1\n", edit)
    snapshot = situation.snapshot
    far = line_candidate(
        snapshot, 0, "a = 2", family="analogy", probability=0.6, features={**TYPED, "distance": 6.0}
    )
    near = line_candidate(
        snapshot, 2, "c = 2", probability=0.5, features={**AHEAD, "distance": log_scaled(1)}
    )
    found = filter_repetitions([far, near], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert found == [near, far]


@pytest.mark.parametrize(
    ("path", "family", "is_likely"),
    [
        pytest.param("a.md", "analogy", False, id="by analogy in a document"),
        pytest.param("a.md", "replace", True, id="the same words in a document"),
        pytest.param("a.py", "analogy", True, id="by analogy in code"),
    ],
)
def test_sentences_of_a_document_are_not_changed_by_analogy(path: str, family: str, is_likely: bool) -> None:
    one = line_candidate(text_at(path, "Use one here."), 0, "Use two here.", family=family, features=TYPED)
    limit_typed_once([one], learned(("Take one here.", "Take two here, too.")))
    assert one.probability == (0.9 if is_likely else TYPED_ONCE_PROBABILITY)


LONG = "x" * (MAX_PATTERN_LINE_CHARS - len("(http.StatusCreated)"))


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("send(http.StatusOK)", "send(http.StatusCreated)", False, id="a constant of a package"),
        pytest.param("send(Status::Ok)", "send(Status::Created)", False, id="a member of an enum"),
        pytest.param("send(StatusOK)", "send(StatusCreated)", True, id="a constant without a package"),
        pytest.param(".StatusOK", ".StatusCreated", True, id="nothing before the dot"),
        pytest.param("send(http.StatusOK())", "send(http.StatusCreated())", True, id="a function"),
        pytest.param("send(http.status)", "send(http.Created)", True, id="a variable before"),
        pytest.param("send(http.StatusOK)", "send(http.created)", True, id="a variable after"),
        pytest.param("send(env.HOST)", "send(env.SERVER)", True, id="a variable of the environment"),
        pytest.param("send(os.environ.HOST)", "send(os.environ.SERVER)", True, id="of Python's environment"),
        pytest.param("send(http.StatusOK)", "emit(http.StatusCreated)", True, id="another word as well"),
        pytest.param("send(http.StatusOK)", "send(http.StatusOK.Value)", True, id="a member more"),
        pytest.param("send(http.StatusOK.Value)", "send(http.StatusOK)", True, id="a member less"),
        pytest.param("send(http.StatusOK.Value)", "send(http.Created)", True, id="one member for two"),
        pytest.param(
            f"{LONG}(http.StatusOK)", f"{LONG}(http.StatusCreated)", False, id="as long as compared"
        ),
        pytest.param(f"{LONG}x(http.StatusOK)", f"{LONG}x(http.StatusCreated)", True, id="a longer line"),
    ],
)
def test_another_constant_belongs_to_one_place(old: str, new: str, is_likely: bool) -> None:
    one = line_candidate(text_at("a.go", old), 0, new, features=TYPED)
    limit_typed_once([one], learned(STATUS))
    assert one.probability == (0.9 if is_likely else TYPED_ONCE_PROBABILITY)


@pytest.mark.parametrize(
    ("new", "line_count"),
    [(("send(http.StatusCreated)", ""), 1), (("send(http.StatusCreated)",), 2)],
    ids=["one line becomes two", "two lines become one"],
)
def test_a_constant_is_read_from_one_line(new: tuple[str, ...], line_count: int) -> None:
    one = line_candidate(
        text_at("a.go", "send(http.StatusOK)", ""), 0, *new, line_count=line_count, features=TYPED
    )
    limit_typed_once([one], learned(STATUS))
    assert one.probability == 0.9


def test_a_constant_that_was_replaced_in_two_lines_follows() -> None:
    examples = [(f"{name}(http.StatusOK)", f"{name}(http.StatusCreated)") for name in ("one", "two")]
    one = line_candidate(text_at("a.go", "six(http.StatusOK)"), 0, "six(http.StatusCreated)", features=TYPED)
    limit_typed_once([one], learned(*examples))
    assert one.probability == 0.9


RAISE = ("    raise ValueError(name)", "    raise KeyError(name)")


@pytest.mark.parametrize(
    ("above", "old", "new", "features", "is_likely"),
    [
        pytest.param("", "    raise ValueError(x)", "    raise KeyError(x)", TYPED, False, id="raise"),
        pytest.param("", "    throw new Error(x);", "    throw new Fault(x);", TYPED, False, id="throw new"),
        pytest.param("", "    throw Error(x);", "    throw Fault(x);", TYPED, False, id="throw"),
        pytest.param("", " * @throws Error always", " * @throws Fault always", TYPED, False, id="@throws"),
        pytest.param(
            "", "    :raises Error: always", "    :raises Fault: always", TYPED, False, id=":raises"
        ),
        pytest.param(
            "",
            "    raise ValueError(x)",
            "    raise KeyError(x)",
            {**TYPED, "same_function": 1.0},
            True,
            id="in the same function",
        ),
        pytest.param(
            "class KeyError(Exception):",
            "    raise ValueError(x)",
            "    raise KeyError(x)",
            TYPED,
            True,
            id="an error of the text",
        ),
        pytest.param(
            "export abstract class Fault {",
            "    throw new Error(x);",
            "    throw new Fault(x);",
            TYPED,
            True,
            id="an exported error of the text",
        ),
        pytest.param(
            "class KeyErrors(Exception):",
            "    raise ValueError(x)",
            "    raise KeyError(x)",
            TYPED,
            False,
            id="a class with a longer name",
        ),
        pytest.param(
            "", "    raise ValueError(x)", "    raise ValueError(y)", TYPED, True, id="the same error"
        ),
        pytest.param(
            "", "    return ValueError(x)", "    raise KeyError(x)", TYPED, True, id="not raised before"
        ),
        pytest.param(
            "", "    raise ValueError(x)", "    return KeyError(x)", TYPED, True, id="not raised after"
        ),
    ],
)
def test_another_function_has_its_own_error(
    above: str, old: str, new: str, features: dict[str, float], is_likely: bool
) -> None:
    one = line_candidate(text_at("a.py", above, old), 1, new, features=features)
    limit_typed_once([one], learned(RAISE))
    assert one.probability == (0.9 if is_likely else TYPED_ONCE_PROBABILITY)


@pytest.mark.parametrize(
    ("new", "line_count"),
    [(("    raise KeyError(x)", "    # x"), 1), (("    raise KeyError(x)",), 2)],
    ids=["one line becomes two", "two lines become one"],
)
def test_an_error_is_read_from_one_line(new: tuple[str, ...], line_count: int) -> None:
    snapshot = text_at("a.py", "    raise ValueError(x)", "")
    one = line_candidate(snapshot, 0, *new, line_count=line_count, features=TYPED)
    limit_typed_once([one], learned(RAISE))
    assert one.probability == 0.9


HANDLERS = "".join(
    f"func {name}(w http.ResponseWriter) {{\n\tw.WriteHeader(http.StatusOK)\n}}\n\n"
    for name in ("create", "list", "drop")
)


def test_one_status_is_changed_once_and_two_are_followed_by_a_third() -> None:
    with closing(Scene("api.go", "package api\n\n" + HANDLERS)) as scene:
        scene.edit("http.StatusOK", "http.StatusCreated")
        scene.silent()
        scene.edit("http.StatusOK", "http.StatusCreated")
        scene.expect("- w.WriteHeader(http.StatusOK)", "+ w.WriteHeader(http.StatusCreated)")


@pytest.mark.parametrize(
    ("path", "family", "old", "new", "is_likely"),
    [
        pytest.param("a.py", "again", "time.sleep(1)", "time.sleep(2)", False, id="the same line"),
        pytest.param("a.py", "analogy", "high = 1", "high = 2", False, id="a like line"),
        pytest.param("a.py", "context", "wait(1, x)", "wait(2, x)", False, id="a like context"),
        pytest.param("a.py", "replace", "port = 1", "port = 2", True, id="the same number elsewhere"),
        pytest.param("a.py", "again", "x = 0.5", "x = 2", False, id="a decimal"),
        pytest.param("a.py", "again", "x = 10_000", "x = 20_000", False, id="digits in groups"),
        pytest.param("a.py", "again", "v = '1.2.3'", "v = '1.2.4'", True, id="the last number of a version"),
        pytest.param("a.py", "again", "v = '1.2.3'", "v = '1.3.0'", True, id="a version"),
        pytest.param("a.py", "again", "x = a1", "x = a2", True, id="a name with a number"),
        pytest.param("a.py", "again", "x = f(1)", "x = g(2)", True, id="a name too"),
        pytest.param("a.md", "again", "Wait 1 s.", "Wait 2 s.", True, id="in a document"),
        pytest.param("a.yaml", "replace", "port: 1", "port: 2", False, id="of an entry"),
        pytest.param("a.yaml", "again", "image: a:1.4", "image: a:2.5", True, id="a version of an entry"),
    ],
)
def test_a_number_that_was_typed_once_is_meant_for_its_place(
    path: str, family: str, old: str, new: str, is_likely: bool
) -> None:
    one = line_candidate(text_at(path, old), 0, new, family=family, features=TYPED)
    limit_typed_once([one], learned(("x(1)", "x(3)")))
    assert (one.probability == 0.9) == is_likely
