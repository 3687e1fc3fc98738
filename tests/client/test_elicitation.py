"""Elicitation: forms and pages that an agent requests, their answers, and how requests are cancelled."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.client.agents.harness import received, run, scripted, until

from understudy.client import ClientError, Connection, check_answer, connect
from understudy.schema import acp

FORM: dict[str, Any] = {
    "mode": "form",
    "message": "Who are you?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 2, "maxLength": 5},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "height": {"type": "number", "minimum": 0.5},
            "member": {"type": "boolean"},
            "colour": {"type": "string", "enum": ["red", "blue"]},
            "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}]},
            "pets": {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": {"type": "string", "enum": ["cat", "dog", "newt"]},
            },
            "foods": {"type": "array", "items": {"anyOf": [{"const": "pie", "title": "Pie"}]}},
            "smell": {"type": "_scent", "strength": 3},
        },
        "required": ["name"],
    },
}
PAGE = {"mode": "url", "message": "Log in.", "elicitationId": "e1", "url": "https://example.com/login"}
ASK = {"ask": "elicitation/create", "params": FORM}

Reply = Callable[[acp.CreateElicitationRequest], Awaitable[acp.CreateElicitationResponse | None]]


def accept(**content: Any) -> acp.CreateElicitationResponse:
    return acp.CreateElicitationResponse(action="accept", content=content or None)


def always(answer: acp.CreateElicitationResponse | None) -> Reply:
    async def reply(request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse | None:
        return answer

    return reply


async def asked(agent: Connection, root: Path) -> dict[str, Any]:
    """The response that the agent got, if its turn has no other text."""
    session = await agent.new_session(root)
    answer = json.loads(await session.prompt("ask").text())
    return answer.get("result") or answer["error"]


@pytest.mark.parametrize("handler", [None, always(None)])
def test_elicitation_is_advertised_only_with_a_handler(tmp_path: Path, handler: Reply | None) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(scripted(record=str(record)), elicit=handler):
            pass

    run(scenario())
    (said,) = received(record, "initialize")
    announced = said["clientCapabilities"].get("elicitation")
    assert announced == (None if handler is None else {"form": {}, "url": {}})


def test_a_form_is_shown_as_it_came_and_its_content_goes_back(root: Path) -> None:
    shown: list[acp.CreateElicitationRequest] = []

    async def reply(request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse:
        shown.append(request)
        return accept(name="Ada", pets=["cat"])

    async def scenario() -> None:
        async with connect(scripted(turn=[ASK]), elicit=reply) as agent:
            assert await asked(agent, root) == {
                "action": "accept",
                "content": {"name": "Ada", "pets": ["cat"]},
            }

    run(scenario())
    (request,) = shown
    assert (request.message, request.session_id) == ("Who are you?", "s1")
    assert request.requested_schema is not None
    assert list(request.requested_schema.properties or ()) == list(FORM["requestedSchema"]["properties"])


@pytest.mark.parametrize("action", ["decline", "cancel"])
@pytest.mark.parametrize("question", [FORM, PAGE])
def test_the_user_may_decline_or_cancel(root: Path, question: dict[str, Any], action: str) -> None:
    async def scenario() -> None:
        answer = acp.CreateElicitationResponse(action=action, content={"name": "left over"})
        script = scripted(turn=[{"ask": "elicitation/create", "params": question}])
        async with connect(script, elicit=always(answer)) as agent:
            assert await asked(agent, root) == {"action": action}

    run(scenario())


def test_a_handler_that_returns_nothing_cancels(root: Path) -> None:
    async def scenario() -> None:
        async with connect(scripted(turn=[ASK]), elicit=always(None)) as agent:
            assert await asked(agent, root) == {"action": "cancel"}

    run(scenario())


def test_a_question_before_there_is_a_session_names_its_request(root: Path) -> None:
    async def scenario() -> None:
        step = {"ask_of_nobody": "elicitation/create", "params": {**FORM, "requestId": 1}}
        async with connect(scripted(turn=[step]), elicit=always(accept(name="Ada"))) as agent:
            assert (await asked(agent, root))["action"] == "accept"

    run(scenario())


def test_a_handler_that_fails_is_a_notice_and_cancels(root: Path) -> None:
    notices: list[str] = []

    async def fail(request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse:
        raise RuntimeError("no screen")

    async def scenario() -> None:
        async with connect(scripted(turn=[ASK]), elicit=fail, on_notice=notices.append) as agent:
            assert await asked(agent, root) == {"action": "cancel"}

    run(scenario())
    (notice,) = notices
    assert "no screen" in notice


def test_an_invalid_answer_raises_in_the_loop_over_the_turn_and_is_cancelled_for_the_agent(
    root: Path, tmp_path: Path
) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        script = scripted(turn=[{"say": "one"}, ASK, "cancel"], record=str(record))
        async with connect(script, elicit=always(accept(name=7))) as agent:
            turn = (await agent.new_session(root)).prompt("ask")
            seen: list[acp.SessionUpdate] = []
            with pytest.raises(ClientError, match="'name' must be a text") as error:
                async for update in turn:
                    seen.append(update)
            assert error.value.code == "bad_answer"
            assert seen
            await until(lambda: received(record, "session/cancel"))

    run(scenario())
    answers = [json.loads(line).get("result") for line in record.read_text().splitlines()]
    assert {"action": "cancel"} in answers


def test_an_invalid_answer_outside_of_a_turn_is_a_notice(root: Path) -> None:
    notices: list[str] = []

    async def scenario() -> None:
        step = {"ask_of_nobody": "elicitation/create", "params": {**FORM, "requestId": 1}}
        script = scripted(turn=[step])
        async with connect(script, elicit=always(accept()), on_notice=notices.append) as agent:
            assert await asked(agent, root) == {"action": "cancel"}

    run(scenario())
    (notice,) = notices
    assert "'name' is required" in notice


WRONG: dict[str, dict[str, Any]] = {
    "is required": {"age": 3},
    "no field 'nmae'": {"name": "Ada", "nmae": "Ada"},
    "'name' must be a text": {"name": 1},
    "2 characters at least": {"name": "A"},
    "5 characters at most": {"name": "Adelheid"},
    "'age' must be a whole number": {"name": "Ada", "age": 3.5},
    "'age' must be 0 at least": {"name": "Ada", "age": -1},
    "'age' must be 150 at most": {"name": "Ada", "age": 151},
    "'height' must be a number": {"name": "Ada", "height": float("nan")},
    "'height' must be 0.5 at least": {"name": "Ada", "height": 0},
    "'member' must be true or false": {"name": "Ada", "member": 1},
    "'colour' must be one of 'red', 'blue'": {"name": "Ada", "colour": "green"},
    "'size' must be one of 's'": {"name": "Ada", "size": "Small"},
    "'pets' must be a list of texts": {"name": "Ada", "pets": "cat"},
    "'pets' must be some of": {"name": "Ada", "pets": ["cow"]},
    "1 choices at least": {"name": "Ada", "pets": []},
    "2 choices at most": {"name": "Ada", "pets": ["cat", "dog", "newt"]},
    "'foods' must be some of 'pie'": {"name": "Ada", "foods": ["Pie"]},
}


def question(given: dict[str, Any]) -> acp.CreateElicitationRequest:
    return msgspec.convert({**given, "sessionId": "s1"}, acp.CreateElicitationRequest)


@pytest.mark.parametrize("complaint", WRONG)
def test_content_that_does_not_fit_the_form_is_named(complaint: str) -> None:
    with pytest.raises(ClientError, match=complaint) as error:
        check_answer(question(FORM), accept(**WRONG[complaint]))
    assert error.value.code == "bad_answer"


@pytest.mark.parametrize("flag", [True, False])
def test_true_is_no_number(flag: bool) -> None:
    for name in ("age", "height"):
        with pytest.raises(ClientError, match="number"):
            check_answer(question(FORM), accept(name="Ada", **{name: flag}))


def test_valid_content_is_accepted_and_unknown_types_are_not_checked() -> None:
    content = {"name": "Ada", "age": 36, "height": 1.7, "member": True, "colour": "red", "size": "s"}
    check_answer(question(FORM), accept(**content, pets=["cat", "dog"], foods=["pie"], smell="strong"))


def test_an_answer_is_accept_decline_or_cancel_and_a_page_has_no_content() -> None:
    for asked_of, answer in (
        (FORM, acp.CreateElicitationResponse(action="maybe")),
        (PAGE, accept(name="Ada")),
    ):
        with pytest.raises(ClientError, match="does not fit"):
            check_answer(question(asked_of), answer)


def test_a_completed_page_is_reported_once(root: Path) -> None:
    done: list[str] = []

    async def scenario() -> None:
        steps = [
            {"tell": "elicitation/complete", "params": {"elicitationId": "e1"}},  # nobody was asked yet
            {"ask": "elicitation/create", "params": PAGE},
            *[{"tell": "elicitation/complete", "params": {"elicitationId": "e1"}}] * 2,
            {"tell": "elicitation/complete", "params": {"elicitationId": "another"}},
        ]
        async with connect(scripted(turn=steps), elicit=always(accept()), on_elicited=done.append) as agent:
            assert await asked(agent, root) == {"action": "accept"}

    run(scenario())
    assert done == ["e1"]


def test_the_completion_of_a_declined_page_is_not_reported(root: Path) -> None:
    done: list[str] = []

    async def scenario() -> None:
        steps = [
            {"ask": "elicitation/create", "params": PAGE},
            {"tell": "elicitation/complete", "params": {"elicitationId": "e1"}},
        ]
        no = acp.CreateElicitationResponse(action="decline")
        async with connect(scripted(turn=steps), elicit=always(no), on_elicited=done.append) as agent:
            await asked(agent, root)

    run(scenario())
    assert done == []


REFUSED: dict[str, dict[str, Any]] = {
    "a mode that was not offered": {**FORM, "mode": "hologram"},
    "a form without fields": {"mode": "form", "message": "?"},
    "a page without an address": {"mode": "url", "message": "?", "elicitationId": "e1"},
    "a page without an id": {"mode": "url", "message": "?", "url": "https://example.com"},
    "another scheme": {**PAGE, "url": "file:///etc/passwd"},
    "a script": {**PAGE, "url": "javascript:alert(1)"},
    "no host": {**PAGE, "url": "https:///login"},
    "a broken address": {**PAGE, "url": "https://[::1/login"},
    "an address that hides": {**PAGE, "url": "https://example.com/\u202egnp.exe"},
    "an address of two lines": {**PAGE, "url": "https://example.com/\nlogin"},
    "a session of somebody else": {**FORM, "sessionId": "another"},
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_request_that_cannot_be_shown_is_refused_without_calling_the_handler(root: Path, case: str) -> None:
    async def never(request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse:
        raise AssertionError("nobody is asked")

    async def scenario() -> None:
        script = scripted(turn=[{"ask": "elicitation/create", "params": REFUSED[case]}])
        async with connect(script, elicit=never) as agent:
            assert (await asked(agent, root))["code"] == -32602

    run(scenario())


def test_a_question_of_no_session_and_no_request_is_refused(root: Path) -> None:
    async def scenario() -> None:
        script = scripted(turn=[{"ask_of_nobody": "elicitation/create", "params": FORM}])
        async with connect(script, elicit=always(accept(name="Ada"))) as agent:
            assert (await asked(agent, root))["code"] == -32602

    run(scenario())


class Waiting:
    """A handler that never answers."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse | None:
        self.begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.ended.set()
        return None


def answers(record: Path) -> list[Any]:
    """The responses that the agent got to its own requests."""
    messages = [json.loads(line) for line in record.read_text().splitlines()]
    return [message.get("result") for message in messages if "method" not in message]


def test_a_question_that_is_open_when_the_turn_is_cancelled_is_cancelled(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        waiting = Waiting()
        async with connect(scripted(turn=[ASK, "cancel"], record=str(record)), elicit=waiting) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("ask")
            ending = asyncio.ensure_future(turn.finish())
            await waiting.begun.wait()
            await session.cancel()
            assert await ending == "cancelled"
            await waiting.ended.wait()

    run(scenario())
    assert answers(record) == [{"action": "cancel"}]


def test_a_question_that_is_open_when_the_session_is_closed_is_cancelled(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        waiting = Waiting()
        step = {"ask_and_go_on": "elicitation/create", "params": FORM}
        async with connect(scripted(turn=[step], record=str(record)), elicit=waiting) as agent:
            session = await agent.new_session(root)
            await session.prompt("ask").finish()
            await waiting.begun.wait()
            await agent.close_session(session.id)
            await waiting.ended.wait()
            await until(lambda: answers(record))

    run(scenario())
    assert answers(record) == [{"action": "cancel"}]


def test_a_question_that_is_open_at_the_end_of_the_connection_ends(root: Path) -> None:
    waiting: list[Waiting] = []

    async def scenario() -> None:
        waiting.append(Waiting())
        step = {"ask_and_go_on": "elicitation/create", "params": FORM}
        async with connect(scripted(turn=[step]), elicit=waiting[0]) as agent:
            await (await agent.new_session(root)).prompt("ask").finish()
            await waiting[0].begun.wait()
        assert waiting[0].ended.is_set()

    run(scenario())
