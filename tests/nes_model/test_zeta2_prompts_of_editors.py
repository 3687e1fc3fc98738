"""Prompts in zeta2 are parsed back into what they were built from; others get an error that says what is wrong."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nes_model.situations import sample_context
from understudy.nes.model.formats import FORMATS, PromptError, RecentEdit, parse_prompt, render_reply
from understudy.nes.model.prompt_types import (
    EditEvent,
    ModelContext,
    PromptBudget,
    RelatedSnippet,
    contains_token,
    format_hunk,
)

ZETA2 = FORMATS["zeta2"]
AMPLE = PromptBudget(prompt=1_000_000, events=1_000)


def build(context: ModelContext) -> str:
    return ZETA2.build(context, AMPLE).text


def assert_parsed_back(context: ModelContext) -> None:
    parsed = parse_prompt(build(context))
    assert parsed.path == context.path
    assert parsed.before == context.before
    assert parsed.region == context.region
    assert parsed.after == context.after
    assert parsed.cursor == context.cursor
    assert parsed.edits == tuple(RecentEdit(e.path, format_hunk(e), e.accepted) for e in context.events)
    # The builder sorts other files by path.
    assert sorted(parsed.related, key=lambda one: one.path) == sorted(
        context.related, key=lambda one: one.path
    )


TEXTS = {
    "src/users.py": "def find(id):\n    return get_user(id)\n\n\nclass A:\n    x = '=======' * 2",
    "web/app.ts": "export const load = async (id: string) => {\n\tconst user = await api.get(id);\n};\n",
    "cmd/main.go": 'package main\n\nfunc main() {\n\tfmt.Println("<filename>", 1<<7)\n}\n',
    "src/lib.rs": "pub fn f<'a>(x: &'a str) -> &'a str {\n    x // größer 𝔘 \\n\n}",
    "a b/ü.md": "Title\n========\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n",
    "Makefile": "\n\n\n",
}


@pytest.mark.parametrize("path", TEXTS)
def test_every_cursor_position_in_every_language_is_parsed_back(path: str) -> None:
    lines = tuple(TEXTS[path].replace("<filename>", "<name>").split("\n"))
    for first in range(len(lines)):
        for last in range(first + 1, len(lines) + 1):
            region = lines[first:last]
            for line, text in enumerate(region):
                for column in {0, len(text) // 2, len(text)}:
                    assert_parsed_back(
                        ModelContext(
                            path=path,
                            before=lines[:first],
                            region=region,
                            after=lines[last:],
                            cursor=(line, column),
                        )
                    )


def test_the_sample_of_the_golden_prompts_is_parsed_back() -> None:
    assert_parsed_back(sample_context())
    golden = (Path(__file__).parent / "golden" / "zeta2.txt").read_text()
    text = golden.partition("--- prompt\n")[2].removesuffix("⏎\n")
    assert parse_prompt(text).region == sample_context().region


LINE = st.text(
    st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12
) | st.sampled_from(
    [
        "",
        " ",
        "--- a/x",
        "+++ b/x",
        "-- a/x",
        "++ b/x",
        "@@ -1,1 +1,1 @@",
        "// User accepted prediction:",
        "...",
        "========",
    ]
)
LINES = st.lists(LINE, max_size=5).map(tuple)
SOME_LINES = st.lists(LINE, min_size=1, max_size=5).map(tuple)
PATH = st.text(st.sampled_from("abü /._-"), min_size=1, max_size=12).filter(
    lambda path: path.strip() == path and path != "edit_history"
)


def _event(path: str, line: int, old: tuple[str, ...], new: tuple[str, ...], accepted: bool) -> EditEvent:
    return EditEvent(path, line, old, new, "above" if line else None, "below", accepted=accepted)


EVENT = st.builds(_event, PATH, st.integers(0, 5000), LINES, LINES, st.booleans())


@st.composite
def contexts(draw: st.DrawFn) -> ModelContext:
    region = draw(SOME_LINES)
    line = draw(st.integers(0, len(region) - 1))
    related = draw(
        st.lists(st.builds(RelatedSnippet, PATH, SOME_LINES), max_size=3, unique_by=lambda s: s.path)
    )
    return ModelContext(
        path=draw(PATH),
        before=draw(LINES),
        region=region,
        after=draw(LINES),
        cursor=(line, draw(st.integers(0, len(region[line])))),
        events=tuple(draw(st.lists(EVENT, max_size=4))),
        related=tuple(related),
    )


def has_token(context: ModelContext) -> bool:
    texts = ["\n".join((*s.lines,)) for s in context.related]
    texts += ["\n".join((*e.old, *e.new)) for e in context.events]
    texts += ["\n".join((*context.before, *context.region, *context.after))]
    return any(contains_token(text, token) for text in texts for token in ZETA2.special_tokens)


@given(contexts().filter(lambda context: not has_token(context)))
def test_whatever_the_builder_builds_is_parsed_back(context: ModelContext) -> None:
    assert_parsed_back(context)


@given(st.text(max_size=60), st.integers(0, 600), st.integers(0, 40))
def test_a_damaged_prompt_is_parsed_or_rejected_but_nothing_else(noise: str, at: int, length: int) -> None:
    text = build(sample_context())
    for damaged in (noise, text[:at] + noise + text[at + length :], text[at:], text[: -at or None]):
        try:
            parsed = parse_prompt(damaged)
        except PromptError:
            continue
        line, column = parsed.cursor
        assert column <= len(parsed.region[line])


def test_a_reply_is_read_by_the_parser_of_replies() -> None:
    context = sample_context()
    changed = (*context.region[:-1], "        return 0")
    assert ZETA2.parse(render_reply(changed), context) == "\n".join(changed)


def test_diffs_with_several_hunks_and_excerpts_with_gaps_are_parsed() -> None:
    """As Zed writes them: three lines around a hunk, no empty line between files, text that ends with a newline."""
    text = (
        "<[fim-suffix]>def last():\n    pass\n<[fim-prefix]><filename>lib/one.py\nA = 1\n...\n"
        "<filename>lib/two.py\n"
        "B = 2\n\n<filename>edit_history\n--- a/lib/old.py\n+++ b/lib/two.py\n@@ -1,2 +1,2 @@\n-A\n+B\n c\n"
        "@@ -9 +9,2 @@\n x\n+y\n\n<filename>app.py\n<<<<<<< CURRENT\ndef f():<|user_cursor|>\n    pass\n"
        "=======\n<[fim-middle]>"
    )
    parsed = parse_prompt(text)
    assert parsed.path == "app.py"
    assert parsed.before == ()
    assert parsed.region == ("def f():", "    pass")
    assert parsed.after == ("def last():", "    pass")
    assert parsed.related == (
        RelatedSnippet("lib/one.py", ("A = 1", "...")),
        RelatedSnippet("lib/two.py", ("B = 2",)),
    )
    hunks = "@@ -1,2 +1,2 @@\n-A\n+B\n c\n@@ -9 +9,2 @@\n x\n+y\n"
    assert parsed.edits == (RecentEdit("lib/two.py", hunks),)


def test_a_line_that_looks_like_a_file_name_belongs_to_its_hunk_if_the_counts_say_so() -> None:
    event = EditEvent("q.sql", 3, ("-- a/old",), ("++ b/new",))
    context = replace(sample_context(), events=(event, event))
    assert parse_prompt(build(context)).edits == (RecentEdit("q.sql", format_hunk(event)),) * 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<[fim-suffix]>", "", "does not begin with"),
        ("<[fim-middle]>", "", "does not end with"),
        ("<[fim-prefix]>", "", "<[fim-prefix]> 0 times"),
        ("class Cart:", "<[fim-prefix]>", "<[fim-prefix]> 2 times"),
        ("\n<[fim-prefix]>", "<[fim-prefix]>", "no line ending before"),
        ("<[fim-prefix]><filename>", "<[fim-prefix]>", "no <filename> after"),
        ("<filename>shop/src/cart.py", "<filename>", "without a path"),
        ("<<<<<<< CURRENT\n", "", "0 lines"),
        ("class Cart:", "<<<<<<< CURRENT", "2 lines"),
        ("=======\n", "", "does not end with a line ======="),
        ("<|user_cursor|>", "", "0 times instead of once"),
        ("class Cart:", "<|user_cursor|>", "2 times instead of once"),
        ("edit_history\n", "edit_history\nlost\n", "before the first file name"),
    ],
)
def test_a_prompt_with_a_part_missing_says_which(old: str, new: str, message: str) -> None:
    text = build(sample_context())
    damaged = new.join(text.rsplit(old, 1)) if "cart.py" in old else text.replace(old, new, 1)
    with pytest.raises(PromptError) as rejected:
        parse_prompt(damaged)
    assert message in str(rejected.value)
    assert "Cart" not in str(rejected.value)
