"""Every fenced block of README.md and docs/ is run by a test that is named here; a new one without a test fails.

Shell commands are run by test_shell_examples.py, Python by test_library_examples.py. Settings that no other test
starts are started here.
"""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from agent_program import COMMAND, LIMIT_S, agent_environ
from repository.document_blocks import REPOSITORY, Block, read_blocks
from repository.test_library_examples import EXAMPLES
from repository.test_shell_examples import BLOCKS as SHELL_BLOCKS
from understudy.serve import Users

HERE = "tests/repository/test_document_blocks.py"
RUN_BY = {
    ("README.md", "sh"): "tests/repository/test_shell_examples.py",
    ("README.md", "json"): HERE,
    ("README.md", "lua"): "tests/interop/run_neovim.py",
    ("README.md", "python"): "tests/repository/test_library_examples.py",
    ("docs/benchmarks.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/chat.md", "json"): HERE,
    ("docs/chat.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/chat.md", "toml"): "tests/repository/test_docs.py",
    ("docs/client.md", "python"): "tests/repository/test_library_examples.py",
    ("docs/client.md", "text"): "tests/repository/test_library_examples.py",
    ("docs/conformance.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/editors.md", "elisp"): "tests/repository/test_editor_snippets.py",
    ("docs/editors.md", "json"): "tests/repository/test_editor_snippets.py",
    ("docs/editors.md", "lua"): "tests/repository/test_editor_snippets.py",
    ("docs/editors.md", "sh"): "tests/repository/test_editor_snippets.py",
    ("docs/editors.md", "toml"): "tests/repository/test_editor_snippets.py",
    ("docs/hosting.md", "sh"): "tests/serve/test_hosting_document.py",
    ("docs/hosting.md", "toml"): HERE,
    ("docs/index.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/next-edits.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/next-edits.md", "toml"): "tests/repository/test_docs.py",
    ("docs/stories.md", ""): "tests/repository/test_shell_examples.py",
    ("docs/stories.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/tools.md", "json"): HERE,
    ("docs/tools.md", "python"): "tests/repository/test_library_examples.py",
    ("docs/tools.md", "sh"): "tests/repository/test_shell_examples.py",
    ("docs/workbench.md", "sh"): "tests/repository/test_shell_examples.py",
}
"""The module that runs all blocks of this language in this document."""


def blocks(document: str, language: str) -> list[Block]:
    return [one for one in read_blocks() if (one.document, one.language) == (document, language)]


def test_every_block_of_the_documents_is_run_by_a_test() -> None:
    assert {(one.document, one.language) for one in read_blocks()} == set(RUN_BY)
    assert [name for name in set(RUN_BY.values()) if not (REPOSITORY / name).exists()] == []


def test_the_modules_that_are_named_take_every_block() -> None:
    """test_editor_snippets.py and test_hosting_document.py count the blocks of their document themselves."""
    shell = {(one.document, one.line) for one in SHELL_BLOCKS}
    examples = [text for example in EXAMPLES.values() for text in example if text]
    for one in read_blocks():
        match RUN_BY[one.document, one.language], one.language:
            case "tests/repository/test_shell_examples.py", "sh":
                assert (one.document, one.line) in shell, one.name
            case "tests/repository/test_library_examples.py", _:
                assert one.body in examples, one.name
            case _:
                pass


def test_code_of_the_documents_stands_between_fences() -> None:
    """A block that is only indented would be in no list."""
    for path in (REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md")):
        prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
        assert re.findall(r"\n\n( {4}\S.*)", prose) == [], path


def settings(name: str) -> list[dict[str, Any]]:
    """The servers of every example with this field, each once."""
    found: dict[str, dict[str, Any]] = {}
    for one in read_blocks():
        if RUN_BY[one.document, one.language] == HERE and one.language == "json":
            for server in json.loads(one.body).get(name, {}).values():
                found[json.dumps(server)] = server
    return list(found.values())


@pytest.mark.parametrize("server", settings("agent_servers"))
def test_the_settings_of_an_acp_client_start_the_agent(server: dict[str, Any], tmp_path: Path) -> None:
    assert server["command"].endswith("/.venv/bin/understudy")
    program = [COMMAND, *server["args"]]
    environ = agent_environ(tmp_path, **server.get("env", {}))
    ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}
    assert answer_of(program, environ, ask)["agentInfo"]["name"] == "understudy"


@pytest.mark.parametrize("server", settings("mcpServers"))
def test_the_settings_of_an_mcp_client_start_the_server(server: dict[str, Any], tmp_path: Path) -> None:
    assert server["command"].endswith("/.venv/bin/understudy")
    program = [COMMAND, *(word.replace("/path/to", str(tmp_path)) for word in server["args"])]
    for name in ("project", "library"):
        (tmp_path / name).mkdir()
    client = {"name": "documents", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    assert "tools" in answer_of(program, agent_environ(tmp_path), ask)["capabilities"]


def answer_of(program: list[str], environ: dict[str, str], request: dict[str, Any]) -> Any:
    sent = json.dumps(request) + "\n"
    done = subprocess.run(program, input=sent, capture_output=True, text=True, timeout=LIMIT_S, env=environ)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.partition("\n")[0])["result"]


def test_the_users_file_of_the_hosting_document_is_accepted(tmp_path: Path) -> None:
    (block,) = blocks("docs/hosting.md", "toml")
    file = tmp_path / "users.toml"
    file.write_text(block.body.replace("…", "0" * 64))
    file.chmod(0o600)
    alice = Users(file, ()).find_by_name("alice")
    assert alice is not None
    documented = tomllib.loads(block.body)["users"]["alice"]
    assert (list(alice.roots), msgspec.to_builtins(alice.limits)) == (
        documented["roots"],
        documented["limits"],
    )


def test_the_readme_configures_neovim_as_the_editors_document_does() -> None:
    """`make neovim` runs the example of docs/editors.md in Neovim; README's has the same calls."""
    (short,) = blocks("README.md", "lua")
    long = blocks("docs/editors.md", "lua")
    for words in ("vim.opt.rtp:prepend(", 'require("understudy").setup({', 'cmd = { "understudy", "lsp" }'):
        assert words in short.body
        assert any(words in one.body for one in long)
