"""Permission requests: who answers them, and how pending ones are cancelled."""

import asyncio

import pytest
from tests.client.access_harness import run

from understudy.client.permissions import Ask, PermissionQuestions, Permissions
from understudy.schema import acp

ONCE = acp.PermissionOption(option_id="1", name="Once", kind="allow_once")
ALWAYS = acp.PermissionOption(option_id="2", name="Always", kind="allow_always")
NO = acp.PermissionOption(option_id="3", name="No", kind="reject_once")
NEVER = acp.PermissionOption(option_id="4", name="Never", kind="reject_always")
ALL = [ALWAYS, ONCE, NEVER, NO]


def _question(
    kind: acp.ToolKind | None = "edit", options: list[acp.PermissionOption] | None = None, session: str = "s"
) -> acp.RequestPermissionRequest:
    return acp.RequestPermissionRequest(
        session_id=session,
        tool_call=acp.ToolCallUpdate(tool_call_id="c", kind=kind),
        options=ALL if options is None else options,
    )


def _chosen(response: acp.RequestPermissionResponse) -> str | None:
    outcome = response.outcome
    return outcome.option_id if isinstance(outcome, acp.SelectedPermissionOutcome) else None


def _answer(
    permissions: Permissions, question: acp.RequestPermissionRequest, kind: acp.ToolKind | None = None
) -> tuple[str | None, list[str]]:
    notices: list[str] = []

    async def scenario() -> str | None:
        return _chosen(await PermissionQuestions(permissions, notices.append).answer(question, kind))

    return run(scenario), notices


def _replying(reply: str | None) -> Ask:
    async def callback(request: acp.RequestPermissionRequest) -> str | None:
        del request
        return reply

    return callback


def test_without_a_callback_everything_is_rejected() -> None:
    assert _answer(Permissions.deny(), _question()) == ("3", [])


def test_reject_always_is_never_chosen_automatically() -> None:
    assert _answer(Permissions.deny(), _question(options=[ONCE, ALWAYS, NEVER])) == (None, [])


def test_a_kind_that_is_allowed_is_allowed_once() -> None:
    assert _answer(Permissions.allow("edit"), _question()) == ("1", [])


def test_allow_always_is_chosen_only_with_lasting() -> None:
    assert _answer(Permissions.allow("edit"), _question(options=[ALWAYS, NO])) == ("3", [])
    assert _answer(Permissions.allow("edit", lasting=True), _question()) == ("2", [])
    assert _answer(Permissions.allow("edit", lasting=True), _question(options=[ONCE, NO])) == ("1", [])


@pytest.mark.parametrize("kind", ["execute", "delete", None])
def test_a_kind_that_is_not_allowed_is_rejected(kind: acp.ToolKind | None) -> None:
    assert _answer(Permissions.allow("read", "edit"), _question(kind)) == ("3", [])


def test_a_kind_known_from_before_counts_where_the_question_has_none() -> None:
    assert _answer(Permissions.allow("edit"), _question(None), "edit") == ("1", [])
    assert _answer(Permissions.allow("edit"), _question("execute"), "edit") == ("3", [])


def test_the_callback_is_asked_for_what_is_not_allowed() -> None:
    policy = Permissions.allow("read").then(_replying("2"))
    assert _answer(policy, _question("read")) == ("1", [])
    assert _answer(policy, _question("edit")) == ("2", [])


def test_a_callback_that_chooses_nothing_cancels_the_question() -> None:
    assert _answer(Permissions.ask(_replying(None)), _question()) == (None, [])


def test_an_unknown_option_counts_as_rejected_with_a_notice() -> None:
    chosen, [notice] = _answer(Permissions.ask(_replying("choose_first!")), _question())
    assert chosen == "3"
    assert "'choose_first!'" in notice


def test_a_callback_that_fails_counts_as_rejected_with_a_notice() -> None:
    async def broken(request: acp.RequestPermissionRequest) -> str | None:
        raise LookupError("no terminal")

    chosen, [notice] = _answer(Permissions.ask(broken), _question())
    assert chosen == "3"
    assert "no terminal" in notice


class _Waiting:
    """A callback that never answers; records when it is called and when it is cancelled."""

    def __init__(self) -> None:
        self.asked = 0
        self.taken_away = 0
        self.came = asyncio.Event()

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        del request
        self.asked += 1
        self.came.set()
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self.taken_away += 1


def test_questions_open_at_cancel_are_answered_cancelled_those_of_other_sessions_stay() -> None:
    async def scenario() -> None:
        person = _Waiting()
        questions = PermissionQuestions(Permissions.ask(person))
        mine = [asyncio.ensure_future(questions.answer(_question())) for _ in range(2)]
        other = asyncio.ensure_future(questions.answer(_question(session="t")))
        while person.asked < 3:
            await person.came.wait()
            await asyncio.sleep(0)
        questions.cancel_session("s")
        assert [_chosen(await one) for one in mine] == [None, None]
        assert not other.done()
        questions.close()
        assert _chosen(await other) is None
        await asyncio.sleep(0)
        assert person.taken_away == 3

    run(scenario)


def test_a_request_that_arrives_after_the_cancel_is_cancelled_and_the_next_turn_asks_again() -> None:
    async def scenario() -> None:
        questions = PermissionQuestions(Permissions.ask(_replying("1")))
        questions.cancel_session("s")
        assert _chosen(await questions.answer(_question())) is None
        assert _chosen(await questions.answer(_question(session="t"))) == "1"
        questions.turn_started("s")
        assert _chosen(await questions.answer(_question())) == "1"

    run(scenario)


def test_a_request_that_the_agent_cancels_is_cancelled_for_the_callback() -> None:
    async def scenario() -> None:
        person = _Waiting()
        asking = asyncio.ensure_future(PermissionQuestions(Permissions.ask(person)).answer(_question()))
        await person.came.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.sleep(0)
        assert person.taken_away == 1

    run(scenario)


def test_a_policy_that_rejects_a_kind_does_not_serve_it_either() -> None:
    assert not Permissions.deny().can_serve("edit")
    assert not Permissions.allow("read").can_serve("execute")
    assert Permissions.allow("execute").can_serve("execute")
    assert Permissions.ask(_replying(None)).can_serve("edit")
