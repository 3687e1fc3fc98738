"""The limits of a user: what is rejected, with the name of the limit and until when."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from understudy.chat import AsyncSessionStore, LimitReached, UsageLedger
from understudy.chat.sqlite import SqliteSessionStore
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
        asyncio.run(connection.admit_session(str(number)))
    with pytest.raises(LimitReached, match="2 sessions open") as rejected:
        asyncio.run(first.admit_session("2"))
    assert (rejected.value.limit, rejected.value.until) == ("sessions", "a session is closed")
    asyncio.run(all_accounts.of(User("bob", (), UserLimits(sessions=1))).admit_session("3"))
    second.session_closed("1")
    second.session_closed("1")
    asyncio.run(first.admit_session("2"))
    assert all_accounts.sessions == 3


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
    asyncio.run(turn.admit_call("executeCommand"))
    with turn.tool_call("executeCommand"):
        asyncio.run(turn.admit_call("readFile"))
        with turn.tool_call("readFile"), pytest.raises(LimitReached) as rejected:
            asyncio.run(turn.admit_call("executeCommand"))
        assert rejected.value.limit == "concurrent_commands"
    asyncio.run(turn.admit_call("executeCommand"))


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
    asyncio.run(turn.admit_call("executeCommand"))
    with turn.tool_call("executeCommand"):
        alice.background_command_started()
    with pytest.raises(LimitReached):
        asyncio.run(turn.admit_call("executeCommand"))
    alice.background_command_ended()
    asyncio.run(turn.admit_call("executeCommand"))


def test_a_drain_admits_no_turn_and_waits_for_those_that_run() -> None:
    assert asyncio.run(drain_with_a_turn()) == [False, True]


@asynccontextmanager
async def replica(folder: Path, name: str) -> AsyncGenerator[Accounts]:
    """The accounts of one of several processes with the same store."""
    store = AsyncSessionStore(lambda: SqliteSessionStore(folder))
    ledger = UsageLedger(store, name, 600, report_delay_s=0, clock=lambda: NOON)
    yield Accounts(clock=lambda: NOON, ledger=ledger)
    await ledger.close()
    await store.close(600)


async def use_two_replicas(folder: Path) -> None:
    alice = user(sessions=2, concurrent_turns=1, concurrent_commands=1, tokens_per_day=100)
    async with replica(folder, "r1") as first, replica(folder, "r2") as second:
        assert first.ledger is not None
        here, there = first.of(alice), second.of(alice)
        await here.admit_session("1")
        await there.admit_session("2")
        with pytest.raises(LimitReached, match="2 sessions open"):
            await there.admit_session("3")
        turn = here.begin_turn("1", None)
        await turn.admit()
        rejected = there.begin_turn("2", None)
        with pytest.raises(LimitReached, match="1 turns running"):
            await rejected.admit()
        rejected.end("error", None)
        await turn.admit_call("executeCommand")
        with turn.tool_call("executeCommand"):
            with pytest.raises(LimitReached, match="1 commands running"):
                await rejected.admit_call("executeCommand")
            here.background_command_started()
        await first.ledger.report()
        with pytest.raises(LimitReached, match="1 commands running"):
            await rejected.admit_call("executeCommand")
        here.background_command_ended()
        await first.ledger.report()
        await rejected.admit_call("executeCommand")
        with rejected.tool_call("executeCommand"):
            pass
        turn.end("end_turn", None)
        await first.ledger.report()
        admitted = there.begin_turn("2", None)
        await admitted.admit()
        with turn.model_request("m") as report:
            report.input_tokens, report.output_tokens = 90, 10
        here.session_closed("1")
        await first.ledger.report()
        await there.admit_session("3")  # its answer says what was used
        admitted.end("end_turn", None)
        with pytest.raises(LimitReached, match="100 tokens today"):
            there.begin_turn("2", None)
        assert (first.sessions, second.sessions, first.turns, second.turns) == (0, 2, 0, 0)


def test_limits_hold_over_processes_with_the_same_store(tmp_path: Path) -> None:
    asyncio.run(use_two_replicas(tmp_path))


async def go_on_without_a_claim(folder: Path) -> None:
    async with replica(folder, "r1") as accounts:
        assert accounts.ledger is not None
        accounts.ledger.report_delay_s = 600
        alice = accounts.of(user())
        for _ in range(2):
            turn = alice.begin_turn("1", None)
            await turn.admit()
            turn.end("end_turn", None)
        await accounts.ledger.store.close(600)
        turn = alice.begin_turn("1", None)
        await turn.admit()  # the store is closed: it was not asked


def test_a_user_who_goes_on_at_once_needs_no_claim(tmp_path: Path) -> None:
    asyncio.run(go_on_without_a_claim(tmp_path))
