"""terminal/* requests, with real commands in real sandboxes."""

import asyncio
import os
import socket
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.client.access_harness import LIMIT_S, SESSION, AccessHarness, error_of, run, served
from tests.workspace_commands.command_harness import processes_with
from tests.workspace_commands.conftest import sandbox_or_skip

from understudy.client.limits import MAX_SHOWN_TEXT_CHARS
from understudy.client.permissions import PermissionQuestions, Permissions
from understudy.client.roots import Roots
from understudy.client.workspace_access import terminals
from understudy.schema import acp
from understudy.workspace import NetworkPolicy, SandboxMode, workspace
from understudy.workspace.commands import Sandbox


@pytest.fixture(params=["bubblewrap", "landlock", "off"])
def mode(request: pytest.FixtureRequest) -> SandboxMode:
    return SandboxMode(sandbox_or_skip(request.param).name)


@pytest.fixture(params=["bubblewrap", "landlock"])
def fence(request: pytest.FixtureRequest) -> SandboxMode:
    return SandboxMode(sandbox_or_skip(request.param).name)


@pytest.fixture
def marker() -> Iterator[str]:
    """A number of seconds that no other process sleeps, to find the processes of this test."""
    made = f"3{uuid.uuid4().int % 10**12:012d}"
    yield made
    assert processes_with(made) == [], "a process was left behind"


async def _until_said(harness: AccessHarness, terminal: str, text: str) -> None:
    async with asyncio.timeout(LIMIT_S):
        while text not in (await harness.output(terminal)).output:
            await asyncio.sleep(0.01)


def test_a_command_runs_without_a_shell_and_reports_its_exit(root: Path, mode: SandboxMode) -> None:
    async def scenario() -> None:
        async with served([root], sandbox=mode) as harness:
            terminal = await harness.create("printf", "%s|", "a b", "$HOME", "; exit 9", "'q'")
            ended = await harness.exit(terminal)
            assert (ended.exit_code, ended.signal) == (0, None)
            output = await harness.output(terminal)
            assert output.output == "a b|$HOME|; exit 9|'q'|"
            assert not output.truncated
            assert output.exit_status is not None
            assert output.exit_status.exit_code == 0

    run(scenario)


def test_the_exit_status_tells_the_code_and_the_signal(root: Path, mode: SandboxMode) -> None:
    async def scenario() -> None:
        async with served([root], sandbox=mode) as harness:
            failed = await harness.exit(await harness.shell("echo no >&2; exit 3"))
            assert (failed.exit_code, failed.signal) == (3, None)
            killed = await harness.exit(await harness.shell("kill -TERM $$"))
            assert killed.signal == "SIGTERM"
            missing = await harness.create("no-such-program-at-all")
            assert (await harness.exit(missing)).exit_code == 127
            assert "not found" in (await harness.output(missing)).output

    run(scenario)


@pytest.mark.requirement("DIR-13")
def test_it_runs_in_the_sessions_folder_or_in_another_one_of_its_roots(root: Path, second: Path) -> None:
    (root / "sub").mkdir()

    async def scenario() -> None:
        async with served([root, second]) as harness:
            assert await harness.final_output(await harness.create("pwd")) == f"{root}\n"
            assert await harness.final_output(await harness.create("pwd", cwd=str(second))) == f"{second}\n"
            assert (
                await harness.final_output(await harness.create("pwd", cwd=str(root / "sub")))
                == f"{root}/sub\n"
            )

    run(scenario)


@pytest.mark.requirement("DIR-13")
@pytest.mark.attack(45)
def test_it_does_not_run_outside_the_roots(root: Path, outside: Path) -> None:
    (root / "link").symlink_to(outside)
    (root / "file").touch()

    async def scenario() -> None:
        async with served([root]) as harness:
            for cwd in (
                str(outside),
                str(root / "link"),
                str(root / ".." / "outside"),
                "sub",
                str(root / "file"),
            ):
                assert (await error_of(harness.create("true", cwd=cwd))).code == -32602, cwd
            assert (await error_of(harness.create("true", cwd=str(root / "none")))).code == -32002

    run(scenario)


@pytest.mark.requirement("DIR-13")
def test_a_command_can_write_only_to_the_roots(
    root: Path, second: Path, outside: Path, fence: SandboxMode
) -> None:
    async def scenario() -> None:
        async with served([root, second], sandbox=fence) as harness:
            line = (
                f"echo 1 >{root}/a; echo 2 >{second}/b; echo 3 >{outside}/secret.txt; echo 4 >{outside}/new"
            )
            await harness.final_output(await harness.shell(line))

    run(scenario)
    assert (root / "a").read_text() == "1\n"
    assert (second / "b").read_text() == "2\n"
    assert sorted(os.listdir(outside)) == ["secret.txt"]
    assert (outside / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.attack(42, 43)
def test_changed_repository_hooks_are_restored_and_reported(root: Path, fence: SandboxMode) -> None:
    hooks = root / ".git/hooks"
    hooks.mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")

    async def scenario() -> str:
        async with served([root], sandbox=fence) as harness:
            return await harness.final_output(
                await harness.shell("echo evil >.git/hooks/pre-commit; echo done")
            )

    said = run(scenario)
    assert "done" in said
    assert "undone" in said or "Read-only" in said
    assert list(hooks.iterdir()) == []


@pytest.mark.attack(40, 41)
def test_its_environment_has_the_requested_variables_and_none_of_our_secrets(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sesame")

    async def scenario() -> None:
        async with served([root]) as harness:
            said = await harness.final_output(
                await harness.create("env", env=_variables(GREETING="hello there"))
            )
            assert "GREETING=hello there\n" in said
            assert "sesame" not in said
            for name in ("LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "PATH", "NODE_OPTIONS"):
                error = await error_of(harness.create("env", env=_variables(**{name: "x"})))
                assert error.data["reason"] == "dangerous_variable"

    run(scenario)


@pytest.mark.attack(50)
def test_it_has_no_input(root: Path, mode: SandboxMode) -> None:
    async def scenario() -> None:
        async with served([root], sandbox=mode) as harness:
            terminal = await harness.create("cat")
            assert (await harness.exit(terminal)).exit_code == 0

    run(scenario)


@pytest.mark.attack(49)
def test_of_too_much_output_the_last_part_is_kept_from_a_whole_character_on(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            terminal = await harness.shell("printf 'aé%.0s' 1 2 3 4 5", output_byte_limit=4)
            await harness.exit(terminal)
            output = await harness.output(terminal)
            # Four bytes would begin inside an é.
            assert (output.output, output.truncated) == ("aé", True)
            exact = await harness.shell("printf 12345", output_byte_limit=5)
            await harness.exit(exact)
            assert ((await harness.output(exact)).output, (await harness.output(exact)).truncated) == (
                "12345",
                False,
            )
            none = await harness.shell("printf 12345", output_byte_limit=0)
            await harness.exit(none)
            assert ((await harness.output(none)).output, (await harness.output(none)).truncated) == ("", True)

    run(scenario)


@pytest.mark.attack(49)
def test_endless_output_is_limited_whatever_the_agent_requests(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            terminal = await harness.shell(
                "head -c 20000000 /dev/zero | tr '\\0' x", output_byte_limit=1 << 40
            )
            await harness.exit(terminal)
            output = await harness.output(terminal)
            assert output.truncated
            assert len(output.output) == terminals.MAX_TERMINAL_OUTPUT_BYTES

    run(scenario)


def test_undecodable_bytes_are_replaced_and_split_characters_are_joined(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            terminal = await harness.shell(r"printf '\303'; sleep 0.2; printf '\251\377'")
            assert await harness.final_output(terminal) == "é\ufffd"

    run(scenario)


def test_output_is_available_while_the_command_runs_and_passed_to_a_listener(root: Path, marker: str) -> None:
    heard: list[tuple[str, str, str]] = []

    async def scenario() -> None:
        async with served([root], on_output=lambda *what: heard.append(what)) as harness:
            terminal = await harness.shell(f"echo now; echo err >&2; sleep {marker}")
            await _until_said(harness, terminal, "err")
            output = await harness.output(terminal)
            assert output.exit_status is None
            while "err" not in "".join(text for _, _, text in heard):
                await asyncio.sleep(0.01)
            assert {(session, name) for session, name, _ in heard} == {(SESSION, terminal)}

    run(scenario)


@pytest.mark.attack(46, 51)
def test_kill_ends_the_whole_tree_and_leaves_the_output(root: Path, marker: str, mode: SandboxMode) -> None:
    async def scenario() -> None:
        async with served([root], sandbox=mode) as harness:
            terminal = await harness.shell(f"setsid sleep {marker} & sleep {marker} & echo up; wait")
            await _until_said(harness, terminal, "up")
            waiting = asyncio.ensure_future(harness.exit(terminal))
            await harness.kill(terminal)
            ended = await waiting
            assert (ended.exit_code, ended.signal) == (None, "SIGKILL")
            assert processes_with(marker) == []
            assert (await harness.output(terminal)).output == "up\n"
            await harness.kill(terminal)
            await harness.release(terminal)

    run(scenario)


def test_release_ends_the_command_and_forgets_the_terminal(root: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            terminal = await harness.shell(f"echo up; sleep {marker}")
            await _until_said(harness, terminal, "up")
            await harness.release(terminal)
            assert processes_with(marker) == []
            for work in (
                harness.output(terminal),
                harness.exit(terminal),
                harness.kill(terminal),
                harness.release(terminal),
            ):
                error = await error_of(work)
                assert (error.code, error.data) == (-32002, {"reason": "no_terminal"})

    run(scenario)


def test_waiting_for_the_exit_ends_when_the_terminal_is_released(root: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            terminal = await harness.shell(f"sleep {marker}")
            waiting = asyncio.ensure_future(harness.exit(terminal))
            await asyncio.sleep(0)
            await harness.release(terminal)
            assert (await waiting).signal == "SIGKILL"

    run(scenario)


def test_the_end_of_a_session_ends_its_terminals_and_no_others(root: Path, second: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            harness.access.set_session_roots("other", Roots(second))
            mine = await harness.shell(f"sleep {marker}")
            theirs = await harness.shell(f"sleep {marker}; true", session="other")
            await harness.access.close_session(SESSION)
            assert (await error_of(harness.output(mine))).code == -32002
            assert (await harness.output(theirs, session="other")).exit_status is None

    run(scenario)


def test_a_terminal_of_another_session_does_not_exist(root: Path, second: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            harness.access.set_session_roots("other", Roots(second))
            terminal = await harness.shell(f"sleep {marker}")
            assert (await error_of(harness.output(terminal, session="other"))).code == -32002
            assert (await error_of(harness.exit(terminal, session="other"))).code == -32002
            assert (await error_of(harness.create("true", session="stranger"))).code == -32002

    run(scenario)


def test_terminal_ids_cannot_be_guessed(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            first, second = await harness.create("true"), await harness.create("true")
            shared = sum(one == other for one, other in zip(first, second, strict=True))
            assert shared < len(first) - 12

    run(scenario)


def test_a_session_can_have_only_so_many_terminals(
    root: Path, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminals, "MAX_TERMINALS_PER_SESSION", 2)

    async def scenario() -> None:
        async with served([root]) as harness:
            first = await harness.shell(f"sleep {marker}")
            await harness.create("true")
            error = await error_of(harness.create("true"))
            assert (error.code, error.data) == (-32600, {"reason": "too_many"})
            await harness.release(first)
            await harness.create("true")
            monkeypatch.setattr(terminals, "MAX_TERMINALS_PER_SESSION", 9)
            monkeypatch.setattr(
                terminals, "MAX_TOTAL_TERMINAL_OUTPUT_BYTES", 3 * terminals.DEFAULT_TERMINAL_OUTPUT_BYTES
            )
            await harness.create("true")
            assert (await error_of(harness.create("true"))).data["reason"] == "too_many"
            await harness.create("true", output_byte_limit=0)

    run(scenario)


def test_a_session_that_is_closed_while_a_terminal_starts_leaves_none(root: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            creating = asyncio.ensure_future(harness.shell(f"sleep {marker}"))
            await asyncio.sleep(0)
            await harness.access.close_session(SESSION)
            assert (await error_of(creating)).code == -32002

    run(scenario)


def test_what_is_no_program_is_refused(root: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            for command in ("", " ", "-c", "a\0b"):
                assert (await error_of(harness.create(command))).code == -32602

    run(scenario)


def test_a_policy_without_execution_offers_no_terminals(root: Path) -> None:
    async def scenario() -> None:
        async with served([root], Permissions.allow("read", "edit")) as harness:
            assert harness.access.capabilities()[1] is False
            assert not [name for name in harness.access.routes() if name.startswith("terminal/")]

    run(scenario)


def test_nothing_runs_where_no_sandbox_works(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        workspace, "choose_sandbox", lambda mode: Sandbox("none", problem="nothing is installed")
    )

    async def scenario() -> None:
        async with served([root]) as harness:
            error = await error_of(harness.create("touch", "made"))
            assert error.data["reason"] == "no_sandbox"
            assert "nothing is installed" in error.message

    run(scenario)
    assert not (root / "made").exists()


def test_a_cancelled_request_leaves_no_terminal(root: Path, marker: str) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            creating = asyncio.ensure_future(harness.shell(f"sleep {marker}"))
            await asyncio.sleep(0)
            creating.cancel()
            with pytest.raises(asyncio.CancelledError):
                await creating

    run(scenario)


REACHES_LOOPBACK = """
import socket, sys
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20).close()
    print("reached")
except OSError:
    print("not reached")
"""


def _reach(root: Path, fence: SandboxMode, *, meta: dict[str, Any] | None, **more: Any) -> str:
    """What a command in a terminal says about a service on loopback."""
    (root / "reach.py").write_text(REACHES_LOOPBACK)

    async def scenario() -> str:
        with socket.create_server(("127.0.0.1", 0)) as service:
            port = str(service.getsockname()[1])
            async with served([root], sandbox=fence, **more) as harness:
                terminal = await harness.create("python3", "reach.py", port, meta=meta)
                return (await harness.final_output(terminal)).strip()

    return run(scenario)


NETWORK: dict[str, Any] = {terminals.NETWORK_META_KEY: True}


@pytest.mark.parametrize(
    ("policy", "meta", "expected"),
    [
        ("deny", NETWORK, "not reached"),
        ("allow", None, "reached"),
        ("ask", None, "not reached"),
        ("ask", {terminals.NETWORK_META_KEY: "true"}, "not reached"),
        ("ask", {terminals.NETWORK_META_KEY: 1}, "not reached"),
    ],
)
def test_the_policy_decides_whether_a_terminal_has_the_network(
    root: Path, fence: SandboxMode, policy: str, meta: dict[str, Any] | None, expected: str
) -> None:
    assert _reach(root, fence, meta=meta, network=NetworkPolicy(policy), agent_asks=True) == expected


def test_the_word_of_an_agent_counts_only_if_it_is_trusted_to_ask(root: Path, fence: SandboxMode) -> None:
    asked: list[acp.RequestPermissionRequest] = []

    def policy(answer: str) -> Permissions:
        async def decide(request: acp.RequestPermissionRequest) -> str | None:
            asked.append(request)
            return answer

        return Permissions.allow("execute", lasting=True).then(decide)

    assert _reach(root, fence, meta=NETWORK, permissions=policy("reject")) == "not reached"
    assert _reach(root, fence, meta=NETWORK, permissions=policy("allow")) == "reached"
    assert _reach(root, fence, meta=NETWORK, permissions=Permissions.allow("execute")) == "not reached"
    unattended = replace(policy("allow"), attended=False)
    assert _reach(root, fence, meta=NETWORK, permissions=unattended) == "not reached"
    refused, allowed = asked
    assert "network" in (refused.tool_call.title or "")
    [shown] = allowed.tool_call.content or []
    assert isinstance(shown, acp.Content)
    assert isinstance(shown.content, acp.TextContent)
    assert shown.content.text.startswith("python3 reach.py ")
    assert _reach(root, fence, meta=NETWORK, permissions=policy("reject"), agent_asks=True) == "reached"
    assert len(asked) == 2


def test_a_command_that_is_too_long_to_be_shown_does_not_get_the_network(root: Path) -> None:
    async def agree(_: acp.RequestPermissionRequest) -> str | None:
        return "allow"

    questions = PermissionQuestions(Permissions.ask(agree))

    async def scenario() -> tuple[bool, bool]:
        return (
            await questions.confirm_network(SESSION, "x" * MAX_SHOWN_TEXT_CHARS),
            await questions.confirm_network(SESSION, "x" * MAX_SHOWN_TEXT_CHARS + "; curl evil.example"),
        )

    assert run(scenario) == (True, False)


def test_a_repository_that_a_command_leaves_with_hooks_is_reported(root: Path, fence: SandboxMode) -> None:
    line = "git init -q new && cp /bin/true new/.git/hooks/pre-commit"

    async def scenario() -> str:
        async with served([root], sandbox=fence) as harness:
            return await harness.final_output(await harness.shell(line))

    assert "it has the hook 'pre-commit'" in run(scenario)


def _variables(**named: str) -> list[acp.EnvVariable]:
    return [acp.EnvVariable(name=name, value=value) for name, value in named.items()]
