"""An agent that we did not write, as far as the page can tell: ACP by hand on its own pipes, no code of ours.

    python foreign_agent.py '{"capabilities": {...}, "slow": 2.0, "sessions": 500, "methods": [...], "login": true}'

What it does is the prompt's first word: `say TEXT`, `calls N`, `ask`, `form`, `edit PATH OLD NEW`, `wait`, `die`,
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

SETTINGS: dict[str, Any] = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
OPTIONS = [
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    # A kind of tomorrow, or none at all: it can be chosen all the same.
    {"optionId": "perhaps", "name": "Perhaps"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]
_writing = threading.Lock()
_answers: dict[int, "Answer"] = {}
_stopped = threading.Event()
_roots: dict[str, list[str]] = {}
_known = not SETTINGS.get("login")


class Answer:
    """What the client says to a request of ours."""

    def __init__(self) -> None:
        self.there = threading.Event()
        self.result: dict[str, Any] = {}


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "method" not in message:
            waiting = _answers.pop(message["id"])
            waiting.result = message.get("result") or {}
            waiting.there.set()
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


def asked(method: str, **params: Any) -> dict[str, Any]:
    waiting = Answer()
    number = len(_roots) * 1000 + int(time.monotonic() * 1000) % 1_000_000
    _answers[number] = waiting
    write({"id": number, "method": method, "params": params})
    waiting.there.wait(60)
    return waiting.result


def initialize(_: dict[str, Any]) -> dict[str, Any]:
    return {
        "protocolVersion": SETTINGS.get("version", 1),
        "agentCapabilities": SETTINGS.get("capabilities", {}),
        "authMethods": SETTINGS.get("methods", []),
        "agentInfo": {"name": "foreign", "version": "1"},
    }


def authenticate(_: dict[str, Any]) -> dict[str, Any]:
    global _known
    _known = True
    return {}


def new(params: dict[str, Any]) -> dict[str, Any]:
    if not _known:
        raise PermissionError
    time.sleep(SETTINGS.get("slow", 0))
    session = f"s{len(_roots)}"
    _roots[session] = [params["cwd"], *params.get("additionalDirectories", [])]
    return {"sessionId": session, **SETTINGS.get("opened", {})}


def load(params: dict[str, Any]) -> dict[str, Any]:
    if params["sessionId"] == "lost":
        raise LookupError("That session is lost")
    _roots[params["sessionId"]] = [params["cwd"]]
    told = Telling(params["sessionId"])
    told.update("user_message_chunk", content={"type": "text", "text": "from before"})
    told.say(f"this is {params['sessionId']}")
    return {}


def listed(params: dict[str, Any]) -> dict[str, Any]:
    """A hundred on a page."""
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
    told = Telling(params["sessionId"])
    word, _, rest = params["prompt"][0]["text"].partition(" ")
    _stopped.clear()
    match word:
        case "say":
            told.say(rest)
        case "calls":
            for number in range(int(rest)):
                told.update("tool_call", toolCallId=f"c{number}", title=f"Step {number}", status="completed")
        case "ask":
            told.update("tool_call", toolCallId="c", title="Try it", kind="execute", status="pending")
            call = {"toolCallId": "c"}
            outcome = asked(
                "session/request_permission", sessionId=told.session, toolCall=call, options=OPTIONS
            )
            told.say(json.dumps(outcome.get("outcome")))
        case "edit":
            path, old, text = rest.split(" ")
            file = Path(path)
            before = file.read_text()
            file.write_text(before.replace(old, text))
            diff = {"type": "diff", "path": path, "oldText": old, "newText": text}
            # Told once, when it is done.
            told.update(
                "tool_call", toolCallId="e", title="Edit", kind="edit", status="completed", content=[diff]
            )
        case "wait":
            told.say("waiting")
            _stopped.wait(60)
            return {"stopReason": "cancelled"}
        case "die":
            told.say("dying")
            time.sleep(0.3)
            os._exit(3)
        case "again":
            for piece in ("aga", "in and", " again"):
                told.update("user_message_chunk", content={"type": "text", "text": piece})
        case "blocks":
            told.say(" ".join(block["type"] for block in params["prompt"]))
        case "roots":
            told.say(f"{len(_roots[told.session])} roots")
        case _:
            told.say("what?")
    return {"stopReason": "end_turn"}


class Telling:
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
    "session/new": new,
    "session/load": load,
    "session/resume": lambda params: {},
    "session/list": listed,
    "session/delete": lambda params: {},
    "session/close": lambda params: {},
    "session/prompt": prompt,
}

if __name__ == "__main__":
    main()
