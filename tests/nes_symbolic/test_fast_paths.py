"""What is found without an expression, a cache or a second search is the same as with it."""

import random
import re
from collections.abc import Sequence

import msgspec
import pytest

from nes_symbolic.builders import OTHER, Texts, asked, changed_lines, made, text_of
from understudy.nes.symbolic import SymbolicEngine, analogy, candidates, snapshot_index, tokens
from understudy.nes.symbolic.alignment import diff_tokens, similarities, similarity
from understudy.nes.symbolic.generators import block_features, style, templates
from understudy.nes.symbolic.limits import MAX_CACHED_LINE_CHARS, MAX_COMPARED_CHARS
from understudy.nes.symbolic.patterns import Example
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import TextSnapshot, common_affix_lengths

PIECES = ["a", "ab", "_", " ", "\t", ",", "|", ".", "(", "[", ":", "=", "é", "1", "²", "foo", "ab.", "a, a"]


def _lines(count: int) -> list[str]:
    dice = random.Random(7)
    return ["".join(dice.choices(PIECES, k=dice.randint(0, 10))) for _ in range(count)]


# Lines


def test_lines_are_read_once_until_two_generations_of_others_were_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tokens, "MAX_CACHED_LINES", 2)
    read: list[str] = []
    cached = tokens.cache_by_line(lambda line: read.append(line) or line.upper())
    assert [cached(line) for line in "aabab"] == list("AABAB")
    assert read == ["a", "b"]
    cached("c")  # the newer generation is full: a and b are in the older one
    assert (cached("a"), read) == ("A", ["a", "b", "c"])
    cached("d")
    cached("e")
    assert (cached("b"), read[-1]) == ("B", "b")


def test_what_a_function_says_of_long_lines_is_not_kept() -> None:
    read: list[int] = []
    cached = tokens.cache_by_line(lambda line: read.append(len(line)))
    for chars in (MAX_CACHED_LINE_CHARS, MAX_CACHED_LINE_CHARS, MAX_CACHED_LINE_CHARS + 1):
        cached("x" * chars)
    cached("x" * (MAX_CACHED_LINE_CHARS + 1))
    assert read == [MAX_CACHED_LINE_CHARS, MAX_CACHED_LINE_CHARS + 1, MAX_CACHED_LINE_CHARS + 1]


def test_operators_are_single_tokens() -> None:
    operators = ["=>", "->", "::", ":=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "...", "?."]
    assert [tokens.non_space_tokens(f"a{one}b") for one in operators] == [
        ("a", one, "b") for one in operators
    ]
    for one in ("=<", "-:", ":>", "&|", "..", "?:", "+-", "*=", "((", "''"):
        assert tokens.tokenize(f"a {one}") == ("a", " ", *one)


# Similarities


def test_one_text_is_compared_with_several_as_with_each() -> None:
    others = [*_lines(300), "x" * MAX_COMPARED_CHARS, "x" * (MAX_COMPARED_CHARS + 1), ""]
    for text in (*others[:20], "", "x" * MAX_COMPARED_CHARS, "x" * (MAX_COMPARED_CHARS + 1)):
        assert similarities(text, others) == [similarity(text, other) for other in others]


# Repeated texts


def test_repeated_texts_are_those_that_an_expression_finds() -> None:
    lines = _lines(3_000)
    found = 0
    for line, other in zip(lines, reversed(lines), strict=True):
        text = other[:3].strip(" ,")
        if len(text) > 1:
            twice = re.compile(rf"(?<!\w){re.escape(text)}[\s,]*{re.escape(text)}(?!\w)")
            for doubled in (line, f"{line}{text}, {text}{other}", f"{text} {text}"):
                assert candidates._is_repeated(text, doubled) is (twice.search(doubled) is not None)
                found += candidates._is_repeated(text, doubled)
    assert found > 1_000


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("(a, a)", True),
        ("a|a", True),
        ("a ,\t a", True),
        ("(a, b, a)", False),
        ("(x.a, a)", False),
        ("(xa, a)", False),
        ("(a, ab)", False),
        ("(a, a.b)", False),
        ("(a, a(1))", False),
        ("(a, a[1])", False),
        ("(a, a: 1)", False),
        ("(a, a=1)", False),
        ("(a.b, a, a)", True),
        ("(a a)", False),
        ("a,", False),
    ],
)
def test_two_elements_that_follow_each_other_are_equal(line: str, expected: bool) -> None:
    assert candidates._is_repeated_element("a", line) is expected
    assert (re.search(r"(?<![\w.])a\s*[,|]\s*a(?![\w.(\[:=])", line) is not None) is expected


# Templates


def test_templates_without_holes_fit_where_their_expression_does() -> None:
    dice = random.Random(8)
    found = 0
    for line in _lines(3_000):
        parts = tokens.tokenize(line)
        start = dice.randrange(len(parts)) if parts else 0
        piece = parts[start : start + dice.randint(1, 5)]
        if piece:
            other = line.replace(" ", "   ") if dice.random() < 0.5 else f"{line} {line}x"
            expression, _ = templates._compile(piece)
            expected = [one.span() for one in expression.finditer(other)]
            assert [one[:2] for one in templates._find_matches(piece, other)] == expected
            found += len(expected)
    assert found > 1_000


def test_templates_fit_no_line_in_which_their_literals_have_another_order() -> None:
    assert templates._occur_in_order(("a", " ", "(", "a"), "xa(b, a)")
    assert not templates._occur_in_order(("a", " ", "(", "a"), "(a, a)")
    assert not templates._occur_in_order(("ab", "b"), "ab")
    for line in _lines(1_000):
        parts = tuple(0 if at % 3 == 1 else part for at, part in enumerate(tokens.tokenize(line)[:5]))
        literals = [part for part in parts if isinstance(part, str)]
        expression, _ = templates._compile(parts)
        assert templates._occur_in_order(literals, line)
        for other in (f"{line}x", line[::-1]):
            assert expression.search(other) is None or templates._occur_in_order(literals, other)


# Analogous changes


def test_a_text_that_lacks_what_changes_has_no_analogous_change(monkeypatch: pytest.MonkeyPatch) -> None:
    change = analogy.apply_analogous_change.__wrapped__
    dice = random.Random(9)
    triples: list[tuple[str, str, str]] = []
    for old in _lines(1_500):
        new, other = (_with_another_piece(old, dice) for _ in range(2))
        triples += [(old, new, other), (old, new, _with_another_piece(other, dice))]
    found = [change(*triple) for triple in triples]
    lacking = [
        analogy._lacks_what_changes(tokens.tokenize(old), diff_tokens(old, new), tokens.tokenize(other))
        for old, new, other in triples
    ]
    assert lacking.count(True) > 500
    assert sum(result is not None for result in found) > 500
    monkeypatch.setattr(analogy, "_lacks_what_changes", lambda *_: False)
    assert found == [change(*triple) for triple in triples]


def _with_another_piece(line: str, dice: random.Random) -> str:
    parts = list(tokens.tokenize(line)) or [""]
    parts[dice.randrange(len(parts))] = dice.choice(PIECES)
    return "".join(parts)


def test_lines_that_differ_in_words_have_the_same_symbols() -> None:
    dice = random.Random(10)
    alike = 0
    for line in _lines(3_000):
        other = _with_another_piece(line, dice)
        if analogy.match_word_substitutions(line, other) is not None:
            assert block_features._symbols(line.strip()) == block_features._symbols(other.strip())
            alike += 1
    assert alike > 300
    assert block_features._symbols("a.b(c)") != block_features._symbols("a.b[c]")


# Styles


def test_no_style_changes_letters() -> None:
    changed = 0
    for line in [*_lines(2_000), "# é ab", "// abc", "f('a', \"b\");\xa0", "{a:b,c}"]:
        for _, change in style._STYLES.values():
            assert style._letters(change(line).strip()) == style._letters(line)
            changed += change(line) != line
    assert changed > 500
    assert style._letters("ab") != style._letters("ac")


# Equal lines


@pytest.mark.parametrize("before", ["", "  ", "\xa0"])
def test_equal_lines_are_found_by_their_rarest_word(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot_index, "SEARCHES_BEFORE_WORD_SET", 0)
    edit = made("frobnicate()", "frobnicate(1)", 0, uri=OTHER)
    situation = asked("x\n" * 30 + before + "frobnicate()\nset()\n", edit)
    assert changed_lines(situation, "again") == [(30, (f"{before}frobnicate(1)",))]


# Patterns


def test_templates_are_learned_once_for_all_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[int] = []
    learn = templates._learn_from_examples

    def counted(examples: Sequence[Example], *, only_likely: bool) -> object:
        learned.append(len(examples))
        return learn(examples, only_likely=only_likely)

    monkeypatch.setattr(templates, "_learn_from_examples", counted)
    engine = SymbolicEngine()
    other = text_of("value = compute_total(1)\n", OTHER)
    first = made("result = compute_total(2)", "result = compute_sum(2)")
    second = made("a = read_total(3)", "a = read_sum(3)", 1, serial=2)
    engine.propose(asked("result = compute_sum(2)\n", first, others=[other]))
    assert learned == [1]
    engine.propose(asked("result = compute_sum(2)\na = read_sum(3)\n", first, second, others=[other]))
    assert learned == [1, 2]


# Common ends


@pytest.mark.parametrize("size", range(40))
def test_common_ends_of_any_length_are_found(size: int) -> None:
    end = "x" * size
    assert common_affix_lengths(f"{end}ab{end}", f"{end}c{end}") == (size, size)
    assert common_affix_lengths(tuple(f"{end}a{end}"), tuple(f"{end}bc{end}")) == (size, size)
    assert common_affix_lengths(end, end) == (size, 0)
    assert common_affix_lengths(f"{end}a", end) == (size, 0)
    assert common_affix_lengths(f"a{end}", end) == (0, size)


# Texts


class _CountedTexts(Texts):
    def __init__(self, *snapshots: TextSnapshot) -> None:
        super().__init__(*snapshots)
        self.looked_up: list[str] = []

    def snapshot(self, uri: str) -> TextSnapshot | None:
        self.looked_up.append(uri)
        return super().snapshot(uri)


def test_a_text_that_the_search_has_found_is_not_looked_up_again() -> None:
    other = text_of("value = compute_total(1)\n", OTHER)
    texts = _CountedTexts(other)
    edit = made("result = compute_total(2)", "result = compute_sum(2)")
    situation = asked("result = compute_sum(2)\n", edit)
    situation = msgspec.structs.replace(situation, workspace_texts=texts)
    result = SymbolicEngine().propose(situation)
    assert OTHER in {one.uri for one in result.candidates}
    assert texts.looked_up == []


def test_the_change_between_two_texts_is_that_of_the_lines_that_were_asked_for() -> None:
    first = SnapshotIndex(text_of("a\nb\nc"))
    joined = SnapshotIndex(text_of("a\nx\nc"), first)._joined
    assert joined.change_since(first.lines) == (1, ("b",), ("x",))
    assert joined.change_since(first.lines) is joined.change_since(first.lines)
    assert joined.change_since(["x", "c"]) == (0, (), ("a",))
