"""Which words of two lines correspond, and which changes carry over from one to the other."""

import pytest

from understudy.nes.symbolic.analogy import (
    apply_analogous_change,
    match_word_substitutions,
    substitute_words,
    summarize_differences,
    word_substitutions,
)


@pytest.mark.parametrize(
    ("old", "other", "expected"),
    [
        pytest.param("f(a)", "f(b)", {"a": "b"}, id="a word"),
        pytest.param("f(1)", "f(2)", {"1": "2"}, id="a number"),
        pytest.param("f(a)", "f(2)", None, id="a number for a word"),
        pytest.param("f(1)", "f(b)", None, id="a word for a number"),
        pytest.param("f(a)", "f(+)", None, id="a symbol for a word"),
        pytest.param("f(+)", "f(-)", None, id="other symbols"),
        pytest.param("f(a, a)", "f(b, b)", {"a": "b"}, id="the same word twice"),
        pytest.param("f(a, a)", "f(b, c)", None, id="two words for one"),
        pytest.param("f(a)", "f(b, c)", None, id="more tokens"),
        pytest.param("  f(a)  ", "f(b)", {"a": "b"}, id="other indentation"),
        pytest.param("f(a)", "f(a)", {}, id="equal"),
    ],
)
def test_words_that_correspond(old: str, other: str, expected: dict[str, str] | None) -> None:
    assert match_word_substitutions(old, other) == expected


@pytest.mark.parametrize(
    ("old", "new", "other", "expected"),
    [
        pytest.param("f(a)", "g(a)", "f(b)", "g(b)", id="beside the difference"),
        pytest.param("f(a)", "f(a, x)", "f(b)", "f(b, x)", id="an insertion"),
        pytest.param("a = f(a)", "a = g(a)", "b = f(b)", "b = g(b)", id="a word that varies"),
        pytest.param("f(a)", "f(a).get(a)", "f(b)", "f(b).get(b)", id="the varying word again"),
        pytest.param("f(a, b)", "f(b, a)", "f(c, d)", "f(d, c)", id="words change places"),
        pytest.param("f(a)", "f(x)", "f(b)", None, id="the changed word differs"),
        pytest.param("self.left = left", "self._left = left", "self.right = right", "self._right = right",
                     id="a prefix of the varying word"),
        pytest.param("a = f(6000)", "a = f(6000U)", "a = f(850)", "a = f(850U)", id="a number gets a unit"),
        pytest.param("a = f(6000)", "a = f(60007)", "a = f(850)", None, id="a number gets a digit"),
        pytest.param("a = f(6000)", "a = f(6000.5)", "a = f(850)", None, id="a number gets a fraction"),
        pytest.param("a = f(6000)", "a = f(7000U)", "a = f(850)", None, id="another number with a unit"),
        pytest.param("a = f(6000)", "a = f(size)", "a = f(850)", None, id="a name for a number"),
        pytest.param("a = f(6000)", "a = f(6000U)", "a = f(size)", None, id="a name in place of the number"),
        pytest.param("self.left = 1", "self._left = 1", "self.right = 1", None, id="a word that occurs once"),
        pytest.param("f(a)", "f(a, x)", "f(b, x)", None, id="has it already"),
        pytest.param("f(a, b)", "f(b)", "f(c, b)", None, id="the varying word is lost"),
        pytest.param("x := IntFlag(a)", "x := cmd.Int(a)", "x := FloatFlag(b)", "x := cmd.Float(b)",
                     id="a part of the changed name varies"),
        pytest.param("is(Stream::Input)", "io::input().ok()", "is(Stream::Output)", "io::output().ok()",
                     id="the varying word in another case"),
        pytest.param("a = load_user(1)", "a = fetch_user(1)", "b = load_item(1)", "b = fetch_item(1)",
                     id="another part of the name changes"),
        pytest.param("return 0, err", 'return 0, wrap("read", err)', "return n, nil", None,
                     id="a value is wrapped, and the other text has none"),
        pytest.param("return 0, err", 'return 0, wrap("read", err)', "return n, failure",
                     'return n, wrap("read", failure)', id="a value is wrapped, and the other text has another"),
        pytest.param("return 0, nil", "return 0, ok(nil)", "return n, None", "return n, ok(None)",
                     id="no value is wrapped in both"),
        pytest.param("load(key, err)", "read(key, err)", "load(id, nil)", "read(id, nil)",
                     id="nothing is wrapped, and the other text has no value"),
        pytest.param("x := IntFlag(a)", "x := cmd.Get(a)", "x := FloatFlag(b)", None,
                     id="the varying part leaves no trace"),
        pytest.param("self.ab = ab", "self._ab = ab", "self.cd = cd", "self._cd = cd", id="a word of two letters"),
        pytest.param("self.a = a", "self._a = a", "self.b = b", None, id="a word of one letter"),
        pytest.param("left(left)", "_left(left)", "right(other)", None, id="a word with two counterparts"),
        pytest.param("log(a, b, c, d)\nx", "x", "log(a, b, e, d)\nx", "x", id="a line that differs in a word"),
        pytest.param("log(a, b, c, d)\nx", "x", "log(e, f, g, h)\nx", None, id="a line that differs in all words"),
        pytest.param("log(a)\nx", "x", "log(b)\nx", None, id="a short line that differs in a word"),
        pytest.param('log("enter a", x); run(a)', "run(a)", 'log("enter b", y); run(b)', "run(b)",
                     id="a passage that differs in words is removed"),
        pytest.param('log("enter a", 1); run(z)', "run(z)", 'log("enter b", 2); run(z)', None,
                     id="a passage that differs in a word and a number"),
        pytest.param("log(ab, cd, ef)\nx", "x", "log(yy, cd, zz)\nx", "x", id="a quarter of the tokens differs"),
        pytest.param("log(ab, cd)\nx", "x", "log(ab, 12)\nx", None, id="a number for a word of a removed line"),
        pytest.param("log(ab, 12)\nx", "x", "log(ab, cd)\nx", None, id="a word for a number of a removed line"),
        pytest.param("log(ab, cd)\nx", "x", "log(ab, ef)\nx", "x", id="six tokens are removed"),
        pytest.param("log(ab, cd)", "x[1]=y", "log(ab, ef)", "x[1]=y", id="replaced by less"),
        pytest.param("log(ab, cd)", "x[1]=-y", "log(ab, ef)", None, id="replaced by as much"),
        pytest.param("log(ab, cd)", "x[1]=-y;", "log(ab, ef)", None, id="replaced by more"),
        pytest.param("return a, err", "return a, err, b", "return a, nil", "return a, nil, b",
                     id="added behind the missing value"),
        pytest.param("return a, err", "return a, b.err", "return a, nil", "return a, b.nil",
                     id="added before the missing value"),
        pytest.param("f(a)", "f(a))", "f(a))", "f(a)))", id="a symbol that the other text has already"),
        pytest.param("f(a)", "f(cd)", "f(a + cd)", "f(cd + cd)", id="replaced by what stands behind it"),
        pytest.param("a + b", "x.a + b", "a + x.b", "x.a + x.b", id="the other text has it elsewhere"),
        pytest.param("f(a + b)", "f(x, a + b)", "f(a, x + b)", "f(x, a, x + b)", id="the other text has it behind"),
        pytest.param("a+b", "b(a)", "c-b", None, id="the other text also has another symbol"),
        pytest.param("f(a)", "f()", "f(b)", None, id="the differing word is removed"),
        pytest.param("f(a)", "f(_a)", "f()", None, id="the changed word is missing"),
        pytest.param("left+x(left)", "_left+x(left)", "up-x(up)", None, id="the symbol beside it differs"),
        pytest.param("left(left)", "_left[left](left)", "up(up)", "_up[up](up)", id="two insertions beside a word"),
        pytest.param("rem(1)", "rem(1, 10rem)", "vmin(1)", "vmin(1, 10rem)", id="the word is the unit of a number"),
        pytest.param("f(120)", "f(120, x_120)", "f(top)", "f(top, x_120)", id="a word for a number in a name"),
        pytest.param("get_user(user)", "get_user(user, a_user)", "get_user(7)", "get_user(7, a_user)",
                     id="a number for a word in a name"),
        pytest.param("user(user, load(a, b, c))", "load(a, b, c, user)", "item(item, load(a, b, c))", None,
                     id="the varying word is there less often"),
        pytest.param("f(a, b)", "f(a, b, x)", "f(c, b, x)", None, id="has it already, and another difference"),
        pytest.param("a, b + load(c, d)", "load(c, d, a)", "x, y + load(c, d)", None, id="one of two is lost"),
        pytest.param("!load(a, b)", "load(a, b)!", "-load(a, b)", None, id="another symbol that moves"),
        pytest.param("log(ab*, cd, 1)\nx", "x", "log(yy, cd, 1)\nx", None, id="a removed line has one token less"),
        pytest.param("left+(left)", "_left(left)", "up+(up)", None, id="more than the varying word is replaced"),
    ],
)  # fmt: skip
def test_a_change_made_to_a_similar_text(old: str, new: str, other: str, expected: str | None) -> None:
    assert apply_analogous_change(old, new, other) == expected


@pytest.mark.parametrize(
    ("old", "new", "other", "expected"),
    [
        ("f(a, b)", "g(a, b)", "f(a, c)", (1, False)),
        ("f(a, b)", "g(a, b)", "h(a, b)", (1, True)),
        ("f(a, b)", "g(a, b)", "f(x, c)", (2, False)),
        ("f(a, b)", "g(a, b)", "f(a, b)", (0, False)),
        ("f(a)", "f(a, x)", "f(b)", (1, True)),
        ("f(a)", "f(x, a)", "f(b)", (1, True)),
        ("a+b", "a-b", "c+b", (1, True)),
        ("a+b", "a-b", "a+c", (1, True)),
        ("a+b", "x+b", "a+c", (1, False)),
        ("a+b", "x+b", "c+d", (2, True)),
    ],
)
def test_where_two_texts_differ(old: str, new: str, other: str, expected: tuple[int, bool]) -> None:
    assert summarize_differences(old, new, other) == expected


def test_words_are_substituted_as_a_whole() -> None:
    assert substitute_words("a + ab", {"a": "b"}) == "b + ab"
    assert substitute_words("a", {}) == "a"


@pytest.mark.parametrize(
    ("old", "other", "expected"),
    [
        ("f(+)", "f(-)", {}),
        ("f(a, 1, +)", "f(b, 2, -)", {"a": "b", "1": "2"}),
        ("f(a, a)", "f(b, c)", {}),
        ("f(a, a)", "f(b, a)", {"a": "b"}),
        ("f(a)", "f(b, c)", {}),
        ("a b", "c  d", {"a": "c", "b": "d"}),
        ("1x(a)", "2x(b)", {"1x": "2x", "a": "b"}),
    ],
)
def test_words_that_correspond_as_far_as_two_lines_do(old: str, other: str, expected: dict[str, str]) -> None:
    assert word_substitutions(old, other) == expected
