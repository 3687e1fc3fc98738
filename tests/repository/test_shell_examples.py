"""Every shell command of README.md and docs/ is run, or stands in NOT_RUN with a reason.

docs/hosting.md and docs/editors.md have tests of their own (test_document_blocks.py lists them).
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nes_model.scripted_server import Raw, ScriptedServer
from nes_model.scripted_server import says as completes
from provider_server import ProviderServer, says
from repository.document_blocks import REPOSITORY, Block, read_blocks
from repository.shell_examples import (
    ShellFolder,
    Way,
    answers,
    ends,
    prints_address,
    typed_at,
)
from understudy.web import BUILT_INDEX_FILE
from understudy.workspace import SandboxMode
from understudy.workspace.commands import choose_sandbox

ELSEWHERE = {"docs/hosting.md", "docs/editors.md"}
BLOCKS = [one for one in read_blocks() if one.language == "sh" and one.document not in ELSEWHERE]
U = ".venv/bin/understudy"
NOT_RUN = {
    "make test": "it is what runs this test",
    "make bench": "it takes a quarter of an hour and npm; tests/repository/test_bench.py runs its runner",
    "make bench mcp acp-start": "the same",
    ".venv/bin/python -m bench --json release/bench_results.json && .venv/bin/python -m release.pages": "the same",
    "pip install 'dist/understudy_acp-0.1.0-py3-none-any.whl[all]'": "`make dist` builds, installs and uses it",
}
CHAT_READY = ("/help lists the commands", "")
QUIT = ("/help", "/quit\r")
ASKED = "What does this project do?"


def make_run(folder: ShellFolder, command: str) -> None:
    """In a folder of links to this checkout: nothing is installed or built again."""
    place = folder.project / "checkout"
    place.mkdir()
    for path in REPOSITORY.iterdir():
        if path.name != ".venv":
            (place / path.name).symlink_to(path)
    (place / ".venv").symlink_to(folder.project / ".venv")
    made = "-o .venv/.runtime -o src/understudy/web/static/index.html -o web/node_modules/.installed"
    command = command.replace("make run", f"make -C checkout {made} run")
    if BUILT_INDEX_FILE.exists():
        prints_address("<title>")(folder, command)
    else:
        ends(sees="1  The next edit")(folder, command)


def check_remote_agent(folder: ShellFolder, command: str) -> None:
    (folder.project / "served").mkdir()
    said = folder.run("understudy serve --users users.toml --add-user alice served")
    token = next(line.removeprefix("token: ") for line in said.splitlines() if line.startswith("token: "))
    folder.environ["UNDERSTUDY_TOKEN"] = token
    folder.addresses["/srv/project"] = str(folder.project / "served")
    with folder.started("understudy serve --users users.toml --port 0", sees="ws://") as printed:
        address = next(word for word in printed.split() if word.startswith("ws://")).rstrip(".,;")
        folder.addresses["wss://agents.example.org/acp"] = address
        ends(sees="ACP-01  passed", more="--only ACP-01")(folder, command)


def check_remote_tools(folder: ShellFolder, command: str) -> None:
    (folder.project / "empty").mkdir()
    folder.environ["UNDERSTUDY_MCP_TOKEN"] = "token-of-this-test-0123456789abcdef"
    folder.addresses["/srv/empty"] = str(folder.project / "empty")
    server = "understudy mcp --trust-all --root empty --http 127.0.0.1:0"
    with folder.started(server, sees="http://") as printed:
        address = next(word for word in printed.split() if word.startswith("http://")).rstrip(".,;")
        folder.addresses["http://127.0.0.1:8765/mcp"] = address
        ends(sees="WAP-01  passed", more="--only WAP-01")(folder, command)


def check_client(folder: ShellFolder, command: str) -> None:
    """Our own client is pointed at it, as an editor would be."""
    folder.run(f"understudy run --agent '{command}' hello")
    assert "ACP-11  passed" in (folder.project / "report.txt").read_text()


def http_tools(folder: ShellFolder, command: str) -> None:
    with folder.started(command.replace(":8765", ":0"), sees="http://") as printed:
        assert "/mcp" in printed


WAYS: dict[str, Way] = {
    "make run": make_run,
    f"{U} login": typed_at(("Number or name: ", "ollama\r"), ("part of a name", "scripted\r")),
    f"{U} chat": typed_at(CHAT_READY, QUIT),
    f"{U} chat --add-dir ../library": typed_at(("library", ""), CHAT_READY, QUIT),
    f"{U} chat --agent 'some-agent --acp' --resume": typed_at(
        ("Enter chooses", "\r"), ("They pass.", ""), CHAT_READY, QUIT
    ),
    f"{U} run '{ASKED}'": ends(sees="It is an example."),
    f"git diff | {U} run --deny - > review.md": ends(writes="review.md"),
    f"{U} run --agent 'some-agent --acp' --sandbox --yes 'Fix the tests'": ends(sees="They pass."),
    f"{U} run --json /info | tail -1": ends(sees='"stopReason":"end_turn"'),
    "understudy check agent 'some-agent --acp'": ends(sees="ACP-01  passed", more="--only ACP-01"),
    "understudy check agent 'some-agent --acp' --only NES --out report.html": ends(
        sees="NES-01  not advertised", writes="report.html"
    ),
    "understudy check agent wss://agents.example.org/acp --root /srv/project": check_remote_agent,
    "understudy check mcp 'some-server {root}' --out report.xml": ends(
        sees="WAP-01  passed", writes="report.xml", more="--only WAP-01"
    ),
    "understudy check mcp http://127.0.0.1:8765/mcp --root /srv/empty": check_remote_tools,
    "understudy check client --out report.txt": check_client,
    "understudy doctor": ends(sees="Everything that is needed works."),
    "understudy editors": ends(sees="understudy.vsix"),
    f"{U} nes explain src/app.py": ends(sees="You renamed the function get_user to fetch_user."),
    f"{U} nes explain src/app.py:40 --manual": ends(sees="src/app.py:40"),
    f"{U} nes cases ~/src/project --out cases.jsonl": ends(writes="cases.jsonl"),
    f"{U} nes replay cases.jsonl --html report.html": ends(sees="100.0 %", writes="report.html"),
    f"{U} nes replay cases.jsonl --jobs 2 --resume done.jsonl": ends(sees="100.0 %"),
    f"{U} nes replay cases.jsonl --typing": ends(sees="all  "),
    f"{U} nes alarms": ends(sees="all  ", more="--scenes 1"),
    f"{U} nes stories --html stories.html": ends(sees="rename-parameter", writes="stories.html"),
    f"{U} nes forget": ends(),
    f"{U} nes forget --index": ends(),
    f"{U} acp --nes-model zeta2 --nes-url http://localhost:8081/v1": answers(sees='"nes"'),
    f"{U} acp --nes-model qwen:qwen2.5-coder:1.5b --nes-url http://localhost:11434": answers(sees='"nes"'),
    f"{U} nes bench --nes-url http://localhost:8081/v1": ends(sees="answered in time", more="--moves 1"),
    f"{U} nes stories": ends(sees="rename-local"),
    f"{U} nes stories --kind rename-local -v": ends(sees="rename-local"),
    f'{U} nes stories --story "keyword arguments" -v --explain': ends(sees="rename-parameter"),
    f"{U} nes stories my-stories --html report.html": ends(sees="100 %", writes="report.html"),
    f"{U} nes stories my-stories --agent 'other-agent'": ends(sees="rename-parameter"),
    f"{U} tool --list": ends(sees="getWorkspaceInfo"),
    f"{U} tool searchFiles paths=src query='def (\\w+)' type=regex recursive=true contextLines=1": ends(
        sees="fetch_user"
    ),
    f'echo \'{{"path": "README.md", "endLine": 5}}\' | {U} tool readFile --json -': ends(sees="# A project"),
    f"{U} mcp --root . --http 127.0.0.1:8765": http_tools,
    f"{U} mcp --root . --read-only": answers(sees='"tools"'),
    f"{U} web": prints_address("<title>"),
    f"{U} web app --add-dir lib --no-browser": prints_address("<title>"),
    f"{U} web --demo": prints_address("<title>"),
    f"{U} web --agent 'npx some-acp-agent'": prints_address("<title>"),
}


@pytest.fixture(scope="module")
def model() -> Iterator[ProviderServer]:
    """It answers every prompt with the same words, and is found as Ollama is."""
    with ProviderServer(lambda _: says("It is an example.")) as server:
        server.models = ["scripted"]
        yield server


@pytest.fixture(scope="module")
def next_edit_model() -> Iterator[ScriptedServer]:
    models = Raw(b'{"data": [{"id": "qwen2.5-coder-0.5b"}]}')
    with ScriptedServer([models, completes("x = 1\ny")]) as server:
        yield server


def commands_of(block: Block) -> list[str]:
    """Those that can be run, each in the first block that has it."""
    before = {command for one in BLOCKS[: BLOCKS.index(block)] for command in one.commands}
    return [command for command in block.commands if command not in before and command not in NOT_RUN]


@pytest.mark.parametrize("block", list(filter(commands_of, BLOCKS)), ids=lambda block: block.name)
def test_a_shell_block_of_the_documents_runs_as_printed(
    block: Block, tmp_path: Path, model: ProviderServer, next_edit_model: ScriptedServer
) -> None:
    commands = commands_of(block)
    if any("--sandbox" in command or "doctor" in command for command in commands):
        sandbox = choose_sandbox(SandboxMode.AUTO)
        if sandbox.name not in ("bubblewrap", "landlock"):
            pytest.skip(f"no sandbox works here: {sandbox.problem}")
    folder = ShellFolder(tmp_path, model.origin)
    folder.addresses["http://localhost:8081/v1"] = next_edit_model.url
    if f"{U} login" not in commands:
        folder.environ |= {"UNDERSTUDY_MODEL": "ollama:scripted", "UNDERSTUDY_BASE_URL": model.url}
    for command in commands:
        WAYS[command](folder, command)


def test_every_command_is_run_or_has_a_reason_and_no_entry_is_left_over() -> None:
    named = {command for block in BLOCKS for command in block.commands}
    assert named == WAYS.keys() | NOT_RUN.keys()
    assert not WAYS.keys() & NOT_RUN.keys()
