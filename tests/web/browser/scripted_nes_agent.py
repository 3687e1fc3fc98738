"""An agent that responds with the next edits given in a file. Imports nothing of ours.

    python scripted_nes_agent.py SCRIPT

SCRIPT is a JSON file that is read for every request: `suggestions` to respond with (each with an `id`), `sync`
("full" or "incremental"), `delay` in seconds, `start` (a file that `nes/start` waits for), `hold` (a file that
`nes/suggest` removes, and waits for). `{uri}` in it is replaced by the document of the request.
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
            events = {name: {} for name in ("didOpen", "didClose", "didSave", "didFocus")}
            events["didChange"] = {"syncKind": script.get("sync", "incremental")}
            return {
                "protocolVersion": 1,
                "agentInfo": {"name": "scripted", "title": "Scripted", "version": "1"},
                "agentCapabilities": {"nes": {"events": {"document": events}}},
            }
        case "session/new":
            return {"sessionId": "chat"}
        case "nes/start":
            while "start" in script and not Path(script["start"]).exists():
                time.sleep(0.02)
            return {"sessionId": "next"}
        case "nes/suggest":
            time.sleep(script.get("delay", 0))
            if "hold" in script:
                hold = Path(script["hold"])
                hold.unlink()
                while not hold.exists():
                    time.sleep(0.02)
            text = json.dumps(script.get("suggestions", [])).replace("{uri}", params["uri"])
            return {"suggestions": json.loads(text)}
    return None


main()
