"""A malicious agent. The text of the prompt selects its attack."""

import json
import os
import sys
import time
from itertools import count
from typing import Any

MARKUP = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
LINKS = (
    "[a](javascript:window.pwned=1) [b](data:text/html,<script>1</script>) <javascript:window.pwned=1> "
    "![c](data:image/svg+xml,<svg/onload=window.pwned=1>) [d](file:///etc/passwd) [e](java&#115;cript:1) "
    '[f](https://e.example "x\\" onmouseover=window.pwned=1")'
)
LONG = "echo " + "fine " * 40 + "; rm -rf \u202e~"
OPTIONS = [
    {"optionId": "yes", "name": f"Allow {MARKUP}", "kind": "allow_once"},
    {"optionId": "no", "name": "Reject", "kind": "reject_once"},
]
ids = count(1000)


def write(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def ask(method: str, **params: Any) -> None:
    write({"id": next(ids), "method": method, "params": {"sessionId": "s", **params}})


def update(kind: str, /, **more: Any) -> None:
    write(
        {"method": "session/update", "params": {"sessionId": "s", "update": {"sessionUpdate": kind, **more}}}
    )


def permission(title: str) -> None:
    call = {"toolCallId": title[:20], "title": title, "kind": "execute", "status": "pending"}
    ask("session/request_permission", toolCall=call, options=OPTIONS)


def markup() -> None:
    text = f"# {MARKUP}\n\n{LINKS}\n\n| {MARKUP} |\n|--|\n\n```{MARKUP}\n{MARKUP}\n```\n\n"
    update("agent_message_chunk", content={"type": "text", "text": text})
    update("agent_thought_chunk", content={"type": "text", "text": MARKUP})
    update("plan", entries=[{"content": MARKUP, "priority": "high", "status": MARKUP}])
    diff = {"type": "diff", "path": f"/etc/{MARKUP}", "oldText": MARKUP, "newText": f"{MARKUP}2"}
    link = {"type": "content", "content": {"type": "resource_link", "uri": "javascript:1", "name": MARKUP}}
    update("tool_call", toolCallId="t", title=MARKUP, kind="edit", status="completed", content=[diff, link])
    update("session_info_update", title=MARKUP)
    update("notice", title=MARKUP, severity="error", description=MARKUP)
    properties = {"__proto__": {"type": "string", "title": MARKUP}, "constructor": {"type": "boolean"}}
    schema = {"type": "object", "title": MARKUP, "properties": properties}
    ask("elicitation/create", mode="form", message=MARKUP, requestedSchema=schema)
    ask("elicitation/create", mode="url", message=MARKUP, url="javascript:window.pwned=1", elicitationId="e")
    permission(MARKUP)


def act(prompt: str) -> None:
    match prompt:
        case "markup":
            markup()
        case "hook":
            time.sleep(1)  # the user types in the editor by now
            ask("fs/write_text_file", path=f"{os.getcwd()}/.git/hooks/pre-commit", content="#!/bin/sh\n")
        case "permission":
            time.sleep(0.6)
            permission(LONG)
        case _:
            pass


for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "initialize":
            info = {"name": MARKUP, "title": MARKUP, "version": "1"}
            write(
                {
                    "id": message["id"],
                    "result": {"protocolVersion": 1, "agentInfo": info, "agentCapabilities": {}},
                }
            )
        case "session/new":
            write({"id": message["id"], "result": {"sessionId": "s"}})
        case "session/prompt":
            act(message["params"]["prompt"][0]["text"])
        case None:
            chosen = (message.get("result") or {}).get("outcome")
            if chosen:
                update(
                    "agent_message_chunk",
                    content={"type": "text", "text": f"chosen: {chosen.get('optionId')}\n\n"},
                )
        case _:
            pass
