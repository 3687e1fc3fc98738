"""An MCP server by hand, one JSON object a line, whose behaviour is chosen: `server_program.py MODE`.

Standard library only, so that it is up in milliseconds and does what no SDK would let it do. With PIDS in
its environment it writes its own number, and that of a child if the mode has one, to that file.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
DEAF_CHILD = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
if DETACHED:
    os.setsid()
os.write(1, b"up")
os.close(1)
time.sleep(600)
"""
NAMES = ("echo", "environment", "wait", "cancelled", "big", "image", "structured", "wrong", "die", "grow")
MORE_NAMES = ("ask", "pid", "forget", "shut", "nap")
cancelled: list[Any] = []
answers: list[Any] = []
asking: list[Any] = []
extra: list[str] = []


def send(message: dict[str, Any]) -> None:
    line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
    sys.stdout.write(line)
    sys.stdout.flush()


def text(number: Any, words: str, **more: Any) -> None:
    send({"id": number, "result": {"content": [{"type": "text", "text": words}], **more}})


def note_pids() -> None:
    if "PIDS" not in os.environ:
        return
    pids = [os.getpid()]
    if MODE in ("child", "detached", "deaf"):
        code = DEAF_CHILD.replace("DETACHED", str(MODE != "child"))
        child = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        child.stdout.read()
        pids.append(child.pid)
    with open(os.environ["PIDS"], "a") as file:
        file.write("".join(f"{pid}\n" for pid in pids))


def tool(name: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"does {name}", "inputSchema": {"type": "object"}, **more}


def listing(params: dict[str, Any]) -> dict[str, Any]:
    match MODE:
        case "many":
            return {"tools": [tool(f"tool{number}") for number in range(5000)]}
        case "pages":
            page = int(params.get("cursor", "0"))
            return {"tools": [tool(f"page{page}")], "nextCursor": str(page + 1)}
        case "odd":
            return {"tools": odd_tools()}
        case _:
            tools = [tool(name) for name in [*NAMES, *MORE_NAMES, *extra]]
            tools[0] |= {"title": "Echo", "annotations": {"readOnlyHint": True}}
            return {"tools": tools}


def odd_tools() -> list[Any]:
    return [
        tool("bell\x07\x1b[31m\nname"),
        tool("bell___31m_name"),
        tool("x" * 200),
        tool("x" * 199 + "y"),
        tool("readFile"),
        tool("listed", inputSchema=["no", "object"]),
        tool("stringy", inputSchema={"type": "string"}),
        tool("large", inputSchema={"type": "object", "description": "d" * 100_000}),
        tool("bare", inputSchema=None, description="b" * 100_000, title="two\nlines"),
        tool(7),
        "no tool",
        tool("readFile", description="a second of the name"),
    ]


def call(number: Any, name: str, arguments: dict[str, Any]) -> None:
    match name:
        case "echo":
            text(number, arguments.get("text", ""))
        case "environment":
            text(
                number,
                json.dumps(dict(os.environ) | {"cwd": os.getcwd(), "session": os.getsid(0) == os.getpid()}),
            )
        case "pid":
            text(number, str(os.getpid()))
        case "cancelled":
            text(number, json.dumps(cancelled))
        case "big" if arguments.get("id_last"):
            body = {"result": {"content": [{"type": "text", "text": "b" * arguments["size"]}]}}
            sys.stdout.write(json.dumps({**body, "jsonrpc": "2.0", "id": number}) + "\n")
            sys.stdout.flush()
        case "big":
            text(number, "b" * arguments["size"])
        case "image":
            data = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
            parts = [
                {"type": "text", "text": "look"},
                {"type": "image", "data": data, "mimeType": "image/png"},
                {"type": "image", "data": "!!", "mimeType": "image/png"},
                {"type": "audio", "data": data, "mimeType": "audio/wav"},
                {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}},
                {"type": "resource_link", "uri": "file:///b", "name": "b"},
            ]
            send({"id": number, "result": {"content": parts}})
        case "structured":
            send({"id": number, "result": {"content": [], "structuredContent": {"n": 1}}})
        case "wrong":
            text(number, "it went wrong", isError=True)
        case "die":
            sys.exit(3)
        case "shut":
            os.close(1)
        case "nap":
            text(number, "good night")
            time.sleep(0.3)
        case "grow":
            extra.append(arguments["name"])
            for _ in range(100):
                send({"method": "notifications/tools/list_changed"})
            text(number, "grown")
        case "forget":
            send({"id": number, "error": {"code": -32000, "message": "I forgot\nhow"}})
        case "ask":
            asking.append(number)
            message = {"role": "user", "content": {"type": "text", "text": "?"}}
            sampling = {"messages": [message], "maxTokens": 1}
            form: dict[str, Any] = {
                "message": "who?",
                "requestedSchema": {"type": "object", "properties": {}},
            }
            send({"id": "a", "method": "sampling/createMessage", "params": sampling})
            send({"id": "b", "method": "elicitation/create", "params": form})
            send({"id": "c", "method": "roots/list"})
            send({"id": "d", "method": "ping"})
        case _ if MODE == "odd":
            text(number, name)
        case _:
            pass  # `wait`: no answer, ever.


def take(message: dict[str, Any]) -> None:
    number: Any = message.get("id")
    params: dict[str, Any] = message.get("params") or {}
    match message.get("method"):
        case "initialize":
            if MODE == "refuses":
                send({"id": number, "error": {"code": -32000, "message": "not today"}})
                return
            info = {"name": "program", "version": "1"}
            version = "1999-01-01" if MODE == "old" else params["protocolVersion"]
            result: dict[str, Any] = {
                "protocolVersion": version,
                "capabilities": {"tools": {}},
                "serverInfo": info,
            }
            send({"id": number, "result": result})
        case "tools/list":
            send({"id": number, "result": listing(params)})
        case "tools/call":
            call(number, params["name"], params.get("arguments") or {})
        case "notifications/cancelled":
            cancelled.append(params["requestId"])
        case None:
            answers.append([number, "error" if "error" in message else message.get("result")])
            if len(answers) == 4:
                text(asking.pop(), json.dumps(sorted(answers)))
        case _:
            pass


def main() -> None:
    if MODE == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note_pids()
    match MODE:
        case "dies":
            sys.exit(3)
        case "hangs":
            sys.stdin.read()
        case "garbage":
            while True:
                print("Listening on nothing in particular")
        case "banner":
            print("Welcome!\n[]\n{}\n\n" + "[" * 5000)
        case "huge":
            sys.stdout.write("x" * (9 << 20) + "\n")
        case "endless":
            while True:
                sys.stdout.write("x" * 65536)
        case "flood":
            sys.stdin.readline()
            while True:
                send({"id": "p", "method": "ping"})
        case _:
            pass
    sys.stderr.write("e" * 300_000)
    sys.stderr.flush()
    for line in sys.stdin:
        take(json.loads(line))
    while MODE == "deaf":
        time.sleep(600)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
