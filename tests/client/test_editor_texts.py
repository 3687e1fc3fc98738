"""After any changes in any encoding, the agent has the same text as the editor."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acp_editor import chat_dependencies, run
from client_editor import EVERYTHING, URI, Suggesting
from nes_editor import Scripted
from understudy.acp import Agent, NesDependencies
from understudy.client import ClientError, connect
from understudy.client.editor import Edit, Editor
from understudy.client.editor.history import single_change_diff
from understudy.client.editor.text import Splice, Text, addressable_splices, apply_splices, minimal_splice
from understudy.nes.setup import NesSetup
from understudy.nes.text.documents import ContentChange, Document
from understudy.schema import acp
from understudy.workspace.files.encoding import replace_undecodable

T = TypeVar("T")

ENCODINGS: tuple[acp.PositionEncodingKind, ...] = ("utf-8", "utf-16", "utf-32")
PIECES = st.sampled_from(
    ["a", "b", "é", "😀", "e\u0301", "\n", "\r", "\r\n", "\t", "\ufeff", "\udc80", "\u2028"]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)
OFFSETS = st.integers(0, 30)
CHANGES = st.lists(TEXTS | st.lists(st.tuples(OFFSETS, OFFSETS, TEXTS), max_size=4), max_size=6)


class Hearing:
    """An RpcPort that applies document events to copies: a simple one, and that of our agent."""

    def __init__(self, encoding: acp.PositionEncodingKind) -> None:
        self.encoding: acp.PositionEncodingKind = encoding
        nes = msgspec.convert(EVERYTHING, acp.NesCapabilities)
        offered = acp.AgentCapabilities(nes=nes)
        self.agent = acp.InitializeResponse(protocol_version=1, agent_capabilities=offered)
        self.plain = Suggesting(encoding=encoding)
        self.ours: dict[str, Document] = {}

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        answer = {"sessionId": "s1"} if method == "nes/start" else {}
        return msgspec.convert(answer, result)

    async def notify(self, method: str, params: object) -> None:
        message = msgspec.json.decode(msgspec.json.encode(params))
        match method:
            case "document/didOpen":
                self.plain.texts[message["uri"]] = message["text"]
                self.ours[message["uri"]] = Document(message["uri"], "", message["version"], message["text"])
            case "document/didChange":
                self.plain._document_didChange(message)
                changes = [
                    ContentChange(_quad(one.get("range")), one["text"]) for one in message["contentChanges"]
                ]
                self.ours[message["uri"]].apply_changes(message["version"], changes, self.encoding)
            case _:
                pass


def _quad(place: Any) -> tuple[int, int, int, int] | None:
    if place is None:
        return None
    start, end = place["start"], place["end"]
    return start["line"], start["character"], end["line"], end["character"]


async def follow(editor: Editor, changes: Sequence[Any]) -> None:
    """Apply the changes; overlapping edits are rejected, and then nothing may have changed."""
    for change in changes:
        if isinstance(change, str):
            await editor.change(URI, change)
            continue
        text = Text(editor.text(URI))

        def place(offset: int, text: Text = text) -> tuple[int, int]:
            return text.line_column(min(offset, len(text.full_text)))

        with suppress(ClientError):
            edits = [Edit(place(min(a, b)), place(max(a, b)), new) for a, b, new in change]
            await editor.change(URI, edits=edits)


@pytest.mark.requirement("NES-22")
@settings(deadline=None)
@given(encoding=st.sampled_from(ENCODINGS), text=TEXTS, changes=CHANGES)
def test_after_any_changes_agent_and_editor_have_the_same_text(
    encoding: acp.PositionEncodingKind, text: str, changes: list[Any]
) -> None:
    line = Hearing(encoding)

    async def scenario() -> None:
        async with Editor(line) as editor:
            await editor.open(URI, text)
            await follow(editor, changes)
            now = replace_undecodable(editor.text(URI))
            assert line.plain.texts[URI] == now
            assert line.ours[URI].is_in_sync
            assert line.ours[URI].text() == now
            assert line.ours[URI].version == editor.version(URI)

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_our_own_agent_sees_the_text_of_the_editor(tmp_path: Path, encoding: str) -> None:
    @settings(max_examples=10, deadline=None)
    @given(text=TEXTS, changes=CHANGES)
    def follows(text: str, changes: list[Any]) -> None:
        engine = Scripted()
        nes = NesDependencies(setup=NesSetup(open_engine=lambda: engine), accounts=None)

        async def scenario() -> None:
            async with (
                connect(
                    partner=lambda channel: Agent(channel, lambda: chat_dependencies(tmp_path), lambda: nes),
                    encodings=[encoding],
                ) as agent,
                agent.editor([]) as editor,
            ):
                assert agent.encoding == encoding
                await editor.open(URI, text)
                await follow(editor, changes)
                await editor.suggest(URI, (0, 0), trigger="manual")
                now = Text(replace_undecodable(editor.text(URI)))
                lines = [now.line(number) for number in range(len(now.line_starts))]
                assert engine.asked[-1].snapshot.lines == lines
                assert engine.asked[-1].snapshot.version == editor.version(URI)

        run(scenario())

    follows()


@settings(deadline=None)
@given(old=TEXTS, new=TEXTS)
def test_the_minimal_splice_turns_one_text_into_the_other(old: str, new: str) -> None:
    splice = minimal_splice(old, new)
    assert (splice is None) == (old == new)
    if splice is not None:
        assert apply_splices(old, [splice]) == new
        for at in (splice.start, splice.end):
            assert old[max(at - 1, 0) : at + 1] != "\r\n"


@settings(deadline=None)
@given(text=TEXTS, start=OFFSETS, size=OFFSETS, new=TEXTS)
def test_the_lines_of_a_changed_text_are_those_of_a_fresh_one(
    text: str, start: int, size: int, new: str
) -> None:
    start = min(start, len(text))
    changed = Text(text).apply([Splice(start, min(start + size, len(text)), new)])
    assert changed.line_starts == Text(changed.full_text).line_starts


LINES = st.lists(st.sampled_from(["a\n", "b\n", "\n", "c", "d\r\n"]), max_size=30).map("".join)


@settings(deadline=None)
@given(head=LINES, old=LINES, new=LINES, tail=LINES)
def test_a_diff_of_the_changed_part_is_the_diff_of_the_texts(
    head: str, old: str, new: str, tail: str
) -> None:
    before, after = head + old + tail, head + new + tail
    diff = single_change_diff(before, after, "a.py", 10_000)
    assert (diff is None) == (before == after)
    if diff is not None:
        assert patched(before, diff) == after


def patched(before: str, diff: str) -> str:
    """Apply a diff as `patch` does."""
    source = re.findall(r"[^\n]*\n|[^\n]+", before)
    made: list[str] = []
    at, sign = 0, ""
    for line in re.findall(r"[^\n]*\n|[^\n]+", diff)[2:]:
        if head := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            start = int(head[1]) - (head[2] != "0")
            made += source[at:start]
            at = start
        elif line.startswith("\\"):
            if sign != "-":
                made[-1] = made[-1].removesuffix("\n")
        else:
            sign = line[0]
            if sign in " -":
                assert source[at].removesuffix("\n") == line[1:].removesuffix("\n")
                at += 1
            if sign in " +":
                made.append(line[1:])
    return "".join([*made, *source[at:]])


@pytest.mark.parametrize(
    ("old", "new", "splice"),
    [
        ("a\r\nb", "a\rb", Splice(1, 3, "\r")),
        ("a\r\nb", "a\nb", Splice(1, 3, "\n")),
        ("a\rb", "a\r\nb", Splice(2, 2, "\n")),
        ("a\r\nb", "a\r\r\nb", Splice(1, 3, "\r\r\n")),
        ("aaa", "aaaa", Splice(3, 3, "a")),
        ("", "a", Splice(0, 0, "a")),
        ("abc", "", Splice(0, 3, "")),
    ],
)
def test_no_change_begins_or_ends_inside_a_line_ending(old: str, new: str, splice: Splice) -> None:
    assert minimal_splice(old, new) == splice
    assert apply_splices(old, [splice]) == new


def test_very_many_edits_are_sent_as_one_range() -> None:
    text = "a b " * 1000
    edits = [Splice(at, at + 1, "c") for at in range(0, len(text), 4)]
    (one,) = addressable_splices(text, edits)
    assert apply_splices(text, [one]) == "c b " * 1000
    assert (one.start, one.end) == (0, len(text) - 3)


def test_an_offset_inside_a_line_ending_is_the_end_of_its_line() -> None:
    text = Text("ab\r\nc")
    assert [text.line_column(offset) for offset in range(6)] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 2),
        (1, 0),
        (1, 1),
    ]
    assert text.nearest_offset(acp.Position(line=0, character=9), "utf-8") == 2
    assert text.nearest_offset(acp.Position(line=7, character=0), "utf-8") == 5
