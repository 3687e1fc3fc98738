"""The limits of a user: what is rejected, with the name of the limit and until when."""

import asyncio

import pytest

from understudy.chat import LimitReached
from understudy.serve import Accounts, User, UserLimits

NOON = 1_800_014_400.0  # 2027-01-15T12:00:00Z


def accounts() -> Accounts:
    return Accounts(clock=lambda: NOON)


def user(**limits: int) -> User:
    return User("alice", (), UserLimits(**limits))


def test_sessions_are_counted_over_all_connections_of_a_user() -> None:
    all_accounts, alice = accounts(), user(sessions=2)
    first, second = all_accounts.of(alice), all_accounts.of(alice)
    for number, connection in enumerate((first, second)):
        connection.admit_session()
        connection.session_opened(str(number))
    with pytest.raises(LimitReached, match="2 sessions open") as rejected:
        first.admit_session()
    assert (rejected.value.limit, rejected.value.until) == ("sessions", "a session is closed")
    all_accounts.of(User("bob", (), UserLimits(sessions=1))).admit_session()
    second.session_closed("1")
    first.admit_session()


def test_turns_run_up_to_the_limit_and_the_next_one_begins_when_one_ends() -> None:
    all_accounts = accounts()
    alice = all_accounts.of(user(concurrent_turns=1))
    turn = alice.begin_turn("s", None)
    with pytest.raises(LimitReached) as rejected:
        alice.begin_turn("t", None)
    assert rejected.value.limit == "concurrent_turns"
    turn.end("end_turn", None)
    alice.begin_turn("t", None)
    assert all_accounts.turns == 1


def test_tokens_of_a_day_are_limited_until_midnight_of_utc() -> None:
    now = [NOON]
    all_accounts = Accounts(clock=lambda: now[0])
    alice = all_accounts.of(user(tokens_per_day=100))
    turn = alice.begin_turn("s", None)
    with turn.model_request("m") as report:
        report.input_tokens, report.output_tokens = 90, 10
    turn.end("end_turn", None)
    with pytest.raises(LimitReached, match="100 tokens today") as rejected:
        alice.begin_turn("s", None)
    assert (rejected.value.limit, rejected.value.until) == ("tokens_per_day", "2027-01-16T00:00:00Z")
    now[0] += 12 * 3600
    alice.begin_turn("s", None)


def test_commands_are_limited_and_other_tools_are_not() -> None:
    turn = accounts().of(user(concurrent_commands=1)).begin_turn("s", None)
    with turn.tool_call("executeCommand"), turn.tool_call("readFile"):
        with pytest.raises(LimitReached) as rejected, turn.tool_call("executeCommand"):
            pass
        assert rejected.value.limit == "concurrent_commands"
    with turn.tool_call("executeCommand"):
        pass


async def drain_with_a_turn() -> list[bool]:
    all_accounts = accounts()
    alice = all_accounts.of(user())
    turn = alice.begin_turn("s", None)
    impatient = await all_accounts.drain(0)
    draining = asyncio.ensure_future(all_accounts.drain(600))
    await asyncio.sleep(0)
    with pytest.raises(LimitReached):
        alice.begin_turn("t", None)
    assert not draining.done()
    turn.end("end_turn", None)
    return [impatient, await draining]


def test_a_command_in_the_background_counts_until_it_ends() -> None:
    alice = accounts().of(user(concurrent_commands=1))
    turn = alice.begin_turn("s", None)
    with turn.tool_call("executeCommand"):
        alice.background_command_started()
    with pytest.raises(LimitReached), turn.tool_call("executeCommand"):
        pass
    alice.background_command_ended()
    with turn.tool_call("executeCommand"):
        pass


def test_a_drain_admits_no_turn_and_waits_for_those_that_run() -> None:
    assert asyncio.run(drain_with_a_turn()) == [False, True]
