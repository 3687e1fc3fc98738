"""Failures of a server and texts that are never sent: there is always a reason, and it holds no secret."""

import asyncio
import logging
from dataclasses import replace

import pytest

from nes_model.engine_fixtures import GOOD, KEY, TEXT, answered, engine_for, once, run, word
from nes_model.scripted_server import Drop, Line, Raw, ScriptedServer, Stall, fails, says, says_ollama
from nes_model.situations import situation_of
from understudy.nes.engine_api import EngineResult


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (says("NO_EDITS\n"), "model-silent"),
        (says(TEXT.replace("‸", "")), "model-silent"),
        (says(GOOD, finish="length"), "model-cut"),
        (says("def total(self):"), "model-astray"),
        (says_ollama(GOOD), "model-failed"),
    ],
)
def test_a_reply_that_is_no_edit_has_its_reason(reply: Raw, expected: str) -> None:
    assert word(answered([reply])) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (fails(500), "model-failed"),
        (fails(502, body=b"<html>no</html>"), "model-failed"),
        (fails(404), "model-rejected"),
        (fails(400), "model-rejected"),
        (fails(429), "model-busy"),
        (fails(503), "model-busy"),
        (fails(401), "auth_required"),
        (fails(403), "auth_required"),
        (fails(302, ("Location", "http://127.0.0.1:1/v1/completions")), "model-rejected"),
        (Drop(), "model-failed"),
        (Drop(inside=True), "model-failed"),
        (Raw(b"x" * 65536, endless=True), "model-failed"),
        (Raw(b'{"choices": [{"text": "' + b"x" * 300_000 + b'"}]}'), "model-failed"),
        (Raw(b"not json"), "model-failed"),
        (Raw(b"[" * 100_000), "model-failed"),
        (Raw(b""), "model-failed"),
        (Raw(b'{"choices": []}'), "model-failed"),
        (Raw(b'{"choices": "x"}'), "model-failed"),
        (Raw(b'{"choices": [{"text": 5}]}'), "model-failed"),
        (Raw(b'{"choices": [{"text": "\xff\xfe"}]}'), "model-failed"),
        (Raw(b'{"choices": [{"text": "\\ud800"}]}'), "model-failed"),
        (Raw(b"<html>hello</html>", kind="text/html"), "model-failed"),
        (Raw(b"data: {}\n\n", kind="text/event-stream"), "model-failed"),
        (replace(says(GOOD), headers=(("Content-Encoding", "gzip"),)), "model-failed"),
    ],
)
def test_whatever_a_server_does_there_is_a_reason_and_no_key_in_it(
    line: Line, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    verdict = answered([line], key=KEY)
    assert word(verdict) == expected
    assert KEY not in verdict.reason + caplog.text
    assert "total" not in verdict.reason + caplog.text
    assert verdict.reason.endswith(".")


@pytest.mark.parametrize("stall", [Stall(), Stall(after_head=True)])
def test_a_server_that_stalls_is_given_up_in_time_and_its_connection_closed(stall: Stall) -> None:
    with ScriptedServer([stall]) as server:
        assert word(run(once(server, seconds=0.2))) == "late"
        assert server.requests[0].left.wait(240)


def test_an_unreachable_server_is_reported() -> None:
    with ScriptedServer([says(GOOD)]) as server:
        pass
    verdict = run(once(server))
    assert word(verdict) == "model-unreachable"
    assert f"127.0.0.1:{server.port}" in verdict.reason


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert answered([says(GOOD)]).candidates


def test_a_failing_server_is_asked_again_after_the_backoff() -> None:
    now = 1000.0

    async def ask(server: ScriptedServer) -> list[str]:
        nonlocal now
        words: list[str] = []
        async with engine_for(server, clock=lambda: now) as engine:
            for wait in (0.0, 0.5, 0.6, 1.5, 0.6, 0.0):
                now += wait
                verdict = await engine.propose(situation_of(TEXT))
                words.append("edit" if verdict.candidates else word(verdict))
        return words

    with ScriptedServer([fails(500), fails(500), says(GOOD)]) as server:
        assert run(ask(server)) == [
            "model-failed",
            "model-resting",
            "model-failed",
            "model-resting",
            "edit",
            "edit",
        ]
    assert len(server.requests) == 3


def test_a_retry_after_prolongs_the_backoff() -> None:
    now = 1000.0

    async def ask(server: ScriptedServer) -> list[str]:
        nonlocal now
        async with engine_for(server, clock=lambda: now) as engine:
            words = [word(await engine.propose(situation_of(TEXT)))]
            now += 6
            words.append(word(await engine.propose(situation_of(TEXT))))
            now += 2
            assert (await engine.propose(situation_of(TEXT))).candidates
        return words

    with ScriptedServer([fails(429, ("Retry-After", "7")), says(GOOD)]) as server:
        assert run(ask(server)) == ["model-busy", "model-resting"]


@pytest.mark.parametrize(
    ("text", "uri", "expected"),
    [
        ("a <[fim-middle]> b‸", "file:///a.py", "model-unfit-special-tokens"),
        ("x" * 4000 + "‸", "file:///a.py", "model-unfit-long-line"),
        ("TOKEN=‸", "file:///srv/.env", "model-unfit-private"),
        ("half \ud83d‸", "file:///a.py", "model-unfit-characters"),
    ],
)
def test_a_text_that_is_unfit_is_never_sent(text: str, uri: str, expected: str) -> None:
    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server) as engine:
            return await engine.propose(situation_of(text, uri=uri))

    with ScriptedServer([says(GOOD)]) as server:
        assert word(run(ask(server))) == expected
    assert server.requests == []


def test_ollama_is_given_the_time_to_load_a_model() -> None:
    async def ask(server: ScriptedServer) -> list[str]:
        async with engine_for(server, "zeta2:z", prefix="ollama+", seconds=0.2) as engine:
            words = [word(await engine.propose(situation_of(TEXT)))]
            await server.arrived(2)
            async with asyncio.timeout(240):
                while not (verdict := await engine.propose(situation_of(TEXT))).candidates:
                    assert word(verdict) == "model-resting"
                    await asyncio.sleep(0)
        return words

    with ScriptedServer([Stall(), Raw(b'{"done": true}'), says_ollama(GOOD)]) as server:
        assert run(ask(server)) == ["late"]
    assert [request.body.get("prompt") is None for request in server.requests] == [False, True, False]
    assert server.requests[1].path == "/api/generate"
    assert server.requests[1].body["options"]["num_ctx"] == server.requests[2].body["options"]["num_ctx"]


def test_loading_is_given_up_when_the_engine_is_closed() -> None:
    async def ask(server: ScriptedServer) -> None:
        async with engine_for(server, "zeta2:z", prefix="ollama+", seconds=0.2) as engine:
            assert word(await engine.propose(situation_of(TEXT))) == "late"
            await server.arrived(2)

    with ScriptedServer([Stall()]) as server:
        run(ask(server))
        assert server.requests[1].left.wait(240)
