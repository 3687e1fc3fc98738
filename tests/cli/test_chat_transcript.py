"""How a conversation is drawn: Markdown blocks, rendered lines, the live region."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from terminal_window import plain
from understudy.cli.chat_ui.live_region import LiveRegion
from understudy.cli.chat_ui.render import TextRenderer, split_finished_blocks, tail_of_block
from understudy.cli.chat_ui.transcript import TranscriptView
from understudy.schema import acp

DOCUMENT = """# Title

A paragraph with `code`
over two lines.

- one

- two
  - deep

1. first

2. second

```python
def f():

    return 1
```

| a | b |
|---|---|
| 1 | 2 |

Setext
------

Last.
"""
HOSTILE = "\x1b]0;owned\x07 \x9b31m \u202e &#x202e; &#27;[31m &#13; [link](javascript:x) <b>raw</b>"


class Screen:
    """As much of a terminal as the lower end of ours needs."""

    def __init__(self) -> None:
        self.lines = [""]
        self.row = 0

    def feed(self, text: str) -> None:
        text = re.sub(r"\x1b\[\?2026[hl]|\r", "", text)
        for up, what, line in re.findall(r"\x1b\[(\d+)A|\x1b\[(2K|J)|([^\x1b\n]+|\n)", text):
            if up:
                self.row -= int(up)
                assert self.row >= 0
            elif what == "2K":
                self.lines[self.row] = ""
            elif what == "J":
                self.lines[self.row :] = [""]
            elif line == "\n":
                self.row += 1
                if self.row == len(self.lines):
                    self.lines.append("")
            else:
                self.lines[self.row] = line

    @property
    def shown(self) -> list[str]:
        return self.lines[:-1] if not self.lines[-1] else self.lines


def update(kind: str, text: str, **more: Any) -> Any:
    chunk = {"agent": acp.AgentMessageChunk, "thought": acp.AgentThoughtChunk, "user": acp.UserMessageChunk}
    return chunk[kind](content=acp.TextContent(text=text), **more)


@given(st.lists(st.integers(1, 40)))
def test_however_a_text_comes_its_blocks_are_the_same(sizes: list[int]) -> None:
    text, rest, blocks, at = "", "", [], 0
    for size in [*sizes, len(DOCUMENT)]:
        rest += DOCUMENT[at : at + size]
        at += size
        done, rest = split_finished_blocks(rest)
        blocks.append(done)
    text = "".join(blocks) + rest
    assert text == DOCUMENT
    assert not any("```python" in block and "return 1\n```\n" not in block for block in blocks)
    assert not any("Setext" in block and "---" not in block.split("Setext")[1] for block in blocks)


def test_a_block_that_never_ends_is_cut_at_a_line_and_stays_what_it_is() -> None:
    done, rest = split_finished_blocks("words\n" * 5_000 + "part")
    assert (done[-6:], rest) == ("words\n", "part")
    done, rest = split_finished_blocks("~~~py\n" + "x\n" * 20_000 + "part")
    assert (done[-6:], rest) == ("x\n~~~\n", "~~~py\npart")
    assert split_finished_blocks("x" * 50_000) == ("", "x" * 50_000)
    assert tail_of_block("```py\n" + "x = 1\n" * 2_000, 20) == "```py\nx = 1\nx = 1\nx = 1\n"
    assert tail_of_block("short", 20) == "short"


@given(st.text(max_size=300))
def test_no_text_breaks_the_width_or_steers_the_terminal(text: str) -> None:
    for colours in (False, True):
        painter = TextRenderer(colours, 80)
        for line in (
            *painter.markdown(text),
            *painter.text(text, "dim", "┊ "),
            *painter.diff("+" + text, "    "),
        ):
            assert cell_len(plain(line)) <= 80
            assert colours or "\x1b" not in line
            assert not re.search("[\x00-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e]", plain(line))


@pytest.mark.parametrize("colours", [False, True])
def test_hostile_markdown_is_written_out(colours: bool) -> None:
    text = "\n".join(TextRenderer(colours).markdown(HOSTILE + "\n\n```\n" + HOSTILE + "\n```"))
    assert not re.search(r"\x1b[^\[]|\x1b\[[\d;]*[^\d;m]|[\x07\x9b\u202e\r]", text)
    assert "<b>raw</b>" in plain(text)
    assert "javascript:x" in plain(text)


def test_without_colours_what_they_would_tell_is_written() -> None:
    lines = TextRenderer(False).markdown(
        "## Head\n\nUse `rm` [here](https://example.com/a).\n\n```\ncode\n```\n"
    )
    assert lines == ["## Head", "", "Use `rm` here (https://example.com/a).", "", "    code"]
    assert TextRenderer(False).diff("@@ -1 +1 @@\n-old\n+new\n") == ["@@ -1 +1 @@", "-old", "+new"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "draw", "clear"]),
            st.lists(st.sampled_from(["a", "b", "cc", ""]), max_size=4),
        )
    )
)
def test_the_screen_shows_what_is_final_and_below_it_what_was_drawn_last(
    steps: list[tuple[str, list[str]]],
) -> None:
    stream, screen = io.StringIO(), Screen()
    live, final, drawn = LiveRegion(stream, can_move_cursor=True), [], []
    for step, lines in steps:
        match step:
            case "add":
                live.add_final(lines)
                final += lines
            case "draw":
                live.draw(lines)
                drawn = lines
            case _:
                live.clear()
                drawn = []
        screen.feed(stream.getvalue())
        stream.seek(0)
        stream.truncate()
        assert [*screen.lines, ""][: len(final) + len(drawn)] == [*final, *drawn]
        assert screen.row == len(final) + len(drawn)


def test_of_too_many_lines_the_last_are_drawn() -> None:
    stream = io.StringIO()
    LiveRegion(stream, can_move_cursor=True).draw([str(number) for number in range(100)])
    assert "99" in stream.getvalue()
    assert "\x1b[2K50\n" not in stream.getvalue()


def shown(*updates: Any, moving: bool = False) -> str:
    stream = io.StringIO()
    view = TranscriptView(LiveRegion(stream, moving), TextRenderer(False))
    for one in updates:
        view.update(one)
    view.end_turn()
    return stream.getvalue()


def test_a_turn_as_it_stays_on_the_screen() -> None:
    diff = acp.Diff(path="/p/a.py", old_text="x = 1\n", new_text="x = 2\n")
    text = shown(
        update("user", "Change it"),
        update("thought", "I think.\n\nThere"),
        update("thought", "fore."),
        update("agent", "I cha"),
        update("agent", "nge it.\n\nNow"),
        acp.ToolCall(tool_call_id="r", title="Read a.py", kind="read", status="pending"),
        acp.ToolCallProgress(tool_call_id="r", status="completed"),
        acp.ToolCall(tool_call_id="e", title="Edit a.py", kind="edit", status="pending", content=[diff]),
        acp.ToolCallProgress(tool_call_id="e", status="completed"),
        acp.ToolCall(tool_call_id="f", title="Run it", kind="execute", status="in_progress"),
        acp.Plan(entries=[acp.PlanEntry(content="Test", priority="high", status="in_progress")]),
        acp.Notice(severity="warning", title="Slow", description="very"),
    )
    assert text == (
        "› Change it\n\n┊ I think.\n\n┊ Therefore.\n\nI change it.\n\nNow\n\n✓ Read a.py\n\n"
        "✓ Edit a.py\n    --- a/p/a.py\n    +++ b/p/a.py\n    @@ -1 +1 @@\n    -x = 1\n    +x = 2\n\n"
        "Slow: very\n\n· Run it interrupted\n\nPlan\n  ▸ Test\n"
    )


@pytest.mark.parametrize("ending", ["stopped", "rejected"])
def test_a_call_that_was_stopped_or_rejected_did_not_fail(ending: str) -> None:
    call = acp.ToolCall(tool_call_id="e", title="Edit a.py", kind="edit", status="pending")
    ended = acp.ToolCallProgress(
        tool_call_id="e", status="failed", meta={"understudy.dev/ending": ending}, content=[]
    )
    failed = acp.ToolCallProgress(tool_call_id="e", status="failed", meta={"understudy.dev/ending": "odd"})
    assert shown(call, ended) == f"■ Edit a.py {ending}\n"
    assert shown(call, failed) == "✗ Edit a.py failed\n"


def test_a_diff_is_headed_with_the_path_from_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    diff = acp.Diff(path=str(tmp_path.resolve() / "src/a.py"), old_text="x\n", new_text="y\n")
    text = shown(acp.ToolCall(tool_call_id="e", title="Edit", status="completed", content=[diff]))
    assert "    --- a/src/a.py\n    +++ b/src/a.py\n" in text


def test_two_messages_are_two_paragraphs() -> None:
    assert (
        shown(update("agent", "one", message_id="1"), update("agent", "two", message_id="2"))
        == "one\n\ntwo\n"
    )


def test_what_a_program_printed_is_shown_without_what_steers_a_terminal() -> None:
    stream = io.StringIO()
    view = TranscriptView(LiveRegion(stream, can_move_cursor=False), TextRenderer(False))
    call = acp.ToolCall(
        tool_call_id="1",
        title="Run",
        kind="execute",
        status="in_progress",
        content=[acp.Terminal(terminal_id="t")],
    )
    view.update(call)
    view.terminal_outputs.add("t", "10 %\r100 %\n\x1b[31mre")
    view.terminal_outputs.add("t", "d\x1b[0m\n" + "line\n" * 20)
    view.update(acp.ToolCallProgress(tool_call_id="1", status="completed"))
    assert "    line\n" in stream.getvalue()
    assert "… 10 more lines" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_what_was_asked_for_is_shown_whole_and_once() -> None:
    stream = io.StringIO()
    view = TranscriptView(LiveRegion(stream, can_move_cursor=False), TextRenderer(False))
    text = "\n".join(f"line {number}" for number in range(200))
    content: list[acp.ToolCallContent] = [acp.Diff(path="/a", old_text="", new_text=text)]
    asked = acp.ToolCallUpdate(tool_call_id="1", title="Write", kind="edit", content=content)
    view.show_permission_request(acp.RequestPermissionRequest(session_id="s", tool_call=asked, options=[]))
    view.update(acp.ToolCallProgress(tool_call_id="1", status="completed"))
    assert stream.getvalue().count("+line 199") == 1
    assert stream.getvalue().endswith("✓ Write\n")
