"""A change that several lines have beside the same call is improbable beside another call."""

from contextlib import closing

import pytest

from nes_symbolic.builders import line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.examples import limit_other_calls
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    MIN_COMMON_CALL_EXAMPLES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, extract_patterns

Change = tuple[str, str]
NAME = ("name: z.string(),", "name: z.string().trim(),")
TOWN = ("town: z.string(),", "town: z.string().trim(),")
LOAD = ("a = load().unwrap()?", "a = load()?")
READ = ("b = load().unwrap()?", "b = load()?")
SORT = ("a = rows.sort()", "a = rows.copy().sort()")
KEYS = ("b = keys.sort()", "b = keys.copy().sort()")
OPEN = ("a = one.copy().open(1)", "a = one.open(1)")
SHUT = ("b = two.copy().open(2)", "b = two.open(2)")
LONG = "x" * (MAX_PATTERN_LINE_CHARS - len("age: z.number().trim(),") + len("age"))


def learned(*changes: Change) -> EditPatterns:
    edits = [made(*change, 5 * at, serial=at) for at, change in enumerate(changes, 1)]
    return extract_patterns(edits, MAX_LEARNED_EDITS)


@pytest.mark.parametrize(
    ("examples", "place", "is_likely"),
    [
        pytest.param([NAME, TOWN], ("age: z.number(),", "age: z.number().trim(),"), False, id="another call"),
        pytest.param([NAME, TOWN], ("zip: z.string(),", "zip: z.string().trim(),"), True, id="the same call"),
        pytest.param([NAME], ("age: z.number(),", "age: z.number().trim(),"), True, id="one example"),
        pytest.param(
            [NAME, (NAME[0].replace(",", ";"), NAME[1].replace(",", ";"))],
            ("age: z.number(),", "age: z.number().trim(),"),
            True,
            id="two examples with the same words",
        ),
        pytest.param(
            [NAME, ("age: z.number(),", "age: z.number().trim(),")],
            ("on: z.boolean(),", "on: z.boolean().trim(),"),
            True,
            id="examples with different calls",
        ),
        pytest.param([NAME, TOWN], ("age: z.number(),", "age: z.number().int(),"), True, id="another change"),
        pytest.param(
            [NAME, TOWN], ("age: z.number(1),", "age: z.number(1).trim(),"), False, id="a call with arguments"
        ),
        pytest.param([NAME, TOWN], ("age: z.any,", "age: z.any.trim(),"), False, id="no call"),
        pytest.param(
            [("a: x,", "a: x.trim(),"), ("b: y,", "b: y.trim(),")],
            ("age: z.number(),", "age: z.number().trim(),"),
            True,
            id="examples without a call",
        ),
        pytest.param(
            [NAME, LOAD], ("age: z.number(),", "age: z.number().trim(),"), True, id="two different examples"
        ),
        pytest.param(
            [("x = a().one.b()", "x = a()::two::b()"), ("y = a().one.c()", "y = a()::two::c()")],
            ("z = a().one.d()", "z = a()::two::d()"),
            True,
            id="the call behind varies",
        ),
        pytest.param(
            [NAME, TOWN], ("age: string.x,", "age: string.x.trim(),"), False, id="the word without a call"
        ),
        pytest.param([SORT, KEYS], ("c = ids.sort;", "c = ids.copy().sort;"), False, id="no call behind"),
        pytest.param(
            [LOAD, READ], ("c = save().unwrap()?", "c = save()?"), False, id="removed behind another"
        ),
        pytest.param(
            [LOAD, ("b = load().unwrap().go()", "b = load().go()")],
            ("c = save().unwrap()?", "c = save()?"),
            False,
            id="removed at the end and in the middle",
        ),
        pytest.param(
            [LOAD, READ], ("c = load().unwrap()?", "c = load()?"), True, id="removed behind the same"
        ),
        pytest.param(
            [SORT, KEYS], ("c = ids.pop()", "c = ids.copy().pop()"), False, id="added before another"
        ),
        pytest.param(
            [SORT, KEYS], ("c = ids.sort()", "c = ids.copy().sort()"), True, id="added before the same"
        ),
        pytest.param(
            [OPEN, SHUT], ("c = six.copy().send(3)", "c = six.send(3)"), False, id="removed before another"
        ),
        pytest.param(
            [OPEN, SHUT], ("c = six.copy().open(3)", "c = six.open(3)"), True, id="removed before the same"
        ),
        pytest.param(
            [NAME, TOWN],
            (f"{LONG}: z.number(),", f"{LONG}: z.number().trim(),"),
            False,
            id="as long as compared",
        ),
        pytest.param(
            [NAME, TOWN], (f"{LONG}x: z.number(),", f"{LONG}x: z.number().trim(),"), True, id="a longer line"
        ),
    ],
)
def test_a_change_belongs_to_the_call_beside_it(
    examples: list[Change], place: Change, is_likely: bool
) -> None:
    one = line_candidate(text_of(place[0]), 0, place[1])
    limit_other_calls([one], learned(*examples))
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize("count", [MIN_COMMON_CALL_EXAMPLES - 1, MIN_COMMON_CALL_EXAMPLES])
def test_how_many_examples_show_a_common_call(count: int) -> None:
    examples = [(f"a{at}: z.string(),", f"a{at}: z.string().trim(),") for at in range(count)]
    one = line_candidate(text_of("age: z.number(),"), 0, "age: z.number().trim(),")
    limit_other_calls([one], learned(*examples))
    assert (one.probability == OTHER_VALUE_PROBABILITY) is (count >= MIN_COMMON_CALL_EXAMPLES)


@pytest.mark.parametrize(
    ("new", "line_count", "probability"),
    [
        pytest.param(("age: z.number().trim(),", ""), 1, 0.9, id="one line becomes two"),
        pytest.param(("age: z.number().trim(),",), 2, 0.9, id="two lines become one"),
        pytest.param(("age: z.number().trim(),",), 1, 0.1, id="improbable already"),
    ],
)
def test_other_candidates_keep_their_probability(
    new: tuple[str, ...], line_count: int, probability: float
) -> None:
    snapshot = text_of("age: z.number(),\n")
    one = line_candidate(snapshot, 0, *new, line_count=line_count, probability=probability)
    limit_other_calls([one], learned(NAME, TOWN))
    assert one.probability == probability


def test_only_fields_of_the_same_type_follow() -> None:
    text = "const user = z.object({\n" + "".join(
        f"  {name}: z.{kind}(),\n"
        for name, kind in (
            ("name", "string"),
            ("town", "string"),
            ("active", "boolean"),
            ("street", "string"),
        )
    )
    with closing(Scene("user.ts", text + "});\n")) as scene:
        scene.edit("name: z.string()", "name: z.string().trim()")
        scene.edit("town: z.string()", "town: z.string().trim()")
        scene.expect("- street: z.string(),", "+ street: z.string().trim(),")
        scene.accept_all()
        assert "active: z.boolean()," in scene.text
