"""The generated messages: true to the schema, strict where the seeds are strict, kind where the schema is kind."""

import json
from typing import Any

import msgspec
import pytest
from codegen import structs
from jsonschema import Draft202012Validator
from msgspec import inspect

from schema.golden import GOLDEN, SESSION_UPDATES, Golden
from understudy.schema import acp, decode

DEFINITIONS = structs.published()
NAMES = [f"{number}-{golden.definition}" for number, golden in enumerate(GOLDEN)]


def validate(definition: str, message: object) -> None:
    schema = {"$ref": f"#/$defs/{definition}", "$defs": DEFINITIONS}
    complaints = [error.message for error in Draft202012Validator(schema).iter_errors(message)]
    assert complaints == []


def read(kind: Any, message: object) -> Any:
    return decode(json.dumps(message).encode(), kind)


def written(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_the_committed_structs_are_those_of_the_schema() -> None:
    assert structs.generate() == structs.TARGET.read_text()


def test_the_reduced_schema_is_shapes_without_prose() -> None:
    text = json.dumps(DEFINITIONS)
    assert Draft202012Validator.check_schema({"$defs": DEFINITIONS}) is None
    assert '"description": "' not in text
    assert '"title": "' not in text


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_golden_messages_are_of_the_schema_and_come_through_unchanged(golden: Golden) -> None:
    validate(golden.definition, golden.message)
    value = read(getattr(acp, golden.definition), golden.message)
    assert isinstance(value, getattr(acp, golden.definition))
    again = written(value)
    assert filled(again) == filled(golden.message)
    if golden.sent:
        validate(golden.definition, again)


def test_every_kind_of_update_that_the_agent_sends_is_golden() -> None:
    tags = {kind["sessionUpdate"] for kind in SESSION_UPDATES}
    assert tags == {
        struct.__struct_config__.tag
        for struct in (
            acp.UserMessageChunk,
            acp.AgentMessageChunk,
            acp.AgentThoughtChunk,
            acp.ToolCall,
            acp.ToolCallProgress,
            acp.Plan,
            acp.AvailableCommandsUpdate,
            acp.CurrentModeUpdate,
            acp.ConfigOptionUpdate,
            acp.SessionInfoUpdate,
            acp.UsageUpdate,
        )
    }


def filled(node: Any) -> Any:
    """Without what says the same as its absence: nulls, empty lists and objects, false."""
    match node:
        case dict():
            parts = {key: filled(value) for key, value in node.items()}
            return {key: value for key, value in parts.items() if value not in (None, [], {}, False)}
        case list():
            return [filled(item) for item in node]
        case _:
            return node


def test_unknown_fields_are_ignored_and_meta_stays_one_value() -> None:
    meta = {"cwd": "/other", "mcpServers": 7}
    request = read(
        acp.NewSessionRequest, {"cwd": "/r", "mcpServers": [], "somethingNew": {"a": 1}, "_meta": meta}
    )
    assert request.cwd == "/r"
    assert request.meta == meta
    with pytest.raises(msgspec.ValidationError, match="cwd"):
        read(acp.NewSessionRequest, {"mcpServers": [], "_meta": meta})


# Strict: what a seed says must fail the request is never mended.

LIFECYCLE = {
    acp.NewSessionRequest: {"cwd": "/r"},
    acp.LoadSessionRequest: {"cwd": "/r", "sessionId": "s"},
    acp.ResumeSessionRequest: {"cwd": "/r", "sessionId": "s"},
    acp.ForkSessionRequest: {"cwd": "/r", "sessionId": "s"},
    acp.ListSessionsRequest: {},
}
BAD_LISTS = [None, 7, True, "/tmp", {}, {"0": "/tmp"}, [None], [7], ["/a", None], ["/a", ["/b"]], [{}]]


@pytest.mark.requirement("DIR-03")
@pytest.mark.parametrize("kind", LIFECYCLE)
@pytest.mark.parametrize("value", BAD_LISTS, ids=repr)
def test_roots_that_are_no_list_of_strings_fail_the_message(kind: type, value: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="additionalDirectories"):
        read(kind, {**LIFECYCLE[kind], "additionalDirectories": value})


@pytest.mark.requirement("DIR-14")
@pytest.mark.parametrize("kind", LIFECYCLE)
def test_roots_and_servers_may_be_left_out(kind: type) -> None:
    value = read(kind, LIFECYCLE[kind])
    absent = msgspec.UNSET if kind is acp.ListSessionsRequest else []
    assert value.additional_directories == absent or value.additional_directories is absent


@pytest.mark.parametrize(
    "kind",
    [kind for kind in LIFECYCLE if kind is not acp.ListSessionsRequest],
    ids=lambda kind: kind.__name__,
)
@pytest.mark.parametrize(
    "value",
    [
        None,
        "server",
        {},
        [None],
        ["server"],
        [{}],
        [{"name": 7, "command": "x", "args": [], "env": []}],
        [{"name": "n", "command": "x", "args": [7], "env": []}],
        [{"name": "n", "command": "x", "args": [], "env": [{"name": "A"}]}],
        [{"name": "n", "command": "x", "args": [], "env": {"A": "b"}}],
    ],
    ids=repr,
)
def test_servers_that_are_not_understood_fail_the_message(kind: type, value: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="mcpServers"):
        read(kind, {**LIFECYCLE[kind], "mcpServers": value})


@pytest.mark.requirement("CTX-02")
@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        {"text": "t"},
        [None],
        ["text"],
        [{}],
        [{"title": "t"}],
        [{"text": 7}],
        [{"text": None}],
        [{"text": "t", "title": None}],
        [{"text": "t", "title": 7}],
        [{"text": "t"}, {"txt": "t"}],
    ],
    ids=repr,
)
def test_runtime_context_that_is_not_understood_fails_the_message(value: object) -> None:
    base = {"sessionId": "s", "prompt": [{"type": "text", "text": "x"}]}
    with pytest.raises(msgspec.ValidationError, match="runtimeContext"):
        read(acp.PromptRequest, {**base, "runtimeContext": value})
    (item,) = read(acp.PromptRequest, {**base, "runtimeContext": [{"text": "t"}]}).runtime_context
    assert item.text == "t"
    assert item.title is msgspec.UNSET


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (acp.PromptRequest, {"sessionId": "s"}),
        (acp.PromptRequest, {"sessionId": "s", "prompt": None}),
        (acp.PromptRequest, {"sessionId": "s", "prompt": [{"type": "magic"}]}),
        (acp.PromptRequest, {"sessionId": "s", "prompt": [{"type": "text", "text": None}]}),
        (acp.PromptRequest, {"sessionId": None, "prompt": []}),
        (acp.InitializeRequest, {}),
        (acp.InitializeRequest, {"protocolVersion": "1"}),
        (acp.InitializeRequest, {"protocolVersion": 70_000}),
        (acp.CancelNotification, {}),
        (acp.RequestPermissionResponse, {"outcome": {"outcome": "selected"}}),
        (acp.RequestPermissionResponse, {"outcome": {"outcome": "maybe"}}),
        (acp.ReadTextFileResponse, {"content": None}),
    ],
)
def test_what_is_required_is_never_made_up(kind: type, message: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(kind, message)


# Kind: a broken part that the schema tolerates counts as absent, and the rest is kept.

TOLERATED: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (acp.InitializeRequest, {"protocolVersion": 1, "clientCapabilities": 7}, {"protocolVersion": 1}),
    (
        acp.InitializeRequest,
        {"protocolVersion": 1, "clientCapabilities": {"terminal": "yes", "fs": {"readTextFile": True}}},
        {"protocolVersion": 1, "clientCapabilities": {"fs": {"readTextFile": True}}},
    ),
    (
        acp.InitializeRequest,
        {"protocolVersion": 1, "clientCapabilities": {"fs": {"readTextFile": 1, "writeTextFile": True}}},
        {"protocolVersion": 1, "clientCapabilities": {"fs": {"writeTextFile": True}}},
    ),
    (acp.InitializeRequest, {"protocolVersion": 1, "clientInfo": {"name": 7}}, {"protocolVersion": 1}),
    (acp.InitializeRequest, {"protocolVersion": 1, "_meta": "x"}, {"protocolVersion": 1}),
    (
        acp.ToolCallUpdate,
        {"toolCallId": "c", "kind": "dance", "status": 7, "title": "t"},
        {"toolCallId": "c", "title": "t"},
    ),
    (
        acp.PromptRequest,
        {"sessionId": "s", "prompt": [{"type": "text", "text": "x", "annotations": 7}]},
        {"sessionId": "s", "prompt": [{"type": "text", "text": "x"}]},
    ),
]


@pytest.mark.parametrize(("kind", "message", "kept"), TOLERATED)
def test_broken_optional_parts_count_as_absent(
    kind: type, message: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert read(kind, message) == read(kind, kept)


def test_broken_items_are_skipped_where_the_schema_says_so_and_only_there() -> None:
    entries = [{"content": "a", "priority": "high", "status": "pending"}, {"content": 7}, None, "x"]
    plan = read(acp.SessionUpdate, {"sessionUpdate": "plan", "entries": entries})
    assert [entry.content for entry in plan.entries] == ["a"]
    capabilities = {"protocolVersion": 1, "clientCapabilities": {"positionEncodings": ["utf-8", 7, "utf-9"]}}
    assert read(acp.InitializeRequest, capabilities).client_capabilities.position_encodings == ["utf-8"]
    listed = read(
        acp.ListSessionsResponse,
        {"sessions": [{"sessionId": "s", "cwd": "/", "additionalDirectories": []}, {"cwd": "/"}]},
    )
    assert [entry.session_id for entry in listed.sessions] == ["s"]
    with pytest.raises(msgspec.ValidationError):
        read(acp.PromptRequest, {"sessionId": "s", "prompt": [{"type": "text", "text": "x"}, None]})


def test_mending_has_an_end() -> None:
    entries = [{"content": number} for number in range(1000)]
    with pytest.raises(msgspec.ValidationError):
        read(acp.SessionUpdate, {"sessionUpdate": "plan", "entries": entries})


def test_a_type_is_described_once_for_all_faults_of_all_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[object] = []
    describe = inspect.type_info

    def counted(kind: Any) -> inspect.Type:
        described.append(kind)
        return describe(kind)

    monkeypatch.setattr(inspect, "type_info", counted)
    for number in range(3):
        entries = [{"content": number}, {"content": None}]
        assert read(acp.SessionUpdate, {"sessionUpdate": "plan", "entries": entries}).entries == []
    assert len(described) <= 1


def test_a_fault_behind_a_tolerated_one_is_the_one_that_is_told() -> None:
    with pytest.raises(msgspec.ValidationError, match="protocolVersion"):
        decode(b'{"clientCapabilities": {"fs": 7}, "protocolVersion": "one"}', acp.InitializeRequest)


def test_a_change_of_a_document_is_never_dropped_in_silence() -> None:
    raw = (
        b'{"sessionId": "s", "uri": "file:///x", "version": 2, '
        b'"contentChanges": [{"text": "a"}, {"text": 7}]}'
    )
    with pytest.raises(msgspec.ValidationError, match=r"contentChanges\[1\]"):
        decode(raw, acp.DidChangeDocumentNotification)
