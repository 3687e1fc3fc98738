"""The paths that macOS takes, run on Linux: no openat2, no bubblewrap, no Landlock. See macos_stand_in.py."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STAND_IN = [sys.executable, "-P", str(Path(__file__).with_name("macos_stand_in.py"))]
TIMEOUT_S = 240


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "app.py").write_text("def area(w):\n    return w\n")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    (tmp_path / "outside.txt").write_text("outside\n")
    return folder


def environ(project: Path) -> dict[str, str]:
    return {"HOME": str(project.parent), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*STAND_IN, *words],
        cwd=project,
        env=environ(project),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("readFile", "path=app.py"), "def area"),
        (("searchFiles", 'paths=["."]', "type=regex", "query=ar.a"), "app.py"),
        (("writeFile", "path=new.txt", "content=hello"), "wrote 5 bytes"),
        (("exploreFiles", "path=."), "app.py"),
    ],
)
def test_the_tools_work_without_what_only_linux_has(
    project: Path, words: tuple[str, ...], shown: str
) -> None:
    done = run(project, "tool", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout


def test_a_link_that_leads_outside_is_refused(project: Path) -> None:
    done = run(project, "tool", "readFile", "path=link.txt")
    assert done.returncode != 0
    assert "PERMISSION_DENIED" in done.stderr
    assert "outside\n" not in done.stdout


def test_commands_are_refused_with_the_reason_and_run_if_the_sandbox_is_switched_off(project: Path) -> None:
    refused = run(project, "tool", "executeCommand", "command=echo hello")
    assert refused.returncode != 0
    assert "commands are refused" in refused.stderr
    allowed = run(project, "tool", "--sandbox", "off", "executeCommand", "command=echo hello")
    assert (allowed.returncode, allowed.stdout.splitlines()[0]) == (0, "hello"), allowed.stderr


def test_the_doctor_says_what_is_known_of_macos(project: Path) -> None:
    report = json.loads(run(project, "doctor", "--json").stdout)
    checks = {check["name"]: check for check in report["checks"]}
    assert "not been run on macOS" in checks["system"]["advice"]
    assert checks["sandbox"]["status"] == "problem"
    assert "--sandbox off" in checks["sandbox"]["advice"]
    assert "apt-get" not in checks["sandbox"]["advice"]


def test_the_agent_answers_and_opens_a_session(project: Path) -> None:
    requests = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": 1}},
        {"id": 2, "method": "session/new", "params": {"cwd": str(project), "mcpServers": []}},
    ]
    with subprocess.Popen(
        [*STAND_IN, "acp"],
        cwd=project,
        env=environ(project),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        for request in requests:
            agent.stdin.write(json.dumps({"jsonrpc": "2.0", **request}) + "\n")
        agent.stdin.flush()
        answers: dict[int, Any] = {}
        while len(answers) < len(requests):
            message = json.loads(agent.stdout.readline())
            if "id" in message:
                answers[message["id"]] = message
        agent.stdin.close()
    assert answers[1]["result"]["agentInfo"]["name"] == "understudy"
    assert answers[2]["result"]["sessionId"]
