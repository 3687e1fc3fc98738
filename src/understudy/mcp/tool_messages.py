"""What the server says of itself, of its tools and of a call's result, as plain JSON values. Knows no SDK.

A result is structured content and, for clients that show a model only text, text too. WAP's JSON would put a
whole file into an escaped string there. If a result has its own text (readFile's `content`), that text is
therefore the first block, unchanged, and the other fields are the second block, as JSON.

An error is text only, `{error, code, details}` as JSON: it does not match the tool's output schema, and the
TypeScript SDK's client validates structured content even when `isError` is set.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from understudy import __version__
from understudy.tools import Tool, ToolResult
from understudy.workspace import Workspace, WorkspaceError, escape_filename

__all__ = [
    "SERVER_DESCRIPTION",
    "SERVER_NAME",
    "SERVER_TITLE",
    "ToolRegistry",
    "build_instructions",
    "failure",
    "handshake_result",
    "internal_failure",
    "success",
    "tool_listing",
]

ToolRegistry = Mapping[str, Tool[Any, Any]]

SERVER_NAME: Final = "understudy"
SERVER_TITLE: Final = "Understudy workspace tools"
SERVER_DESCRIPTION: Final = "Read, search, edit and run things in the folders it was given, and nowhere else."
ERROR_META_KEY: Final = "understudy.dev/error"
"""In the `_meta` of a failed call's result."""


def handshake_result(version: str, workspace: Workspace, tools: ToolRegistry) -> dict[str, Any]:
    """The answer to `initialize`, the same as the SDK's server gives."""
    return {
        "protocolVersion": version,
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {
            "name": SERVER_NAME,
            "title": SERVER_TITLE,
            "version": __version__,
            "description": SERVER_DESCRIPTION,
        },
        "instructions": build_instructions(workspace, tuple(tools)),
    }


def tool_listing(tools: ToolRegistry) -> dict[str, Any]:
    """The answer to `tools/list`."""
    return {"tools": [_describe_tool(tool) for tool in tools.values()]}


def _describe_tool(tool: Tool[Any, Any]) -> dict[str, Any]:
    effects = tool.effects
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema(),
        "outputSchema": tool.output_schema(),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": effects.read_only,
            "destructiveHint": effects.destructive,
            "idempotentHint": effects.idempotent,
            "openWorldHint": effects.open_world,
        },
    }


def build_instructions(workspace: Workspace, tools: Sequence[str]) -> str:
    """What a model should know about the tools as a whole before its first call."""
    primary, *additional = (escape_filename(root.path) for root in workspace.roots)
    parts = [
        f"These tools work on files in one workspace. Its primary root is {primary}.",
        "Relative paths are relative to the primary root; nothing outside the roots can be reached.",
    ]
    if additional:
        parts.append(f"Additional roots, reached by absolute paths: {', '.join(additional)}.")
    parts.append(
        "Paths in results can be passed straight back. When a result says that it is truncated, ask for "
        "the next part (nextCursor, or startLine and endLine) or narrow the path or the pattern."
    )
    if "writeFile" in tools or "modifyFile" in tools:
        parts.append(
            "Read a file before you change it, prefer modifyFile to rewriting, and pass the hash that "
            "readFile returned as expectedHash, so that a file which changed meanwhile is not overwritten."
        )
    else:
        parts.append("The workspace is open for reading only.")
    parts.append("A failed call returns {error, code, details}; error says what to do next.")
    return "\n".join(parts)


def success(result: ToolResult) -> dict[str, Any]:
    structured: dict[str, Any] = msgspec.to_builtins(result)
    match structured:
        case {"content": str(text), **others}:
            content = [_text_block(text), _json_block(others)]
        case _:
            content = [_json_block(structured)]
    return {"content": content, "structuredContent": structured, "isError": False}


def failure(error: WorkspaceError) -> dict[str, Any]:
    """The error as WAP defines it; for clients that show it to a person, also without the advice to a model."""
    meta = {ERROR_META_KEY: {"userMessage": error.user_message}}
    return {"content": [_json_block(error.payload())], "isError": True, "_meta": meta}


def internal_failure(tool: str) -> dict[str, Any]:
    """A bug of ours. Nothing of the exception is shown, since it may name paths outside the roots."""
    payload = {
        "error": f"{tool} failed for a reason of its own; the server's log says more. Try another way.",
        "code": "EXECUTION_FAILED",
        "details": {"reason": "internal"},
    }
    return {"content": [_json_block(payload)], "isError": True}


def _text_block(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def _json_block(value: Mapping[str, Any]) -> dict[str, str]:
    return _text_block(msgspec.json.encode(value).decode())
