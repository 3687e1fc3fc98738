"""Events as messages for a model: every call is answered, in its place, however the turn ended."""

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
)
from understudy.chat.history.messages import MessageHistory, build_messages, compact, conversation_tokens
from understudy.models.model_api import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
)
from understudy.schema.acp import Content, ImageContent, PlanEntry, TextContent


def prompt(text: str = "hi") -> UserPrompted:
    return UserPrompted(blocks=[TextContent(text=text)])


def called(call: str, by: str = "model", arguments: object = None) -> ToolCalled:
    return ToolCalled(
        id=call, name="readFile", title="Read", by="user" if by == "user" else "model", arguments=arguments
    )


def returned(call: str, text: str = "content", failed: bool = False) -> ToolReturned:
    return ToolReturned(id=call, text=text, failed=failed)


def to_messages(*events: Event, images: bool = False) -> list[Message]:
    return build_messages(events, supports_images=images)


def user(text: str) -> UserMessage:
    return UserMessage([TextPart(text)])


def test_a_refused_prompt_and_its_answer_are_not_sent_again() -> None:
    refused = TurnEnded(stop_reason="refusal")
    turn = [
        prompt("bad"),
        AgentText(text="Well", message_id="1"),
        called("c"),
        returned("c"),
        AgentText(text="No."),
    ]
    kept = [prompt("good"), AgentText(text="Yes.", message_id="2"), TurnEnded(stop_reason="end_turn")]
    assert to_messages(*kept, *turn, refused) == to_messages(*kept)
    assert to_messages(*turn, refused, *kept) == to_messages(*kept)
    assert to_messages(*turn, refused, *turn, refused) == []
    assert to_messages(UserPrompted(blocks=[]), refused, *kept) == to_messages(*kept)


def test_a_whole_turn_reads_as_the_model_made_it() -> None:
    assert to_messages(
        prompt(),
        AgentThought(text="hm", message_id="1"),
        AgentThought(text="m", message_id="1"),
        AgentText(text="I ", message_id="1"),
        AgentText(text="look.", message_id="1"),
        ToolCalled(id="a", name="readFile", title="Read", arguments={"path": "x"}, seal={"signature": "s"}),
        called("b"),
        NoticeShown(text="only for the user"),
        PlanUpdated(entries=[PlanEntry(content="x", priority="low", status="pending")]),
        returned("b", "B"),
        returned("a", "A"),
        AgentText(text="Done.", message_id="2"),
        TurnEnded(stop_reason="end_turn"),
        prompt("thanks"),
    ) == [
        user("hi"),
        ModelMessage(
            [
                ThoughtPart("hmm"),
                TextPart("I look."),
                CallPart("a", "readFile", {"path": "x"}, {"signature": "s"}),
                CallPart("b", "readFile", {}),
            ]
        ),
        ToolMessage([ResultPart("a", "readFile", "A"), ResultPart("b", "readFile", "B")]),
        ModelMessage([TextPart("Done.")]),
        user("thanks"),
    ]


def test_a_whole_message_takes_the_place_of_its_pieces() -> None:
    whole = MessageComposed(
        parts=[AgentThought(text="hm", seal={"s": 1}), AgentText(text="one"), AgentText(text="two")]
    )
    assert to_messages(
        prompt(),
        AgentThought(text="h"),
        AgentText(text="on"),
        whole,
        called("a"),
        returned("a"),
        AgentText(text="x"),
    ) == [
        user("hi"),
        ModelMessage(
            [ThoughtPart("hm", {"s": 1}), TextPart("one"), TextPart("two"), CallPart("a", "readFile", {})]
        ),
        ToolMessage([ResultPart("a", "readFile", "content")]),
        ModelMessage([TextPart("x")]),
    ]


def test_a_call_whose_turn_was_killed_is_interrupted() -> None:
    assert to_messages(
        prompt(), called("a"), called("b"), returned("b", "no", failed=True), prompt("again")
    ) == [
        user("hi"),
        ModelMessage([CallPart("a", "readFile", {}), CallPart("b", "readFile", {})]),
        ToolMessage(
            [
                ResultPart("a", "readFile", "interrupted", failed=True),
                ResultPart("b", "readFile", "no", failed=True),
            ]
        ),
        user("again"),
    ]


def test_a_result_that_comes_late_still_answers_its_own_call() -> None:
    story = to_messages(
        prompt(), called("a"), called("b"), returned("a"), AgentText(text="x"), returned("b", "late")
    )
    assert story[2] == ToolMessage(
        [ResultPart("a", "readFile", "content"), ResultPart("b", "readFile", "late")]
    )


def test_an_id_that_is_used_again_in_a_later_turn_belongs_to_the_later_call() -> None:
    story = to_messages(
        prompt(), called("a"), TurnEnded(stop_reason="cancelled"), prompt(), called("a"), returned("a")
    )
    assert [message.results[0].text for message in story if isinstance(message, ToolMessage)] == [
        "interrupted",
        "content",
    ]


def test_a_cancelled_turn_keeps_its_text_and_gets_no_other_text() -> None:
    cancelled = TurnEnded(stop_reason="cancelled")
    assert to_messages(prompt(), AgentText(text="I was"), AgentThought(text="no"), cancelled) == [
        user("hi"),
        ModelMessage([TextPart("I was")]),
    ]
    assert to_messages(prompt(), cancelled, prompt("b")) == [user("hi"), user("b")]
    assert to_messages(prompt(), AgentText(text=" \n"), AgentThought(text="only a thought"), cancelled) == [
        user("hi")
    ]


def test_a_tool_that_the_user_ran_is_described_as_the_users() -> None:
    story = to_messages(
        prompt("/read x"),
        called("a", by="user", arguments={"path": "x"}),
        returned("a", "```"),
        NoticeShown(text="shown", as_message=True),
        called("b", by="user"),
        prompt("and?"),
        AgentText(text="yes"),
    )
    assert story == [
        user("/read x"),
        user('The user ran the tool readFile with {"path":"x"}. It gave:\n````\n```\n````'),
        user("The user ran the tool readFile with {}. It was interrupted."),
        user("and?"),
        ModelMessage([TextPart("yes")]),
    ]


def test_arguments_that_were_no_object_stay_a_text() -> None:
    story = to_messages(called("a", arguments="{broken"), called("b", arguments=[1]))
    assert story[0] == ModelMessage([CallPart("a", "readFile", "{broken"), CallPart("b", "readFile", "[1]")])


def test_images_in_results_are_sent_to_a_model_that_supports_them() -> None:
    image = Content(content=ImageContent(data="iVBORw0KGgo=", mime_type="image/png"))
    events = (called("a"), ToolReturned(id="a", text="a picture", content=[image]))
    for takes, images in ((True, (ImagePart(b"\x89PNG\r\n\x1a\n", "image/png"),)), (False, ())):
        result = to_messages(*events, images=takes)[1]
        assert result == ToolMessage([ResultPart("a", "readFile", "a picture", images=images)])


ids = st.sampled_from("abcd")
events = st.lists(
    st.one_of(
        st.builds(prompt, st.sampled_from(["hi", " "])),
        st.builds(AgentText, text=st.sampled_from(["", " ", "x"]), message_id=ids),
        st.builds(AgentThought, text=st.sampled_from(["", "t"]), seal=st.none() | st.just({"s": 1})),
        st.just(MessageComposed(parts=[AgentThought(text="", seal={"s": 2}), AgentText(text="whole")])),
        st.builds(called, ids, st.sampled_from(["model", "model", "user"])),
        st.builds(returned, ids, st.sampled_from(["r" * 100, "r" * 5000])),
        st.just(NoticeShown(text="n")),
        st.just(TurnEnded(stop_reason="cancelled")),
    ),
    max_size=40,
)


def assert_sound(story: list[Message]) -> None:
    for index, message in enumerate(story):
        match message:
            case ToolMessage():
                before = story[index - 1] if index else None
                assert isinstance(before, ModelMessage)
                assert any(isinstance(part, CallPart) for part in before.parts)
            case ModelMessage():
                assert message.parts
                assert not isinstance(message.parts[-1], ThoughtPart)
                calls = [part.id for part in message.parts if isinstance(part, CallPart)]
                assert len(calls) == len(set(calls))
                after = story[index + 1] if index + 1 < len(story) else None
                if calls:
                    assert isinstance(after, ToolMessage)
                    assert [result.id for result in after.results] == calls
            case UserMessage():
                assert message.parts


@given(events)
def test_every_call_is_answered_once_by_the_next_message(happened: list[Event]) -> None:
    assert_sound(to_messages(*happened))


@given(events, st.integers(0, 4000))
def test_compacting_any_conversation_is_idempotent_and_keeps_it_valid(
    happened: list[Event], budget: int
) -> None:
    story = to_messages(*happened)
    fitted = compact(story, budget)
    assert_sound(fitted)
    assert compact(fitted, budget) == fitted
    assert conversation_tokens(fitted) <= conversation_tokens(story)
    if conversation_tokens(story) <= budget:
        assert fitted == story


@given(st.lists(events, max_size=5), st.booleans())
def test_a_history_that_grows_has_the_messages_of_all_its_events(
    portions: list[list[Event]], images: bool
) -> None:
    history = MessageHistory(supports_images=images)
    happened: list[Event] = []
    for portion in portions:
        happened += [*portion, prompt("next")]
        messages = history.extend([*portion, prompt("next")], len(happened))
        assert messages == to_messages(*happened, images=images)
        assert history.event_count == len(happened)


def test_messages_that_do_not_change_stay_the_same_objects() -> None:
    history = MessageHistory(supports_images=False)
    first = history.extend([prompt("a"), called("c1"), returned("c1"), AgentText(text="b"), prompt("c")], 5)
    second = history.extend([AgentText(text="d"), TurnEnded(stop_reason="end_turn"), prompt("e")], 8)
    assert [one is other for one, other in zip(first, second, strict=False)] == [True] * 5
    late = history.extend([called("c2"), prompt("f")], 10)
    last = history.extend([returned("c2", "at last"), prompt("g")], 12)
    assert "at last" in str(last)
    assert "at last" not in str(late)
