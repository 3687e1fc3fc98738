"""An agent of another project, as far as the page can tell: writes ACP itself and imports nothing of ours.

    python foreign_agent.py SETTINGS

SETTINGS is a JSON file: {"capabilities": {...}, "begin_after": PATH, "sessions": 9, "methods": [], "login": true}.
The first word of a prompt selects its action: `say TEXT`, `calls N`, `ask`, `edit PATH OLD NEW`, `wait`, `die`,
`again` (repeats the prompt), `blocks` (the kinds of the prompt's blocks), `roots`.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SETTINGS: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text())
OPTIONS = [
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    # Without a kind, as a later version of the protocol may send it: it can be chosen too.
    {"optionId": "perhaps", "name": "Perhaps"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]
_writing = threading.Lock()
_answers: dict[int, "Answer"] = {}
_stopped = threading.Event()
_roots: dict[str, list[str]] = {}
_signed_in = not SETTINGS.get("login")


class Answer:
    """The client's response to a request of this agent."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.result: dict[str, Any] = {}


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "method" not in message:
            waiting = _answers.pop(message["id"])
            waiting.result = message.get("result") or {}
            waiting.arrived.set()
        elif "id" in message:
            threading.Thread(target=answer, args=(message,), daemon=True).start()
        elif message["method"] == "session/cancel":
            _stopped.set()


def answer(message: dict[str, Any]) -> None:
    try:
        result = METHODS[message["method"]](message["params"])
    except KeyError:
        write({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
    except PermissionError:
        write({"id": message["id"], "error": {"code": -32000, "message": "Authentication required"}})
    except LookupError as error:
        write({"id": message["id"], "error": {"code": -32002, "message": str(error)}})
    else:
        write({"id": message["id"], "result": result})


def write(message: dict[str, Any]) -> None:
    with _writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def request(method: str, **params: Any) -> dict[str, Any]:
    waiting = Answer()
    number = len(_roots) * 1000 + int(time.monotonic() * 1000) % 1_000_000
    _answers[number] = waiting
    write({"id": number, "method": method, "params": params})
    waiting.arrived.wait(240)
    return waiting.result


def initialize(_: dict[str, Any]) -> dict[str, Any]:
    return {
        "protocolVersion": SETTINGS.get("version", 1),
        "agentCapabilities": SETTINGS.get("capabilities", {}),
        "authMethods": SETTINGS.get("methods", []),
        "agentInfo": {"name": "foreign", "version": "1"},
    }


def authenticate(_: dict[str, Any]) -> dict[str, Any]:
    global _signed_in
    _signed_in = True
    return {}


def new_session(params: dict[str, Any]) -> dict[str, Any]:
    if not _signed_in:
        raise PermissionError
    while "begin_after" in SETTINGS and not Path(SETTINGS["begin_after"]).exists():
        time.sleep(0.01)
    session = f"s{len(_roots)}"
    _roots[session] = [params["cwd"], *params.get("additionalDirectories", [])]
    return {"sessionId": session, **SETTINGS.get("opened", {})}


def load_session(params: dict[str, Any]) -> dict[str, Any]:
    if params["sessionId"] == "lost":
        raise LookupError("That session is lost")
    _roots[params["sessionId"]] = [params["cwd"]]
    updates = SessionUpdates(params["sessionId"])
    updates.update("user_message_chunk", content={"type": "text", "text": "from before"})
    updates.say(f"this is {params['sessionId']}")
    return {}


def list_sessions(params: dict[str, Any]) -> dict[str, Any]:
    """List the sessions, a hundred per page."""
    at, count = int(params.get("cursor") or 0), SETTINGS.get("sessions", 0)
    rows = [
        {
            "sessionId": "lost" if number == 0 else f"old-{number}",
            "cwd": params["cwd"],
            "title": "Lost" if number == 0 else f"Talk {number}",
            "updatedAt": f"2026-01-{1 + number % 28:02}T10:00:00Z",
        }
        for number in range(at, min(at + 100, count))
    ]
    return {"sessions": rows, **({"nextCursor": str(at + 100)} if at + 100 < count else {})}


def prompt(params: dict[str, Any]) -> dict[str, Any]:
    updates = SessionUpdates(params["sessionId"])
    word, _, rest = params["prompt"][0]["text"].partition(" ")
    _stopped.clear()
    match word:
        case "say":
            updates.say(rest)
        case "calls":
            for number in range(int(rest)):
                updates.update(
                    "tool_call", toolCallId=f"c{number}", title=f"Step {number}", status="completed"
                )
        case "ask":
            updates.update("tool_call", toolCallId="c", title="Try it", kind="execute", status="pending")
            call = {"toolCallId": "c"}
            outcome = request(
                "session/request_permission", sessionId=updates.session, toolCall=call, options=OPTIONS
            )
            updates.say(json.dumps(outcome.get("outcome")))
        case "edit":
            path, old, text = rest.split(" ")
            file = Path(path)
            before = file.read_text()
            file.write_text(before.replace(old, text))
            diff = {"type": "diff", "path": path, "oldText": old, "newText": text}
            # Reported once, when it is done.
            updates.update(
                "tool_call", toolCallId="e", title="Edit", kind="edit", status="completed", content=[diff]
            )
        case "wait":
            updates.say("waiting")
            _stopped.wait(240)
            return {"stopReason": "cancelled"}
        case "die":
            updates.say("dying")
            time.sleep(0.3)
            print("Traceback of a fault\nValueError: out of range", file=sys.stderr, flush=True)
            os._exit(3)
        case "again":
            for piece in ("aga", "in and", " again"):
                updates.update("user_message_chunk", content={"type": "text", "text": piece})
        case "blocks":
            updates.say(" ".join(block["type"] for block in params["prompt"]))
        case "roots":
            updates.say(f"{len(_roots[updates.session])} roots")
        case _:
            updates.say("what?")
    return {"stopReason": "end_turn"}


class SessionUpdates:
    """Sends updates of one session."""

    def __init__(self, session: str) -> None:
        self.session = session

    def update(self, update: str, /, **more: Any) -> None:
        body = {"sessionUpdate": update, **more}
        write({"method": "session/update", "params": {"sessionId": self.session, "update": body}})

    def say(self, text: str) -> None:
        self.update("agent_message_chunk", content={"type": "text", "text": text})


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "initialize": initialize,
    "authenticate": authenticate,
    "session/new": new_session,
    "session/load": load_session,
    "session/resume": lambda params: {},
    "session/list": list_sessions,
    "session/delete": lambda params: {},
    "session/close": lambda params: {},
    "session/prompt": prompt,
}

if __name__ == "__main__":
    main()
