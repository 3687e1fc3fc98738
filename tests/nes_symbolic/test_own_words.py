"""A word that names the place of an edit is not copied to a place that it does not name."""

import pytest

from nes_symbolic.builders import HERE, asked, line_candidate, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.consequences.values.own_words import added_words
from understudy.nes.symbolic.filters.values import limit_words_of_other_files, limit_words_of_other_places
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

LOAD = """def load_team(path):
    return fail("no file")


def load_user(path):
    return fail("no file")


def save_team(path):
    return fail("no file")


fail("no file")
"""
TEAM = '    return fail("no team file")'
CAST = """uint8_t to_small(double value)
{
    int a;
    return value;
}

float to_float(double value)
{
    int a;
    return value;
}

uint8_t to_other(double value)
{
    int a;
    return value;
}
"""
SCRIPT = """const loadTeam = () => {
  a = parse(raw);
  b = get("/teams", x);
};
const loadUser = () => {
  a = parse(raw);
  b = get("/users", x);
};
class Team {
  a() {
    a = parse(raw);
  }
}
"""
RUST = """fn to_byte(value: f64) -> u8 {
    value
}

fn to_word(value: f64) -> u16 {
    value
}

impl Byte {
    fn to(&self) {
        value
    }
}
"""


def limited(text: str, language: str, old: str, new: str, edited: int, *others: int) -> list[bool]:
    """Whether the change of the edited line is improbable at each of the other lines."""
    lines = text.split("\n")
    changed = [*lines]
    changed[edited] = lines[edited].replace(old, new, 1)
    edit = made(lines[edited], changed[edited], edited)
    situation = asked("\n".join(changed), edit, language=language)
    label = CandidateLabel("context", "p", "t", "why")
    candidates: list[UnscoredCandidate] = []
    for line in others:
        assert old in lines[line]
        written = (lines[line].replace(old, new, 1),)
        candidates.append(label.candidate(situation.snapshot, line, 1, written, {}))
        candidates[-1].probability = 0.9
    limit_words_of_other_places(candidates, extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert {one.probability for one in candidates} <= {0.9, OTHER_TYPE_PROBABILITY}
    return [one.probability < 0.9 for one in candidates]


@pytest.mark.parametrize(
    ("text", "language", "old", "new", "places", "expected"),
    [
        # the name of the function, but not what all are about, nor at the top level
        (LOAD, "python", "no file", "no team file", (1, 5, 9, 12), [True, False, False]),
        (LOAD, "python", "no file", "no such file", (1, 5, 9, 12), [False, False, False]),
        (LOAD, "python", "no file", "no load file", (1, 5), [False]),
        (LOAD, "python", '"no file"', '"no file", team', (1, 5, 9), [True, False]),
        (LOAD, "python", "file", "team", (1, 5), [True]),
        (LOAD, "python", "fail", "team", (1, 5), [False]),
        (LOAD, "python", "fail", "fail_team", (1, 5, 9), [True, False]),
        (LOAD, "python", "fail", "self.load", (1, 5), [False]),
        # the type that it returns, where it returns it
        (CAST, "c", "return ", "return (uint8_t)", (3, 9, 15), [True, False]),
        (CAST, "c", "int a;", "int a, uint8_t;", (2, 8), [False]),
        (RUST, "rust", "value", "value as u8", (1, 5), [True]),
        (RUST, "rust", "value", "value as f32", (1, 5), [False]),
        (RUST, "rust", "value", "value + byte", (1, 5, 10), [True, False]),
        # functions of variables, and classes
        (SCRIPT, "javascript", "parse", "parseTeam", (1, 5, 10), [True, False]),
        (SCRIPT, "javascript", "parse", "team", (1, 5), [False]),
        # a string of the line
        (SCRIPT, "javascript", "b = ", "b = teams = ", (2, 6), [True]),
        (SCRIPT, "javascript", "x)", "x, 1)", (2, 6), [False]),
    ],
)
def test_words_of_one_place(
    text: str, language: str, old: str, new: str, places: tuple[int, ...], expected: list[bool]
) -> None:
    assert limited(text, language, old, new, *places) == expected


def test_a_word_that_the_user_has_added_elsewhere_too() -> None:
    lines = LOAD.split("\n")
    written = '    return fail("no team file")'
    edits = [made(lines[1], written, 1), made(lines[5], written, 5, serial=2)]
    lines[1] = lines[5] = written
    situation = asked("\n".join([*lines, *LOAD.replace("team", "role").split("\n")]), *edits)
    candidate = CandidateLabel("again", "p", "t", "why").candidate(
        situation.snapshot, len(lines) + 1, 1, (written,), {}
    )
    candidate.probability = 0.9
    limit_words_of_other_places([candidate], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    assert candidate.probability == 0.9


@pytest.mark.parametrize(
    ("edited", "line_count", "new", "probability", "is_limited"),
    [
        pytest.param(1, 1, (TEAM,), 0.9, True, id="one line"),
        pytest.param(1, 2, (TEAM,), 0.9, False, id="two lines become one"),
        pytest.param(1, 1, (TEAM, ""), 0.9, False, id="one line becomes two"),
        pytest.param(1, 2, (TEAM, ""), 0.9, False, id="two lines"),
        pytest.param(1, 1, (TEAM,), 0.1, False, id="improbable before"),
        pytest.param(9, 1, (TEAM,), 0.9, False, id="the example is changed again"),
        pytest.param(LOAD.count("\n") + 1, 1, (TEAM,), 0.9, False, id="the text is shorter"),
        pytest.param(-1, 1, (TEAM,), 0.9, False, id="the example is overwritten"),
    ],
)
def test_only_a_likely_change_of_one_line_is_compared_with_an_example_of_the_text(
    edited: int, line_count: int, new: tuple[str, ...], probability: float, is_limited: bool
) -> None:
    lines = LOAD.split("\n")
    edit = made(lines[1], TEAM, edited)
    lines[1] = TEAM
    situation = asked("\n".join(lines), edit)
    candidate = CandidateLabel("again", "p", "t", "").candidate(situation.snapshot, 5, line_count, new, {})
    candidate.probability = probability
    limit_words_of_other_places([candidate], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert candidate.probability == (OTHER_TYPE_PROBABILITY if is_limited else probability)


def test_the_word_of_the_other_place_is_as_probable_as_the_wrong_one() -> None:
    text = 'a = get("HOME").expect("HOME is set")\nb = get("USER").unwrap()\n'
    edit = made('a = get("HOME").unwrap()', 'a = get("HOME").expect("HOME is set")')
    situation = asked(text, edit)
    found: list[UnscoredCandidate] = []
    for family, word, probability in (
        ("replace", "HOME", 0.8),
        ("analogy", "USER", 0.4),
        ("style", "A", 0.5),
        ("analogy", "USER", OTHER_TYPE_PROBABILITY),
    ):
        new = f'b = get("USER").expect("{word} is set")'
        found.append(CandidateLabel(family, "p", "t", "").candidate(text_of(text, HERE), 1, 1, (new,), {}))
        found[-1].probability = probability
    limit_words_of_other_places(found, extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert [one.probability for one in found] == [OTHER_TYPE_PROBABILITY, 0.8, 0.5, OTHER_TYPE_PROBABILITY]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("f(a)", "f(a, userNames)", {"username", "user", "name"}),
        ("f(a)", "f(id)", {}),
        ("f(a)", "f(a, id)", {"id"}),
        ("parse(a)", "parseUsers(a)", {"user"}),
        ("parse(a)", "loadUsers(a)", {}),
        ("f(a)", "f(get(a))", {}),
        ("f('one two')", "f('one user')", {"user"}),
        ("f(a)", f"f({'a' * 300}, b)", {}),
    ],
)
def test_words_that_a_change_adds(old: str, new: str, expected: set[str]) -> None:
    assert added_words(old, new) == set(expected)


@pytest.mark.parametrize(
    ("edited", "other", "is_limited"),
    [
        pytest.param("test-many.yml", "test-old.yml", True, id="another file"),
        pytest.param("test-many.yml", "many-more.yml", False, id="a file with that word"),
        pytest.param("tests.yml", "test-old.yml", False, id="no word of the file"),
        pytest.param("many.py", "old.py", False, id="code"),
    ],
)
def test_a_word_of_the_name_of_a_file(edited: str, other: str, is_limited: bool) -> None:
    edit = made("test_matrix:", "test_many:", uri=f"file:///project/{edited}")
    one = line_candidate(text_of("test_matrix:", f"file:///project/{other}"), 0, "test_many:")
    limit_words_of_other_files([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == (OTHER_TYPE_PROBABILITY if is_limited else 0.9)


def test_a_word_that_another_file_got_names_none() -> None:
    uris = [f"file:///project/{name}.yml" for name in ("test-many", "build")]
    edits = [made("test_matrix:", "test_many:", uri=uri, serial=at) for at, uri in enumerate(uris)]
    one = line_candidate(text_of("test_matrix:", "file:///project/c.yml"), 0, "test_many:")
    limit_words_of_other_files([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert one.probability == 0.9
