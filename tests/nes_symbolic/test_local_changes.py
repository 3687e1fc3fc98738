"""What is decided for each place is not repeated elsewhere after one example."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.symbolic.filters import filter_repetitions
from understudy.nes.symbolic.filters.examples import limit_local_changes, limit_partial_deletions
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin

TYPED = {"typed": 1.0}
SAME = {**TYPED, "same_function": 1.0}


def probability(
    old: str,
    new: str,
    features: dict[str, float] = TYPED,
    before: float = 0.9,
    examples: tuple[tuple[str, str], ...] = (),
    origin: EditOrigin = EditOrigin.TYPED,
) -> float:
    """What remains of the probability of a change of one line, after examples of the user."""
    one = line_candidate(text_of(old), 0, new, probability=before, features=features)
    edits = [made(*change, 5 * at, serial=at, origin=origin) for at, change in enumerate(examples, 1)]
    limit_local_changes([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    return one.probability


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("log.error(x)", "log.info(x)", id="level"),
        pytest.param("log.Errorf(x)", "log.Warnf(x)", id="level in Go"),
        pytest.param("error!(x);", "warn!(x);", id="level in Rust"),
        pytest.param("sorted(items)", "sorted(items, reverse=True)", id="sort order in Python"),
        pytest.param("rows.map(show)", "rows.map(show).reverse()", id="reversed rows"),
        pytest.param("order by name", "order by name desc", id="sort order in SQL"),
        pytest.param("List<Job> a = new ArrayList<>();", "List<Job> a = new LinkedList<>();", id="list"),
        pytest.param("a = []", "a = set()", id="set"),
        pytest.param("a = set()", "a = []", id="list for a set"),
        pytest.param("const a = {};", "const a = new Map<string, X>();", id="map"),
        pytest.param("name = user.name", 'name = user.name or "friend"', id="default in Python"),
        pytest.param("let n = a.theme;", "let n = a.theme ?? 'dark';", id="default in JavaScript"),
        pytest.param("let n = text.parse()?;", "let n = text.parse().unwrap_or(80);", id="default in Rust"),
        pytest.param("now = Date.now();", "now = 1700000000000;", id="fixed time"),
        pytest.param("seed = make_seed(4, x)", "seed = 12", id="fixed number"),
        pytest.param("await send(x);", "void send(x);", id="nobody waits"),
        pytest.param("    continue", "    break", id="loop"),
        pytest.param("    _ => None,", "    _ => unreachable!(),", id="arm in Rust"),
        pytest.param("case 1 -> null;", "case 1 -> first;", id="arm in Java"),
        pytest.param("f(5 * time.Second)", "f(2 * time.Minute)", id="duration"),
        pytest.param('    ("a b", "a-b"),', '    ("a b", "a_b"),', id="string of a row"),
        pytest.param("    {1, 2, 3},", "    {1, 5, 3},", id="number of a row"),
    ],
)
def test_such_changes_are_made_for_one_place(old: str, new: str) -> None:
    assert probability(old, new) == probability(old, new, SAME) == OTHER_VALUE_PROBABILITY


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("    return None", "    return False", id="early return"),
        pytest.param('  return "";', "  throw new Failure(e);", id="return of an error"),
        pytest.param("  return;", "  return err;", id="return of nothing"),
        pytest.param("if a <= 0:", "if a < 0:", id="comparison"),
        pytest.param("return a === null;", "return a == null;", id="looser comparison"),
        pytest.param("  String name;", "  final String name;", id="modifier"),
        pytest.param("void swap(View& a);", "void swap(View& a) noexcept;", id="modifier behind"),
        pytest.param("if (a) {", "if (a && b.isOpen) {", id="condition"),
        pytest.param("if (a) {", "if (busy || a) {", id="condition in front"),
        pytest.param("images.stream().map(x)", "images.parallelStream().map(x)", id="variant in front"),
        pytest.param("name.equals(x)", "name.equalsIgnoreCase(x)", id="variant behind"),
        pytest.param("names.findFirst(x)", "names.find(x)", id="simpler variant"),
        pytest.param("now = new Date();", 'now = new Date("2024-02-29");', id="fixed argument"),
        pytest.param("open(path, 'r')", "open(path, 'rb')", id="mode"),
        pytest.param("a = []", "a = b", id="no empty collection"),
        pytest.param("reduce(f, {})", "reduce(f, start)", id="empty value"),
        pytest.param("get(url, timeout=5)", "get(url, timeout=None)", id="no number"),
    ],
)
def test_such_changes_are_made_for_one_function(old: str, new: str) -> None:
    assert probability(old, new) == OTHER_VALUE_PROBABILITY
    assert probability(old, new, SAME) == 0.9


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("log.warn(x)", "log.warning(x)", id="name of the level"),
        pytest.param("info(x)", "debug(x)", id="function that is no logger"),
        pytest.param("log.error(x)", "log.write(x)", id="no level"),
        pytest.param("log.Fatalf(x)", "return fmt.Errorf(x)", id="more than the level"),
        pytest.param("save(x)", "save(x, True)", id="switch"),
        pytest.param("a = new Vector<>();", "a = new ArrayList<>();", id="outdated collection"),
        pytest.param("a = ArrayList.of();", "a = LinkedList.of();", id="collection that is not constructed"),
        pytest.param("a = b.size", "a = b.size or 0", id="empty default"),
        pytest.param("a = f(x)", "a = g(x)", id="another call"),
        pytest.param("a = b", "a = 4", id="name that becomes a number"),
        pytest.param("return a == b;", "return a === b;", id="stricter comparison"),
        pytest.param("return f(a)", "return g(a)", id="result that is computed"),
        pytest.param("throw err;", "return done(err);", id="error that is passed on"),
        pytest.param("a = io.readAll(x)", "a = io.loadAll(x)", id="other method"),
        pytest.param("a = readAll(x)", "a = read(x)", id="function"),
        pytest.param("a = f(x).unwrap();", "a = f(x).unwrap_or_default();", id="no panic"),
        pytest.param("a.size_max", "a.size", id="variant that is not called"),
        pytest.param("f(a)", "f(a, 1)", id="second argument"),
        pytest.param("f()", "f(a)", id="argument that is no literal"),
        pytest.param("a = row['name']", "a = row['title']", id="key"),
        pytest.param("a = row.get('name')", "a = row.get('title')", id="key of a method"),
        pytest.param("f('name': 1)", "f('title': 1)", id="key in front of a value"),
        pytest.param("open('/var/a')", "open('/srv/a')", id="path"),
        pytest.param("open('maxSize')", "open('minSize')", id="distinctive name"),
        pytest.param("f(None)", "f(null)", id="empty values"),
        pytest.param("a = http.Get", "a = http.Put", id="one constant"),
        pytest.param("    (a, b),", "    (a, c),", id="names of a row"),
        pytest.param('    ("a b"),', '    ("a b", 2),', id="new value of a row"),
    ],
)
def test_other_changes_may_be_meant_for_all(old: str, new: str) -> None:
    assert probability(old, new) == 0.9


def test_a_default_that_is_no_literal_is_limited_to_the_function() -> None:
    change = ("a = f(x)", "a = f(x) or g(x)")
    assert probability(*change) == OTHER_VALUE_PROBABILITY
    assert probability(*change, SAME) == 0.9


LEVEL = ("log.error(x)", "log.info(x)")


@pytest.mark.parametrize(
    ("features", "before", "expected"),
    [
        pytest.param(TYPED, 0.9, OTHER_VALUE_PROBABILITY, id="typed once"),
        pytest.param({}, 0.9, 0.9, id="pasted"),
        pytest.param({**TYPED, "examples": 0.7}, 0.9, 0.9, id="typed twice"),
        pytest.param(TYPED, 0.1, 0.1, id="improbable already"),
    ],
)
def test_only_what_was_typed_once_is_limited(
    features: dict[str, float], before: float, expected: float
) -> None:
    assert probability(*LEVEL, features, before) == expected


def test_two_examples_make_it_a_pattern() -> None:
    examples = (("log.error(a)", "log.info(a)"), ("log.error(b, c)", "log.info(b, c)"))
    assert probability(*LEVEL, examples=examples) == 0.9
    assert probability(*LEVEL, examples=examples[:1]) == OTHER_VALUE_PROBABILITY
    accepted = probability(*LEVEL, examples=examples, origin=EditOrigin.ACCEPTED)
    assert accepted == OTHER_VALUE_PROBABILITY


def test_examples_of_other_changes_are_none() -> None:
    examples = (("log.error(a)", "log.debug(a)"), ("log.error(b, c)", "log.debug(b, c)"))
    assert probability(*LEVEL, examples=examples) == OTHER_VALUE_PROBABILITY


def test_a_local_change_is_limited_among_the_filters_of_repetitions() -> None:
    edit = made("a = b.error(x)", "a = b.info(x)", 1)
    situation = asked("def f(x):\na = b.info(x)\nc = d.error(x)\n", edit)
    one = line_candidate(situation.snapshot, 2, "c = d.info(x)", features=TYPED)
    filter_repetitions([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == OTHER_VALUE_PROBABILITY


def test_the_last_of_several_lines_decides() -> None:
    text = text_of("    log(err)\n    return nil")
    for new, expected in (
        ("    return err", OTHER_VALUE_PROBABILITY),
        ("    note(err)\n    return nil", 0.9),
    ):
        one = line_candidate(text, 0, *new.split("\n"), line_count=2, probability=0.9, features=TYPED)
        limit_local_changes([one], extract_patterns([], MAX_LEARNED_EDITS))
        assert one.probability == expected


def test_deletions_insertions_and_long_lines_are_left_alone() -> None:
    text = text_of("    continue")
    for new, count in (((), 1), (("    break",), 0)):
        one = line_candidate(text, 0, *new, line_count=count, probability=0.9, features=TYPED)
        limit_local_changes([one], extract_patterns([], MAX_LEARNED_EDITS))
        assert one.probability == 0.9
    for size, expected in ((0, OTHER_VALUE_PROBABILITY), (1, 0.9)):
        rest = " " * (MAX_PATTERN_LINE_CHARS - len(LEVEL[0]) + size)
        assert probability(rest + LEVEL[0], rest + LEVEL[1]) == expected


LOGGED = made("    log(err)\n    return nil", "    return err", 1)
DELETED = made("    log(err)", None, 9, serial=2)


@pytest.mark.parametrize(
    ("text", "edits", "features", "before", "expected"),
    [
        pytest.param("    log(err)", [LOGGED], TYPED, 0.9, OTHER_VALUE_PROBABILITY, id="a part of a change"),
        pytest.param("    log(b)", [LOGGED], TYPED, 0.9, OTHER_VALUE_PROBABILITY, id="a similar line"),
        pytest.param("    log(err)", [DELETED], TYPED, 0.9, 0.9, id="all of the change"),
        pytest.param("    log(err)", [LOGGED, DELETED], TYPED, 0.9, 0.9, id="once alone"),
        pytest.param("    log(err)", [], TYPED, 0.9, 0.9, id="no example"),
        pytest.param("    log(err)", [LOGGED], SAME, 0.9, 0.9, id="in the same function"),
        pytest.param("    log(err)", [LOGGED], {}, 0.9, 0.9, id="pasted"),
        pytest.param("    log(err)", [LOGGED], TYPED, 0.1, 0.1, id="improbable already"),
    ],
)
def test_a_line_that_was_replaced_with_others_is_not_deleted_elsewhere(
    text: str, edits: list[Edit], features: dict[str, float], before: float, expected: float
) -> None:
    one = line_candidate(text_of(text), 0, probability=before, features=features)
    limit_partial_deletions([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert one.probability == expected


def test_a_replaced_line_stays_a_replaced_one() -> None:
    one = line_candidate(text_of("    log(err)"), 0, "    note(err)", features=TYPED)
    limit_partial_deletions([one], extract_patterns([LOGGED], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


def test_a_partial_deletion_is_limited_among_the_filters_of_repetitions() -> None:
    situation = asked("def f():\n    return err\n\ndef g():\n    log(err)\n", LOGGED)
    one = line_candidate(situation.snapshot, 4, features=TYPED)
    filter_repetitions([one], extract_patterns([LOGGED], MAX_LEARNED_EDITS), situation)
    assert one.probability == OTHER_VALUE_PROBABILITY
