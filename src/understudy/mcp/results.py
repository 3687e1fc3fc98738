"""What a tool returned or raised, as an MCP result. Pure: no protocol state, no I/O.

A result is structured content and, for clients that show a model only text, text too. WAP's JSON would
put a whole file into an escaped string there; so where a result has its own text (readFile's `content`)
that text is the first block as it is, and the other fields are the second, as JSON.

An error is text only, `{error, code, details}` as JSON: it does not match the tool's output schema, and
the TypeScript SDK's client validates structured content even when `isError` is set.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from understudy.tools.tool import ToolResult
from understudy.workspace import WorkspaceError

__all__ = ["failure", "internal_failure", "success"]


def success(result: ToolResult) -> dict[str, Any]:
    structured: dict[str, Any] = msgspec.to_builtins(result)
    match structured:
        case {"content": str(text), **others}:
            content = [_text_block(text), _json_block(others)]
        case _:
            content = [_json_block(structured)]
    return {"content": content, "structuredContent": structured, "isError": False}


def failure(error: WorkspaceError) -> dict[str, Any]:
    return {"content": [_json_block(error.payload())], "isError": True}


def internal_failure(tool: str) -> dict[str, Any]:
    """A fault of ours: nothing of it is shown, since it may name what lies outside the roots."""
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
