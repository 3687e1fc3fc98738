"""The engine against a real HTTP server: requests, replies that become edits, cancelling and keys."""

import asyncio
import json

import pytest

from nes_model.engine_fixtures import GOOD, KEY, NEW, TEXT, engine_for, once, result, run, word
from nes_model.scripted_server import Raw, ScriptedServer, Stall, fails, says, says_ollama
from nes_model.situations import edit_of, situation_of
from understudy.nes.engine_api import Candidate, EngineResult
from understudy.nes.model.engine import ModelEngine
from understudy.nes.model.limits import MODEL_CANDIDATE_PROBABILITY
from understudy.nes.model.settings import NesModelSettings, parse_model_settings


def test_a_reply_becomes_the_smallest_edit() -> None:
    with ScriptedServer([says(GOOD)]) as server:
        verdict = run(once(server))
    (candidate,) = verdict.candidates
    assert (candidate.kind, candidate.family, candidate.pattern) == ("edit", "model", "zeta2")
    assert candidate.probability == MODEL_CANDIDATE_PROBABILITY
    assert result(situation_of(TEXT), verdict) == NEW
    request = server.requests[0]
    assert request.path == "/v1/completions"
    assert request.body["prompt"].endswith("<[fim-middle]>")
    assert request.body["stop"] == [">>>>>>> UPDATED", "<[end▁of▁sentence]>"]
    assert request.body["temperature"] == 0
    assert request.body["stream"] is True
    assert request.body["logprobs"] == 1
    assert "model" not in request.body
    assert "authorization" not in request.headers


@pytest.mark.parametrize(
    ("spec", "prefix", "path", "reply"),
    [
        ("zeta:z", "", "/v1/completions", says(f"<|editable_region_start|>\n{NEW}<|editable_region_end|>")),
        ("zeta2.1:z", "", "/v1/completions", says(f"<|marker_1|>{NEW}<|marker_2|>")),
        ("sweep:s", "", "/v1/completions", says(NEW)),
        ("instinct:i", "", "/v1/chat/completions", says(NEW)),
        ("mercury:m", "", "/v1/edit/completions", says(f"```\n{NEW}\n```")),
        ("zeta2:z", "ollama+", "/api/generate", says_ollama(GOOD)),
        ("instinct:i", "ollama+", "/api/chat", Raw(json.dumps({"message": {"content": NEW}}).encode())),
    ],
)
def test_each_format_goes_to_its_own_endpoint(spec: str, prefix: str, path: str, reply: Raw) -> None:
    with ScriptedServer([reply]) as server:
        verdict = run(once(server, spec, prefix=prefix, key=KEY))
    assert result(situation_of(TEXT), verdict) == NEW
    request = server.requests[0]
    assert request.path == path
    assert request.body["model"] == spec.partition(":")[2]
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["accept-encoding"] == "identity"
    if path == "/api/generate":
        assert request.body["raw"] is True
        assert request.body["options"]["num_predict"] > 0
    if path.endswith("/chat/completions"):
        assert [message["role"] for message in request.body["messages"]] == ["system", "user"]


def test_a_fill_in_the_middle_model_writes_on_at_the_cursor() -> None:
    situation = situation_of("def f(x):\n    return x‸\n")

    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server, "qwen2.5-coder") as engine:
            return await engine.propose(situation)

    with ScriptedServer([says(" + 1")]) as server:
        assert result(situation, run(ask(server))) == "def f(x):\n    return x + 1\n"
    assert server.requests[0].body["prompt"] == (
        "<|fim_prefix|>def f(x):\n    return x<|fim_suffix|>\n<|fim_middle|>"
    )


@pytest.mark.requirement("NES-21")
def test_the_newest_question_wins_and_the_older_ones_connection_is_closed_at_once() -> None:
    async def ask(server: ScriptedServer) -> tuple[EngineResult, EngineResult]:
        async with engine_for(server, seconds=20) as engine:
            older = asyncio.create_task(engine.propose(situation_of(TEXT)))
            await server.arrived(1)
            newer = await engine.propose(situation_of(TEXT.replace("prices", "prizes")))
            return await older, newer

    with ScriptedServer([Stall(), says(GOOD)]) as server:
        older, newer = run(ask(server))
        assert server.requests[0].left.wait(240)
    assert word(older) == "superseded"
    assert newer.candidates


@pytest.mark.requirement("NES-21")
def test_cancelling_stops_the_request_without_a_backoff() -> None:
    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server, seconds=20) as engine:
            asked = asyncio.create_task(engine.propose(situation_of(TEXT)))
            await server.arrived(1)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert await asyncio.to_thread(server.requests[0].left.wait, 240)
            return await engine.propose(situation_of(TEXT))

    with ScriptedServer([Stall(), says(GOOD)]) as server:
        assert run(ask(server)).candidates


def test_closing_ends_the_question_and_later_ones_are_answered_empty() -> None:
    async def ask(server: ScriptedServer) -> tuple[EngineResult, EngineResult]:
        async with engine_for(server, seconds=20) as engine:
            asked = asyncio.create_task(engine.propose(situation_of(TEXT)))
            await server.arrived(1)
            await engine.close()
            return await asked, await engine.propose(situation_of(TEXT))

    with ScriptedServer([Stall()]) as server:
        first, second = run(ask(server))
        assert server.requests[0].left.wait(240)
    assert word(first) == "superseded"
    assert word(second) == "closed"


@pytest.mark.requirement("NES-19")
def test_without_a_key_no_request_goes_to_the_hosted_endpoint() -> None:
    async def ask() -> EngineResult:
        engine = ModelEngine(parse_model_settings("mercury"))
        assert engine.auth_required
        verdict = await engine.propose(situation_of(TEXT))
        await engine.close()
        return verdict

    assert word(run(ask())) == "auth_required"


@pytest.mark.requirement("NES-19")
def test_a_rejected_key_is_not_tried_again_until_it_changes() -> None:
    async def ask(server: ScriptedServer) -> list[str]:
        async with engine_for(server, key="sk-wrong") as engine:
            words = [word(await engine.propose(situation_of(TEXT))) for _ in range(3)]
            assert engine.auth_required
            engine.keys_changed(KEY)
            assert not engine.auth_required
            assert (await engine.propose(situation_of(TEXT))).candidates
        return words

    with ScriptedServer([fails(401), says(GOOD)]) as server:
        assert run(ask(server)) == ["auth_required"] * 3
    assert [request.headers["authorization"] for request in server.requests] == [
        "Bearer sk-wrong",
        f"Bearer {KEY}",
    ]


def test_an_equal_prompt_is_sent_once() -> None:
    async def ask(server: ScriptedServer) -> None:
        async with engine_for(server) as engine:
            for _ in range(3):
                assert (await engine.propose(situation_of(TEXT))).candidates

    with ScriptedServer([says(GOOD)]) as server:
        run(ask(server))
    assert len(server.requests) == 1


def test_typing_what_was_suggested_needs_no_new_question() -> None:
    typed = [
        situation_of("def f(x):\n    re‸\n\ny = 1"),
        situation_of("def f(x):\n    retu‸\n\ny = 1"),
        situation_of("def f(x):\n    return x‸\n\ny = 1"),
    ]
    new = "def f(x):\n    return x + 1\n\ny = 1"

    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server) as engine:
            for situation in typed:
                assert result(situation, await engine.propose(situation)) == new
            return await engine.propose(situation_of("def f(x):\n    rex‸\n\ny = 1"))

    with ScriptedServer([says(new + "\n>>>>>>> UPDATED\n"), says("NO_EDITS")]) as server:
        assert word(run(ask(server))) == "model-silent"
    assert len(server.requests) == 2


def test_typing_over_several_lines_what_was_suggested_needs_no_new_question() -> None:
    new = "if x:\n    one()\n    two()\nend"
    typed = [situation_of("if x:‸\nend"), situation_of("if x:\n    one()\n‸\nend")]

    async def ask(server: ScriptedServer) -> None:
        async with engine_for(server) as engine:
            for situation in typed:
                assert result(situation, await engine.propose(situation)) == new

    with ScriptedServer([says(new + "\n>>>>>>> UPDATED\n")]) as server:
        run(ask(server))
    assert len(server.requests) == 1


def everything(candidate: Candidate) -> bool:
    return candidate.kind == "edit"


def test_a_rejected_edit_is_not_proposed_again() -> None:
    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server) as engine:
            return await engine.propose(situation_of(TEXT, is_rejected=everything))

    with ScriptedServer([says(GOOD)]) as server:
        assert word(run(ask(server))) == "refused"


def test_edits_of_the_user_are_in_the_prompt_and_his_home_is_not() -> None:
    situation = situation_of(
        TEXT, edits=[edit_of(1, "    return sum(self.prize)", "    return sum(self.prices)")]
    )

    async def ask(server: ScriptedServer) -> EngineResult:
        async with engine_for(server) as engine:
            return await engine.propose(situation)

    with ScriptedServer([says(GOOD)]) as server:
        run(ask(server))
    prompt = server.requests[0].body["prompt"]
    assert "-    return sum(self.prize)\n+    return sum(self.prices)\n" in prompt
    assert "ann" not in prompt


def test_many_questions_in_a_row_leave_nothing_behind() -> None:
    async def ask(server: ScriptedServer) -> list[EngineResult]:
        async with engine_for(server, seconds=20) as engine:
            asked = [
                asyncio.create_task(engine.propose(situation_of(TEXT.replace("prices", f"prices{at}"))))
                for at in range(30)
            ]
            verdicts = await asyncio.gather(*asked)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return verdicts

    with ScriptedServer([says(GOOD)]) as server:
        verdicts = run(ask(server))
    assert [bool(verdict.candidates) for verdict in verdicts] == [False] * 29 + [True]


def test_an_engine_does_not_reveal_its_key() -> None:
    engine = ModelEngine(NesModelSettings("zeta2", "m", "http://127.0.0.1:9/v1"), KEY)
    assert KEY not in repr(engine)
    assert KEY not in repr(engine.__dict__["_settings"])
