"""`understudy tool` as people and scripts use it: real processes, real exit codes."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forked_command import forked_understudy, run_command
from understudy.cli.terminal import escape_controls

UNDERSTUDY = [sys.executable, "-m", "understudy.cli.main"]


def understudy(
    *words: str, stdin: str | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return run_command(*words, cwd=cwd, stdin=stdin)


@pytest.mark.requirement("WAP-13")
def test_key_value_words_and_json_on_stdin_mean_the_same(root: Path) -> None:
    (root / "a.txt").write_text("one\ntwo\nthree\n")
    words = understudy(
        "tool", "readFile", "--root", str(root), "--json", "path=a.txt", "startLine=2", "endLine=2"
    )
    piped = understudy(
        "tool", "readFile", "--root", str(root), "--json", stdin='{"path":"a.txt","startLine":2,"endLine":2}'
    )
    dash = understudy(
        "tool", "readFile", "-", "--json", stdin='{"path":"a.txt","startLine":2,"endLine":2}', cwd=root
    )
    assert words.returncode == piped.returncode == dash.returncode == 0
    assert json.loads(words.stdout) == json.loads(piped.stdout) == json.loads(dash.stdout)
    assert json.loads(words.stdout)["content"] == "two\n"


def test_lists_may_be_repeated_words_or_json(root: Path, second: Path) -> None:
    (root / "a.txt").write_text("needle\n")
    (second / "b.txt").write_text("needle\n")
    common = (
        "tool",
        "searchFiles",
        "--root",
        str(root),
        "--root",
        str(second),
        "--json",
        "query=needle",
        "type=literal",
    )
    repeated = understudy(*common, "paths=.", f"paths={second}")
    as_json = understudy(*common, f'paths=[".","{second}"]')
    assert json.loads(repeated.stdout) == json.loads(as_json.stdout)
    assert json.loads(repeated.stdout)["totalMatches"] == 2


def test_people_get_text_and_the_commands_own_exit_code(root: Path) -> None:
    (root / "a.txt").write_text("hello\n")
    assert understudy("tool", "readFile", "path=a.txt", cwd=root).stdout == "hello\n"
    assert "a.txt" in understudy("tool", "exploreFiles", "path=.", cwd=root).stdout
    ran = understudy("tool", "executeCommand", "command=echo out; exit 7", cwd=root)
    assert ran.returncode == 7
    assert ran.stdout.startswith("out\n")
    info = understudy("tool", "getWorkspaceInfo", cwd=root)
    assert str(root) in info.stdout
    shown = understudy("tool", "writeFile", "path=a.txt", "content=bye", "dryRun=true", cwd=root).stdout
    assert "-hello" in shown
    assert (root / "a.txt").read_text() == "hello\n"


@pytest.mark.requirement("WAP-09", "WAP-13")
@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (["readFile", "path=missing"], "FILE_NOT_FOUND", 1),
        (["readFile", "path=../x"], "PERMISSION_DENIED", 1),
        (["readFile", "path=a", "startLine=x"], "INVALID_ARGUMENT", 2),
        (["readFile", "pth=a"], "INVALID_ARGUMENT", 2),
        (["readFile", "nonsense"], "INVALID_ARGUMENT", 2),
        (["unheard", "path=a"], "INVALID_ARGUMENT", 2),
        (["readFile", "--limit", "maxFileSize=0", "path=a"], "INVALID_ARGUMENT", 2),
        (["readFile", "--root", "missing", "path=a"], "FILE_NOT_FOUND", 1),
    ],
)
def test_errors_go_to_stderr_for_people_and_to_stdout_as_json_for_scripts(
    root: Path, words: list[str], code: str, status: int
) -> None:
    plain = understudy("tool", *words, cwd=root)
    assert (plain.returncode, plain.stdout) == (status, "")
    assert plain.stderr.startswith(code)
    assert "Traceback" not in plain.stderr
    scripted = understudy("tool", "--json", *words, cwd=root)
    assert scripted.returncode == status
    assert json.loads(scripted.stdout)["code"] == code


def test_bad_json_on_stdin_is_an_error(root: Path) -> None:
    done = understudy("tool", "readFile", "--json", stdin="{nope", cwd=root)
    assert done.returncode == 2
    assert "JSON" in json.loads(done.stdout)["error"]


@pytest.mark.requirement("WAP-13")
def test_the_list_and_the_schemas_tell_all_seven() -> None:
    listed = understudy("tool", "--list", "--json")
    assert [tool["name"] for tool in json.loads(listed.stdout)] == [
        "exploreFiles",
        "readFile",
        "writeFile",
        "modifyFile",
        "searchFiles",
        "executeCommand",
        "getWorkspaceInfo",
    ]
    assert "modifyFile" in understudy("tool", "--list").stdout
    schema = json.loads(understudy("tool", "readFile", "--schema").stdout)
    assert schema["inputSchema"]["required"] == ["path"]


def test_options_of_the_workspace_hold(root: Path) -> None:
    (root / "a.txt").write_text("12345\n67890\n")
    read_only = understudy("tool", "writeFile", "--read-only", "path=b", "content=x", "--json", cwd=root)
    assert json.loads(read_only.stdout)["details"]["reason"] == "read_only"
    limited = understudy("tool", "readFile", "--limit", "maxFileSize=8", "path=a.txt", "--json", cwd=root)
    assert json.loads(limited.stdout)["content"] == "12345\n"
    refused = understudy("tool", "writeFile", "path=.mcp.json", "content={}", "--json", cwd=root)
    assert json.loads(refused.stdout)["details"]["reason"] == "needs_approval"
    assert (
        understudy("tool", "writeFile", "--trust-all", "path=.mcp.json", "content={}", cwd=root).returncode
        == 0
    )
    off = understudy("tool", "getWorkspaceInfo", "--sandbox", "off", "--json", cwd=root)
    assert json.loads(off.stdout)["sandbox"]["name"] == "off"


@pytest.mark.attack(30, 52)
def test_nothing_in_a_file_a_name_or_an_output_steers_the_terminal(root: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\u202e"
    (root / f"n{evil}.txt").write_text(f"needle {evil}\r\n")
    for words in (
        ["exploreFiles", "path=."],
        ["readFile", f"path=n{evil}.txt"],
        ["searchFiles", "paths=.", "query=needle", "type=literal"],
        ["executeCommand", "command=cat n*"],
        ["readFile", f"path={evil}"],
    ):
        done = understudy("tool", *words, cwd=root)
        for char in "\x1b\x07\u202e\r":
            assert char not in done.stdout + done.stderr
    assert escape_controls("\x1b[31m\u202e") == "\\x1b[31m\\u202e"
    joined = "👩\u200d💻 ❤\ufe0f\u200d🔥"
    assert escape_controls(joined) == joined
    assert (
        escape_controls("a\u200d💻 💻\u200db \ufe0f\u200d💻\u200d")
        == "a\\u200d💻 💻\\u200db \ufe0f\\u200d💻\\u200d"
    )


def test_colours_are_for_terminals_only(root: Path) -> None:
    (root / "a.txt").write_text("needle\n")
    words = [*UNDERSTUDY, "tool", "searchFiles", "paths=.", "query=needle", "type=literal"]
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(
        words, cwd=root, stdout=follower, stdin=subprocess.DEVNULL, env=environment, timeout=240
    )
    os.close(follower)
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    assert done.returncode == 0
    assert "\x1b[" in shown
    assert (
        "\x1b["
        not in understudy("tool", "searchFiles", "paths=.", "query=needle", "type=literal", cwd=root).stdout
    )


def test_an_interrupt_ends_a_command_and_all_that_it_started(root: Path) -> None:
    process = subprocess.Popen(
        [
            *UNDERSTUDY,
            "tool",
            "executeCommand",
            "command=echo > started; sleep 61.4142",
            "timeout=100000",
            "--json",
        ],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 240
    while not (root / "started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=240)
    assert json.loads(out)["details"]["reason"] == "cancelled"
    assert process.returncode == 1
    alive = subprocess.run(["pgrep", "-f", "sleep 61.4142"], capture_output=True, text=True)
    assert alive.stdout == ""


def test_a_reader_that_leaves_early_is_no_error(root: Path) -> None:
    (root / "a.txt").write_text("x\n" * 400_000)
    line = f"{' '.join(UNDERSTUDY)} tool readFile path=a.txt | head -1"
    done = subprocess.run(
        line, shell=True, cwd=root, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL
    )
    assert (done.stdout, done.stderr) == ("x\n", "")


def test_the_tour_shows_the_tools_and_changes_nothing(root: Path) -> None:
    (root / "main.py").write_text("def main():\n    pass\n")
    before = sorted(root.rglob("*"))
    done = understudy("tour", str(root))
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("exploreFiles", "readFile", "writeFile", "modifyFile", "searchFiles", "executeCommand"):
        assert name in done.stdout
    assert "PERMISSION_DENIED" in done.stdout
    assert "TIMEOUT" in done.stdout
    assert "hello from the sandbox" in done.stdout
    assert "stop reason cancelled" in done.stdout
    assert sorted(root.rglob("*")) == before


def test_help_and_version_answer_for_every_command() -> None:
    assert understudy("--version").stdout.startswith("understudy ")
    for words in (["--help"], ["tool", "--help"], ["mcp", "--help"], ["tour", "--help"]):
        done = understudy(*words)
        assert done.returncode == 0
        assert "usage: understudy" in done.stdout
    assert understudy("unheard").returncode == 2


DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "tools.md"


def test_the_commands_in_the_document_of_the_tools_work() -> None:
    lines = [
        line.split("#")[0].strip()
        for line in DOCUMENT.read_text().splitlines()
        if ".venv/bin/understudy tool" in line
    ]
    assert len(lines) >= 3
    for line in lines:
        command = line.replace(".venv/bin/understudy", shlex.join(forked_understudy()))
        done = subprocess.run(
            command, shell=True, cwd=DOCUMENT.parents[1], capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0, (line, done.stderr)
        assert done.stdout


def test_content_goes_to_stdout_and_remarks_to_stderr(root: Path) -> None:
    (root / "big.txt").write_text("x\n" * 1000)
    read = understudy("tool", "readFile", "--limit", "maxFileSize=100", "path=big.txt", cwd=root)
    assert read.stdout == "x\n" * 50
    assert "50 of 1000 lines" in read.stderr
    ran = understudy("tool", "executeCommand", "command=echo out; echo err >&2; exit 4", cwd=root)
    assert (ran.stdout, ran.returncode) == ("out\n", 4)
    assert ran.stderr.startswith("err\n")
    scripted = understudy("tool", "executeCommand", "--json", "command=exit 7", cwd=root)
    assert (json.loads(scripted.stdout)["exitCode"], scripted.returncode) == (7, 7)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_a_character_gets_it_written_out(root: Path, encoding: str) -> None:
    (root / "a.txt").write_text("漢 é\n")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for words in (["readFile", "path=a.txt"], ["readFile", "path=a.txt", "--json"]):
        done = subprocess.run(
            [*UNDERSTUDY, "tool", *words], cwd=root, capture_output=True, env=environment, timeout=240
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u6f22" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_said_in_one_line(root: Path) -> None:
    (root / "a.txt").write_text("x\n" * 100_000)
    line = f"{' '.join(UNDERSTUDY)} tool readFile path=a.txt > /dev/full"
    done = subprocess.run(
        line, shell=True, cwd=root, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 1
    assert "could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_odd_ways_of_being_started_are_survived(root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    for line in ("tool readFile path=a.txt <&-", "tool getWorkspaceInfo <&-", "tool readFile path=a.txt >&-"):
        done = subprocess.run(
            f"{' '.join(UNDERSTUDY)} {line}",
            shell=True,
            cwd=root,
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert (done.returncode, done.stderr) == (0, "")
    line = "tool writeFile path=b.txt content=x <&- >&- 2>&-"
    assert subprocess.run(f"{' '.join(UNDERSTUDY)} {line}", shell=True, cwd=root, timeout=240).returncode == 0
    assert (root / "b.txt").read_text() == "x"
    mcp = subprocess.run(
        f"{' '.join(UNDERSTUDY)} mcp <&- >&-", shell=True, cwd=root, capture_output=True, timeout=240
    )
    assert b"Traceback" not in mcp.stderr
    empty = understudy("tool", "readFile", cwd=root)
    assert empty.returncode == 2
    assert "path is missing" in empty.stderr
    twice = understudy("tool", "readFile", "path=a.txt", "path=b.txt", cwd=root)
    assert "twice" in twice.stderr
    raw = subprocess.run(
        [*UNDERSTUDY, "tool", "readFile", b"startLine=\xff", "path=a.txt"],
        cwd=root,
        capture_output=True,
        timeout=240,
    )
    assert raw.returncode == 2
    assert b"Traceback" not in raw.stderr
