"""A small ACP agent for the replay's tests, run as a program: `python scripted_agent.py MANNER`.

`repeat` replaces again what the last change replaced, wherever the same word stands next in the same file; the
other manners misbehave in one way each. Written against the protocol alone: nothing of the product is imported.
"""

import json
import os
import re
import sys
from typing import Any

Message = dict[str, Any]


class Follower:
    """The documents, and the last word that became another one."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.lesson: tuple[str, str] | None = None
        self.refused: set[tuple[str, str]] = set()
        self.shown: tuple[str, str] = ("", "")
        self.log: list[Message] = []

    def change(self, params: Message) -> None:
        change = params["contentChanges"][0]
        start, end = change["range"]["start"], change["range"]["end"]
        lines = self.texts[params["uri"]]
        old = lines[start["line"] : end["line"] + 1]
        head = old[0].encode("utf-16-le")[: 2 * start["character"]].decode("utf-16-le")
        tail = lines[end["line"]].encode("utf-16-le")[2 * end["character"] :].decode("utf-16-le")
        new = (head + change["text"] + tail).split("\n")
        self.texts[params["uri"]] = lines[: start["line"]] + new + lines[end["line"] + 1 :]
        if len(old) == len(new):
            for before, after in zip(old, new, strict=True):
                words, others = (re.findall(r"\w+|\W", line) for line in (before, after))
                pairs = {(a, b) for a, b in zip(words, others, strict=False) if a != b}
                if len(words) == len(others) and len(pairs) == 1:
                    self.lesson = pairs.pop()

    def repeat(self, uri: str, line: int) -> Message | None:
        if self.lesson is None:
            return None
        old, new = self.lesson
        lines = self.texts[uri]
        for number in (*range(line, len(lines)), *range(line)):
            text = lines[number]
            if not re.search(rf"\b{re.escape(old)}\b", text) or (uri, text) in self.refused:
                continue
            self.shown = (uri, text)
            place = {
                "start": {"line": number, "character": 0},
                "end": {"line": number, "character": len(text.encode("utf-16-le")) // 2},
            }
            becomes = re.sub(rf"\b{re.escape(old)}\b", new, text)
            return {
                "id": "1",
                "kind": "edit",
                "uri": uri,
                "edits": [{"range": place, "newText": becomes}],
                "_meta": {
                    "understudy.dev/nes": {"family": "repeat", "chance": 0.75, "why": "The same again."}
                },
            }
        return None


def suggestion(manner: str, follower: Follower, params: Message) -> list[Message]:
    uri, line = params["uri"], params["position"]["line"]
    zero = {"line": 0, "character": 0}
    match manner:
        case "repeat":
            found = follower.repeat(uri, line)
            return [found] if found else []
        case "jump":
            return [{"id": "j", "kind": "jump", "uri": uri, "position": {"line": line + 2, "character": 0}}]
        case "outside":
            far = {"line": 10**6, "character": 0}
            return [
                {
                    "id": "o",
                    "kind": "edit",
                    "uri": uri,
                    "edits": [{"range": {"start": far, "end": far}, "newText": "x"}],
                }
            ]
        case "nonsense":
            place = {"start": zero, "end": zero}
            return [
                {"id": "n", "kind": "edit", "uri": uri, "edits": [{"range": place, "newText": "nonsense\n"}]}
            ]
        case "complete" | "late" | "overfull":
            column = params["position"]["character"]
            if follower.texts[uri][line][:column].strip() != "self.owners" or manner == "late":
                return []
            place = {"start": params["position"], "end": params["position"]}
            text = " = owners" if manner == "complete" else " = owners\n        self.size = 0"
            meta = {"understudy.dev/nes": {"family": "completion", "chance": 0.9, "why": "A test."}}
            edits = [{"range": place, "newText": text}]
            return [{"id": "c", "kind": "edit", "uri": uri, "edits": edits, "_meta": meta}]
        case "strange":
            return [{"id": "s", "kind": "telepathy", "uri": uri}]
        case _:
            return []


def main(manner: str) -> None:
    follower = Follower()
    print(f"a scripted agent that does {manner}", file=sys.stderr, flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        method, params = message.get("method"), message.get("params")
        follower.log.append(message)
        answer: Message = {"result": {}}
        match method:
            case "initialize":
                events = {"document": {"didOpen": {}, "didChange": {"syncKind": "incremental"}}}
                capabilities = (
                    {} if manner == "chat" else {"nes": {"events": events, "context": {"editHistory": {}}}}
                )
                answer = {"result": {"protocolVersion": 1, "agentCapabilities": capabilities}}
            case "nes/start":
                follower.texts, follower.lesson, follower.refused = {}, None, set()
                answer = {"result": {"sessionId": "s"}}
            case "document/didOpen":
                follower.texts[params["uri"]] = params["text"].split("\n")
            case "document/didChange":
                follower.change(params)
            case "nes/reject":
                follower.refused.add(follower.shown)
            case "nes/suggest":
                if manner == "die":
                    print("something broke", file=sys.stderr, flush=True)
                    return
                if manner == "fail":
                    answer = {"error": {"code": -32603, "message": "no"}}
                else:
                    answer = {"result": {"suggestions": suggestion(manner, follower, params)}}
            case _:
                pass
        if "id" in message:
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
    if kept := os.environ.get("SCRIPTED_LOG"):
        with open(kept, "w") as log:
            json.dump(follower.log, log)


if __name__ == "__main__":
    main(sys.argv[1])
