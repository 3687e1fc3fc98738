"""A scripted agent for tests, in plain Python. Its argument is the script, one JSON object.

initialize    its answer, over the ordinary one
errors        method → error, given once instead of the answer; `always` keeps giving it
answers       method → result
turn          what a prompt does: a list of steps (see `play`)
record        a file that gets every message as a line
"""

import json
import os
import select
import subprocess
import sys
import time
from typing import Any

SCRIPT: dict[str, Any] = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
CAPABILITIES = {
    "loadSession": True,
    "promptCapabilities": {"image": True, "embeddedContext": True},
    "sessionCapabilities": {
        name: {} for name in ("list", "delete", "fork", "resume", "close", "additionalDirectories")
    },
    "auth": {"logout": {}},
}
held: list[dict[str, Any]] = []
numbers = iter(range(1000, 10**6))
sessions = iter(range(1, 10**6))


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def read_message() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    if "record" in SCRIPT:
        with open(SCRIPT["record"], "a") as file:
            file.write(line)
    return json.loads(line)


def say(session: str, text: str) -> None:
    update(session, {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}})


def update(session: str, body: dict[str, Any]) -> None:
    send({"method": "session/update", "params": {"sessionId": session, "update": body}})


def ask(method: str, params: dict[str, Any]) -> dict[str, Any]:
    number = next(numbers)
    send({"id": number, "method": method, "params": params})
    while True:
        message = read_message()
        if message.get("id") == number and "method" not in message:
            return message
        held.append(message)


def await_cancel() -> None:
    while not any(message.get("method") == "session/cancel" for message in held):
        held.append(read_message())


def play(session: str, steps: list[Any], request: dict[str, Any]) -> dict[str, Any]:
    for step in steps:
        match step:
            case {"say": text}:
                say(session, text)
            case {"update": body}:
                update(session, body)
            case {"flood": count}:
                for number in range(count):
                    say(session, f"{number} ")
            case {"times": count, "step": again}:
                play(session, [again] * count, request)
            case {"ask": method, "params": params}:
                say(session, json.dumps(ask(method, {"sessionId": session, **params})))
            case {"ask_of_nobody": method, "params": params}:
                say(session, json.dumps(ask(method, params)))
            case {"tell": method, "params": params}:
                send({"method": method, "params": params})
            case {"ask_and_go_on": method, "params": params}:
                send({"id": next(numbers), "method": method, "params": {"sessionId": session, **params}})
            case {"ask_and_look_away": method, "params": params}:
                # A part of its response is in the pipe.
                send({"id": next(numbers), "method": method, "params": {"sessionId": session, **params}})
                select.select([sys.stdin], [], [])
                time.sleep(0.1)
            case {"echo": field}:
                say(session, json.dumps(request["params"].get(field)))
            case {"touch": path}:
                open(path, "w").close()
            case {"try_to_touch": path}:
                try:
                    open(path, "w").close()
                    say(session, "made")
                except OSError as error:
                    say(session, type(error).__name__)
            case {"look": path}:
                try:
                    with open(path) as file:
                        say(session, file.read())
                except OSError as error:
                    say(session, type(error).__name__)
            case {"exit": status}:
                sys.stderr.write("last words\n")
                sys.stderr.flush()
                os._exit(status)
            case "cancel":
                await_cancel()
                return {"result": {"stopReason": "cancelled"}}
            case {"stop": reason, **more}:
                return {"result": {"stopReason": reason, **more}}
            case "hang":
                time.sleep(600)
            case {"cancel_error": code}:
                await_cancel()
                return {"error": {"code": code, "message": "cancelled"}}
            case _:
                raise AssertionError(step)
    return {
        "result": {"stopReason": "end_turn", "usage": {"totalTokens": 3, "inputTokens": 1, "outputTokens": 2}}
    }


def answer(message: dict[str, Any]) -> dict[str, Any]:
    method, params = message["method"], message.get("params") or {}
    errors = SCRIPT.setdefault("errors", {})
    if method in errors:
        error = errors[method] if SCRIPT.get("always") else errors.pop(method)
        return {"error": error}
    if method in SCRIPT.get("answers", {}):
        return {"result": SCRIPT["answers"][method]}
    match method:
        case "initialize":
            ordinary = {"protocolVersion": 1, "agentCapabilities": CAPABILITIES, "authMethods": []}
            return {"result": {**ordinary, **SCRIPT.get("initialize", {})}}
        case "session/new" | "session/fork":
            if "early" in SCRIPT:
                say("s1", SCRIPT["early"])
            return {"result": {"sessionId": f"s{next(sessions)}"}}
        case "session/load":
            for word in SCRIPT.get("history", []):
                say(params["sessionId"], word)
            return {"result": {}}
        case "session/list":
            pages = SCRIPT.get("pages", [{"sessions": []}])
            return {"result": pages[int(params.get("cursor") or 0) % len(pages)]}
        case "session/prompt":
            return play(params["sessionId"], SCRIPT.get("turn", [{"say": "hello"}]), message)
        case _:
            return {"result": {}}


def main() -> None:
    for word in SCRIPT.get("start", []):
        match word:
            case {"print": text}:
                print(text, flush=True)
            case {"log": text}:
                print(text, file=sys.stderr, flush=True)
            case {"log_much": size}:
                sys.stderr.write("x" * size + "ready\n")
            case {"exit": status}:
                sys.exit(status)
            case {"grandchild": path}:
                # It is in another session and group, ignores SIGTERM, and keeps the pipes open.
                code = "import signal,time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
                child = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
                with open(path, "w") as file:
                    file.write(str(child.pid))
            case "hang":
                time.sleep(600)
            case "deaf":
                import signal

                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            case _:
                raise AssertionError(word)
    while True:
        message = held.pop(0) if held else read_message()
        if "id" in message and "method" in message:
            reply = answer(message)
            send({"id": message["id"], **reply})
            if message["method"] == "session/new" and "late" in SCRIPT:
                say("s1", SCRIPT["late"])


main()
