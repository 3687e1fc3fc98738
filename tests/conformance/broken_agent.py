"""An ACP agent with faults to choose from: what the conformance checks must notice.

    python broken_agent.py FAULT …

Without faults it is a plain agent that takes document events and suggests to rename the first use.
"""

import json
import sys
from typing import Any

FAULTS = set(sys.argv[1:])
DOCUMENTS: dict[str, tuple[int, str]] = {}
STATE = {"sessions": 0, "rejected": False}
CAPABILITIES: dict[str, Any] = {
    "sessionCapabilities": {"additionalDirectories": {}, "runtimeContext": {}, "list": {}},
    "nes": {
        "events": {"document": {"didOpen": {}, "didChange": {"syncKind": "full"}}},
        "context": {"editHistory": {"maxCount": 5}},
    },
}
LISTED: list[dict[str, Any]] = []


class Refused(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def new_id(prefix: str) -> str:
    if "same-id" not in FAULTS:
        STATE["sessions"] += 1
    return f"{prefix}-{STATE['sessions']}"


def new_session(params: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(params.get("cwd"), str):
        raise Refused(-32602, "cwd is no path")
    if "no-sessions" in FAULTS:
        raise Refused(-32603, "no account")
    folders = params.get("additionalDirectories", [])
    if "any-directories" not in FAULTS:
        if not isinstance(folders, list) or any(
            not isinstance(one, str) or one[:1] != "/" for one in folders
        ):
            raise Refused(-32602, "additionalDirectories has another shape")
        if any("not-there" in one for one in folders):
            raise Refused(-32602, f"There is no folder {folders}")
    session = new_id("session")
    shown = sorted(folders) if "sorted-directories" in FAULTS else list(dict.fromkeys(folders))
    LISTED.append({"sessionId": session, "cwd": params["cwd"], "additionalDirectories": shown})
    return {"sessionId": session}


def listed(params: dict[str, Any]) -> dict[str, Any]:
    wanted = params.get("additionalDirectories")
    return {"sessions": [one for one in LISTED if wanted is None or one["additionalDirectories"] == wanted]}


def prompt(params: dict[str, Any]) -> dict[str, Any]:
    if params.get("sessionId") not in {one["sessionId"] for one in LISTED}:
        raise Refused(-32602, "there is no such session")
    context = params.get("runtimeContext", [])
    is_list = isinstance(context, list)
    if not is_list or any(
        not isinstance(one, dict) or not isinstance(one.get("text"), str) for one in context
    ):
        raise Refused(-32602, "runtimeContext has another shape")
    if "untyped-titles" not in FAULTS and any(not isinstance(one.get("title", ""), str) for one in context):
        raise Refused(-32602, "a title is no text")
    return {"stopReason": "because" if "odd-stop-reason" in FAULTS else "end_turn"}


def suggest(params: dict[str, Any]) -> dict[str, Any]:
    if params["triggerKind"] not in ("automatic", "diagnostic", "manual"):
        raise Refused(-32602, "the trigger kind is unknown")
    if params["sessionId"] in CLOSED and "open-after-close" not in FAULTS:
        raise Refused(-32602, "the session is closed")
    version, text = DOCUMENTS.get(params["uri"], (0, ""))
    if version is None or (params["version"] < version and "old-versions" not in FAULTS):
        return {"suggestions": []}
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if "print" in line and "total_price" in line), None)
    if at is None or "total_cost" not in text or (STATE["rejected"] and "deaf" not in FAULTS):
        return {"suggestions": []}
    start = lines[at].index("total_price")
    ahead = lines[at][:start]
    begin = len(ahead) if "wrong-encoding" in FAULTS else len(ahead.encode("utf-16-le")) // 2
    end = begin + (9_000 if "outside" in FAULTS else len("total_price"))
    span = {"start": {"line": at, "character": begin}, "end": {"line": at, "character": end}}
    edits = [{"range": span, "newText": "total_cost"}] * (2 if "overlap" in FAULTS else 1)
    suggestion = {"kind": "edit", "id": "one", "uri": params["uri"], "edits": edits}
    if "unasked-kind" in FAULTS:
        suggestion = {"kind": "jump", "id": "one", "uri": params["uri"], "position": span["start"]}
    return {"suggestions": [suggestion]}


CLOSED: set[str] = set()


def handle(method: str, params: dict[str, Any]) -> Any:
    match method:
        case "initialize":
            return {"protocolVersion": 1, "agentCapabilities": CAPABILITIES, "authMethods": []}
        case "session/new":
            return new_session(params)
        case "session/list":
            return listed(params)
        case "session/prompt":
            return prompt(params)
        case "nes/start":
            return {"sessionId": new_id("nes")}
        case "nes/close":
            CLOSED.add(params["sessionId"])
            return {}
        case "nes/suggest":
            return suggest(params)
        case "nes/reject":
            STATE["rejected"] = STATE["rejected"] or params.get("id") == "one"
        case "document/didOpen":
            DOCUMENTS[params["uri"]] = (params["version"], params["text"])
            STATE["rejected"] = False
        case "document/didChange":
            change = params["contentChanges"][-1]
            broken = change.get("range") is not None and "trusts-anything" not in FAULTS
            DOCUMENTS[params["uri"]] = (
                params["version"],
                ""
                if broken
                else change["text"]
                if change.get("range") is None
                else DOCUMENTS[params["uri"]][1],
            )
        case _:
            raise Refused(0 if "odd-errors" in FAULTS else -32601, "Method not found")
    return {}


def main() -> None:
    if "mute" in FAULTS:
        return
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            if "fragile" in FAULTS:
                raise
            send({"id": None, "error": {"code": -32700, "message": "Parse error"}})
            continue
        if not isinstance(message, dict) or "method" not in message:
            continue
        try:
            answer = {"result": handle(message["method"], message.get("params") or {})}
        except Refused as refusal:
            answer = {"error": {"code": refusal.code, "message": str(refusal)}}
        except (KeyError, TypeError) as error:
            answer = {"error": {"code": -32602, "message": f"wrong parameters: {error}"}}
        if "id" in message:
            identity = str(message["id"]) if "text-ids" in FAULTS else message["id"]
            for _ in range(2 if "twice" in FAULTS else 1):
                send({"id": identity, **answer})


main()
