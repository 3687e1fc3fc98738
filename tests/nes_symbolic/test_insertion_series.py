"""Lines that were inserted at several places alike are probable at the next such place, and nowhere else."""

import re
from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, OTHER, made, unscored
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.examples import raise_insertion_series
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_SERIES_LINE_CHARS, SERIES_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin, TextSnapshot

ADDED = "    check(table)"


def functions(*marks: str, body: str = "    return table.find({})", gap: str = "") -> str:
    """Functions of one form. A mark is the number of the edit that inserted the line, `?` the place asked for."""
    lines: list[str] = []
    for at, mark in enumerate(marks):
        lines += [f"def get{at}(table, key{at}):", *[""] * (gap == "above")]
        lines += [f"{mark}|"] if mark else []
        lines += [*[""] * (gap == "below"), body.format(f"key{at}"), ""]
    return "\n".join(lines)


def raised(
    text: str,
    *,
    uri: str = HERE,
    origin: EditOrigin = EditOrigin.TYPED,
    old: str | None = None,
    later: bool = False,
    family: str = "insert",
    new: str = ADDED,
    refused: float = 0.0,
) -> float:
    """The probability of the line at the place `?` after the numbered insertions; 0.1 before."""
    lines: list[str] = []
    inserted: list[tuple[int, int]] = []
    asked = -1
    for line in text.split("\n"):
        mark = re.match(r"(\d+|\?)\|", line)
        if mark is not None and mark[1] == "?":
            asked = len(lines)
        else:
            lines.append(line if mark is None else ADDED)
            if mark is not None:
                inserted.append((int(mark[1]), len(lines) - 1))
    edits: list[Edit] = [
        made(old, ADDED, line, serial=serial, origin=origin) for serial, line in sorted(inserted)
    ]
    if later:
        edits.append(made("a", "b", len(lines) - 1, serial=99))
    one = unscored(asked, 0.1, family=family, new=(new,), line_count=0, uri=uri)
    one.snapshot = TextSnapshot(uri, "python", lines)
    one.features["refused"] = refused
    raise_insertion_series([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    return one.probability


LONG = "    return table.find({}, " + "9" * MAX_SERIES_LINE_CHARS + ")"


@pytest.mark.parametrize(
    ("text", "more", "is_raised"),
    [
        pytest.param(functions("1", "2", "?"), {}, True, id="the next one"),
        pytest.param(functions("?", "2", "1"), {}, True, id="the next one above"),
        pytest.param(functions("?", "1", "2"), {}, False, id="in the other direction"),
        pytest.param(functions("1", "?"), {}, False, id="one example"),
        pytest.param(functions("1", "", "2", "?"), {}, False, id="a place was left out"),
        pytest.param(functions("1", "2", "", "?"), {}, True, id="not the place itself but a later one"),
        pytest.param(functions("1", "2", "?"), {"origin": EditOrigin.ACCEPTED}, False, id="all accepted"),
        pytest.param(functions("1", "2", "?"), {"old": "x"}, False, id="replaced lines"),
        pytest.param(functions("1", "2", "?"), {"later": True}, False, id="something else since"),
        pytest.param(functions("1", "2", "?"), {"family": "again"}, False, id="another family"),
        pytest.param(functions("1", "2", "?"), {"new": "    other(table)"}, False, id="other lines"),
        pytest.param(functions("1", "2", "?"), {"uri": OTHER}, False, id="another text"),
        pytest.param(functions("1", "2", "?"), {"refused": 1.0}, False, id="rejected before"),
        pytest.param(functions("1", "2", "?", gap="above"), {}, True, id="an empty line above"),
        pytest.param(functions("1", "2", "?", gap="below"), {}, True, id="an empty line below"),
        pytest.param(functions("1", "2", "?", body=LONG), {}, False, id="long lines"),
        pytest.param(
            functions("1", "2") + functions("?", gap="below"), {}, False, id="another number of empty lines"
        ),
        pytest.param(
            functions("1", "2") + functions("?", body="    raise KeyError({})"),
            {},
            False,
            id="another line below",
        ),
        pytest.param(
            functions("1", "2") + functions("?").replace("def", "async def"),
            {},
            False,
            id="another line above",
        ),
        pytest.param(
            "a = one(x)\n1|\n{\nb = one(y)\n2|\n}\nc = one(z)\n?|\n[\n",
            {},
            False,
            id="nothing in common below",
        ),
        pytest.param("{\n1|\n    x = 1\n}\n2|\n    x = 2\n{\n?|\n    x = 3", {}, False, id="nothing above"),
        pytest.param(
            "def f(a):\n    go(a)\n1|\ndef g(a):\n    go(b)\n2|\ndef h(a):\n    go(c)\n?|\ndef i(a):\n",
            {},
            False,
            id="the end of a block",
        ),
        pytest.param(
            "1|\nx = 1\n\na = one(x)\n2|\nx = 2\n\na = one(y)\n?|\nx = 3", {}, False, id="nothing above it"
        ),
    ],
)
def test_the_next_place_of_a_series_is_probable(text: str, more: dict[str, object], is_raised: bool) -> None:
    assert raised(text, **more) == (SERIES_PROBABILITY if is_raised else 0.1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "is_raised"),
    [
        (("put(a, 1, z)", "put(b, 1, z)", "put(c, 1, z)"), True),
        (("put(a, 1, z)", "put(z)", "put(c, d, z)"), True),
        (("put(a, 1, z)", "put(b, 1, z)", "put(c, 2, z)"), False),
        (("put(a, 1, z)", "put(b, 1, y)", "put(c, 1)"), False),
        (("put(a, 1, z)", "put(b, 1, z)", "set(c, 1, z)"), False),
        (("put(a, 1, z)", "put(b, 1, z)", "put(c, 1, z, z)"), False),
        (("put(a)", "put(a)", "put(a, b)"), False),
        (("a(k, x, m, y, n)", "b(k, z, m, w, n)", "c(k, 1, m, 2, n)"), True),
        (("a(k, x, m, y, n)", "b(k, z, m, w, n)", "c(k, 1, 2, m, 3, 4, n)"), True),
        (("a(k, x, m, y, n)", "b(k, z, m, w, n)", "c(k, 1, o, 2, n)"), False),
    ],
)
def test_a_place_fits_if_it_has_what_all_examples_have(lines: tuple[str, str, str], is_raised: bool) -> None:
    marks = ("1", "2", "?")
    text = "\n".join(f"    open(t)\n{mark}|\n    {line}\n" for mark, line in zip(marks, lines, strict=True))
    assert raised(text) == (SERIES_PROBABILITY if is_raised else 0.1)


def test_the_nearest_place_comes_first_and_a_higher_probability_stays() -> None:
    near, far = (unscored(line, 0.1, family="insert", new=(ADDED,), line_count=0) for line in (9, 13))
    lines = functions("", "", "", "").split("\n")
    for at in (1, 5):
        lines.insert(at, ADDED)
    edits = [made(None, ADDED, at, serial=at) for at in (1, 5)]
    near.snapshot = far.snapshot = TextSnapshot(HERE, "python", lines)
    near.line, far.line = 9, 12
    raise_insertion_series([far, near], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert (near.probability, far.probability) == (SERIES_PROBABILITY, 0.1)
    near.probability = 0.9
    raise_insertion_series([far, near], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert near.probability == 0.9


def test_lines_that_were_changed_since_show_nothing() -> None:
    one = unscored(7, 0.1, family="insert", new=(ADDED,), line_count=0)
    lines = functions("", "", "").split("\n")
    lines.insert(1, ADDED + "  # now")
    lines.insert(5, ADDED)
    one.snapshot = TextSnapshot(HERE, "python", lines)
    one.line = 9
    edits = [made(None, ADDED, at, serial=at) for at in (1, 5)]
    raise_insertion_series([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert one.probability == 0.1


def test_the_user_sees_the_next_one_after_two() -> None:
    text = "\n".join(
        f"static int sort_by_{name}(State *st) {{\n    return set_key(st->table, KEY_{name.upper()});\n}}\n"
        for name in ("pid", "memory", "cpu", "time")
    )
    with closing(Scene("sort.c", text)) as scene:
        for name in ("pid", "memory"):
            scene.add("    st->table->is_stale = true;", after=f"static int sort_by_{name}(State *st) {{")
        scene.accept_all()
        assert scene.text.count("is_stale = true") == 4
