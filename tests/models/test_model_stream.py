"""What comes back: deltas as they arrive, then the whole message, why it ended and what it cost."""

import pytest

from models.model_requests import (
    READ,
    SPECS,
    ask,
    calls_of,
    failure,
    finish,
    request,
    settings,
    text,
    thoughts,
)
from provider_server import (
    Call,
    Disconnect,
    ProviderServer,
    Raw,
    Reply,
    Text,
    Thought,
    Usage,
    calls,
    fails,
    says,
)
from understudy.models import (
    CallStarted,
    Finished,
    ModelMessage,
    Retrying,
    TextDelta,
    TextPart,
    ThoughtPart,
    TokenUsage,
)


@pytest.mark.parametrize("spec", SPECS)
def test_text_arrives_chunk_by_chunk_and_then_whole(spec: str) -> None:
    with ProviderServer([says("Hel", "lo ", "you")]) as provider:
        events = ask(settings(provider, spec))
    assert text(events) == ["Hel", "lo ", "you"]
    end = finish(events)
    assert "".join(part.text for part in end.message.parts if isinstance(part, TextPart)) == "Hello you"
    assert end.finish_reason == "done"
    assert (end.usage.input, end.usage.output) == (10, 5)


@pytest.mark.parametrize("spec", SPECS)
def test_thoughts_come_apart_from_the_text(spec: str) -> None:
    with ProviderServer([Reply((Thought("I wonder", "c2ln"), Text("So.")))]) as provider:
        events = ask(settings(provider, spec))
    assert thoughts(events) == ["I wonder"]
    assert text(events) == ["So."]
    first = finish(events).message.parts[0]
    assert isinstance(first, ThoughtPart)
    assert first.text == "I wonder"
    assert first.provider_data


@pytest.mark.parametrize("spec", SPECS)
def test_parallel_calls_are_put_together_from_their_pieces(spec: str) -> None:
    wanted = [
        Call("read", {"path": "/a ü"}, id="one", pieces=5),
        Call("read", {"path": "/b"}, id="two", pieces=1),
    ]
    with ProviderServer([calls(*wanted, text="Looking.")]) as provider:
        events = ask(settings(provider, spec), request(tools=[READ]))
    end = finish(events)
    assert end.finish_reason == "calls"
    assert text(events) == ["Looking."]
    assert [(call.id, call.name, call.arguments) for call in calls_of(end.message)] == [
        ("one", "read", {"path": "/a ü"}),
        ("two", "read", {"path": "/b"}),
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_the_beginning_of_a_call_is_told_once_and_in_its_place(spec: str) -> None:
    steps = (
        Text("Look"),
        Call("read", {"path": "/a"}, id="one", pieces=9),
        Text("ing."),
        Call("read", {}, id="two"),
    )
    with ProviderServer([Reply(steps)]) as provider:
        events = ask(settings(provider, spec), request(tools=[READ]))
    relevant = [event for event in events if isinstance(event, TextDelta | CallStarted)]
    assert relevant == [
        TextDelta("Look"),
        CallStarted("one", "read"),
        TextDelta("ing."),
        CallStarted("two", "read"),
    ]
    assert [call.id for call in calls_of(finish(events).message)] == ["one", "two"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_stream_that_breaks_in_a_call_is_asked_again_if_nothing_else_was_said(spec: str) -> None:
    cut = Reply((Call("read", {"path": "/a"}, id="one"), Disconnect()))
    with ProviderServer([cut, says("fine")]) as provider:
        events = ask(settings(provider, spec), request(tools=[READ]))
    assert [type(event) for event in events] == [CallStarted, Retrying, TextDelta, Finished]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("ending", "cause"), [("length", "length"), ("content_filter", "refusal")])
def test_the_cause_of_an_early_end_is_told(spec: str, ending: str, cause: str) -> None:
    with ProviderServer([says("So f", finish=ending)]) as provider:
        end = finish(ask(settings(provider, spec)))
    assert end.finish_reason == cause
    assert [part.text for part in end.message.parts if isinstance(part, TextPart)] == ["So f"]


def test_a_call_counts_as_one_though_the_server_says_stop() -> None:
    with ProviderServer([calls(Call("read", {"path": "/"}), finish="stop")]) as provider:
        assert finish(ask(settings(provider), request(tools=[READ]))).finish_reason == "calls"


@pytest.mark.parametrize(
    ("spec", "usage"),
    [
        (SPECS[0], TokenUsage(100, 20, 7, 60, 0)),
        (SPECS[1], TokenUsage(100, 20, 7, 60, 30)),
        (SPECS[2], TokenUsage(100, 20, 0, 60, 30)),
        (SPECS[3], TokenUsage(100, 27, 7, 60, 0)),
    ],
)
def test_the_usage_counts_cached_input_once(spec: str, usage: TokenUsage) -> None:
    with ProviderServer([says("x", usage=Usage(100, 20, 60, 30, 7))]) as provider:
        assert finish(ask(settings(provider, spec))).usage == usage


def test_a_provider_that_reports_no_usage_is_fine() -> None:
    with ProviderServer([says("x", usage=None)]) as provider:
        assert finish(ask(settings(provider))).usage == TokenUsage()


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ("", {}),
        ("{}", {}),
        ('{"a": 1}', {"a": 1}),
        ('{"a": ', '{"a": '),
        ("[1]", "[1]"),
        ('"text"', '"text"'),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"a": "\\ud800"}', '{"a": "\\ud800"}'),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_arguments_that_are_no_json_object_stay_what_the_model_wrote(written: str, arguments: object) -> None:
    with ProviderServer([calls(Call("read", written))]) as provider:
        (call,) = calls_of(finish(ask(settings(provider), request(tools=[READ]))).message)
    assert call.arguments == arguments


def test_arguments_without_an_end_are_refused() -> None:
    huge = '{"path": "' + "x" * (9 * 1024 * 1024) + '"}'
    with ProviderServer([calls(Call("read", huge, pieces=20))]) as provider:
        error = failure(settings(provider), request(tools=[READ]))
    assert error.kind == "rejected"
    assert "8 MiB" in error.message
    assert len(provider.requests) == 1


def test_halves_of_a_character_are_replaced() -> None:
    with ProviderServer([says("a\ud800b")]) as provider:
        events = ask(settings(provider))
    assert text(events) == ["a�b"]
    assert finish(events).message == ModelMessage((TextPart("a�b"),))


@pytest.mark.parametrize("garbage", ["data: {not json\n\n", "data: [1, 2]\n\n", 'data: {"choices": 5}\n\n'])
def test_garbage_in_the_stream_is_an_error_and_nothing_else(garbage: str) -> None:
    with ProviderServer([Reply((Text("a"), Raw(garbage)))]) as provider:
        error = failure(settings(provider))
    assert error.kind == "rejected"


def test_an_error_inside_the_stream_is_told_as_what_it_is() -> None:
    event = 'data: {"error": {"message": "too much", "code": "rate_limit_exceeded"}}\n\n'
    with ProviderServer([Reply((Raw(event),)), says("fine")]) as provider:
        events = ask(settings(provider))
    assert text(events) == ["fine"]
    assert getattr(events[0], "error_kind", None) == "rate_limit"


def test_an_answer_with_nothing_in_it_still_ends() -> None:
    with ProviderServer([says()]) as provider:
        assert finish(ask(settings(provider))).message == ModelMessage(())


def test_a_script_that_is_used_up_says_so() -> None:
    with ProviderServer([]) as provider:
        assert "has no reply 1" in failure(settings(provider)).message
    assert fails(500).status == 500
