"""The definitions of the tools: schemas, examples and errors agree with WAP 1.0."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from understudy.tools import TOOLS, find_tool
from understudy.workspace import DEFAULT_EXCLUSIONS, InvalidArgument, Limits, Workspace, WorkspaceError
from understudy.workspace.errors import REASONS

Caller = Callable[..., Any]

WAP: dict[str, tuple[set[str], set[str]]] = {
    # tool: (required parameters, optional parameters) as the specification writes them
    "exploreFiles": ({"path"}, {"recursive", "excludePatterns", "maxDepth", "returnMetadata"}),
    "readFile": ({"path"}, {"startLine", "endLine"}),
    "writeFile": ({"path", "content"}, {"mode", "createDirectories"}),
    "modifyFile": ({"path", "operations"}, set()),
    "searchFiles": ({"paths", "query", "type"}, {"recursive", "excludePatterns", "contextLines"}),
    "executeCommand": ({"command"}, {"workingDirectory", "timeout", "environment"}),
    "getWorkspaceInfo": (set(), set()),
}
RESPONSES: dict[str, set[str]] = {
    "exploreFiles": {"files", "isTruncated", "totalFound"},
    "readFile": {"content", "metadata", "isTruncated", "totalLines", "returnedLines"},
    "writeFile": {"success", "path", "bytesWritten"},
    "modifyFile": {"success", "path"},
    "searchFiles": {"matches", "isTruncated", "totalMatches"},
    "executeCommand": {"stdout", "stderr", "exitCode", "isOutputTruncated", "durationMs"},
    "getWorkspaceInfo": {"root", "defaultExclusions", "limits"},
}


@pytest.mark.requirement("WAP-01", "WAP-02", "WAP-03", "WAP-04", "WAP-06", "WAP-07", "WAP-08")
def test_the_seven_tools_have_the_names_parameters_and_responses_of_the_specification() -> None:
    assert list(TOOLS) == list(WAP)
    for name, tool in TOOLS.items():
        required, optional = WAP[name]
        schema = tool.input_schema()
        assert set(schema.get("required", [])) == required
        assert required | optional <= set(schema.get("properties", {}))
        assert RESPONSES[name] <= set(tool.output_schema()["properties"])


@pytest.mark.requirement("WAP-13")
def test_schemas_are_valid_and_closed_and_describe_what_a_model_must_know() -> None:
    for tool in TOOLS.values():
        for schema in (tool.input_schema(), tool.output_schema()):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool.input_schema()["additionalProperties"] is False
        assert len(tool.description) > 80
        assert tool.examples


@pytest.mark.requirement("WAP-13")
def test_every_example_is_a_valid_call() -> None:
    for tool in TOOLS.values():
        for example in tool.examples:
            jsonschema.validate(dict(example.arguments), tool.input_schema())
            tool.decode(dict(example.arguments))


@pytest.mark.requirement("WAP-13")
def test_results_fit_their_schemas(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("needle\n")
    operation = {"type": "replaceText", "oldText": "needle", "newText": "x"}
    for name, arguments in (
        ("exploreFiles", {"path": ".", "returnMetadata": True}),
        ("readFile", {"path": "a.txt"}),
        ("searchFiles", {"paths": ["."], "query": "needle", "type": "literal"}),
        ("modifyFile", {"path": "a.txt", "operations": [operation], "dryRun": True}),
        ("writeFile", {"path": "a.txt", "content": "x", "dryRun": True}),
        ("executeCommand", {"command": "echo hi"}),
        ("getWorkspaceInfo", {}),
    ):
        result = msgspec.to_builtins(call(name, **arguments))
        jsonschema.validate(result, TOOLS[name].output_schema())


@pytest.mark.requirement("WAP-08", "WAP-10", "WAP-11")
def test_workspace_info_tells_roots_exclusions_and_limits(call: Caller, root: Path, second: Path) -> None:
    info = msgspec.to_builtins(call("getWorkspaceInfo"))
    assert info["root"] == str(root)
    assert info["additionalRoots"] == [str(second)]
    assert info["defaultExclusions"] == list(DEFAULT_EXCLUSIONS)
    wanted = {
        "maxFileSize": 1048576,
        "maxDirectoryEntries": 500,
        "maxSearchResults": 100,
        "maxOutputSize": 1048576,
        "maxExecutionTime": 30000,
    }
    assert {key: info["limits"][key] for key in wanted} == wanted
    assert info["sandbox"]["name"] in ("bubblewrap", "landlock", "none")


@pytest.mark.requirement("WAP-10")
def test_limits_can_be_configured(root: Path) -> None:
    with Workspace([root], limits=Limits(max_file_size=5)) as workspace:
        (root / "a").write_text("12\n345\n")
        result = TOOLS["readFile"].call(workspace, {"path": "a"})
        assert (result.content, result.is_truncated) == ("12\n", True)
        assert TOOLS["getWorkspaceInfo"].call(workspace, {}).limits.max_file_size == 5


WRONG: list[Any] = [None, True, 1, 1.5, "text", [], [1], {}, {"a": 1}]


def wrong_values(schema: dict[str, Any], definitions: dict[str, Any]) -> list[Any]:
    """Values of every type that do not fit the schema."""
    validator = jsonschema.Draft202012Validator({**schema, "$defs": definitions})
    return [value for value in WRONG if not validator.is_valid(value)]


def wrong_calls() -> list[Any]:
    good: dict[str, dict[str, Any]] = {name: dict(tool.examples[0].arguments) for name, tool in TOOLS.items()}
    cases: list[Any] = []
    for name, tool in TOOLS.items():
        schema = tool.input_schema()
        for argument, shape in schema.get("properties", {}).items():
            for value in wrong_values(shape, schema.get("$defs", {})):
                cases.append(
                    pytest.param(name, {**good[name], argument: value}, id=f"{name}-{argument}-{value}")
                )
        for argument in schema.get("required", []):
            lacking = {key: value for key, value in good[name].items() if key != argument}
            cases.append(pytest.param(name, lacking, id=f"{name} without {argument}"))
        cases.append(
            pytest.param(name, {**good[name], "unheardOf": 1}, id=f"{name} with an unknown argument")
        )
        cases += [
            pytest.param(name, value, id=f"{name} given {value!r}") for value in (None, 1, "x", [], True)
        ]
    return cases


@pytest.mark.requirement("WAP-09")
@pytest.mark.parametrize(("name", "arguments"), wrong_calls())
def test_every_argument_of_every_wrong_type_is_a_clear_error(
    workspace: Workspace, root: Path, name: str, arguments: Any
) -> None:
    with pytest.raises(WorkspaceError) as caught:
        TOOLS[name].call(workspace, arguments)
    payload = caught.value.payload()
    assert payload["code"] == "INVALID_ARGUMENT"
    assert payload["details"]["reason"] == "bad_arguments"
    assert payload["error"].startswith(name)
    assert "`" not in payload["error"]
    assert "msgspec" not in payload["error"]
    assert list(root.iterdir()) == []


@pytest.mark.requirement("WAP-09")
def test_errors_carry_the_six_codes_and_listed_reasons_only() -> None:
    def kinds(base: type[WorkspaceError]) -> list[type[WorkspaceError]]:
        return [kind for sub in base.__subclasses__() for kind in (sub, *kinds(sub))]

    assert {kind.code for kind in kinds(WorkspaceError)} == {
        "FILE_NOT_FOUND",
        "PERMISSION_DENIED",
        "SIZE_LIMIT_EXCEEDED",
        "INVALID_ARGUMENT",
        "EXECUTION_FAILED",
        "TIMEOUT",
    }
    with pytest.raises(ValueError):
        InvalidArgument("x", "an unlisted reason")
    sources = Path(find_tool.__code__.co_filename).parents[1].rglob("*.py")
    text = "".join(path.read_text() for path in sources if path.name != "errors.py")
    assert [reason for reason in REASONS if f'"{reason}"' not in text] == []


def test_an_unknown_tool_is_an_error_that_lists_the_names() -> None:
    with pytest.raises(InvalidArgument) as caught:
        find_tool("readfile")
    assert "readFile" in caught.value.message


@pytest.mark.requirement("WAP-13")
def test_the_documented_python_example_works(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import understudy.tools

    (root / "README.md").write_text("one\ntwo\nthree\nfour\n")
    doc = understudy.tools.__doc__ or ""
    example = "\n".join(line[4:] for line in doc.splitlines() if line.startswith("    "))
    exec(compile(example.replace('["."]', f"[{str(root)!r}]"), "docstring", "exec"), {})
    assert capsys.readouterr().out == "one\ntwo\nthree\n\n"


def test_an_integer_may_be_written_as_a_float(call: Caller, root: Path) -> None:
    (root / "a").write_text("1\n2\n3\n")
    assert call("readFile", path="a", startLine=2.0, endLine=2).content == "2\n"
    operation = {"type": "delete", "startLine": 1.0, "endLine": 2.0}
    assert call("modifyFile", path="a", operations=[operation]).changed
    with pytest.raises(InvalidArgument):
        call("readFile", path="a", startLine=1.5)


def test_a_single_text_is_not_a_list_of_roots(root: Path) -> None:
    for wrong in (str(root), root, str(root).encode()):
        with pytest.raises(InvalidArgument):
            Workspace(wrong)  # type: ignore[arg-type]


@pytest.mark.requirement("WAP-09")
def test_a_disk_that_fails_is_an_error_like_any_other(
    call: Caller, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a").write_text("x")

    def broken(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.pread", broken)
    with pytest.raises(WorkspaceError) as caught:
        call("readFile", path="a")
    assert caught.value.payload()["code"] == "EXECUTION_FAILED"
    assert caught.value.reason == "os_error"


def test_an_argument_that_is_nested_too_deeply_is_an_error(call: Caller, root: Path) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InvalidArgument):
        call("searchFiles", paths=deep, query="x", type="literal")
