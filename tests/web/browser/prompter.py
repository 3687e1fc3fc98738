"""An agent that suggests what a file says: next edits to the letter, for the browser tests. No code of ours.

    python prompter.py SCRIPT

SCRIPT is JSON, read at every question: `suggestions` to answer with (each with an `id`), `sync` ("full" or
"incremental"), `delay` in seconds. `{uri}` in it is the document that was asked about.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.argv[1])


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        result = answer(message["method"], message.get("params") or {})
        unknown = {"error": {"code": -32601, "message": "Method not found"}}
        body = unknown if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    script = json.loads(SCRIPT.read_text())
    match method:
        case "initialize":
            told = {name: {} for name in ("didOpen", "didClose", "didSave", "didFocus")}
            told["didChange"] = {"syncKind": script.get("sync", "incremental")}
            return {
                "protocolVersion": 1,
                "agentInfo": {"name": "prompter", "title": "Prompter", "version": "1"},
                "agentCapabilities": {"nes": {"events": {"document": told}}},
            }
        case "session/new":
            return {"sessionId": "chat"}
        case "nes/start":
            return {"sessionId": "next"}
        case "nes/suggest":
            time.sleep(script.get("delay", 0))
            said = json.dumps(script.get("suggestions", [])).replace("{uri}", params["uri"])
            return {"suggestions": json.loads(said)}
    return None


main()
