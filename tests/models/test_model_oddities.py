"""What a model may make of names, ids, arguments and characters, and that all of it can go back to a provider."""

import json
import re
from typing import Any

import pytest
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

from models.model_requests import READ, SPECS, ask, calls_of, failure, finish, request, settings, text
from provider_server import Call, ProviderServer, Recorded, calls, fails, says
from understudy.models import (
    CallPart,
    CallStarted,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from understudy.models.from_pydantic_ai import to_finished
from understudy.models.limits import MAX_JSON_DEPTH
from understudy.models.redaction import repeats_text
from understudy.models.sanitization import is_too_deep

FINE = re.compile(r"[A-Za-z0-9_-]{1,64}")
GEMINI = SPECS[3]


def nested(levels: int) -> dict[str, Any]:
    data: Any = "bottom"
    for _ in range(levels - 1):
        data = [data]
    return {"path": data}


def pairs(recorded: Recorded) -> tuple[list[tuple[str, str]], list[str]]:
    """The (id, name) of each call in a request, and the ids that are answered; in any of the four APIs."""
    made: list[tuple[str, str]] = []
    answered: list[str] = []

    def look(data: Any) -> None:
        if isinstance(data, list):
            for item in data:
                look(item)
        if not isinstance(data, dict):
            return
        match data:
            case {"id": id, "function": {"name": name}}:
                made.append((id, name))
            case {"type": "function_call", "call_id": id, "name": name}:
                made.append((id, name))
            case {"type": "tool_use", "id": id, "name": name}:
                made.append((id, name))
            case {"functionCall": {"id": id, "name": name}}:
                made.append((id, name))
            case {"role": "tool", "tool_call_id": id} | {"type": "function_call_output", "call_id": id}:
                answered.append(id)
            case {"type": "tool_result", "tool_use_id": id} | {"functionResponse": {"id": id}}:
                answered.append(id)
            case _:
                pass
        for value in data.values():
            look(value)

    look(recorded.body)
    return made, answered


def test_depth_is_counted_in_levels() -> None:
    assert not is_too_deep(nested(MAX_JSON_DEPTH))
    assert is_too_deep(nested(MAX_JSON_DEPTH + 1))
    assert not is_too_deep("[" * 1000)
    assert not is_too_deep({"a": list(range(1000))})


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("levels", [64, 65, 150, 260, 700])
def test_arguments_that_are_nested_too_deep_stay_text_and_can_be_sent_back(spec: str, levels: int) -> None:
    wanted = nested(levels)
    written = wanted if spec == GEMINI else json.dumps(wanted)
    with ProviderServer([calls(Call("read", written, id="c1")), says("ok")]) as provider:
        how = settings(provider, spec)
        message = finish(ask(how, request(tools=[READ]))).message
        (call,) = calls_of(message)
        assert call.arguments == (wanted if levels <= 64 else json.dumps(wanted))
        result = ToolMessage([ResultPart("c1", "read", "no", failed=True)])
        ask(how, request(messages=[UserMessage([TextPart("hi")]), message, result]))
    assert b"bottom" in provider.requests[1].raw


@pytest.mark.parametrize("spec", SPECS)
def test_arguments_that_were_kept_too_deep_can_be_sent_all_the_same(spec: str) -> None:
    for levels in (260, 960):
        deep = ModelMessage([CallPart("c1", "read", nested(levels))])
        result = ToolMessage([ResultPart("c1", "read", "no", failed=True)])
        with ProviderServer([says("ok")]) as provider:
            ask(settings(provider, spec), request(messages=[UserMessage([TextPart("hi")]), deep, result]))
        assert pairs(provider.requests[0]) == ([("c1", "read")], ["c1"])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("written", ['{"path": ', "[1]", "[" * 5000, '"\ud800"'])
def test_arguments_that_are_no_object_go_back_as_one(spec: str, written: str) -> None:
    made = ModelMessage([CallPart("c1", "read", written)])
    result = ToolMessage([ResultPart("c1", "read", "no", failed=True)])
    with ProviderServer([says("ok")]) as provider:
        ask(settings(provider, spec), request(messages=[UserMessage([TextPart("hi")]), made, result]))
    assert b"INVALID_JSON" in provider.requests[0].raw


@pytest.mark.parametrize("written", ['{"path": 1e999}', '{"path": -1e999}'])
def test_numbers_that_are_none_are_no_arguments(written: str) -> None:
    with ProviderServer([calls(Call("read", written))]) as provider:
        (call,) = calls_of(finish(ask(settings(provider), request(tools=[READ]))).message)
    assert call.arguments == written


@pytest.mark.parametrize("spec", SPECS)
def test_names_and_ids_go_out_as_every_provider_takes_them_and_stay_pairs(spec: str) -> None:
    odd = [
        ("functions.readFile:0", "functions.readFile"),
        ("c" * 100, "x" * 100),
        ("", ""),
        ("c|1", "r\u00e9ad file"),
        ("c\ud800", "\ud800"),
        ("functions.readFile:1", "functions.readFile"),
        ("call_1", "read"),
    ]
    history: list[Message] = [
        UserMessage([TextPart("hi")]),
        ModelMessage([CallPart(call, name, {}) for call, name in odd]),
        ToolMessage([ResultPart(call, name, "no") for call, name in odd]),
    ]
    with ProviderServer([says("ok"), says("ok")]) as provider:
        ask(settings(provider, spec), request(messages=history), request(messages=history))
    first, second = provider.requests
    made, answered = pairs(first)
    assert [call for call, _ in made] == answered
    assert len(set(answered)) == len(odd)
    assert all(FINE.fullmatch(call) and FINE.fullmatch(name) for call, name in made)
    assert [name for _, name in made] == [
        "functions_readFile",
        "x" * 64,
        "unknown",
        "r_ad_file",
        "_",
        "functions_readFile",
        "read",
    ]
    assert made[-1][0] == "call_1"
    assert first.raw == second.raw  # a cache of it hits


@pytest.mark.parametrize("spec", SPECS)
def test_halves_of_characters_are_replaced_wherever_they_come(spec: str) -> None:
    arguments: Any = {"path": "a\ud800b"} if spec == GEMINI else '{"path": "a"}'
    wanted = Call("re\ud800ad", arguments, id="c\ud8001", signature="c2ln")
    with ProviderServer([calls(wanted, text="one\udc00two")]) as provider:
        events = ask(settings(provider, spec), request(tools=[READ]))
    assert "".join(text(events)) == "one\ufffdtwo"
    assert CallStarted("c\ufffd1", "re\ufffdad") in events
    (call,) = calls_of(finish(events).message)
    assert (call.id, call.name) == ("c\ufffd1", "re\ufffdad")
    assert call.arguments == {"path": "a\ufffdb" if spec == GEMINI else "a"}
    repr(events).encode()


def test_counts_of_tokens_are_counts() -> None:
    for number in (-5, 2**70):
        result = RequestUsage(input_tokens=number, output_tokens=number)
        usage = to_finished(ModelResponse([], usage=result)).usage
        assert usage.input == usage.output
        assert 0 <= usage.input <= 2**53


CONTEXT = 'Open file: notes.md\nThe "password" is zebra-crossing-4711\nund Größe: 你好世界你好世界你好世界\n'


@pytest.mark.parametrize(
    "said",
    [
        CONTEXT,
        json.dumps(CONTEXT),
        json.dumps(json.dumps(CONTEXT)),
        "bad input near 'zebra-crossing-4711'",
        "bad input near ZEBRA CROSSING 4711",
        "bad input \\u4f60\\u597d\\u4e16\\u754c\\u4f60\\u597d\\u4e16\\u754c\\u4f60\\u597d\\u4e16\\u754c",
    ],
)
def test_a_provider_that_quotes_the_context_is_not_quoted(said: str) -> None:
    assert repeats_text(said, CONTEXT)
    with ProviderServer([fails(400, said)]) as provider:
        error = failure(settings(provider), request(context=CONTEXT))
    assert error.kind == "rejected"
    assert "It says" not in error.message
    assert "4711" not in error.message.replace(
        provider.origin.partition("//")[2], ""
    )  # its port may have them


@pytest.mark.parametrize("spec", SPECS)
def test_a_provider_that_speaks_of_something_else_is_quoted_and_understood(spec: str) -> None:
    with ProviderServer([fails(400, "temperature is unsupported"), fails(400, CONTEXT)]) as provider:
        how = settings(provider, spec)
        assert failure(how, request(context=CONTEXT)).message.endswith("temperature is unsupported")
        assert "zebra" in failure(how, request()).message  # without a context nothing is to be kept back
    result = f"This model's maximum context length is 8192 tokens, and you sent {CONTEXT}"
    with ProviderServer([fails(400, result)]) as provider:
        error = failure(settings(provider, spec), request(context=CONTEXT))
    assert error.kind == "context_too_long"
    assert "zebra" not in error.message


def test_a_short_context_is_not_quoted_either() -> None:
    assert repeats_text("what is pin 4711?", "4711")
    assert not repeats_text("what is this?", "4711")
    assert not repeats_text("what is this?", " ")
    assert not repeats_text("", CONTEXT)


def test_text_is_not_touched() -> None:
    with ProviderServer([calls(Call("read", {"path": "\U0001f600"}), text="\U0001f600")]) as provider:
        end = finish(ask(settings(provider), request(tools=[READ])))
    assert end.message.parts[0] == TextPart("\U0001f600")
    assert calls_of(end.message)[0].arguments == {"path": "\U0001f600"}
