"""Every session update, byte for byte, and a loaded session that equals the live one."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    decode_event,
    encode_event,
)
from understudy.chat.history.session_updates import build_interrupted_result, event_updates, replay_updates
from understudy.schema.acp import (
    Content,
    Diff,
    PlanEntry,
    ResourceLink,
    SessionUpdate,
    Terminal,
    TextContent,
    ToolCall,
    ToolCallLocation,
    ToolCallProgress,
    UsageUpdate,
)

CALL = ToolCalled(
    id="c1",
    name="modifyFile",
    arguments={"path": "a.py"},
    title="Change a.py",
    tool_kind="edit",
    locations=[ToolCallLocation(path="/r/a.py", line=3)],
    seal={"secret": 1},
)

GOLDEN: list[tuple[Event, list[str]]] = [
    (
        UserPrompted(
            blocks=[TextContent(text="see"), ResourceLink(name="a", uri="file:///r/a.py")],
            attached=["content"],
            message_id="m1",
        ),
        [
            '{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"see"},"messageId":"m1"}',
            '{"sessionUpdate":"user_message_chunk","content":{"type":"resource_link","name":"a",'
            '"uri":"file:///r/a.py"},"messageId":"m1"}',
        ],
    ),
    (
        AgentText(text="hello", message_id="m2"),
        ['{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m2"}'],
    ),
    (
        AgentText(text="hello"),
        ['{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}'],
    ),
    (
        AgentThought(text="hm", seal={"secret": 1}, message_id="m2"),
        ['{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"hm"},"messageId":"m2"}'],
    ),
    (AgentThought(text="", seal={"secret": 1}), []),
    (MessageComposed(parts=[AgentText(text="hello")]), []),
    (
        CALL,
        [
            '{"sessionUpdate":"tool_call","toolCallId":"c1","title":"Change a.py","name":"modifyFile",'
            '"kind":"edit","status":"pending","locations":[{"path":"/r/a.py","line":3}],'
            '"rawInput":{"path":"a.py"}}'
        ],
    ),
    (
        ToolReturned(
            id="c1",
            text="for the model",
            content=[Diff(path="/r/a.py", old_text="a", new_text="b")],
            output={"success": True},
            locations=[ToolCallLocation(path="/r/a.py")],
        ),
        [
            '{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed",'
            '"content":[{"type":"diff","path":"/r/a.py","oldText":"a","newText":"b"}],'
            '"locations":[{"path":"/r/a.py"}],"rawOutput":{"success":true}}'
        ],
    ),
    (
        ToolReturned(id="c1", text="no", failed=True),
        ['{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed"}'],
    ),
    (
        PlanUpdated(entries=[PlanEntry(content="x", priority="low", status="pending")]),
        ['{"sessionUpdate":"plan","entries":[{"content":"x","priority":"low","status":"pending"}]}'],
    ),
    (
        NoticeShown(text="a retry", message_id="m3"),
        [
            '{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"a retry"},"messageId":"m3"}'
        ],
    ),
    (
        NoticeShown(text="an answer", as_message=True, message_id="m3"),
        [
            '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"an answer"},"messageId":"m3"}'
        ],
    ),
    (TurnEnded(stop_reason="end_turn"), []),
]


def wire(updates: list[SessionUpdate]) -> list[str]:
    return [msgspec.json.encode(update).decode() for update in updates]


@pytest.mark.parametrize(("event", "expected"), GOLDEN, ids=lambda value: type(value).__name__)
def test_each_event_has_its_own_shape_on_the_wire(event: Event, expected: list[str]) -> None:
    assert wire(event_updates(event)) == expected


@pytest.mark.parametrize(("event", "expected"), GOLDEN, ids=lambda value: type(value).__name__)
def test_a_replayed_update_has_the_same_bytes_as_the_live_one(event: Event, expected: list[str]) -> None:
    assert wire(event_updates(decode_event(encode_event(event)))) == wire(event_updates(event))


def test_a_call_that_never_ended_is_ended_as_interrupted_before_the_next_prompt() -> None:
    prompt = UserPrompted(blocks=[TextContent(text="x")])
    kinds = list(replay_updates([prompt, CALL, AgentText(text="y"), prompt]))
    assert [type(update).__name__ for update in kinds] == [
        "UserMessageChunk",
        "ToolCall",
        "AgentMessageChunk",
        "ToolCallProgress",
        "UserMessageChunk",
    ]
    assert wire([build_interrupted_result("c1")]) == wire([kinds[3]])
    assert msgspec.to_builtins(kinds[3]) == {
        "sessionUpdate": "tool_call_update",
        "toolCallId": "c1",
        "status": "failed",
        "content": [{"type": "content", "content": {"type": "text", "text": "interrupted"}}],
    }
    assert list(replay_updates([CALL])) == [kinds[1], kinds[3]]
    assert list(replay_updates([CALL, TurnEnded(stop_reason="cancelled")])) == [kinds[1], kinds[3]]


def test_a_terminal_that_is_gone_is_replayed_as_text() -> None:
    ended = ToolReturned(id="c1", text="exit 0", content=[Terminal(terminal_id="t1")], output=7)
    assert event_updates(ended)[0] == ToolCallProgress(
        tool_call_id="c1", status="completed", content=[Terminal(terminal_id="t1")], raw_output=7
    )
    assert list(replay_updates([CALL, ended]))[1] == ToolCallProgress(
        tool_call_id="c1",
        status="completed",
        content=[Content(content=TextContent(text="exit 0"))],
        raw_output=7,
    )


def test_terminal_output_is_left_out_live_and_replayed_as_text() -> None:
    text = [Content(content=TextContent(text="out"))]
    ended = ToolReturned(id="c1", text="{}", content=[*text], output=7, in_terminal=True)
    assert event_updates(ended) == [ToolCallProgress(tool_call_id="c1", status="completed", raw_output=7)]
    stored = decode_event(encode_event(ended))
    assert list(replay_updates([CALL, stored]))[1] == ToolCallProgress(
        tool_call_id="c1", status="completed", content=[*text], raw_output=7
    )


def test_of_a_plan_only_the_plan_is_shown() -> None:
    call = ToolCalled(id="p", name="updatePlan", title="Update the plan")
    plan = PlanUpdated(entries=[PlanEntry(content="x", priority="low", status="pending")])
    assert event_updates(call) == []
    assert list(replay_updates([call, plan, ToolReturned(id="p", text="shown")])) == event_updates(plan)
    assert list(replay_updates([call])) == []


def test_the_last_known_use_of_the_window_comes_last() -> None:
    end = TurnEnded(stop_reason="end_turn")
    known = [TurnEnded(stop_reason="end_turn", used=used, size=100) for used in (10, 20)]
    assert list(replay_updates([*known, CALL, end]))[-1] == UsageUpdate(used=20, size=100)
    assert list(replay_updates([end])) == []
    assert list(replay_updates([decode_event(b'{"kind":"end","stopReason":"end_turn"}')])) == []


def test_a_result_without_its_call_is_not_shown() -> None:
    assert list(replay_updates([ToolReturned(id="x", text="?")])) == []


@given(
    st.lists(
        st.sampled_from([event for event, _ in GOLDEN])
        | st.builds(ToolCalled, id=st.sampled_from("ab"), name=st.just("n"), title=st.just("t"))
        | st.builds(ToolReturned, id=st.sampled_from("ab"), text=st.just("r"), content=st.just([]))
    )
)
def test_every_call_is_announced_before_it_is_updated_and_ends(happened: list[Event]) -> None:
    status: dict[str, object] = {}
    for update in replay_updates(happened):
        match update:
            case ToolCall():
                status[update.tool_call_id] = "pending"
            case ToolCallProgress():
                assert update.tool_call_id in status
                status[update.tool_call_id] = update.status
            case _:
                pass
    assert set(status.values()) <= {"completed", "failed"}
