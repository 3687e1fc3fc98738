"""What goes out: messages, tools, context, seals, and exactly those headers and keys that were meant."""

import asyncio
import json
import re
from typing import Any

import httpx2
import pytest

from models.model_requests import KEY, READ, SPECS, ask, calls_of, finish, request, settings
from provider_server import Call, ProviderServer, Recorded, Reply, Text, Thought, says
from understudy.models import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ModelSettings,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
)
from understudy.models.http_client import build_http_client
from understudy.models.model_api import format_context_block

CHAT, RESPONSES, CLAUDE, GEMINI = SPECS
PIXEL = ImagePart(b"\x89PNG\r\n\x1a\n", "image/png")
ASKED = UserMessage([TextPart("What is in a?")])
CALLED = ModelMessage([TextPart("Let me see."), CallPart("c1", "read", {"path": "/a"})])
READ_IT = ToolMessage([ResultPart("c1", "read", "abc")])
HISTORY: list[Message] = [ASKED, CALLED, READ_IT]


def sent(spec: str, **more: Any) -> Recorded:
    with ProviderServer([says("ok")]) as provider:
        ask(settings(provider, spec, **more.pop("using", {})), request(**more))
    (recorded,) = provider.requests
    return recorded


def history_bytes(recorded: Recorded) -> bytes:
    """The body up to where the last message ends."""
    found = re.match(rb'.*"(?:messages|input|contents)":\[.*?\}(?=\],")', recorded.raw, re.DOTALL)
    assert found
    return found[0]


@pytest.mark.parametrize("spec", SPECS[:2])
@pytest.mark.parametrize("messages", [HISTORY[:1], HISTORY], ids=["after a prompt", "after tool results"])
def test_the_context_comes_last_and_the_body_before_it_is_the_same_to_the_byte(
    spec: str, messages: list[Message]
) -> None:
    without = sent(spec, messages=messages)
    having = sent(spec, messages=messages, context="open: a.py")
    assert having.raw.startswith(history_bytes(without))
    key = "messages" if spec == CHAT else "input"
    assert having.body[key][:-1] == without.body[key]
    assert having.body[key][-1] == {"role": "user", "content": format_context_block("open: a.py")}


@pytest.mark.parametrize("spec", SPECS[:2])
def test_the_next_turn_starts_with_the_very_bytes_of_this_one_without_its_context(spec: str) -> None:
    first = sent(spec, messages=HISTORY, context="open: a.py")
    plain = history_bytes(sent(spec, messages=HISTORY))
    later: list[Message] = [*HISTORY, ModelMessage([TextPart("abc")]), UserMessage([TextPart("And b?")])]
    second = sent(spec, messages=later, context="open: b.py")
    assert first.raw.startswith(plain)
    assert second.raw.startswith(plain)
    assert b"a.py" not in second.raw


@pytest.mark.parametrize(
    ("spec", "key", "parts"), [(CLAUDE, "messages", "content"), (GEMINI, "contents", "parts")]
)
@pytest.mark.parametrize("messages", [HISTORY[:1], HISTORY], ids=["after a prompt", "after tool results"])
def test_where_user_parts_are_one_message_the_context_is_its_last_part(
    spec: str, key: str, parts: str, messages: list[Message]
) -> None:
    def flat(recorded: Recorded) -> list[tuple[str, Any]]:
        return [(message["role"], part) for message in recorded.body[key] for part in message[parts]]

    without = flat(sent(spec, messages=messages))
    having = flat(sent(spec, messages=messages, context="open: a.py"))
    assert having[:-1] == without
    role, last = having[-1]
    assert (role, last["text"]) == ("user", format_context_block("open: a.py"))
    assert "cache_control" not in last


@pytest.mark.parametrize("spec", SPECS)
def test_images_of_tool_results_stay_before_the_context(spec: str) -> None:
    looked: list[Message] = [ASKED, CALLED, ToolMessage([ResultPart("c1", "read", "see", images=(PIXEL,))])]
    raw = sent(spec, messages=looked, context="open: a.py").raw
    assert 0 < raw.index(b"iVBORw0KGgo") < raw.index(b"open: a.py")


def test_system_and_tools_go_out_as_they_are() -> None:
    body = sent(CHAT, tools=[READ]).body
    assert body["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]
    assert body["tools"] == [
        {
            "type": "function",
            "function": {"name": "read", "description": "Read a file.", "parameters": READ.input_schema},
        }
    ]
    assert body["stream"] is True
    assert body.get("parallel_tool_calls") is not False


def test_calls_and_results_go_out_in_the_words_of_the_api() -> None:
    failed = ToolMessage([ResultPart("c1", "read", "no such file", failed=True)])
    said = sent(CHAT, messages=[ASKED, CALLED, failed]).messages[2:]
    assert said[0]["content"] == "Let me see."
    assert said[0]["tool_calls"][0]["id"] == "c1"
    assert json.loads(said[0]["tool_calls"][0]["function"]["arguments"]) == {"path": "/a"}
    assert said[1]["tool_call_id"] == "c1"
    assert "no such file" in said[1]["content"]
    claude = sent(CLAUDE, messages=[ASKED, CALLED, failed]).messages[2]
    assert claude["content"][0]["is_error"] is True


def test_arguments_that_were_no_json_can_be_sent_back() -> None:
    broken = ModelMessage([CallPart("c1", "read", '{"path": ')])
    said = sent(CHAT, messages=[ASKED, broken, READ_IT]).messages[2]
    assert '{"path": ' in json.loads(said["tool_calls"][0]["function"]["arguments"]).values()


def test_a_user_can_send_an_image_and_halves_of_characters() -> None:
    body = sent(CHAT, messages=[UserMessage([TextPart("what?\ud800"), PIXEL])]).messages[1]
    assert body["content"][0] == {"type": "text", "text": "what?�"}
    assert body["content"][1]["image_url"]["url"].startswith("data:image/png;base64,iVBOR")


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_provider_sealed_goes_back_to_it_unchanged(spec: str) -> None:
    steps = (
        Thought("I wonder", "c2lnbmF0dXJl"),
        Text("Let me see."),
        Call("read", {"path": "/a"}, "c1", signature="Y2FsbA=="),
    )
    with ProviderServer([Reply(steps), says("done")]) as provider:
        how = settings(provider, spec)
        message = finish(ask(how, request(tools=[READ]))).message
        # As the session store keeps it.
        stored = ModelMessage(
            [
                CallPart(
                    part.id, part.name, json.loads(json.dumps(part.arguments)), _stored(part.provider_data)
                )
                if isinstance(part, CallPart)
                else type(part)(part.text, _stored(part.provider_data))
                for part in message.parts
            ]
        )
        assert stored.parts == [*message.parts]
        ask(how, request(messages=[ASKED, stored, READ_IT], tools=[READ]))
    body = json.dumps(provider.requests[1].body)
    assert "I wonder" in body
    match spec:
        case "openai-chat:gpt-4o":
            assert provider.requests[1].messages[2]["reasoning_content"] == "I wonder"
        case "google:gemini-3-pro-preview":
            assert "c2lnbmF0dXJl" in body
            assert "Y2FsbA==" in body
        case "openai:gpt-5":
            assert '"encrypted_content": "c2lnbmF0dXJl"' in body
            assert all(f'"id": "{item}"' in body for item in ("rs_0", "msg_1", "fc_2"))
        case _:
            assert '"signature": "c2lnbmF0dXJl"' in body


def _stored(seal: Any) -> Any:
    return json.loads(json.dumps(seal))


@pytest.mark.parametrize("spec", SPECS)
def test_thoughts_that_another_provider_sealed_stay_away(spec: str) -> None:
    elsewhere = ThoughtPart("private musing", {"provider": "elsewhere", "signature": "c2ln", "id": "rs_9"})
    unsealed = ThoughtPart("private humming")
    sealed_text = TextPart("Yes.", {"provider": "elsewhere", "id": "msg_9"})
    raw = sent(spec, messages=[ASKED, ModelMessage([elsewhere, unsealed, sealed_text]), ASKED]).raw
    assert b"Yes." in raw
    for word in (b"private", b"c2ln", b"rs_9", b"msg_9"):
        assert word not in raw


def test_anthropic_is_told_what_to_cache_and_the_context_is_not_in_it() -> None:
    body = sent(CLAUDE, messages=HISTORY, tools=[READ], context="open: a.py").body
    assert "cache_control" in body["system"][-1]
    assert "cache_control" in body["tools"][-1]
    marked = [part for message in body["messages"] for part in message["content"] if "cache_control" in part]
    assert [part["type"] for part in marked] == ["tool_result"]


def test_the_most_tokens_of_an_answer_come_from_the_request_or_the_settings() -> None:
    assert sent(CLAUDE, using={"max_output_tokens": 77}).body["max_tokens"] == 77
    assert sent(CLAUDE, using={"max_output_tokens": 77}, max_tokens=5).body["max_tokens"] == 5
    assert 5 in sent(CHAT, max_tokens=5).body.values()


def test_thinking_can_be_asked_for() -> None:
    assert sent(RESPONSES, using={"thinking": "low"}).body["reasoning"]["effort"] == "low"


def test_nothing_is_kept_at_openai() -> None:
    assert sent(RESPONSES).body["store"] is False


LURES = {
    "OPENAI_API_KEY": "sk-for-openai-only",
    "OPENAI_ADMIN_KEY": "sk-admin-only",
    "OPENAI_ORG_ID": "org-of-mine",
    "OPENAI_PROJECT_ID": "project-of-mine",
    "OPENAI_CUSTOM_HEADERS": "X-Lure: lure-header\nAuthorization: Bearer lure-authorization",
    "OPENAI_BASE_URL": "http://127.0.0.1:9/lure",
    "ANTHROPIC_API_KEY": "sk-ant-only",
    "ANTHROPIC_AUTH_TOKEN": "lure-token",
    "ANTHROPIC_CUSTOM_HEADERS": "X-Lure: lure-header\nx-api-key: lure-key",
    "ANTHROPIC_BASE_URL": "http://127.0.0.1:9/lure",
    "GOOGLE_API_KEY": "google-only",
    "GEMINI_API_KEY": "gemini-only",
    "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:9/lure",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
}


@pytest.mark.parametrize("key", [KEY, None])
@pytest.mark.parametrize("spec", [*SPECS, "ollama:qwen3"])
def test_no_key_address_or_proxy_of_the_environment_is_used(
    spec: str, key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in LURES.items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(name.lower(), value)
    recorded = sent(spec, using={"api_key": key})
    head = json.dumps(dict(recorded.headers)) + recorded.path
    assert (KEY in head) is (key is not None)
    for lure in (*LURES.values(), "lure", "x-stainless", "none"):
        assert lure not in head.lower()


def test_only_the_provider_itself_hears_of_the_organisation() -> None:
    async def headers(base_url: str | None) -> httpx2.Headers:
        async with build_http_client(ModelSettings("openai:gpt-5", KEY, base_url)) as client:
            asked = client.build_request(
                "POST", "https://h/", headers={"OpenAI-Organization": "o", "X-Other": "x"}
            )
            for hook in client.event_hooks["request"]:
                await hook(asked)
            return asked.headers

    assert asyncio.run(headers(None))["openai-organization"] == "o"
    assert "openai-organization" not in asyncio.run(headers("https://elsewhere.example/v1"))
    assert "x-other" not in asyncio.run(headers(None))


def test_calls_of_an_answer_are_found() -> None:
    assert [call.id for call in calls_of(CALLED)] == ["c1"]
