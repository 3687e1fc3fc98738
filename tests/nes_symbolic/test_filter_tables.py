"""Filters of candidates by the row of lines and by the kind of place that they change: rows of single lines."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made, unscored
from understudy.languages import find_language
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.examples import raise_parallel_lines
from understudy.nes.symbolic.filters.places import PlaceKindFilter
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    PARALLEL_LINE_PROBABILITY,
    SHELL_NAME_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin, TextSnapshot

# Rows of lines

ROW = "a1 = get(1)\nb1 = get(2)\nc1 = get(3)"


def typed(line: int, old: str | None = None, **more: object) -> Edit:
    old = old or ROW.split("\n")[line]
    return made(old, old.replace("get", "load"), line, by_key=True, **more)  # type: ignore[arg-type]


def raised(edit: Edit, line: int, *, text: str = ROW, new: str | None = None, **more: object) -> float:
    """The probability of a candidate that changes a line as the edit did; 0.1 before."""
    lines = text.split("\n")
    one = unscored(line, 0.1, new=(lines[line].replace("get", "load"),), **more)  # type: ignore[arg-type]
    one.snapshot = TextSnapshot(one.snapshot.uri, "python", lines)
    if new is not None:
        one.new = tuple(new.split("\n"))
    raise_parallel_lines([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    return one.probability


@pytest.mark.parametrize(
    ("edit", "line", "more", "is_raised"),
    [
        pytest.param(typed(0), 1, {}, True, id="the line below"),
        pytest.param(typed(2), 1, {}, True, id="the line above"),
        pytest.param(typed(1), 2, {}, True, id="below the line in the middle"),
        pytest.param(typed(1), 0, {}, True, id="above the line in the middle"),
        pytest.param(typed(0), 2, {}, False, id="two lines away"),
        pytest.param(typed(0), 0, {}, False, id="the same line"),
        pytest.param(typed(0), 1, {"uri": OTHER}, False, id="another text"),
        pytest.param(typed(0, origin=EditOrigin.ACCEPTED), 1, {}, False, id="an accepted suggestion"),
        pytest.param(made("a1 = get(1)", "a1 = load(1)"), 1, {}, False, id="not typed"),
        pytest.param(typed(0, "a1 = get(1)\nx"), 1, {}, False, id="an edit of two lines"),
        pytest.param(typed(0), 1, {"family": "insert"}, False, id="an insertion"),
        pytest.param(typed(0), 1, {"family": "replace"}, True, id="a replacement"),
        pytest.param(typed(0), 1, {"line_count": 2}, False, id="two old lines"),
        pytest.param(typed(0), 1, {"new": "b1 = load(2)\nx"}, False, id="two new lines"),
        pytest.param(typed(0), 1, {"text": ROW.replace("2", "2, 2")}, False, id="another shape"),
        pytest.param(
            typed(0), 1, {"new": "b1 = load(2) + 1"}, False, id="another shape than the changed line"
        ),
        pytest.param(typed(0), 1, {"text": ROW.replace("3", "3, 3")}, False, id="two lines of the shape"),
        pytest.param(
            typed(0), 1, {"text": ROW.replace("\nc1", "\n\nc1")}, False, id="a row that is interrupted"
        ),
        pytest.param(typed(1), 0, {"text": "x\n" + ROW}, False, id="the line above has another shape"),
        pytest.param(typed(0, "get 1"), 1, {"text": "load 1\nget 2\nget 3"}, False, id="two tokens"),
        pytest.param(typed(0, "get = 1"), 1, {"text": "load = 1\nget = 2\nget = 3"}, True, id="three tokens"),
        pytest.param(
            typed(0, "a1 = '+get'"),
            1,
            {"text": "a1 = '+load'\nb1 = '+get'\nc1 = '+get'"},
            False,
            id="in a string",
        ),
        pytest.param(
            typed(0, "a1 = 'x' + get"),
            1,
            {"text": "a1 = 'x' + load\nb1 = 'y' + get\nc1 = 'z' + get"},
            True,
            id="behind a string",
        ),
    ],
)
def test_the_next_line_of_a_row_is_probable(
    edit: Edit, line: int, more: dict[str, object], is_raised: bool
) -> None:
    assert raised(edit, line, **more) == (PARALLEL_LINE_PROBABILITY if is_raised else 0.1)  # type: ignore[arg-type]


def test_a_probable_line_of_a_row_stays_probable() -> None:
    one = unscored(1, 0.9, new=("b1 = load(2)",))
    one.snapshot = TextSnapshot(HERE, "python", ROW.split("\n"))
    raise_parallel_lines([one], extract_patterns([typed(0)], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


# Kinds of places


def filtered(
    example: tuple[str, str],
    place: tuple[str, str],
    *,
    of: str = "py",
    to: str = "py",
    chance: float = 0.4,
    **more: object,
) -> float | None:
    """The probability after the filter of a candidate that had 0.4; None if it is dropped."""
    uri = f"file:///project/b.{to}"
    one: UnscoredCandidate = unscored(0, chance, new=tuple(place[1].split("\n")), **more)  # type: ignore[arg-type]
    one.snapshot = TextSnapshot(uri, find_language("", uri).id, [place[0], "x"])
    edit = made(*example, uri=f"file:///project/a.{of}")
    kept = PlaceKindFilter(extract_patterns([edit], MAX_LEARNED_EDITS)).filter([one])
    return kept[0].probability if kept else None


SHELL = ("name=1", "title=1")
USE = ('echo "$name"', 'echo "$title"')


@pytest.mark.parametrize(
    ("example", "place", "more", "expected"),
    [
        pytest.param(SHELL, USE, {}, SHELL_NAME_PROBABILITY, id="a variable"),
        pytest.param(SHELL, USE, {"chance": 0.2}, SHELL_NAME_PROBABILITY, id="an improbable use"),
        pytest.param(SHELL, USE, {"chance": 0.9}, 0.9, id="a probable use"),
        pytest.param(("export name=1", "export title=1"), USE, {}, SHELL_NAME_PROBABILITY, id="exported"),
        pytest.param(("local name=1", "local title=1"), USE, {}, None, id="local to a function elsewhere"),
        pytest.param(("for name in a", "for title in a"), USE, {}, SHELL_NAME_PROBABILITY, id="a loop"),
        pytest.param(("echo $name", "echo $title"), USE, {}, 0.4, id="a use was changed"),
        pytest.param(SHELL, ('cp "$name" $x', 'cp "$title" $y'), {}, 0.4, id="another word, too"),
        pytest.param(SHELL, ('cp "$name" 1', 'cp "$title" 2'), {}, 0.4, id="a number, too"),
        pytest.param(SHELL, ('cp "$name"', 'cp "$title"\nx'), {}, 0.4, id="a line more"),
        pytest.param(SHELL, USE, {"line_count": 2}, 0.4, id="two old lines"),
        pytest.param(SHELL, ("name = 1", "title = 1"), {"to": "py"}, 0.4, id="a place in another language"),
        pytest.param(SHELL, ("name = 1", "title = 1"), {"of": "py", "to": "py"}, 0.4, id="no shell"),
    ],
)
def test_uses_of_a_name_of_a_shell_are_probable(
    example: tuple[str, str], place: tuple[str, str], more: dict[str, object], expected: float | None
) -> None:
    assert filtered(example, place, **{"of": "sh", "to": "sh", **more}) == expected  # type: ignore[arg-type]


CODE = ("name = 1", "title = 1")


@pytest.mark.parametrize(
    ("example", "place", "of", "to", "kept"),
    [
        pytest.param(CODE, ("f(name)", "f(title)"), "py", "py", True, id="code, and code"),
        pytest.param(CODE, ("f('name')", "f('title')"), "py", "py", False, id="code, and a string"),
        pytest.param(("f('name')", "f('title')"), CODE, "py", "py", False, id="a string, and code"),
        pytest.param(
            ("x = 'max_rows'", "x = 'min_rows'"),
            ("max_rows = 1", "min_rows = 1"),
            "py",
            "py",
            True,
            id="a string with a name, and code",
        ),
        pytest.param(CODE, ("f('other')", "f('title')"), "py", "py", True, id="another change in a string"),
        pytest.param(CODE, ("f('name')", "f('title')\nx"), "py", "py", True, id="two lines"),
        pytest.param(
            CODE, ("see `name` now", "see `title` now"), "py", "md", True, id="code, and code in prose"
        ),
        pytest.param(
            CODE, ("see the name now", "see the title now"), "py", "md", False, id="code, and prose"
        ),
        pytest.param(
            ("the name is", "the title is"),
            ("see `name` now", "see `title` now"),
            "md",
            "md",
            False,
            id="prose, and code in prose",
        ),
        pytest.param(
            ("select name", "select title"),
            ("q = 'select name'", "q = 'select title'"),
            "sql",
            "py",
            True,
            id="a query, and a string",
        ),
        pytest.param(
            ("select name", "select title"),
            ("q = name", "q = title"),
            "sql",
            "py",
            True,
            id="a query, and code",
        ),
        pytest.param(
            ("name: 1", "title: 1"),
            ("x: name", "x: title"),
            "yaml",
            "yaml",
            True,
            id="a key, and a whole value",
        ),
        pytest.param(
            ("name: 1", "title: 1"),
            ("x: name:1", "x: title:1"),
            "yaml",
            "yaml",
            False,
            id="a key, and a part of a value",
        ),
        pytest.param(
            ("x: name", "x: title"),
            ("y: name", "y: title"),
            "yaml",
            "yaml",
            False,
            id="a value, and that of another key",
        ),
        pytest.param(
            ("x: name", "x: title"), ("name: 1", "title: 1"), "yaml", "yaml", False, id="a value, and a key"
        ),
        pytest.param(
            ("from a import b", "imfrom a import b"),
            ("from c import d", "imfrom c import d"),
            "py",
            "py",
            False,
            id="a keyword that is lost",
        ),
        pytest.param(
            ("x = True", "x = False"), ("y = True", "y = False"), "py", "py", True, id="a keyword for another"
        ),
        pytest.param(
            ("x = None", "x = fresh"),
            ("y = None", "y = fresh"),
            "py",
            "py",
            True,
            id="a value of the language",
        ),
    ],
)
def test_a_word_follows_in_places_of_the_same_kind(
    example: tuple[str, str], place: tuple[str, str], of: str, to: str, kept: bool
) -> None:
    assert (filtered(example, place, of=of, to=to) is not None) is kept
