"""Ordinary commands: results, input, output, folders."""

import os
import tempfile
import threading
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from understudy.workspace.commands import CommandResult, Sandbox
from understudy.workspace.commands.scratch import remove_stale_folders, scratch_folder
from understudy.workspace.errors import ExecutionFailed, InvalidArgument, WorkspaceError
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop

pytestmark = pytest.mark.requirement("WAP-07")


def test_a_command_returns_both_outputs_and_its_exit_code(harness: CommandHarness, sandbox: Sandbox) -> None:
    finished = harness.run("echo out; echo err >&2; exit 3", sandbox)
    assert finished == CommandResult("out\n", "err\n", 3, False, finished.duration_ms)
    assert finished.duration_ms >= 0


def test_it_runs_in_the_folder_of_the_descriptor(harness: CommandHarness, sandbox: Sandbox) -> None:
    inner = harness.root / "with space" / "ünï"
    inner.mkdir(parents=True)
    assert harness.run("pwd; echo x >made", sandbox, cwd=inner).stdout == f"{inner}\n"
    assert (inner / "made").read_text() == "x\n"


def test_a_signal_is_reported_as_a_shell_does(harness: CommandHarness, sandbox: Sandbox) -> None:
    assert harness.run("kill -TERM $$", sandbox).exit_code == 143


def test_a_broken_pipe_inside_the_command_ends_the_writer_quietly(
    harness: CommandHarness, sandbox: Sandbox
) -> None:
    finished = harness.run("yes | head -1", sandbox)
    assert (finished.stdout, finished.stderr) == ("y\n", "")


@pytest.mark.attack(50)
def test_without_stdin_a_reader_sees_the_end_at_once(any_user: CommandHarness, sandbox: Sandbox) -> None:
    assert any_user.run("cat; read -r x || echo end", sandbox).stdout == "end\n"


def test_stdin_reaches_the_command_byte_for_byte(harness: CommandHarness, sandbox: Sandbox) -> None:
    assert harness.run("cat", sandbox, stdin="go\nzwei\n\u00fc").stdout == "go\nzwei\nü"
    assert harness.run("cat", sandbox, stdin="").stdout == ""


@pytest.mark.attack(50)
def test_much_stdin_and_much_output_do_not_block_each_other(
    harness: CommandHarness, sandbox: Sandbox
) -> None:
    text = "0123456789abcde\n" * 40_000
    assert harness.run("cat", sandbox, stdin=text).stdout == text


def test_a_command_that_does_not_read_its_stdin_is_fine(harness: CommandHarness, sandbox: Sandbox) -> None:
    assert harness.run("exec <&-; echo done", sandbox, stdin="x" * 1_000_000).stdout == "done\n"


def test_output_is_passed_on_as_it_comes(harness: CommandHarness, sandbox: Sandbox) -> None:
    """The command waits for a file that the listener creates, so the text must arrive before the end."""
    heard: list[tuple[str, str]] = []

    def listen(name: str, text: str) -> None:
        heard.append((name, text))
        (harness.root / "heard").touch()

    finished = harness.run(
        "echo first; until [ -e heard ]; do :; done; echo then >&2", sandbox, on_output=listen
    )
    assert finished.exit_code == 0
    assert heard == [("stdout", "first\n"), ("stderr", "then\n")]


def test_an_incomplete_character_waits_for_the_rest(harness: CommandHarness, sandbox: Sandbox) -> None:
    heard: list[str] = []

    def listen(_: str, text: str) -> None:
        heard.append(text)
        (harness.root / "heard").touch()

    line = r"printf 'a\303'; until [ -e heard ]; do :; done; printf '\274\377'"
    assert harness.run(line, sandbox, on_output=listen).stdout == "aü\ufffd"
    assert "".join(heard) == "aü\ufffd"
    assert heard[0] == "a"


def test_a_listener_that_fails_ends_the_command_and_raises(
    harness: CommandHarness, sandbox: Sandbox, marker: str
) -> None:
    def fail(_: str, text: str) -> None:
        raise LookupError(text)

    with pytest.raises(LookupError):
        harness.run(f"echo x; sleep {marker}", sandbox, on_output=fail)


@pytest.mark.parametrize("line", ["", "  \n\t", "echo \0", "echo \ud800"])
def test_a_line_that_is_no_command_is_refused(harness: CommandHarness, sandbox: Sandbox, line: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        harness.run(line, sandbox)
    assert caught.value.reason == "bad_arguments"


def test_a_line_longer_than_the_system_takes_is_refused(harness: CommandHarness, sandbox: Sandbox) -> None:
    with pytest.raises(InvalidArgument) as caught:
        harness.run("echo " + "x" * 140_000, sandbox)
    assert caught.value.reason == "too_large"
    assert harness.run("echo " + "x" * 120_000, sandbox).exit_code == 0


def test_a_root_that_became_a_link_is_refused(
    harness: CommandHarness, sandbox: Sandbox, tmp_path: Path
) -> None:
    elsewhere = tmp_path.resolve() / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path.resolve() / "link"
    link.symlink_to(elsewhere)
    with pytest.raises(WorkspaceError) as caught:
        CommandHarness(elsewhere, (link,)).run("touch x", sandbox)
    assert caught.value.reason == "root_replaced"
    assert list(elsewhere.iterdir()) == []


def test_a_cancelled_request_starts_nothing(harness: CommandHarness, sandbox: Sandbox) -> None:
    stop = Stop()
    stop.cancel()
    with pytest.raises(ExecutionFailed) as caught:
        harness.run("touch made", sandbox, stop=stop)
    assert caught.value.reason == "cancelled"
    assert not (harness.root / "made").exists()


def test_the_temporary_folder_is_private_writable_and_removed_afterwards(
    harness: CommandHarness, sandbox: Sandbox
) -> None:
    line = 'd=$(mktemp -d) && echo x >"$d/f" && stat -c %a "$TMPDIR" && ls -A "$TMPDIR" | wc -l && mktemp -u'
    mode, count, name = harness.run(line, sandbox).stdout.split()
    assert (mode, count) == ("700", "1" if sandbox.name != "bubblewrap" else count)
    assert not os.path.exists(name)


def test_even_a_hostile_temporary_folder_is_removed(harness: CommandHarness, sandbox: Sandbox) -> None:
    deep = 'import os\nfor _ in range(1500): os.mkdir("d"); os.chdir("d")'
    line = f"cd \"$TMPDIR\" && mkdir -p a/b && chmod 0 a/b a && ln -s /etc l && python3 -c '{deep}'"
    assert harness.run(line, sandbox).exit_code == 0
    assert os.path.isdir("/etc")


def test_commands_run_concurrently(harness: CommandHarness, sandbox: Sandbox) -> None:
    """Each command waits for the file of the other: they end only if both run at the same time."""
    results: dict[str, str] = {}

    def one(mine: str, other: str) -> None:
        results[mine] = harness.run(
            f"touch {mine}; until [ -e {other} ]; do :; done; echo {mine}", sandbox
        ).stdout

    threads = [threading.Thread(target=one, args=pair) for pair in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    assert results == {"a": "a\n", "b": "b\n"}


@pytest.mark.attack(49)
def test_too_much_output_keeps_head_and_tail(any_user: CommandHarness, sandbox: Sandbox) -> None:
    finished = any_user.run("seq 1 100000; echo problem >&2", sandbox, limits=Limits(max_output_size=2000))
    assert finished.truncated
    assert finished.stdout.startswith("1\n2\n3\n")
    assert finished.stdout.endswith("\n99999\n100000\n")
    assert "bytes left out" in finished.stdout
    assert finished.stderr == "problem\n"
    assert len((finished.stdout + finished.stderr).encode()) <= 2000


def test_no_descriptor_of_ours_reaches_the_command(harness: CommandHarness, sandbox: Sandbox) -> None:
    """An inherited folder descriptor would bypass every mount."""
    finished = harness.run("ls /proc/self/fd | wc -l; ls -l /proc/self/fd | grep -c 'pipe\\|null'", sandbox)
    assert finished.stdout == "4\n3\n"


def test_the_folder_of_a_killed_process_is_removed_but_not_one_in_use(tmp_path: Path) -> None:
    base = Path(tempfile.gettempdir())
    stale = base / "understudy-command-stale"
    (stale / "tmp").mkdir(parents=True)
    with scratch_folder() as used:
        for path in (str(stale), used.base):
            os.utime(path, (0, 0))
        remove_stale_folders()
        assert os.path.isdir(used.tmp)
    assert list(base.iterdir()) == []
