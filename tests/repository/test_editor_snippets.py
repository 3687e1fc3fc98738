"""Every example of docs/editors.md is run: here as far as it needs no editor, and else by `make interop`.

RUNS has every example and the run that takes it from the document; an example that is not in it fails a test.
"""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from agent_program import LIMIT_S, AgentProgram, agent_environ
from understudy.schema import acp

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENT = REPOSITORY / "docs/editors.md"
PROGRAM = str(Path(sys.executable).with_name("understudy"))
TEXT = 'def get_user(name):\n    return name\n\n\ndef run():\n    return get_user("a")\n'

Example = tuple[str, str, int]
"""The heading, the language, and which of those it is, from 0."""


def read_examples() -> dict[Example, str]:
    found: dict[Example, str] = {}
    heading = ""
    for match in re.finditer(r"^###? ([^\n]+)$|^```(\w+)\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S):
        if match[1]:
            heading = match[1]
            continue
        number = sum(key[:2] == (heading, match[2]) for key in found)
        found[(heading, match[2], number)] = match[3]
    return found


EXAMPLES = read_examples()
INTEROP: dict[Example, tuple[str, str]] = {
    ("Neovim with CodeCompanion", "lua", 0): (
        "run_neovim.py",
        'snippets(REPOSITORY, "Neovim with CodeCompanion"',
    ),
    ("Emacs with agent-shell", "elisp", 0): ("run_emacs.py", 'snippets(REPOSITORY, "Emacs with agent-shell"'),
    ("VS Code", "sh", 0): ("code_server.py", '"--install-extension"'),
    ("VS Code", "json", 0): ("run_vscode.py", 'snippets(REPOSITORY, "VS Code"'),
    **{
        ("Neovim", "lua", number): ("run_neovim.py", 'snippets(REPOSITORY, "Neovim", "lua")')
        for number in range(4)
    },
    **{
        ("Emacs", "elisp", number): ("run_emacs.py", 'snippets(REPOSITORY, "Emacs", "elisp")')
        for number in range(2)
    },
    ("Helix", "toml", 0): ("run_helix.py", 'snippets(REPOSITORY, "Helix", "toml")'),
}
"""The programs of tests/interop, and how each of them takes the example."""


# Settings of editors that start the agent


def initialize(command: str, arguments: list[str], folder: Path, environ: dict[str, str]) -> dict[str, Any]:
    program = AgentProgram(folder, *arguments, command=(command,), **environ)
    with program as agent:
        return agent.initialize()


def zed_and_jetbrains(example: Example, folder: Path) -> None:
    """JetBrains IDEs do not run here: of their file the shape is checked, and the command that it names is run."""
    settings = json.loads(EXAMPLES[example])
    (server,) = settings["agent_servers"].values()
    assert list(settings) == ["agent_servers"]
    assert set(server) <= {"type", "command", "args", "env"}
    assert Path(server["command"]).name == "understudy"
    answer = initialize(PROGRAM, server["args"], folder, server["env"])
    assert answer["agentInfo"]["name"] == "understudy"


# Command lines


def sessions(example: Example, folder: Path) -> None:
    with AgentProgram(folder) as agent:
        agent.initialize()
        name = agent.new(folder)
        agent.result("session/prompt", {"sessionId": name, "prompt": [{"type": "text", "text": "/info"}]})
        agent.close_input()
        agent.process.wait(LIMIT_S)
    *lines, delete = EXAMPLES[example].replace("ID", name).splitlines()
    outputs = [run_line(line, folder) for line in lines]
    run_line(f"{delete} --yes", folder)  # without a terminal nobody can be asked
    assert name in outputs[0]
    assert "/info" in outputs[1]
    assert "/info" in (folder / "session.md").read_text()
    assert run_line("understudy sessions list --cwd .", folder).count(name) == 0


def model_of_next_edits(example: Example, folder: Path) -> None:
    *agents, login = EXAMPLES[example].splitlines()
    for number, line in enumerate(agents):
        words = shlex.split(line)
        assert initialize(PROGRAM, words[1:], folder / str(number), {})["agentCapabilities"]["nes"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, *shlex.split(login)[1:]],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=agent_environ(folder),
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = b""
        while b"it is not shown" not in shown:
            shown += os.read(ours, 1000)
        os.write(ours, b"sk-example\n")
        while True:
            try:
                shown += os.read(ours, 1000)
            except OSError:
                break
        assert process.wait(LIMIT_S) == 0, shown
    os.close(ours)


def run_line(line: str, folder: Path) -> str:
    words = shlex.split(line)
    assert words[0] == "understudy"
    done = subprocess.run(
        [PROGRAM, *words[1:]],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        env=agent_environ(folder),
        cwd=folder,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def zed_endpoint(example: Example, folder: Path) -> None:
    """What the command prints are the settings of the document, with another address."""
    documented = json.loads(EXAMPLES[("Next edits in Zed", "json", 0)])
    (line,) = EXAMPLES[("Next edits in Zed", "sh", 0)].splitlines()
    with subprocess.Popen(
        [PROGRAM, *shlex.split(line)[1:], "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=agent_environ(folder),
        cwd=folder,
    ) as process:
        assert process.stdout is not None
        printed = ""
        while "Ctrl-C" not in printed:
            written = process.stdout.readline()
            assert written, printed
            printed += written
        process.terminate()
        process.wait(LIMIT_S)
    settings = json.loads(printed[printed.index("{") : printed.rindex("}") + 1])
    server = settings["edit_predictions"]["open_ai_compatible_api"]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]+/v1/completions", server["api_url"])
    server["api_url"] = documented["edit_predictions"]["open_ai_compatible_api"]["api_url"]
    assert settings == documented


def config_file(example: Example, folder: Path) -> None:
    """tests/repository/test_docs.py checks each value; here the agent starts with the file."""
    (folder / "config").mkdir()
    (folder / "config/config.toml").write_text(EXAMPLES[example])
    assert initialize(PROGRAM, ["acp"], folder, {})["protocolVersion"] == 1


# Messages


def messages(example: Example, folder: Path) -> None:
    """All four messages, one after the other, with the ids and the folder of this test."""
    start, change, request, response = (
        json.loads(EXAMPLES[("For authors of editors", "json", number)]) for number in range(4)
    )
    file = folder / "users.py"
    own = {"uri": file.as_uri()}
    with AgentProgram(folder) as agent:
        answer = agent.result("initialize", start)
        assert answer["agentCapabilities"]["positionEncoding"] == "utf-16"
        own["sessionId"] = agent.result("nes/start", {"workspaceUri": folder.as_uri()})["sessionId"]
        agent.notify("document/didOpen", {**own, "languageId": "python", "version": 1, "text": TEXT})
        agent.notify("document/didChange", {**change, **own})
        answer = agent.result("nes/suggest", {**request, **own})
    (documented,), (found,) = response["suggestions"], answer["suggestions"]
    assert msgspec.convert(response, acp.SuggestNesResponse).suggestions
    assert set(found) == set(documented)
    assert (found["kind"], found["edits"]) == (documented["kind"], documented["edits"])
    (meta,), (documented_meta,) = found["_meta"].values(), documented["_meta"].values()
    assert set(meta) == set(documented_meta)


RUNS: dict[Example, Callable[[Example, Path], None]] = {
    ("Zed", "json", 0): zed_and_jetbrains,
    ("JetBrains IDEs", "json", 0): zed_and_jetbrains,
    ("Next edits in Zed", "sh", 0): zed_endpoint,
    ("Next edits in Zed", "json", 0): zed_endpoint,
    ("A model", "toml", 0): config_file,
    ("Sessions", "sh", 0): sessions,
    ("Next edits", "sh", 0): model_of_next_edits,
    **{("For authors of editors", "json", number): messages for number in range(4)},
}
SAME_RUN = {("Next edits in Zed", "json", 0), *(("For authors of editors", "json", n) for n in (1, 2, 3))}
"""Examples whose run is that of another one."""


def test_every_example_of_the_editors_document_is_run() -> None:
    assert sorted(EXAMPLES) == sorted({**RUNS, **INTEROP})
    assert not RUNS.keys() & INTEROP.keys()


@pytest.mark.parametrize("example", sorted(RUNS.keys() - SAME_RUN), ids=lambda one: f"{one[0]}, {one[1]}")
def test_the_example_works(example: Example, tmp_path: Path) -> None:
    RUNS[example](example, tmp_path)


@pytest.mark.parametrize("example", sorted(INTEROP), ids=lambda one: f"{one[0]}, {one[1]} {one[2]}")
def test_a_run_in_the_real_editor_takes_the_example_from_the_document(example: Example) -> None:
    name, marker = INTEROP[example]
    assert marker in (REPOSITORY / "tests/interop" / name).read_text()
    makefile = (REPOSITORY / "Makefile").read_text()
    runner = "run_vscode.py" if name == "code_server.py" else name
    assert f"tests/interop/{runner}" in makefile


def test_the_field_values_for_lsp4ij_are_usable(tmp_path: Path) -> None:
    """The IDEs do not run here: the command line of the table is started, with its initialization options."""
    section = DOCUMENT.read_text().split("### JetBrains IDEs with LSP4IJ")[1].split("\n### ")[0]
    fields = dict(re.findall(r"^\| ([\w, ]+) \| `([^`]+)`", section, re.M))
    words = shlex.split(fields["Command"])
    options = json.loads(fields["Configuration, Initialization Options"])
    body = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"capabilities": {}, "initializationOptions": options},
        }
    )
    done = subprocess.run(
        [PROGRAM, *words[1:]],
        input=f"Content-Length: {len(body)}\r\n\r\n{body}".encode(),
        capture_output=True,
        timeout=LIMIT_S,
        env=agent_environ(tmp_path),
    )
    assert b'"inlineCompletionProvider":true' in done.stdout
    assert "do not run where we test" in section
