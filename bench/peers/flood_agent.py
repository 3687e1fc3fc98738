"""An agent that answers a prompt with as many small updates as its text says: `chunks 100000` or `calls 100000`."""

import json
import sys


def write(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def update(name: str, /, **more: object) -> str:
    content = {"sessionId": "s", "update": {"sessionUpdate": name, **more}}
    return json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": content}) + "\n"


def flood(prompt: str) -> None:
    kind, _, count = prompt.partition(" ")
    for number in range(int(count)):
        if kind == "chunks":
            end = "\n\n" if number % 40 == 39 else " "
            line = update("agent_message_chunk", content={"type": "text", "text": f"word{number}{end}"})
        else:
            line = update(
                "tool_call", toolCallId=f"c{number}", title=f"Read {number}", kind="read", status="completed"
            )
        sys.stdout.write(line)


for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "initialize":
            write({"id": message["id"], "result": {"protocolVersion": 1, "agentCapabilities": {}}})
        case "session/new":
            write({"id": message["id"], "result": {"sessionId": "s"}})
        case "session/prompt":
            flood(message["params"]["prompt"][0]["text"])
            write({"id": message["id"], "result": {"stopReason": "end_turn"}})
        case _:
            pass
    sys.stdout.flush()
