"""A stored conversation as transcript, Markdown and JSON."""

import json
from collections.abc import Iterable, Iterator

import msgspec

from understudy.chat.events import (
    AgentText,
    AgentThought,
    Event,
    MessageComposed,
    NoticeShown,
    PlanUpdated,
    ToolCalled,
    ToolReturned,
    TurnEnded,
    UserPrompted,
    encode_event,
)
from understudy.chat.history.transcript import TranscriptEntry, build_transcript, to_json, to_markdown
from understudy.chat.store import StoredEvent, StoredSession
from understudy.schema.acp import (
    ContentBlock,
    Diff,
    EmbeddedResource,
    EmbeddedResourceResource,
    ImageContent,
    PlanEntry,
    ResourceLink,
    TextContent,
)

SESSION = StoredSession(
    id="3f2a",
    cwd="/srv/app",
    roots=("/srv/lib", "/with `tick`"),
    title="Fix *the* <b>bug</b>\n# now",
    created_at="2026-01-01T10:00:00.000Z",
    updated_at="2026-01-01T11:00:00.000Z",
    parent="77",
    settings={"mode": "ask"},
    events=0,
)


def stored(events: Iterable[Event | bytes]) -> list[StoredEvent]:
    return [
        StoredEvent(number, f"t{number}", event if isinstance(event, bytes) else encode_event(event))
        for number, event in enumerate(events, 1)
    ]


def read(*events: Event | bytes) -> list[TranscriptEntry]:
    return list(build_transcript(stored(events)))


def markdown(*events: Event | bytes) -> str:
    return "".join(to_markdown(SESSION, stored(events)))


def prompt(*blocks: ContentBlock | str) -> UserPrompted:
    return UserPrompted(
        blocks=[TextContent(text=block) if isinstance(block, str) else block for block in blocks]
    )


def test_pieces_of_a_message_are_joined() -> None:
    found = read(
        prompt("hello"),
        AgentThought(text="let ", message_id="m"),
        AgentThought(text="me", message_id="m"),
        AgentText(text="He", message_id="m"),
        AgentText(text="llo", message_id="m"),
        AgentText(text="Again", message_id="n"),
        MessageComposed(parts=[AgentText(text="Hello")]),
        TurnEnded(stop_reason="end_turn"),
    )
    assert [(p.kind, p.at, p.text) for p in found] == [
        ("user", "t1", "hello"),
        ("thought", "t2", "let me"),
        ("agent", "t4", "Hello"),
        ("agent", "t6", "Again"),
    ]


def test_a_call_is_paired_with_its_result_even_if_calls_run_in_parallel() -> None:
    found = read(
        ToolCalled(id="1", name="readFile", title="Read a", arguments={"path": "a"}),
        ToolCalled(id="2", name="readFile", title="Read b"),
        ToolReturned(id="2", text="content of b"),
        ToolReturned(id="1", text="no such file", failed=True),
        ToolReturned(id="9", text="nobody asked"),
    )
    assert [(p.call.title, p.call.status, p.call.output) for p in found if p.call] == [
        ("Read b", "completed", "content of b"),
        ("Read a", "failed", "no such file"),
        ("9", "completed", "nobody asked"),
    ]


def test_a_call_without_an_end_was_interrupted() -> None:
    call = ToolCalled(id="1", name="executeCommand", title="Run make")
    for rest in ([], [TurnEnded(stop_reason="cancelled")], [prompt("next")]):
        first = read(call, *rest)[0]
        assert first.call is not None
        assert first.call.status == "interrupted"


def test_every_kind_of_content_block_is_named() -> None:
    [passage] = read(
        prompt(
            "look",
            ImageContent(data="AAAA", mime_type="image/png"),
            ResourceLink(name="main.py", uri="file:///main.py"),
            EmbeddedResource(resource=EmbeddedResourceResource(uri="file:///x", text="a ``` b")),
            EmbeddedResource(resource=EmbeddedResourceResource(uri="file:///y", blob="AAAA")),
        )
    )
    assert passage.text == (
        "look\n\n(image, image/png)\n\n(main.py: file:///main.py)\n\n(file:///x)\n````\na ``` b\n````\n\n(file:///y)"
    )


def test_plans_notices_and_unusual_ends_are_shown() -> None:
    found = read(
        PlanUpdated(entries=[PlanEntry(content="one", priority="high", status="completed")]),
        NoticeShown(text="tried again"),
        NoticeShown(text="No model is set up.", as_message=True),
        TurnEnded(stop_reason="max_tokens"),
        b'{"kind":"of-tomorrow","x":1}',
        b"not json \xff",
    )
    assert [(p.kind, p.text) for p in found[:4]] == [
        ("plan", "[x] one"),
        ("notice", "tried again"),
        ("agent", "No model is set up."),
        ("end", "The turn ended: max tokens."),
    ]
    assert [p.kind for p in found[4:]] == ["unknown", "unknown"]


def test_the_page_names_its_session() -> None:
    assert markdown() == (
        "# Fix \\*the\\* \\<b\\>bug\\</b\\> \\# now\n\n"
        "- Session: `3f2a`\n"
        "- Begun: 2026-01-01T10:00:00.000Z\n"
        "- Last used: 2026-01-01T11:00:00.000Z\n"
        "- Folder: `/srv/app`\n"
        "- Further root: `/srv/lib`\n"
        "- Further root: `` /with `tick` ``\n"
        "- Forked from: `77`\n"
        "- mode: `ask`\n"
    )


def test_turns_are_grouped_by_speaker() -> None:
    page = markdown(
        prompt("first\n\nline"),
        AgentThought(text="hm"),
        AgentText(text="yes"),
        ToolCalled(id="1", name="readFile", title="Read `a`", arguments={"path": "a"}),
        ToolReturned(id="1", text="text\n"),
        prompt("second"),
    )
    assert page.partition("- mode: `ask`\n")[2] == (
        "\n## You\n\nt1\n\n> first\n>\n> line\n"
        "\n## Understudy\n\nt2\n\n<details>\n<summary>Thought</summary>\n\nhm\n\n</details>\n"
        "\nyes\n"
        '\n### Read \\`a\\`\n\n`readFile` · completed\n\n```json\n{\n  "path": "a"\n}\n```\n\n```\ntext\n```\n'
        "\n## You\n\nt6\n\n> second\n"
    )


def test_the_fence_is_longer_than_any_run_of_backticks_inside() -> None:
    page = markdown(ToolReturned(id="1", text="```\nout\n`````\n## You"))
    assert "\n``````\n```\nout\n`````\n## You\n``````\n" in page


def test_a_message_cannot_swallow_the_text_after_it() -> None:
    page = markdown(
        AgentText(text="```python\ncut off <script>"),
        AgentThought(text="</details><!-- a\n<pre>\n<div> stays"),
    )
    assert "```python\ncut off <script>\n```\n" in page
    assert "\n&lt;/details>&lt;!-- a\n&lt;pre>\n<div> stays\n\n</details>\n" in page
    inner = markdown(AgentText(text="~~~\n```\n~~~\n<!-- b"))
    assert "~~~\n```\n~~~\n&lt;!-- b\n" in inner


def test_a_diff_is_shown_as_a_diff() -> None:
    page = markdown(
        ToolCalled(id="1", name="modifyFile", title="Edit"),
        ToolReturned(id="1", text="ok", content=[Diff(path="/w/a.py", old_text="a\n", new_text="b\n")]),
    )
    assert "```diff\n--- a/w/a.py\n+++ b/w/a.py\n@@ -1 +1 @@\n-a\n+b\n```\n" in page


def test_json_holds_the_session_and_every_event_as_it_was_stored() -> None:
    events = stored([prompt("hé"), b'{"kind":"of-tomorrow"}', b"broken"])
    found = json.loads("".join(to_json(SESSION, events)))
    assert found["session"]["roots"] == ["/srv/lib", "/with `tick`"]
    assert found["session"] == msgspec.to_builtins(SESSION) | {"roots": list(SESSION.roots)}
    assert [(e["seq"], e["at"]) for e in found["events"]] == [(1, "t1"), (2, "t2"), (3, "t3")]
    assert found["events"][0]["event"]["blocks"][0]["text"] == "hé"
    assert [e["event"]["kind"] for e in found["events"]] == ["prompt", "of-tomorrow", "unreadable"]
    assert json.loads("".join(to_json(SESSION, [])))["events"] == []


def test_exports_stream() -> None:
    taken = 0

    def events() -> Iterator[StoredEvent]:
        nonlocal taken
        while True:
            taken += 1
            yield StoredEvent(taken, "t", encode_event(prompt("again")))

    for export in (to_markdown, to_json):
        parts = export(SESSION, events())
        for _ in range(30):
            next(parts)
    assert taken < 70
