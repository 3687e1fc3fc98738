"""Parsing replies of each format, and the mistakes that models make."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nes_model.situations import context_of, sample_context
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.prompt_types import ModelContext
from understudy.nes.model.replies import find_reply_problem

NAMES = list(FORMATS)
REWRITERS = ["zeta", "zeta2", "zeta2.1", "sweep-next-edit", "instinct", "mercury"]

REGION = "def total(self):\n    return su‸m(self.prices)\n"
OLD = REGION.replace("‸", "")
NEW = "def total(self):\n    return sum(line.price for line in self.lines)\n"


def in_format(name: str, text: str) -> str:
    """The reply as a well-behaved model writes it."""
    match name:
        case "zeta":
            return f"<|editable_region_start|>\n{text}\n<|editable_region_end|>\n```"
        case "zeta2":
            return f"{text}\n>>>>>>> UPDATED\n"
        case "zeta2.1":
            return f"<|marker_1|>{text}<|marker_2|>"
        case "mercury":
            return f"```python\n{text}\n```"
        case _:
            return text


@pytest.mark.parametrize("name", REWRITERS)
def test_the_new_region_is_read(name: str) -> None:
    assert FORMATS[name].parse(in_format(name, NEW), context_of(REGION)) == NEW


@pytest.mark.parametrize("name", REWRITERS)
def test_a_stop_that_the_server_cut_off_is_not_missed(name: str) -> None:
    reply = in_format(name, NEW)
    for end in ("<|editable_region_end|>", ">>>>>>> UPDATED"):
        reply = reply.partition(end)[0]
    assert FORMATS[name].parse(reply, context_of(REGION)) == NEW


@pytest.mark.parametrize("name", REWRITERS)
def test_the_same_region_again_is_no_edit(name: str) -> None:
    assert FORMATS[name].parse(in_format(name, OLD), context_of(REGION)) is None


@pytest.mark.parametrize("name", REWRITERS)
def test_blank_lines_at_the_end_are_never_an_edit(name: str) -> None:
    for end in ("", "\n", "\n\n\n\n"):
        assert FORMATS[name].parse(in_format(name, OLD.rstrip("\n") + end), context_of(REGION)) is None
        assert FORMATS[name].parse(in_format(name, NEW.rstrip("\n") + end), context_of(REGION)) == NEW


@pytest.mark.parametrize("name", REWRITERS)
def test_a_stray_cursor_marker_is_removed(name: str) -> None:
    marker = {"zeta": "<|user_cursor_is_here|>", "instinct": "<|user_cursor_is_here|>"}.get(
        name, "<|cursor|>" if name in ("mercury", "sweep-next-edit") else "<|user_cursor|>"
    )
    marked = NEW.replace("line.price", f"line.price{marker}")
    assert FORMATS[name].parse(in_format(name, marked), context_of(REGION)) == NEW


@pytest.mark.parametrize("name", ["zeta2", "instinct", "mercury"])
def test_a_code_fence_around_the_reply_is_removed(name: str) -> None:
    inner = in_format(name, NEW) if name == "mercury" else f"```python\n{NEW}```\n"
    assert FORMATS[name].parse(inner, context_of(REGION)) == NEW


@pytest.mark.parametrize("name", ["zeta2", "instinct", "mercury"])
def test_a_fence_that_is_left_open_is_a_broken_reply(name: str) -> None:
    assert FORMATS[name].parse(f"```python\n{NEW}", context_of(REGION)) is None


def test_a_fence_inside_a_markdown_region_is_text() -> None:
    region = context_of("# Use‸\n\n```sh\nmake\n```")
    new = "# Usage\n\n```sh\nmake\n```"
    for name in ("zeta2", "instinct", "sweep-next-edit"):
        assert FORMATS[name].parse(in_format(name, new), region) == new
    assert FORMATS["mercury"].parse(f"```\n{new}\n```", region) == new


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("zeta", "no marker at all"),
        ("zeta", "<|editable_region_start|>a<|editable_region_start|>b<|editable_region_end|>"),
        ("zeta2", "NO_EDITS\n>>>>>>> UPDATED\n"),
        ("zeta2", " NO_EDITS"),
        ("zeta2", ""),
        ("zeta2", "x\n<<<<<<< CURRENT\ny\n"),
        ("zeta2.1", "NO_EDITS"),
        ("zeta2.1", "<|marker_1|><|marker_1|>"),
        ("zeta2.1", "<|marker_1|>text without an end"),
        ("zeta2.1", "<|marker_2|>back<|marker_1|>"),
        ("zeta2.1", "<|marker_1|>beyond<|marker_9|>"),
        ("zeta2.1", "<|marker_0|>before<|marker_2|>"),
        ("zeta2.1", "no marker"),
        ("sweep-next-edit", ""),
        ("sweep-next-edit", "<|file_sep|>other.py\nwhat"),
        ("instinct", "<|editable_region_start|>a<|editable_region_start|>b"),
        ("instinct", "a <|context_file|> b"),
        ("mercury", "None"),
        ("mercury", "```\nNone\n```"),
        ("mercury", "None\n"),
        ("qwen", "   "),
        ("qwen", "<|fim_prefix|>what"),
        ("codellama", " <EOT>"),
    ],
)
def test_no_edit_and_nonsense_are_none(name: str, reply: str) -> None:
    assert FORMATS[name].parse(reply, context_of(REGION)) is None


def test_zeta2_reads_a_conflict_that_was_written_whole() -> None:
    reply = f"<<<<<<< CURRENT\n{OLD}=======\n{NEW}>>>>>>> UPDATED\n"
    assert FORMATS["zeta2"].parse(reply, context_of(REGION)) == NEW


def test_zeta21_replaces_only_the_blocks_between_its_markers() -> None:
    lines = [f"line {at}" if at % 8 else "" for at in range(1, 33)]
    region = ModelContext(path="a", region=tuple(lines), cursor=(0, 0))
    reply = "<|marker_2|>first\nsecond\n<|marker_3|>third\n<|marker_4|>"
    new = FORMATS["zeta2.1"].parse(reply, region)
    assert new is not None
    assert new.split("\n") == [*lines[:8], "first", "second", "third", *lines[24:]]


def test_instinct_may_write_the_markers() -> None:
    reply = f"<|editable_region_start|>\n{NEW}<|editable_region_end|>"
    assert FORMATS["instinct"].parse(reply, context_of(REGION)) == NEW


FIM = ["qwen", "codegemma", "starcoder", "codestral", "deepseek", "codellama"]


@pytest.mark.parametrize("name", FIM)
def test_what_belongs_in_the_middle_is_put_at_the_cursor(name: str) -> None:
    line = context_of("    return su‸")
    assert FORMATS[name].parse("m(self.prices)", line) == "    return sum(self.prices)"
    assert FORMATS[name].parse("m(\n        self.prices\n    )\n\nx = 1", line) == (
        "    return sum(\n        self.prices\n    )"
    )


def test_the_middle_of_a_line_gets_one_line_without_what_stands_behind_it() -> None:
    line = context_of("print(‸)")
    assert FORMATS["qwen"].parse("name)\nprint(", line) == "print(name)"
    assert FORMATS["qwen"].parse(")", line) is None


def test_a_long_middle_ends_before_its_first_blank_line() -> None:
    text = "\n".join(f"    line{at} = {at}" for at in range(30))
    new = FORMATS["qwen"].parse(text, context_of("‸"))
    assert new is not None
    assert len(new.split("\n")) == 10


def test_only_whole_lines_of_a_middle_that_was_cut_are_used() -> None:
    assert FORMATS["qwen"].salvage_truncated("one\ntwo\nthr") == "one\ntwo\n"
    assert FORMATS["qwen"].salvage_truncated("one") is None
    assert FORMATS["zeta2"].salvage_truncated("one\ntwo\nthr") is None


@pytest.mark.parametrize(
    ("new", "trouble"),
    [
        ("class Cart:\n    def __init__(self, owner):", "breaks off"),
        ("class Cart:\n    pass", "drops more than 6 lines"),
        ("", "drops more than 6 lines"),
    ],
)
def test_a_reply_that_deletes_too_much_is_rejected(new: str, trouble: str) -> None:
    said = find_reply_problem(new, sample_context())
    assert said is not None
    assert trouble in said


def test_a_reply_that_repeats_its_surroundings_is_rejected() -> None:
    context = sample_context()
    assert find_reply_problem(
        context.region_text + "\n\n\ndef checkout(cart):\n    return cart.total()", context
    )
    assert find_reply_problem(context.region_text + "\n\n\ndef checkout(cart):", context)
    assert find_reply_problem("from shop.money import Money\n\n\n" + context.region_text, context)
    assert (
        find_reply_problem(context.region_text + "\n\n    def clear(self):\n        self.lines = []", context)
        is None
    )


def test_a_reply_that_loops_is_rejected() -> None:
    context = sample_context()
    assert find_reply_problem(context.region_text + "\n        self.lines.clear()" * 6, context)
    assert find_reply_problem(context.region_text + "\n    )" * 6, context) is None


def test_an_endless_reply_is_rejected() -> None:
    context = sample_context()
    assert find_reply_problem(
        context.region_text + "\n" + "\n".join(f"value{at} = 1" for at in range(60)), context
    )


def test_a_small_edit_is_no_problem() -> None:
    context = sample_context()
    new = context.region_text.replace(
        "sum(item.price for item in", "sum(item.price * count for item, count in"
    )
    assert find_reply_problem(new, context) is None


texts = st.text(
    alphabet=st.sampled_from([*string.ascii_letters, " ", "\n", "`", "\r", "\0", "é", "😀"]), max_size=60
)


@st.composite
def broken_replies(draw: st.DrawFn) -> tuple[str, str]:
    """A format and pieces of its own markers, of the region and of anything, in any order."""
    name = draw(st.sampled_from(NAMES))
    markers = [
        *FORMATS[name].special_tokens,
        "<|marker_1|>",
        "<|marker_2|>",
        "<|marker_99|>",
        "NO_EDITS",
        "None",
        "```",
        "```py\n",
        OLD,
        NEW,
    ]
    pieces = draw(st.lists(st.one_of(st.sampled_from(markers), texts), max_size=8))
    return name, "".join(pieces)


@given(broken_replies(), st.sampled_from(["", "‸", "\n‸\n", REGION, "```\nx‸\n```", "é😀‸é"]))
def test_no_reply_makes_parse_raise_or_let_a_marker_through(reply: tuple[str, str], region: str) -> None:
    name, text = reply
    context = context_of(region)
    new = FORMATS[name].parse(text, context)
    cut = FORMATS[name].salvage_truncated(text)
    assert cut is None or isinstance(cut, str)
    if new is None:
        return
    assert new != context.region_text
    assert not any(token in new for token in FORMATS[name].special_tokens if not token.endswith("\n"))
    assert "\r" not in new
    assert "\0" not in new
    find_reply_problem(new, context)
    find_reply_problem(new, replace(context, before=("a", "b"), after=("", "c")))
