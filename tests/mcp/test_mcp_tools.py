"""The tools as an MCP client sees them: listed from their one definition, called, and failing well."""

import json
from pathlib import Path

import jsonschema
import pytest
from line_client import HELLO, LineClient, error_of

from understudy import __version__
from understudy.tools import TOOLS

pytestmark = pytest.mark.requirement("WAP-13")


def test_the_handshake_names_the_server_and_tells_the_model_about_the_roots(root: Path, second: Path) -> None:
    with LineClient("--root", str(root), "--root", str(second)) as client:
        hello = client.ask("initialize", HELLO)["result"]
    assert hello["serverInfo"]["name"] == "understudy"
    assert hello["serverInfo"]["version"] == __version__
    assert hello["serverInfo"]["title"]
    assert hello["protocolVersion"] == HELLO["protocolVersion"]
    assert str(root) in hello["instructions"]
    assert str(second) in hello["instructions"]
    assert "truncated" in hello["instructions"]


def test_the_list_is_made_from_the_definitions(lines: LineClient) -> None:
    listed = {tool["name"]: tool for tool in lines.ask("tools/list")["result"]["tools"]}
    assert list(listed)[: len(TOOLS)] == list(TOOLS)
    for name, tool in TOOLS.items():
        shown = listed[name]
        assert shown["title"] == tool.title
        assert shown["description"] == tool.description
        assert shown["inputSchema"] == tool.input_schema()
        assert shown["outputSchema"] == tool.output_schema()
        assert shown["inputSchema"]["type"] == shown["outputSchema"]["type"] == "object"
        hints = shown["annotations"]
        assert hints["readOnlyHint"] is tool.effects.read_only
        assert hints["destructiveHint"] is tool.effects.destructive
        assert hints["idempotentHint"] is tool.effects.idempotent
        assert hints["openWorldHint"] is tool.effects.open_world


def test_read_only_offers_no_tool_that_writes(root: Path) -> None:
    with LineClient("--root", str(root), "--read-only") as client:
        instructions = client.hello()["instructions"]
        listed = [tool["name"] for tool in client.ask("tools/list")["result"]["tools"]]
        refused = client.answer(client.call("writeFile", path="a.txt", content="x"))
    assert "reading only" in instructions
    assert "readFile" in listed
    assert not {"writeFile", "modifyFile", "executeCommand"} & set(listed)
    assert refused["error"]["code"] == -32602
    assert not (root / "a.txt").exists()


def test_a_failure_says_without_advice_what_a_person_is_shown(lines: LineClient, root: Path) -> None:
    (root / "folder").mkdir()
    result = lines.tool("readFile", path="folder")
    shown = result["_meta"]["understudy.dev/error"]["userMessage"]
    assert error_of(result)["error"] == f"{shown} Use exploreFiles for its entries."


def test_a_file_comes_as_text_and_as_structure(lines: LineClient, root: Path) -> None:
    (root / "a.txt").write_text('one\n"two"\n')
    result = lines.tool("readFile", path="a.txt")
    assert result["isError"] is False
    text, others = result["content"]
    assert text == {"type": "text", "text": 'one\n"two"\n'}
    structured = result["structuredContent"]
    assert structured["content"] == text["text"]
    assert structured["totalLines"] == 2
    assert {"content": text["text"], **json.loads(others["text"])} == structured


def test_a_large_file_arrives_whole_in_both_forms(lines: LineClient, root: Path) -> None:
    text = 'a "quoted" line\twith 日本語 and \x01\n' * 20_000
    (root / "big.txt").write_text(text)
    result = lines.tool("readFile", path="big.txt")
    assert result["content"][0]["text"] == text
    assert result["structuredContent"]["content"] == text


@pytest.mark.parametrize("text", ["", "x" * (1 << 14), "x" * ((1 << 14) + 1)])
def test_sizes_around_the_fast_way_read_the_same(lines: LineClient, root: Path, text: str) -> None:
    (root / "a.txt").write_text(text)
    result = lines.tool("readFile", path="a.txt")
    assert result["content"][0]["text"] == result["structuredContent"]["content"] == text


def test_every_tool_answers_with_what_its_output_schema_says(lines: LineClient, root: Path) -> None:
    (root / "a.txt").write_text("one\n")
    calls = {
        "exploreFiles": {"path": "."},
        "readFile": {"path": "a.txt"},
        "writeFile": {"path": "b.txt", "content": "two\n"},
        "modifyFile": {
            "path": "b.txt",
            "operations": [{"type": "replace", "startLine": 1, "endLine": 1, "newContent": "three"}],
        },
        "searchFiles": {"paths": ["."], "query": "one", "type": "literal"},
        "executeCommand": {"command": "echo hello"},
        "getWorkspaceInfo": {},
    }
    assert list(calls) == list(TOOLS)
    for name, arguments in calls.items():
        result = lines.tool(name, **arguments)
        assert result["isError"] is False, (name, result)
        jsonschema.validate(result["structuredContent"], TOOLS[name].output_schema())
        if name != "readFile":
            (block,) = result["content"]
            assert json.loads(block["text"]) == result["structuredContent"]
    assert (root / "b.txt").read_text() == "three\n"


def test_a_workspace_error_is_a_result_that_says_what_to_do(lines: LineClient) -> None:
    error = error_of(lines.tool("readFile", path="missing.txt"))
    assert set(error) == {"error", "code", "details"}
    assert error["code"] == "FILE_NOT_FOUND"


def test_a_path_outside_the_roots_is_refused(lines: LineClient, outside: Path) -> None:
    assert error_of(lines.tool("readFile", path=str(outside / "secret.txt")))["code"] == "PERMISSION_DENIED"


@pytest.mark.parametrize("arguments", [{}, {"path": 1}, {"path": "a", "pth": "b"}, {"path": None}])
def test_wrong_arguments_are_a_result_that_the_model_can_mend(
    lines: LineClient, arguments: dict[str, object]
) -> None:
    error = error_of(lines.tool("readFile", **arguments))
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"]["reason"] == "bad_arguments"


def test_an_unknown_tool_is_a_protocol_error_with_the_names_of_the_known(lines: LineClient) -> None:
    error = lines.answer(lines.call("eraseDisk"))["error"]
    assert error["code"] == -32602
    assert error["data"]["code"] == "INVALID_ARGUMENT"
    assert error["data"]["details"]["reason"] == "unknown_tool"
    assert "readFile" in error["data"]["error"]


def test_a_fault_of_ours_shows_nothing_of_itself(own_lines: LineClient) -> None:
    result = own_lines.tool("boom")
    assert "secret" not in json.dumps(result)
    assert "Traceback" not in json.dumps(result)
    assert error_of(result)["code"] == "EXECUTION_FAILED"
    own_lines.end()
    assert "RuntimeError" in own_lines.stderr()


def test_text_that_is_no_unicode_does_not_end_the_connection(lines: LineClient) -> None:
    assert error_of(lines.tool("surrogate"))["code"] == "EXECUTION_FAILED"
    assert lines.ask("ping")["result"] == {}


def test_arguments_may_be_left_out(lines: LineClient) -> None:
    result = lines.ask("tools/call", {"name": "getWorkspaceInfo"})["result"]
    assert result["isError"] is False
