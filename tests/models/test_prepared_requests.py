"""Prepared requests are the same as those that the SDK builds, and cost no more for a longer conversation."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionChunk
from pydantic_ai.models.openai import OpenAIChatModel

from models.model_requests import KEY, READ, ask, failure, limited, request, settings
from provider_server import (
    Call,
    Disconnect,
    ProviderServer,
    Raw,
    Reply,
    Stall,
    Text,
    Usage,
    fails,
    says,
)
from understudy.models import (
    CallPart,
    ImagePart,
    Message,
    ModelError,
    ModelMessage,
    Request,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    ToolSpec,
    UserMessage,
    http_client,
    open_model,
    openai_client,
)
from understudy.models import prepared_requests as prepared
from understudy.models.openai_client import FastOpenAI

WRITE = ToolSpec("write", "Write a file.", {"type": "object", "properties": {}})
PICTURE = ImagePart(b"\x89PNG\r\n", "image/png")
CONVERSATION: list[Message] = [
    UserMessage([TextPart("Read “a” and b.\ud800\n"), TextPart("Both.")]),
    ModelMessage(
        [TextPart("I do."), CallPart("c1", "read", {"path": "a"}), CallPart("c2", "read", "no JSON")]
    ),
    ToolMessage([ResultPart("c1", "read", "é\0\n" * 9), ResultPart("c2", "read", "bad", failed=True)]),
    ModelMessage([CallPart("c3", "read", {"path": "b", "deep": {"x": [1, None, True]}})]),
    ToolMessage([ResultPart("c3", "read", "a picture", images=(PICTURE,))]),
    ModelMessage([TextPart("Done.")]),
    UserMessage([TextPart("Look:"), PICTURE]),
    ModelMessage([TextPart("")]),
    UserMessage([TextPart("And now?")]),
]
REQUESTS = [
    request(messages=CONVERSATION[:1], tools=(READ,)),
    request(messages=CONVERSATION[:3], tools=(READ,)),
    request(messages=CONVERSATION[:5], tools=(READ,), context="the cursor is here"),
    request(messages=CONVERSATION[:7], tools=(READ, WRITE), max_tokens=77),
    request(messages=CONVERSATION, tools=(READ, WRITE)),
    request(messages=CONVERSATION, tools=(), system=""),
    request(messages=CONVERSATION, tools=(READ,), context="it is there now"),
    request(messages=CONVERSATION[:1], tools=(READ,)),
]


def bodies(requests: list[Request], spec: str) -> list[Any]:
    with ProviderServer([says("Yes.")] * len(requests)) as provider:
        ask(settings(provider, spec), *requests)
        return [recorded.body for recorded in provider.requests]


@pytest.mark.parametrize("spec", ["openai-chat:gpt-4o", "openai-chat:o3"])
def test_a_prepared_request_is_the_one_that_the_sdk_would_build(
    monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    split: list[prepared.PreparedRequest | None] = []
    splitting = prepared.PreparedRequests.split

    is_whole: list[bool] = []

    async def recorded(self: Any, *whole: Any) -> Any:
        split.append(await splitting(self, *whole))
        is_whole.append(bool(split[-1] and split[-1].request()))
        return split[-1]

    monkeypatch.setattr(prepared.PreparedRequests, "split", recorded)
    sent = bodies(REQUESTS, spec)
    assert [len(one.items) if one else None for one in split] == [2, 4, 6, 8, 10, 9, 10, 2]
    assert all(one and not one.remaining.messages and not one.remaining.system for one in split)
    assert is_whole == [False, True, True, False, False, False, False, True]
    monkeypatch.setattr(prepared.PreparedRequests, "for_model", lambda _: None)
    assert sent == bodies(REQUESTS, spec)


def test_a_request_without_the_sdk_has_the_headers_of_one_with_it() -> None:
    with ProviderServer([says("Yes.")] * 2) as provider:
        ask(settings(provider), *REQUESTS[:2])
        first, second = (dict(recorded.headers) for recorded in provider.requests)
    assert int(first.pop("content-length")) < int(second.pop("content-length"))
    assert first == second
    assert first["authorization"] == f"Bearer {KEY}"


FAILURES = [
    *map(fails, (400, 401, 403, 404, 408, 413, 422, 429, 500, 503, 529)),
    fails(307, location="http://localhost:9/v1"),
    fails(429, "slow down", Retry_After="99999"),
    fails(400, error={"message": "maximum context length is 5 tokens", "code": "context_length_exceeded"}),
    fails(429, error={"message": "nothing left", "code": "insufficient_quota"}),
    Reply((Disconnect(),)),
    Reply((Text("I beg"), Disconnect())),
    Reply((Raw("data: no JSON\n\n"),)),
    Reply((Raw('data: {"error": {"message": "overloaded"}}\n\n'),)),
]


@pytest.mark.parametrize("failing", FAILURES, ids=range(len(FAILURES)))
def test_a_request_without_the_sdk_fails_as_one_with_it(
    monkeypatch: pytest.MonkeyPatch, failing: Reply
) -> None:
    def both() -> tuple[str, str]:
        with ProviderServer([says("Yes."), failing]) as provider:
            error = failure(settings(provider, attempts=1), *REQUESTS[:2])
            assert len(provider.requests) == 2
            return error.kind, error.message.replace(provider.origin.partition("//")[2], "HOST")

    without = both()
    monkeypatch.setattr(openai_client, "FastChatModel", OpenAIChatModel)
    assert without == both()


def test_a_request_without_the_sdk_that_finds_nobody_fails_as_one_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ask_twice() -> tuple[str, str]:
        async def ask_both() -> tuple[str, str]:
            with ProviderServer([says("Yes.")]) as provider:
                host = provider.origin.partition("//")[2]
                model = open_model(settings(provider, attempts=1))
                async for _ in model.stream(REQUESTS[0]):
                    pass
            try:
                with pytest.raises(ModelError) as raised:
                    async for _ in model.stream(REQUESTS[1]):
                        pass
            finally:
                await model.close()
            return raised.value.kind, raised.value.message.replace(host, "HOST")

        return limited(ask_both())

    without = ask_twice()
    assert without[0] == "unreachable"
    monkeypatch.setattr(openai_client, "FastChatModel", OpenAIChatModel)
    assert without == ask_twice()


def test_a_request_without_the_sdk_that_stalls_fails_as_one_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def both() -> str:
        with ProviderServer([says("Yes."), Reply((Stall(),))]) as provider:
            return failure(settings(provider, attempts=1, idle_seconds=1), *REQUESTS[:2]).kind

    assert both() == "stalled"
    monkeypatch.setattr(openai_client, "FastChatModel", OpenAIChatModel)
    assert both() == "stalled"


def test_each_message_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    conversation: list[Message] = [UserMessage([TextPart(str(number))]) for number in range(50)]
    converted: list[Message] = []
    converting = prepared.to_messages

    def recorded(one: Request, *more: Any, **options: Any) -> Any:
        converted.extend(one.messages)
        return converting(one, *more, **options)

    monkeypatch.setattr(prepared, "to_messages", recorded)
    bodies([request(messages=conversation[:count]) for count in (10, 30, 50)], "openai-chat:gpt-4o")
    assert converted == conversation


def test_reasoning_that_is_sent_back_is_left_to_the_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"provider": "openai", "id": "reasoning_content"}
    thoughtful: list[Message] = [
        UserMessage([TextPart("Think.")]),
        ModelMessage([ThoughtPart("Hm.", data), TextPart("So.")]),
        UserMessage([TextPart("Again.")]),
    ]
    sent = bodies([request(messages=thoughtful)], "openai-chat:gpt-4o")
    monkeypatch.setattr(prepared.PreparedRequests, "for_model", lambda _: None)
    assert sent == bodies([request(messages=thoughtful)], "openai-chat:gpt-4o")


def test_a_request_that_is_sent_again_is_the_same() -> None:
    with ProviderServer([fails(503), says("Yes.")]) as provider:
        ask(settings(provider), request(messages=CONVERSATION, tools=(READ,)))
        first, second = (recorded.body for recorded in provider.requests)
        assert first == second


CHUNK = {
    "id": "x",
    "object": "chat.completion.chunk",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi"}, "finish_reason": None}],
}


@pytest.mark.parametrize(
    "chunk",
    [
        CHUNK,
        {**CHUNK, "choices": []},
        {
            **CHUNK,
            "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3, "extra": {"a": 1}},
        },
        {**CHUNK, "unknown": [1, {"x": 2}], "choices": [{"index": 0, "delta": {"reasoning": "Hm."}}]},
        {**CHUNK, "created": None},
        {**CHUNK, "created": "1"},
        {**CHUNK, "object": "", "choices": [{"delta": {"content": 5}}]},
        {"error": {"message": "overloaded"}},
        {},
        {
            **CHUNK,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "tool_calls",
                    "delta": {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "read"}}]},
                }
            ],
        },
    ],
)
def test_a_chunk_is_read_as_the_sdk_reads_it(chunk: dict[str, Any]) -> None:
    response = httpx2.Response(200, request=httpx2.Request("POST", "http://localhost"))

    def read(client: AsyncOpenAI) -> ChatCompletionChunk:
        return client._process_response_data(data=chunk, cast_to=ChatCompletionChunk, response=response)

    fast, slow = read(FastOpenAI(api_key="x")), read(AsyncOpenAI(api_key="x"))
    assert fast.model_dump(exclude_unset=True, warnings=False) == slow.model_dump(
        exclude_unset=True, warnings=False
    )
    assert fast == slow


STREAMS: list[list[bytes]] = [
    [b"data: 1\n\n", b"data: 2\n\ndata: 3\n\n", b"data: [DONE]\n\n"],
    [b'data: "\xc3\xa9"\n\ndata: "\xe2\x80\xa8"\n\n'],
    [b"data: 1\n\nda", b"ta: 2\n\n", b"data: 3\n\n"],
    [b"data: 1\r\n\r\n", b"data: 2\n\n"],
    [b"data: 1\r\rdata: 2\r", b"\rdata: 3\n\n"],
    [b"data:1\n\n", b"data:  2\n\n", b"data: \n\n", b"data\n\n"],
    [b"data: 1\n\n", b": alive\n\n", b"event: x\nid: 5\nretry: 9\ndata: 2\ndata: 3\n\n", b"data: 4\n\n"],
    [b"data: 1\n\n\n\ndata: 2\n\n", b"\n", b"data: 3\n\n"],
    [b"\xef\xbb\xbfdata: 1\n\n", b"data: 2\n\n"],
    [b"data: 1\n\n", b"", b"data: 2\n", b"\n", b"data: the end is missing\n"],
    [b"data: 1\n\n", b"data: \xff\n\n"],
]


@pytest.mark.parametrize("pieces", STREAMS, ids=range(len(STREAMS)))
def test_events_are_split_as_the_sdk_splits_them(pieces: list[bytes]) -> None:
    async def stream() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def read(client: AsyncOpenAI) -> list[str]:
        found: list[str] = []
        try:
            async for event in client._make_sse_decoder().aiter_bytes(stream()):
                found.append(repr(event))
        except UnicodeDecodeError:
            found.append("no UTF-8")
        return found

    fast = asyncio.run(read(FastOpenAI(api_key="x")))
    assert fast == asyncio.run(read(AsyncOpenAI(api_key="x")))
    assert fast


ANSWERS = [
    Reply((Text("Hel"), Text("lo")), usage=Usage(7, 3)),
    Reply((Text("I read."), Call("read", {"path": "a"}), Call("read", {"path": "b"})), usage=None),
    says(*map(str, range(50))),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=["text", "calls", "pieces"])
def test_an_answer_is_read_as_pydantic_ai_reads_it(monkeypatch: pytest.MonkeyPatch, answer: Reply) -> None:
    with ProviderServer([answer] * 2) as provider:
        fast = ask(settings(provider), request(tools=(READ,)))
        monkeypatch.setattr(openai_client, "FastChatModel", OpenAIChatModel)
        assert fast == ask(settings(provider), request(tools=(READ,)))


@pytest.mark.parametrize(("interval_s", "turns_of_others"), [(0.0, 99), (1e9, 0)])
def test_a_stream_that_never_waits_lets_other_tasks_run_at_its_interval(
    monkeypatch: pytest.MonkeyPatch, interval_s: float, turns_of_others: int
) -> None:
    monkeypatch.setattr(http_client, "YIELD_INTERVAL_S", interval_s)

    class Flood(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            for number in range(99):
                yield b"data: %d\n\n" % number

    async def read() -> int:
        response = httpx2.Response(
            200,
            request=httpx2.Request("POST", "http://localhost"),
            headers={"content-type": "text/event-stream"},
            stream=Flood(),
        )
        await http_client.limit_response(response)
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.ensure_future(count())
        async for _ in response.aiter_bytes():
            pass
        other.cancel()
        return turns

    assert asyncio.run(read()) == turns_of_others
