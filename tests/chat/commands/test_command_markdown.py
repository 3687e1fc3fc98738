"""Untrusted text in Markdown: it stays inside its fence, its span or its sentence."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.commands.replies import code_span, escape_controls, escape_sentence, escaped_block
from understudy.languages import fence_name_for


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("src/a.py", "`src/a.py`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("``x", "``` ``x ```"),
        (" lead", "`  lead `"),
        ("", "`''`"),
        ("a\nb\tc", "`a\\nb\\tc`"),
        ("ab\u202egnp.exe", "`ab\\u202egnp.exe`"),
        ("\x1b[31mred", "`\\x1b[31mred`"),
    ],
)
def test_a_name_is_a_code_span_on_one_line(text: str, span: str) -> None:
    assert code_span(text) == span


@given(st.text())
def test_no_text_ends_its_fence_early(text: str) -> None:
    first, *inside, last = escaped_block(text).split("\n")
    assert first == last
    assert re.fullmatch("`{3,}", first)
    assert not any(re.match(f" {{0,3}}{first}", line) for line in inside)


@given(st.text(alphabet=st.characters() | st.sampled_from("`\r\n\x85\u2028\v\f ~")))
def test_no_text_contains_line_breaks_that_only_some_renderers_see(text: str) -> None:
    block = escaped_block(text)
    assert block.splitlines() == block.split("\n")
    assert len(code_span(text).splitlines()) == 1
    assert len(escape_sentence(text).splitlines()) <= 1


@given(st.text(alphabet="`a ", min_size=1))
def test_no_text_ends_its_code_span_early(text: str) -> None:
    span = code_span(text)
    ticks = re.match("`+", span)
    assert ticks is not None
    runs = [len(run) for run in re.findall("`+", span)]
    assert runs.count(len(ticks[0])) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "![x](http://a/?q=1)",
        "[go](javascript:x)",
        "<img src=x>",
        "# Title",
        "> quote",
        "`code`",
        "*b* __c__",
        "~~~",
    ],
)
def test_an_untrusted_sentence_has_no_markup(sentence: str) -> None:
    # Taken away what is escaped, nothing is left that Markdown acts on.
    assert not re.search(r"[\[\]<>`*_#!~|]", re.sub(r"\\.", "", escape_sentence(sentence)))


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("- item", "\\- item"),
        ("1. one", "1\\. one"),
        ("12) x", "12\\) x"),
        ("+ y", "\\+ y"),
        ("1 file", "1 file"),
    ],
)
def test_an_untrusted_sentence_is_not_a_list(sentence: str, shown: str) -> None:
    assert escape_sentence(sentence) == shown


def test_an_untrusted_sentence_has_a_limit() -> None:
    assert len(escape_sentence("x" * 100_000)) == 2000


def test_deceptive_characters_are_escaped() -> None:
    assert escape_controls("a\u200bb\u2066c\ufeffd\U000e0041e\xadf\r\ng\rh") == (
        "a\\u200bb\\u2066c\\ufeffd\\U000e0041e\\xadf\ng\\x0dh"
    )


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("A.TS", "typescript"),
        ("x/Dockerfile", "dockerfile"),
        ("Makefile", "makefile"),
        ("notes", ""),
        (".py", ""),
        ("a.``` evil", ""),
    ],
)
def test_the_language_comes_from_a_fixed_list(path: str, language: str) -> None:
    assert fence_name_for(path) == language
