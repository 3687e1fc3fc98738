"""A change is repeated as a whole, without doubling an element, and not for a member of another type."""

from contextlib import closing

import pytest

from nes_symbolic.builders import made
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.generators import (
    combine_in_line,
    prefer_larger_changes,
    prefer_whole_statements,
)
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS, PART_OF_CHANGE_FACTOR
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot


def test_all_that_changed_in_a_line_is_preferred_to_a_part_of_it() -> None:
    text = """
    def first(path, limit):
        rows = OldReader(path).fetch_all(limit)
        return rows


    def second(path, limit):
        return sorted(OldReader(path).fetch_all(limit), key=len)
    """
    with closing(Scene("a.py", text)) as scene:
        scene.edit("rows = OldReader(path).fetch_all(limit)", "rows = Table(path).rows_of(limit)")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert "sorted(Table(path).rows_of(limit), key=len)" in scene.text, scene.account()


def test_an_element_does_not_become_equal_to_the_next_one() -> None:
    text = """
    try:
        first()
    except AttributeError:
        stop()
    try:
        second()
    except (AttributeError, RuntimeError):
        stop()
    """
    with closing(Scene("a.py", text)) as scene:
        scene.edit("except AttributeError:", "except RuntimeError:")
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert "(RuntimeError, RuntimeError)" not in scene.text, scene.account()


MEMBERS = """
struct Reader {
    name: String,
    config: &'s Config,
    core: Core,
}

struct Writer {
    name: String,
    config: &'s Config,
    sink: Sink,
}

struct Printer {
    config: &'s Config,
    lines: usize,
}
"""


def test_a_member_of_another_type_is_not_removed() -> None:
    with closing(Scene("a.rs", MEMBERS)) as scene:
        scene.delete("    config: &'s Config,")
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert scene.text.count("config: &'s Config,") == 2, scene.account()


def test_a_member_that_was_removed_from_two_types_is_removed_from_the_third() -> None:
    with closing(Scene("a.rs", MEMBERS)) as scene:
        scene.delete("    config: &'s Config,")
        scene.delete("    config: &'s Config,")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert "config: &'s Config," not in scene.text, scene.account()


def _date_candidates(age: float) -> list[UnscoredCandidate]:
    line = 'expires == "Fri, 22 Jan 2100"'
    snapshot = TextSnapshot("file:///a.py", "python", [line])
    changes = [
        (("2100",), ("2037",), 0.0),
        (
            ("Fri", ",", " ", "22", " ", "Jan", " ", "2100"),
            ("Thu", ",", " ", "22", " ", "Jan", " ", "2037"),
            age,
        ),
    ]
    return [
        UnscoredCandidate(
            snapshot=snapshot,
            line=0,
            line_count=1,
            new=(line.replace("".join(old), "".join(new)),),
            family="replace",
            pattern="p",
            topic="t",
            why="w",
            features={"age": edited},
            probability=probability,
            token_replacement=(old, new),
        )
        for (old, new, edited), probability in zip(changes, (0.7, 0.4), strict=True)
    ]


def test_a_part_of_a_change_is_less_likely_than_all_of_it() -> None:
    part, whole = found = _date_candidates(age=0.0)
    list(combine_in_line(found))
    assert whole.probability == 0.7
    assert part.probability < whole.probability


def test_a_part_of_another_edit_is_a_change_of_its_own() -> None:
    part, whole = found = _date_candidates(age=3.0)
    list(combine_in_line(found))
    assert whole.probability < 0.7
    assert part.probability >= 0.4


LINE = "Server.prototype.del = Server.prototype.delete;"


def _line_candidates(*changes: tuple[str, float], line: str = LINE) -> list[UnscoredCandidate]:
    snapshot = TextSnapshot("file:///a.js", "javascript", [line])
    return [
        UnscoredCandidate(
            snapshot=snapshot,
            line=0,
            line_count=1,
            new=(new,),
            family="analogy",
            pattern="p",
            topic="t",
            why="w",
            features={},
            probability=probability,
        )
        for new, probability in changes
    ]


def test_a_change_of_all_places_in_a_line_is_likelier_than_that_of_some() -> None:
    part, all_places = found = _line_candidates(
        ("app.del = Server.prototype.delete;", 0.77), ("app.del = app.delete;", 0.28)
    )
    prefer_larger_changes(found)
    assert all_places.probability == 0.77
    assert part.probability == 0.77 * PART_OF_CHANGE_FACTOR


@pytest.mark.parametrize(
    ("other", "part_probability", "probability"),
    [
        pytest.param("app.del = app.delete;", 0.77, 0.09, id="the larger change is improbable"),
        pytest.param("app.del = app.delete;", 0.29, 0.28, id="both are improbable"),
        pytest.param("app.del = app.delete;", 0.5, 0.6, id="the larger change is likelier as it is"),
        pytest.param("Server.prototype.del = app.delete;", 0.77, 0.28, id="another place in the line"),
        pytest.param("it.del = it.delete;", 0.77, 0.28, id="another name"),
    ],
)
def test_other_changes_of_a_line_keep_their_probabilities(
    other: str, part_probability: float, probability: float
) -> None:
    found = _line_candidates(("app.del = Server.prototype.delete;", part_probability), (other, probability))
    prefer_larger_changes(found)
    assert [one.probability for one in found] == [part_probability, probability]


def test_very_long_lines_are_not_compared() -> None:
    line = LINE.replace("del ", "x" * MAX_PATTERN_LINE_CHARS + " ")
    found = _line_candidates(
        (line.replace("Server.prototype", "app", 1), 0.77),
        (line.replace("Server.prototype", "app"), 0.28),
        line=line,
    )
    prefer_larger_changes(found)
    assert [one.probability for one in found] == [0.77, 0.28]


def test_words_of_which_the_user_left_some_are_not_all_replaced() -> None:
    part, all_places = found = _line_candidates(
        ("app.del = Server.prototype.delete;", 0.77), ("app.del = app.delete;", 0.28)
    )
    all_places.token_replacement = (("Server", ".", "prototype"), ("app",))
    all_places.features["kept"] = 1.0
    prefer_larger_changes(found)
    assert (part.probability, all_places.probability) == (0.77, 0.28)


WRITES = """
int write_all(FILE *f, struct wav *w)
{
    put(f, w->channels);
    put(f, w->rate);
    put(f, w->bits);
    return 0;
}
"""


def test_a_statement_that_became_two_lines_is_not_repeated_by_half() -> None:
    with closing(Scene("a.c", WRITES)) as scene:
        for name in ("channels", "rate"):
            call = f"put(f, w->{name})"
            scene.edit(f"    {call};", f"    if ({call} < 0)\n        return -1;")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert "    if (put(f, w->bits) < 0)\n        return -1;\n    return 0;" in scene.text, (
            scene.account()
        )


def _statements(
    *shown: tuple[str, str], part: float = 0.7, whole: float = 0.6, first: str = "if (put(c) < 0)"
) -> list[float]:
    """The probabilities of a candidate for one line and of one for two lines, after these edits."""
    snapshot = TextSnapshot("file:///a.c", "c", ["put(c);"])
    edits = [made(old, new, at + 1, serial=at) for at, (old, new) in enumerate(shown)]
    found = [
        UnscoredCandidate(snapshot, 0, 1, new, "analogy", "p", "t", "w", {}, probability)
        for new, probability in (((first,), part), (("if (put(c) < 0)", "    return -1;"), whole))
    ]
    prefer_whole_statements(found, extract_patterns(edits, MAX_LEARNED_EDITS))
    return [one.probability for one in found]


def test_several_lines_are_likelier_than_one_of_them() -> None:
    both = ("put(a);", "if (put(a) < 0)\n    return -1;")
    assert _statements(both) == [0.7 * PART_OF_CHANGE_FACTOR, 0.7]
    assert _statements(both, part=0.5) == [0.5 * PART_OF_CHANGE_FACTOR, 0.6]
    assert _statements(both, whole=0.09) == [0.7, 0.09]
    assert _statements(both, part=0.09) == [0.09, 0.6]
    assert _statements(both, first="if (put(c) != 0)") == [0.7, 0.6]
    assert _statements(both, ("put(b);", "if (put(b) < 0)")) == [0.7, 0.6]
