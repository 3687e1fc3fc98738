"""What goes wrong at a provider becomes one of a few kinds of error, in a sentence that holds no secret."""

import asyncio
import json
import logging
import socket
import traceback
from typing import Any

import pytest

from models.model_requests import KEY, SPECS, ask, failure, limited, request, settings, text
from provider_server import Disconnect, ProviderServer, Raw, Reply, Stall, Text, fails, says
from understudy.models import ModelError, ModelSettings, Retrying, open_model

CHAT, RESPONSES, CLAUDE, GEMINI = SPECS


def openai(code: str, message: str = "so") -> dict[str, Any]:
    return {"message": message, "type": code, "code": code, "param": None}


@pytest.mark.parametrize(
    ("spec", "status", "body", "kind"),
    [
        *((spec, 401, None, "auth") for spec in SPECS),
        *((spec, 403, None, "auth") for spec in SPECS),
        *((spec, 404, None, "unknown_model") for spec in SPECS),
        *((spec, 429, None, "rate_limit") for spec in SPECS),
        *((spec, 500, None, "overloaded") for spec in SPECS),
        *((spec, 503, None, "overloaded") for spec in SPECS),
        *((spec, 422, None, "rejected") for spec in SPECS),
        (CHAT, 408, None, "overloaded"),
        (CHAT, 413, None, "rejected"),
        (CHAT, 429, openai("insufficient_quota"), "rate_limit"),
        (CHAT, 400, openai("context_length_exceeded"), "context_too_long"),
        (CHAT, 400, openai("x", "This model's maximum context length is 8192 tokens."), "context_too_long"),
        (CHAT, 400, openai("x", "the request exceeds the available context size"), "context_too_long"),
        (CHAT, 400, openai("invalid_api_key"), "auth"),
        (RESPONSES, 400, openai("model_not_found"), "unknown_model"),
        (CLAUDE, 529, {"type": "overloaded_error", "message": "Overloaded"}, "overloaded"),
        (
            CLAUDE,
            400,
            {"type": "invalid_request_error", "message": "prompt is too long: 9 > 8"},
            "context_too_long",
        ),
        (
            GEMINI,
            400,
            {
                "code": 400,
                "message": "The input token count (9) exceeds the maximum number of tokens allowed (8).",
                "status": "INVALID_ARGUMENT",
            },
            "context_too_long",
        ),
    ],
)
def test_an_error_response_of_the_provider_becomes_one_kind_of_error(
    spec: str, status: int, body: Any, kind: str
) -> None:
    with ProviderServer([fails(status, "so it is", error=body)], repeat=True) as provider:
        error = failure(settings(provider, spec, attempts=1))
    assert error.kind == kind
    assert error.message.endswith((body or {"message": "so it is"})["message"])
    assert len(provider.requests) == 1


@pytest.mark.attack("secrets in logs")
@pytest.mark.parametrize("spec", SPECS)
def test_no_secret_is_in_a_message_though_the_provider_repeats_it(spec: str) -> None:
    said = (
        f"bad key {KEY}\x1b[31m\n in 'Bearer {KEY}' at https://me:hunter2@host/x, or sk-other-1234567 "
        + "x" * 900
    )
    with ProviderServer([fails(400, said, X_Echo=KEY)]) as provider:
        error = failure(settings(provider, spec))
    assert error.kind == "rejected"
    whole = "".join(traceback.format_exception(error))
    for secret in (KEY, "hunter2", "sk-other", "\x1b"):
        assert secret not in whole
    assert "bad key [key]" in error.message
    assert len(error.message) < 400
    assert error.message.isprintable()


@pytest.mark.parametrize("spec", SPECS)
def test_a_key_does_not_travel_to_where_a_server_points(spec: str) -> None:
    with ProviderServer([says("mine now")], repeat=True) as elsewhere:
        away = Reply(status=307, headers={"Location": f"{elsewhere.url}/chat/completions"})
        with ProviderServer([away]) as provider:
            assert failure(settings(provider, spec)).kind == "rejected"
    assert elsewhere.requests == []


def test_a_page_instead_of_an_answer_is_not_quoted() -> None:
    with ProviderServer([fails(400, error="<html>blocked</html>")]) as provider:
        assert "html" not in failure(settings(provider)).message


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    how = ModelSettings(CHAT, KEY, f"http://127.0.0.1:{port}/v1", attempts=1)
    error = failure(how)
    assert error.kind == "unreachable"
    assert f"127.0.0.1:{port}" in error.message


def test_a_host_without_an_address_is_unreachable() -> None:
    assert failure(ModelSettings(CHAT, KEY, "http://nobody.invalid/v1", attempts=1)).kind == "unreachable"


@pytest.mark.parametrize("spec", SPECS)
def test_a_provider_that_sends_nothing_has_stalled(spec: str) -> None:
    with ProviderServer([Reply((Stall(),))]) as provider:
        error = failure(settings(provider, spec, attempts=1, idle_seconds=0.3))
        assert provider.requests[0].left.wait(240)
    assert error.kind == "stalled"
    assert "0.3 s" in error.message


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("step", "kind"), [(Stall(), "stalled"), (Disconnect(), "unreachable")])
def test_a_stream_that_breaks_after_its_first_words_is_not_asked_again(
    spec: str, step: Any, kind: str
) -> None:
    async def consume() -> list[str]:
        received: list[str] = []
        model = open_model(settings(provider, spec, idle_seconds=0.3))
        try:
            with pytest.raises(ModelError) as raised:
                async for event in model.stream(request()):
                    received.append(getattr(event, "text", "?"))
            return [*received, raised.value.kind]
        finally:
            await model.close()

    with ProviderServer([Reply((Text("Once"), step)), says("twice")]) as provider:
        assert limited(consume()) == ["Once", kind]
    assert len(provider.requests) == 1


@pytest.mark.parametrize("step", [Stall(), Disconnect()])
def test_a_stream_that_breaks_before_its_first_words_is_asked_again(step: Any) -> None:
    with ProviderServer([Reply((step,)), says("twice")]) as provider:
        events = ask(settings(provider, idle_seconds=0.3))
    assert isinstance(events[0], Retrying)
    assert text(events) == ["twice"]


def test_something_that_speaks_no_http_is_unreachable() -> None:
    async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"220 mail ready\r\n")
        writer.close()
        await writer.wait_closed()

    async def try_it() -> str:
        async with await asyncio.start_server(rude, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            model = open_model(ModelSettings(CHAT, KEY, f"http://127.0.0.1:{port}/v1", attempts=1))
            try:
                with pytest.raises(ModelError) as raised:
                    async for _ in model.stream(request()):
                        pass
                return raised.value.kind
            finally:
                await model.close()

    assert limited(try_it()) == "unreachable"


def test_an_error_is_plain_data_for_those_who_report_it() -> None:
    with ProviderServer([fails(401, "wrong key")]) as provider:
        error = failure(settings(provider))
    assert json.dumps([error.kind, error.message, str(error)])
    assert error.__cause__ is None


@pytest.mark.parametrize("path", ["", "/v1"])
def test_a_wrong_address_is_answered_like_a_wrong_name_so_both_are_to_be_checked(path: str) -> None:
    with ProviderServer([fails(404)]) as provider:
        address = provider.origin + path
        error = failure(ModelSettings(CHAT, KEY, address))
    assert error.kind == "unknown_model"
    assert f"check the name and the address {address}" in error.message
    assert ("mostly ends in /v1" in error.message) is (path == "")


def test_a_conversation_that_is_too_long_is_told_with_something_that_can_be_done() -> None:
    with ProviderServer([fails(400, error=openai("context_length_exceeded"))]) as provider:
        error = failure(settings(provider))
    assert "Start a new session" in error.message
    assert "/model" in error.message


def test_signs_of_life_do_not_keep_a_stream_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    from understudy.models import provider_model

    monkeypatch.setattr(provider_model, "NO_EVENT_TIMEOUT_S", 0.3)
    with ProviderServer([Reply((Raw(": alive\n\n"), Stall()))]) as provider:
        error = failure(settings(provider, attempts=1, idle_seconds=20.0))
        assert provider.requests[0].left.wait(240)
    assert error.kind == "stalled"
    assert "0.3 s" in error.message
    assert "20 s" not in error.message


def test_a_fault_that_is_no_provider_s_is_logged_by_its_place_and_without_its_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from understudy.models import http_client, provider_model

    def fault(*_: object, **__: object) -> Any:
        raise LookupError(f"what nobody may read: {KEY}")

    caplog.set_level(logging.DEBUG, logger="understudy")
    with ProviderServer([says("hi")], repeat=True) as provider:
        monkeypatch.setattr(provider_model, "to_messages", fault)
        error = failure(settings(provider))
        assert provider.requests == []
    assert (error.kind, "LookupError" in error.message) == ("rejected", True)
    monkeypatch.setattr(http_client, "build_http_client", fault)
    with pytest.raises(ModelError) as raised:
        open_model(ModelSettings(CHAT, KEY))
    assert raised.value.kind == "bad_setting"
    first, second = caplog.messages
    assert "LookupError at " in first
    assert "models/provider_model.py:" in first
    assert "could not be opened: LookupError at models/settings.py:" in second
    assert "read" not in caplog.text
    assert KEY not in caplog.text


def test_a_trouble_of_the_provider_is_no_fault_and_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="understudy")
    for reply in (fails(500), fails(404), fails(429), Reply((Disconnect(),)), Reply((Raw("data: {no\n\n"),))):
        with ProviderServer([reply]) as provider:
            failure(settings(provider, attempts=1))
    assert caplog.messages == []
