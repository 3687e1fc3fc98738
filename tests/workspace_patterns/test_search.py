"""Search patterns: the same matches from RE2, JavaScript and ripgrep, with the semantics of Node."""

import threading
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.workspace.errors import InvalidArgument, TimedOut, TooLarge, WorkspaceError
from understudy.workspace.patterns.linear_search import Hit, Hits, LinearSearch
from understudy.workspace.patterns.search_pattern import QueryKind, SearchPattern, compile_search
from understudy.workspace.stop import Stop, TimeBudget

pytestmark = pytest.mark.requirement("WAP-06")

EVERYTHING = 10**9


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def count(pattern: SearchPattern, text: str, stop: Stop) -> int:
    return pattern.search(text, stop, 0).total


def attempt(query: str) -> SearchPattern | WorkspaceError:
    try:
        return compile_search(query, "regex")
    except WorkspaceError as error:
        return error


def attempt_count(pattern: SearchPattern, text: str) -> int | WorkspaceError:
    try:
        return count(pattern, text, Stop(60))
    except WorkspaceError as error:
        return error


def slow(pattern: SearchPattern, text: str) -> Hits:
    return pattern._fallback.search(text, TimeBudget(Stop(20), 20), EVERYTHING)


def agree(ripgrep: Any, query: str, kind: QueryKind, case_sensitive: bool, texts: list[str]) -> None:
    """Every engine that accepts the query finds the same matches."""
    pattern = compile_search(query, kind, case_sensitive=case_sensitive)
    found = [pattern.search(text, Stop(20)) for text in texts]
    for text, hits in zip(texts, found, strict=True):
        assert hits == slow(pattern, text)
        assert hits.total == len(hits.first) == count(pattern, text, Stop(20))
        assert pattern.may_match(encoded(text)) or hits.total == 0
        assert pattern.search(text, Stop(20), 1) == Hits(hits.first[:1], hits.total)
    if pattern.ripgrep_pattern is not None:
        counts = ripgrep.counts(
            pattern.ripgrep_pattern, pattern.ignore_case, [encoded(text) for text in texts]
        )
        assert counts == [hits.total for hits in found], pattern.ripgrep_pattern


TEXTS = [
    "",
    "\n",
    "\r\n",
    "foo",
    "foo\nbar\n",
    "foo\r\nbar\r\n\r\nfoo bar\r\n",
    "foo\r",
    "foo\rbar\r\r\nfoo",
    "a{b}c]d[e:alpha:]&&--~~^$|()\\/.*+?#\n",
    "Straße STRASSE straẞe ſtraße KKk İıiI Σσς Ǆǅǆ\n",
    "tab\tnbsp\u00a0x\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\x85\x1c\v\f.\n",
    "😀💀é\u0301 日本語 x\n",
    "a\udc80b\udcff\udcedé\udced\udca0\udc80z\n",
    "   \n\t\n x \n",
    "aaa aba 123_x -1.5e3\x01\x08\x7f\n",
]
QUERIES = r"""
foo fo+ o+$ ^foo ^$ ^\s*$ ^ $ o*$ x* foo|^ foo|$ \b \B \B$ ^foo$ (foo|bar)$ (?:foo$|bar) bar$|foo$ $^ foo$\b
(?:o$)+ (o|$) ^(?:foo|$) . .+ [^] [] [^x] [^x]+$ [^\n]+ [\s\S]+ \s \S+ \w+ \W \d \D+ a{ a{b} { } ]
[[:alpha:]] [a&&b] [+--b] [~~] [&&] [\w-] [a\-z] [[] [\]] \/ \- \é \u00e9 \u{1F600} \ud83d\ude00 \xe9 \x6
\u6 \cA \c [\c] [\b] \x01 \0 [\0-\x08] [^\0] \ud83d [\ud800-\udfff] \08 \7 \8 [^\ud800-\udfff] (?<n>a)b
(?<n>a)\k<n> (a)\1 \k (?=o) (?<=f)o (?!f)\w (?=a)*b (?<!\w)b (?=\b)s \p{Lu} \P{Lu} [^\p{L}\s]
\p{Script=Greek} \P{Script=Greek} \p{Lowercase} \p straße s k i ı σ ǆ [a-z]+ [^k] [^\W] [\W] \w é [à-ÿ]
(?:|a)+ (?:|a)? (?:|a)*?b (a*)* (a*)+b (?:a|b*)* (?:a*?)* (?:a??){2} a{0} (?:){3} (a|ab)(c|bcd)? a*? a+?
a??b a{2} a{1,2}? a{,2} # (?:o\b)+ \bfoo\b \Boo [\d-x]+ [x-\d]
"""


@pytest.mark.parametrize("case_sensitive", [True, False], ids=["case", "fold"])
@pytest.mark.parametrize("query", [*QUERIES.split(), " ", "a b"])
def test_engines_find_the_same(ripgrep: Any, query: str, case_sensitive: bool) -> None:
    agree(ripgrep, query, "regex", case_sensitive, TEXTS)


@pytest.mark.parametrize("case_sensitive", [True, False], ids=["case", "fold"])
@pytest.mark.parametrize(
    "query", ["foo", "o", "aa", "a{b}", ":]&&--~~^$|()\\/.*+?#", "ß", "SS", "ſ", "K", "😀", " ", "-"]
)
def test_engines_find_the_same_literals(ripgrep: Any, query: str, case_sensitive: bool) -> None:
    agree(ripgrep, query, "literal", case_sensitive, TEXTS)


ATOMS = r"""
a b A é . \w \W \s \S \d [^a] [a-c] [] [^] ^ $ \b \B { } ] [&&a] [+--b] [[:a:] [^\n] \u0061 \x62 \c \8 - \-
[\w-b]
"""
QUANTIFIERS = "* + ? {2} {0,2} *? +? ?? {1,}?"
ODD_ATOMS = r"😀 \u{1F600} \p{L} \P{Ll} [^\p{Lu}] σ [^ß] K \1 (?=a) (?<!b)"
atoms = st.sampled_from(ATOMS.split())
plain_patterns = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.builds("{}|{}".format, inner, inner),
        st.builds("({})".format, inner),
        st.builds("(?:{}){}".format, inner, st.sampled_from(QUANTIFIERS.split())),
    ),
    max_leaves=7,
)
odd_atoms = st.sampled_from(ODD_ATOMS.split())
patterns = st.one_of(
    plain_patterns, st.lists(plain_patterns | odd_atoms, min_size=1, max_size=3).map("".join)
)
characters = st.sampled_from("aaabbcAB1_ -{}]&[:é\n\n\r\u2028")
plain_texts = st.one_of(
    st.text(characters, max_size=12), st.text(characters, max_size=12).map(lambda t: t.replace("\n", "\r\n"))
)
texts = st.text(characters | st.sampled_from("ÉßσςſKk😀\udc80\udced\udca0"), max_size=14)
differential = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@settings(differential, max_examples=350)
@given(
    query=patterns,
    case_sensitive=st.booleans(),
    samples=st.lists(texts | plain_texts, min_size=3, max_size=6),
)
def test_engines_find_the_same_for_any_pattern(
    ripgrep: Any, query: str, case_sensitive: bool, samples: list[str]
) -> None:
    if isinstance(attempt(query), SearchPattern):
        agree(ripgrep, query, "regex", case_sensitive, samples)


def lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


@settings(differential, max_examples=600)
@given(query=plain_patterns, text=plain_texts)
def test_a_pattern_means_what_it_means_to_javascript(node: Any, query: str, text: str) -> None:
    """Node runs the query as it was written; only a line's own \\r is treated differently (see below)."""
    lines = lines_of(text.replace("\r", "") if "\r\n" not in text else text)
    if any("\r" in line for line in lines):
        return
    expected = node.ask(do="search", pattern=query, flags="g", lines=lines)
    pattern = attempt(query)
    assert isinstance(pattern, WorkspaceError) == ("error" in expected), (pattern, expected)
    if isinstance(pattern, WorkspaceError):
        return
    hits: list[Hit] = []
    for number, spans in enumerate(expected["result"], 1):
        last = -1
        for start, end in spans:
            if start != end or end != last:
                hits.append(Hit(number, start, end))
                last = end
    assert pattern.search("".join(line + "\r\n" for line in lines), Stop(20)).first == hits


def test_matches_have_lines_from_one_and_columns_in_code_points() -> None:
    text = "x\r\n😀é foo foo\r\n\r\nfoo"
    expected = [Hit(2, 3, 6), Hit(2, 7, 10), Hit(4, 0, 3)]
    for query, kind in (("foo", "literal"), ("fo+", "regex"), ("f(?=o)oo", "regex")):
        pattern = compile_search(query, kind)
        assert pattern.search(text, Stop()).first == expected
        assert pattern.search("😀é foo foo", Stop()).first == [(1, 3, 6), (1, 7, 10)]
        assert pattern.search(text, Stop(), 2) == Hits(expected[:2], 3)


def test_a_carriage_return_inside_a_line_is_matched_by_nothing() -> None:
    for query in (".", "[^x]", "\\s", "[^]", "(?=.)[^]"):
        assert count(compile_search(query, "regex"), "\r\r\n", Stop()) == 0


def test_undecodable_bytes_are_matched_by_nothing() -> None:
    for query in (".", "[^x]", "[^]", "\\W", "\\S", "\\P{L}", "\\P{Script=Greek}", "(?=.)."):
        assert count(compile_search(query, "regex"), "\udc80\udced\udca0\udc80", Stop()) == 0


@pytest.mark.parametrize("query", ["", "x" * 10_001, "a\nb", "a\rb", "\ud800"])
@pytest.mark.parametrize("kind", ["literal", "regex"])
def test_a_query_that_cannot_be_searched_for_is_refused(query: str, kind: QueryKind) -> None:
    with pytest.raises(InvalidArgument) as refused:
        compile_search(query, kind)
    assert refused.value.reason == "bad_pattern"


@pytest.mark.parametrize(
    "query", ["a\\nb", "\\r", "[\\n]", "[\\r\\n]+", "\\cJ", "\\x0a", "\\u{a}", "(?!\\n)"]
)
def test_a_line_break_in_a_pattern_is_refused_with_the_reason(query: str) -> None:
    with pytest.raises(InvalidArgument, match="line by line"):
        compile_search(query, "regex")


INVALID = r"""
( ) [ \ * a** {1} a{2,1} [z-a] (?i)a (?i:a) (?<a (?<1>a) (?<a>)(?<a>) (?<a>)\k (?<a>)\k<b> ^* \b+ (?<=a)*
\p{Nope} \p{ \u{110000} \u{} (?
"""


@pytest.mark.parametrize("query", INVALID.split())
def test_an_invalid_pattern_is_refused_and_the_advice_names_literals(query: str) -> None:
    with pytest.raises(InvalidArgument, match='"literal"') as refused:
        compile_search(query, "regex")
    assert refused.value.reason == "bad_pattern"
    assert count(compile_search(query, "literal"), query, Stop()) == 1


@pytest.mark.attack(33)
@pytest.mark.parametrize(
    "query", ["(a+)+b", "(a|aa)+$", "(a*)*b", "(x+x+)+y", "(.*a){30}b", "(?:a?){50}a{50}b"]
)
def test_a_pattern_that_explodes_elsewhere_is_linear_here(query: str) -> None:
    pattern = compile_search(query, "regex")
    assert isinstance(pattern._primary, LinearSearch)
    assert count(pattern, "a" * 20_000 + "!", Stop(60)) == 0


@pytest.mark.attack(33)
@pytest.mark.parametrize("query", ["(?=(a+)+b)", "(a|aa)+(?!.)b", "(a*)*\\1b", "a.*z|a"])
def test_a_search_that_explodes_ends_at_the_time_limit(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimeBudget.__init__, "__defaults__", (0.3,))
    with pytest.raises(TimedOut) as ended:
        count(compile_search(query, "regex"), "a" * 40_000 + "!", Stop(60))
    assert ended.value.reason == "time_limit"


@pytest.mark.attack(33)
def test_a_pattern_that_cannot_be_interrupted_is_not_started_on_a_long_line() -> None:
    pattern = compile_search("(a+)\\1", "regex")
    assert count(pattern, "aaaa\n" * 20_000, Stop(60)) == 20_000
    with pytest.raises(TooLarge):
        count(pattern, "a" * 100_000, Stop(60))


STRANGE = ["(?:){99999999}", "a{1000}{1000}", "(?:a{1000}){1000}", "(" * 10_000, "(" * 5000 + ")" * 5000]
STRANGE += [
    "|".join(f"w{number}" for number in range(1700)),
    "|" * 9000,
    "[" * 10_000,
    "\\" * 9_999,
    "(?=" * 3000,
]
STRANGE += [
    "x{" + "9" * 9000 + "}",
    "\\" + "9" * 9000,
    "\\p{L}{1000}",
    "[^a]{1000}",
    "(?<" * 3000,
    ".{0,999}" * 1000,
]
STRANGE += ["(" * 100 + "a" + ")*" * 100, "(?:" * 100 + "a" + "){2}" * 100, "\\u{" + "0" * 9000 + "61}"]


@pytest.mark.attack(33)
@pytest.mark.parametrize("query", STRANGE, ids=range(len(STRANGE)))
def test_a_strange_pattern_ends_in_matches_or_in_an_error(
    query: str, ripgrep: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimeBudget.__init__, "__defaults__", (1.0,))
    text = "xw1699 aé" * 300 + "\n" + "a" * 3000
    pattern = attempt(query)
    total = pattern if isinstance(pattern, WorkspaceError) else attempt_count(pattern, text)
    if isinstance(total, WorkspaceError):
        assert total.reason in ("bad_pattern", "time_limit", "too_large")
    elif isinstance(pattern, SearchPattern) and pattern.ripgrep_pattern is not None:
        assert ripgrep.counts(pattern.ripgrep_pattern, False, [text.encode()]) == [total]
    assert capfd.readouterr() == ("", "")


def test_a_pattern_may_be_used_on_many_threads() -> None:
    pattern = compile_search("(o)\\1", "regex")
    totals: list[int] = []
    threads = [
        threading.Thread(target=lambda: totals.append(count(pattern, "foo\nboo", Stop()))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    assert totals == [2] * 4
