"""An MCP server with a few of the workspace tools, which reads any path, has no error codes and cuts no file."""

import json
import sys
from pathlib import Path
from typing import Any

NAMES = ("exploreFiles", "readFile", "writeFile", "searchFiles", "getWorkspaceInfo")


def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if name != "readFile":
        raise ValueError(name)
    lines = Path(str(arguments["path"])).read_text().splitlines(keepends=True)
    part = lines[arguments.get("startLine", 1) - 1 : arguments.get("endLine", len(lines))]
    return {
        "content": "".join(part),
        "isTruncated": False,
        "totalLines": len(lines),
        "returnedLines": len(part),
    }


def handle(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "initialize":
            return {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "broken"},
            }
        case "tools/list":
            return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]}
        case _:
            try:
                found = call(params["name"], params["arguments"])
            except (OSError, ValueError, KeyError) as error:
                return {"isError": True, "content": [{"type": "text", "text": f"it went wrong: {error}"}]}
            return {"content": [{"type": "text", "text": json.dumps(found)}], "structuredContent": found}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = handle(message["method"], message.get("params") or {})
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
