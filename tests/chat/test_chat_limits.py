"""Every limit of the chat at its boundary: what is exactly at the limit passes, one more does not."""

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest

from chat.turn.turn_harness import run_virtually, turn_harness
from understudy.chat import limits
from understudy.chat.errors import BadRequest
from understudy.chat.events import UserPrompted
from understudy.chat.history.compaction import compact
from understudy.chat.prompt.context_window import ContextWindow
from understudy.chat.prompt.user_message import session_title
from understudy.chat.service import ChatService
from understudy.chat.session import check_roots, parse_server_specs
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import EventTooLarge
from understudy.chat.text import decode_image, escape_sentence, truncate_middle
from understudy.chat.text.token_estimate import WEIGHT_PER_TOKEN, message_weight
from understudy.chat.toolset import presentation
from understudy.chat.toolset.presentation import is_fully_shown, sanitize_title, truncate_strings
from understudy.chat.toolset.workspace_tool import OutputTail
from understudy.models import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from understudy.schema.acp import ImageContent, McpServer, TextContent
from understudy.tools import execute_command

OVER = pytest.mark.parametrize("over", [-1, 0, 1])


@OVER
def test_additional_roots(over: int) -> None:
    roots = [f"/r{number}" for number in range(64 + over)]
    assert limits.MAX_ADDITIONAL_ROOTS == 64
    if over <= 0:
        assert check_roots("/", roots) == ("/", tuple(roots))
    else:
        with pytest.raises(BadRequest, match="has 65 entries; 64 is the most"):
            check_roots("/", roots)


@OVER
def test_mcp_servers(over: int) -> None:
    servers = [McpServer(name=f"s{number}", command="x") for number in range(32 + over)]
    assert limits.MAX_MCP_SERVERS == 32
    if over <= 0:
        assert len(parse_server_specs(servers)) == 32 + over
    else:
        with pytest.raises(BadRequest, match="has 33 servers; 32 is the most"):
            parse_server_specs(servers)


@OVER
def test_open_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    assert limits.MAX_OPEN_SESSIONS == 256
    monkeypatch.setattr("understudy.chat.service.MAX_OPEN_SESSIONS", 3)

    async def scenario() -> None:
        async with turn_harness(tmp_path) as harness:
            service = ChatService(harness.state)
            for _ in range(2 + over):
                await service.create(harness.session.cwd, [], [])
            if over <= 0:
                await service.create(harness.session.cwd, [], [])
            else:
                with pytest.raises(BadRequest, match="3 sessions are open"):
                    await service.create(harness.session.cwd, [], [])
            for session in list(service._open_sessions.values()):
                await session.close()

    run_virtually(scenario())


@OVER
def test_images(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    assert limits.MAX_IMAGE_BYTES == 10 << 20
    monkeypatch.setattr("understudy.chat.text.images.MAX_IMAGE_BYTES", 1000)
    data = b"\x89PNG\r\n\x1a\n".ljust(1000 + over, b"x")
    block = ImageContent(data=base64.b64encode(data).decode(), mime_type="image/png")
    found = decode_image(block)
    assert found == (ImagePart(data, "image/png") if over <= 0 else "it is too large")


@OVER
def test_events_of_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    assert limits.MAX_EVENT_BYTES == 64 << 20
    monkeypatch.setattr("understudy.chat.store_rules.MAX_EVENT_BYTES", 100)
    with SqliteSessionStore(tmp_path) as store:
        store.create("a", "/", [])
        if over <= 0:
            assert store.append("a", [b"x" * (100 + over)]).events == 1
        else:
            with pytest.raises(EventTooLarge):
                store.append("a", [b"x" * (100 + over)])


@pytest.mark.parametrize(("limit", "passes"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_sessions_of_a_page(tmp_path: Path, limit: int, passes: bool) -> None:
    with SqliteSessionStore(tmp_path) as store:
        if passes:
            assert store.list(cwd=None, roots=None, cursor=None, limit=limit).sessions == ()
        else:
            with pytest.raises(ValueError, match="between 1 and 1000"):
                store.list(cwd=None, roots=None, cursor=None, limit=limit)


@OVER
def test_untrusted_sentences(over: int) -> None:
    sentence = escape_sentence("a" * (limits.MAX_SENTENCE_CHARS + over))
    assert len(sentence) == min(limits.MAX_SENTENCE_CHARS + over, limits.MAX_SENTENCE_CHARS)
    assert sentence.endswith("…") is (over > 0)


@OVER
def test_a_gap_in_a_long_text_is_never_shorter_than_its_note(over: int) -> None:
    text = "a" * (50 + limits.MIN_OMITTED_CHARS + over)
    assert (truncate_middle(text, 50) == text) is (over <= 0)


@OVER
def test_the_title_of_a_session(over: int) -> None:
    assert limits.MAX_SESSION_TITLE_CHARS == 60
    words = "a" * (60 + over)
    title = session_title(UserPrompted(blocks=[TextContent(text=words)]))
    assert title == (words if over <= 0 else "a" * 59 + "…")


@OVER
def test_the_title_of_a_call(over: int) -> None:
    title = sanitize_title("a" * (limits.MAX_TITLE_CHARS + over))
    assert len(title) == min(limits.MAX_TITLE_CHARS, limits.MAX_TITLE_CHARS + over)
    assert title.endswith("…") is (over > 0)


@OVER
def test_texts_shown_to_the_client(over: int) -> None:
    text = "a" * (limits.MAX_SHOWN_CHARS + over)
    assert (truncate_strings({"x": [text]}) == {"x": [text]}) is (over <= 0)


@OVER
@pytest.mark.parametrize("where", ["stdin", "environment"])
def test_only_a_command_that_is_fully_shown_can_be_allowed_always(over: int, where: str) -> None:
    text = "a" * (limits.MAX_QUESTION_CHARS + over)
    more: dict[str, Any] = {"stdin": text} if where == "stdin" else {"environment": {"A": text[2:]}}
    assert is_fully_shown(execute_command.Args(command="cat", **more)) is (over <= 0)
    shown = presentation._question_text_block(text)
    assert ("characters left out here" in shown) is (over > 0)


@OVER
def test_results_for_the_model(over: int) -> None:
    text = "a" * (50 + over)
    given = presentation.result_text({"content": text, "more": 1}, 50)
    assert ("[cut here: ask for a range of lines]" in given) is (over > 0)
    encoded = presentation.result_text({"x": "a" * (42 + over)}, 50)
    assert ("[cut here: ask for less]" in encoded) is (over > 0)


@OVER
def test_the_output_that_is_kept_of_a_running_command(over: int) -> None:
    outcomes: list[Any] = []

    class Context:
        def on_turn_stopped(self, build_outcome: Any) -> None:
            outcomes.append(build_outcome)

    async def scenario() -> None:
        tail = OutputTail(Context())  # type: ignore[arg-type]
        tail.feed("stdout", "x" + "a" * (limits.MAX_TAIL_CHARS - 1 + over))
        kept = outcomes[0]().output["details"]["stdout"]
        assert len(kept) == min(limits.MAX_TAIL_CHARS, limits.MAX_TAIL_CHARS + over)
        assert kept.startswith("x") is (over <= 0)
        await asyncio.sleep(0)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("size", "answer_tokens", "reserved"),
    [(1000, None, 250), (4 * 8000, None, 8000), (200_000, None, 8000), (200_000, 50_000, 50_000)],
)
def test_the_tokens_reserved_for_the_answer(size: int, answer_tokens: int | None, reserved: int) -> None:
    without = ContextWindow.for_request(size, "", [], 1).available_tokens
    window = ContextWindow.for_request(size, "", [], answer_tokens)
    assert without - window.available_tokens == reserved - 1


@pytest.mark.parametrize(("halvings", "shift"), [(0, 0), (1, 1), (8, 8), (9, 8), (100, 8)])
def test_the_window_is_halved_only_so_often(halvings: int, shift: int) -> None:
    assert limits.MAX_WINDOW_HALVINGS == 8
    whole = ContextWindow.for_request(200_000, "", [], None).available_tokens
    assert ContextWindow.for_request(200_000, "", [], None, halvings).available_tokens == whole >> shift


def test_a_window_that_its_instructions_fill_still_has_an_eighth_for_the_messages() -> None:
    assert ContextWindow.for_request(8000, "word " * 100_000, [], None).available_tokens == 1000


@pytest.mark.parametrize(("available", "most"), [(0, 200), (600, 200), (670, 201), (1000, 300)])
def test_the_tokens_of_one_result(available: int, most: int) -> None:
    assert ContextWindow(10_000, available).max_result_tokens == most


def turn(number: int, results: int = 1, text: str = "word " * 100) -> list[Message]:
    messages: list[Message] = [UserMessage([TextPart(f"prompt {number}")])]
    for step in range(results):
        call = f"{number}.{step}"
        messages += [
            ModelMessage([CallPart(call, "read", {})]),
            ToolMessage([ResultPart(call, "read", text)]),
        ]
    return messages


def weight(messages: list[Message]) -> int:
    return sum(map(message_weight, messages))


@pytest.mark.parametrize(("spare", "same"), [(-1, False), (0, True), (1, True)])
def test_a_conversation_at_its_limit_stays_as_it_is(spare: int, same: bool) -> None:
    story = turn(1) + turn(2) + turn(3)
    tokens = -(-weight(story) // WEIGHT_PER_TOKEN)
    assert (compact(story, tokens + spare) == story) is same


def test_a_conversation_over_its_limit_is_cut_to_about_seventy_percent() -> None:
    story = [message for number in range(30) for message in turn(number)]
    budget = weight(story) // WEIGHT_PER_TOKEN - 1
    shorter = weight(compact(story, budget)) / WEIGHT_PER_TOKEN
    assert 0.55 * budget < shorter <= 0.7 * budget


def are_results_whole(story: list[Message], percent: int) -> list[bool]:
    """For each result of the story in so much of its room whether it is whole."""
    return [
        not result.text.startswith("[left out")
        for message in compact(story, weight(story) * percent // 100 // WEIGHT_PER_TOKEN)
        if isinstance(message, ToolMessage)
        for result in message.results
    ]


def test_the_results_of_the_two_latest_turns_are_spared() -> None:
    assert limits.MIN_RECENT_TURNS == 2
    assert are_results_whole(turn(1, 2) + turn(2, 2) + turn(3, 2), 99) == [True] * 4  # the first turn is gone


def test_the_four_latest_results_of_one_long_turn_are_spared() -> None:
    assert limits.MIN_RECENT_RESULTS == 4
    assert are_results_whole(turn(1, 12), 60) == [False] * 8 + [True] * 4


def test_timeouts_are_in_the_order_that_their_users_rely_on() -> None:
    """A terminal's last output is waited for within the time that cancelled work has; a cancelled turn is
    answered soon after that even if its end cannot be stored."""
    assert limits.TERMINAL_OUTPUT_TIMEOUT_S < limits.CANCEL_TIMEOUT_S <= 0.1
    assert limits.CANCEL_TIMEOUT_S < limits.END_RECORD_TIMEOUT_S <= 1.0
    assert limits.END_RECORD_TIMEOUT_S < limits.WORKSPACE_CLOSE_TIMEOUT_S
    assert limits.CLIENT_READ_TIMEOUT_S < limits.CLIENT_WRITE_TIMEOUT_S
    assert limits.STREAM_FLUSH_INTERVAL_S < 1
