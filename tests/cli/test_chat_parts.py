"""Parts of the chat that need no terminal: commands, keys, tool calls, texts."""

import asyncio

import pytest

from understudy.cli.chat_ui.permissions import mildest_rejection, options_by_key
from understudy.cli.chat_ui.repl import OWN_COMMANDS, help_text, list_commands, parse_own_command, read_tail
from understudy.cli.chat_ui.tool_calls import ToolCallTracker, block_text, format_timestamp, usage_text
from understudy.schema import acp


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/quit", ("quit", "")),
        ("/exit", ("quit", "")),
        (" /mode  code \n", ("mode", "code")),
        ("/help", ("help", "")),
        ("/web", None),
        ("//help", ("help", "")),
        ("//nothing", None),
        ("/etc/passwd", None),
        ("/usr is full", None),
        ("say /quit", None),
    ],
)
def test_a_slash_is_the_agents_if_it_has_the_name_and_two_are_ours(
    text: str, command: tuple[str, str] | None
) -> None:
    assert parse_own_command(text, {"help", "web"}) == command


def test_everything_that_can_be_typed_is_offered_once() -> None:
    theirs = [
        acp.AvailableCommand(name="help", description="Its help"),
        acp.AvailableCommand(name="mode", description="Its\x1b mode"),
    ]
    names = [name for name, _ in list_commands(theirs)]
    assert names[:3] == ["/mode", "/help", "//mode"]
    assert len(set(names)) == len(names) == len(OWN_COMMANDS) + 1
    assert "\x1b" not in "".join(purpose for _, purpose in list_commands(theirs))
    assert "one slash is the agent's" in help_text(theirs, "It")


def _option(kind: acp.PermissionOptionKind, name: str) -> acp.PermissionOption:
    return acp.PermissionOption(option_id=name, name=name, kind=kind)


def test_usual_answers_have_usual_keys_and_further_ones_are_counted() -> None:
    options = [
        _option("allow_always", "always"),
        _option("allow_once", "once"),
        _option("allow_once", "once, carefully"),
        _option("reject_once", "no"),
        _option("reject_always", "never"),
    ]
    chosen = options_by_key(options)
    assert {key: option.name for key, option in chosen.items()} == {
        "a": "always",
        "y": "once",
        "1": "once, carefully",
        "n": "no",
        "d": "never",
    }
    assert mildest_rejection(options) is options[3]
    assert mildest_rejection(options[:2]) is None
    assert len(options_by_key([_option("allow_once", "x")] * 100)) == 32


def test_a_call_is_what_all_its_updates_say_together() -> None:
    tool_calls = ToolCallTracker()
    shown = acp.Content(content=acp.TextContent(text="````sh\nhi\n```\n````\n\nIn /project"))
    tool_calls.update(acp.ToolCall(tool_call_id="1", title="`ls`", kind="execute", content=[shown]))
    tool_call = tool_calls.update(acp.ToolCallProgress(tool_call_id="1", status="completed"))
    assert (tool_call.title, tool_call.kind, tool_call.status, tool_call.output) == (
        "ls",
        "execute",
        "completed",
        "hi\n```\n\nIn /project",
    )
    assert tool_calls.open_calls == []
    assert tool_calls.update(acp.ToolCallProgress(tool_call_id="2", name="grep")).title == "grep"
    assert tool_calls.update(acp.ToolCallProgress(tool_call_id="1", content=[])).output == ""
    assert (
        tool_calls.update(acp.ToolCallProgress(tool_call_id="1", title="`a` and `b`")).title == "`a` and `b`"
    )


def test_what_is_no_text_is_named() -> None:
    link = acp.ResourceLink(name="a.py", uri="file:///project/a.py")
    assert block_text(link) == "[a.py](file:///project/a.py)"
    assert block_text(acp.ImageContent(data="", mime_type="image/png")) == "[image, image/png]"
    assert block_text(acp.AudioContent(data="", mime_type="audio/wav")) == "[audio, audio/wav]"
    inside = acp.EmbeddedResourceResource(uri="file:///project/b", text="words")
    assert block_text(acp.EmbeddedResource(resource=inside)) == "words"


def test_numbers_and_moments_are_for_people() -> None:
    cost = acp.Cost(amount=0.5, currency="USD")
    assert usage_text(acp.UsageUpdate(used=1234, size=10_000, cost=cost)) == (
        "1,234 of 10,000 tokens (12 %) · 0.50 USD"
    )
    assert usage_text(acp.UsageUpdate(used=5, size=0)) == "5 tokens"
    assert format_timestamp("2026-01-02T03:04:05Z") == "2026-01-02 03:04"
    assert format_timestamp(None) == ""


def test_of_a_long_output_only_the_end_is_kept() -> None:
    async def read() -> bytes:
        stream = asyncio.StreamReader()
        for number in range(300):
            stream.feed_data(b"%d\n" % number * 1000)
        stream.feed_eof()
        return await read_tail(stream, 100)

    assert asyncio.run(read()) == b"299\n" * 25
