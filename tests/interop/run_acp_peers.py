"""Runs editors that others wrote against `understudy acp`: the official TypeScript SDK and the headless acpx.

    python tests/interop/run_acp_peers.py [--folder DIR]

Installs the pinned npm packages into DIR (default: a folder of the user's cache, kept for the next run) and fails
loudly. The model is the scripted provider of the tests. Needs npm, node ≥ 20 and a network for the installation.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from npm_peers import installed

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from agent_program import COMMAND, SCRIPTED, agent_environ, is_running  # noqa: E402
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says  # noqa: E402

PACKAGES = {
    "@agentclientprotocol/sdk": "2.4.0",
    "acpx": "0.19.1",
    "node": "22.23.3",  # acpx needs a newer one than Debian has.
}
LIMIT_S = 240
DENIED = 5
"""What acpx exits with when it refused every permission."""


def main() -> int:
    folder = installed("understudy-acp-peers", __doc__, PACKAGES)
    if folder is None:
        return 2
    failures: list[str] = []
    for peer in (drive_with_the_sdk, drive_next_edits, drive_with_acpx):
        with tempfile.TemporaryDirectory() as scratch, ProviderServer(reply) as provider:
            failures += peer(folder, Path(scratch).resolve(), provider)
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    print(f"{len(failures)} failed" if failures else "all editors are content")
    return 1 if failures else 0


def reply(body: dict[str, Any]) -> Reply:
    """What the model says, after the last word of its user."""
    messages = body["messages"]
    if messages[-1]["role"] == "tool":
        return says("Done.")
    asked = str(messages[-1]["content"])
    if "write " in asked:
        path = asked.rpartition("write ")[2]
        return calls(Call("writeFile", {"path": path, "content": "written\n", "mode": "overwrite"}))
    if "hold on" in asked:
        return Reply((Text("Hel"), Hold("never"), Text("lo.")))
    if "run it" in asked:
        return calls(Call("executeCommand", {"command": "echo from a command"}))
    users = sum(message["role"] == "user" for message in messages)
    return says("Answer ", f"number {users}.")


def agent(provider: ProviderServer) -> list[str]:
    return [COMMAND, "acp", "--model", SCRIPTED, "--base-url", provider.url]


def drive_with_the_sdk(folder: Path, scratch: Path, provider: ProviderServer) -> list[str]:
    """The script beside this one is the editor; it says itself what is wrong."""
    roots = [scratch / "root", scratch / "second"]
    for root in roots:
        root.mkdir()
    print("TypeScript SDK")
    return run_script("acp_client.mjs", folder, scratch, *map(str, roots), *agent(provider))


def drive_next_edits(folder: Path, scratch: Path, provider: ProviderServer) -> list[str]:
    """The SDK's next edit part, and an agent that has no model: the symbolic engine answers."""
    del provider
    root = scratch / "root"
    root.mkdir()
    print("TypeScript SDK, next edits")
    return run_script(
        "acp_nes_client.mjs", folder, scratch, str(root), COMMAND, "acp", "--nes-eagerness", "high"
    )


def run_script(name: str, folder: Path, scratch: Path, *arguments: str) -> list[str]:
    node = folder / "node_modules/node/bin/node"
    done = subprocess.run(
        [node, Path(__file__).with_name(name), folder, *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        env=agent_environ(scratch),
    )
    print(done.stdout, end="")
    if done.returncode or done.stderr:
        return [f"{name}: exit {done.returncode}: {done.stderr[-3000:]}"]
    return []


def drive_with_acpx(folder: Path, scratch: Path, provider: ProviderServer) -> list[str]:
    """One prompt that stands alone, one with a tool, and a named session with two prompts."""
    home, work = scratch / "home", scratch / "work"
    home.mkdir()
    work.mkdir()
    programs = folder / "node_modules/.bin"
    environment = agent_environ(home)
    environment["PATH"] = f"{programs}:{environment['PATH']}"
    failures: list[str] = []
    print("acpx")

    def run(label: str, *options: str, status: int = 0) -> list[dict[str, Any]]:
        done = subprocess.run(
            [
                programs / "acpx",
                "--agent",
                " ".join(agent(provider)),
                "--format",
                "json",
                "--ttl",
                "5",
                *options,
            ],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
            cwd=work,
            env=environment,
        )
        print(f"  {label}: exit {done.returncode}")
        try:
            frames = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
        except ValueError:
            frames = []
        if done.returncode != status or not frames:
            failures.append(f"acpx {label}: {done.stdout[-1500:]} {done.stderr[-1500:]}")
        return frames

    def expect(label: str, true: bool, shown: object) -> None:
        if not true:
            failures.append(f"acpx {label}: {str(shown)[-3000:]}")

    frames = run("exec", "--approve-all", "exec", "hi")
    expect("exec", words(frames) == "Answer number 1." and stop_reason(frames) == "end_turn", frames)
    frames = run("exec with a tool", "--approve-all", "exec", "run it")
    statuses = [update.get("status") for update in updates(frames, "tool_call_update")]
    expect("exec with a tool", statuses[-1:] == ["completed"] and words(frames) == "Done.", frames)
    expect("exec with a tool", "from a command" in json.dumps(frames), frames)
    frames = run("exec that is denied", "--deny-all", "exec", "run it", status=DENIED)
    statuses = [update.get("status") for update in updates(frames, "tool_call_update")]
    expect("exec that is denied", statuses[-1:] == ["failed"], frames)

    run("sessions new", "sessions", "new", "--name", "s")
    frames = run("first prompt of a session", "prompt", "-s", "s", "hello")
    expect("first prompt", words(frames) == "Answer number 1.", frames)
    frames = run("second prompt of a session", "prompt", "-s", "s", "hello again")
    expect("second prompt remembers the first", words(frames) == "Answer number 2.", frames)
    frames = run("sessions list", "sessions", "list")
    listed = frames[0].get("sessions", []) if frames else []
    titles = [entry.get("title") for entry in listed]
    expect("sessions list", sorted(titles) == ["hello", "hi", "run it", "run it"], frames)
    kept = work / "kept.txt"
    kept.write_text("before\n")
    run("a turn that changes a file", "--approve-all", "prompt", "-s", "s", f"write {kept}")
    expect("a turn that changes a file", kept.read_text() == "written\n", kept.read_text())
    frames = run("compact", "prompt", "-s", "s", "/compact")
    summaries = [update["content"]["text"] for update in updates(frames, "agent_thought_chunk")]
    expect("compact", any("Answer number" in one for one in summaries), frames)
    frames = run("a prompt after the summary", "prompt", "-s", "s", "hello after it")
    expect("a prompt after the summary", words(frames) == "Answer number 2.", frames)
    frames = run("undo", "--approve-all", "prompt", "-s", "s", "/undo")
    expect("undo", kept.read_text() == "before\n" and stop_reason(frames) == "end_turn", frames)
    run("sessions close", "sessions", "close", "s")
    left = [pid for pid in agents(provider.url) if is_running(pid)]
    expect("nothing is left running", not left, left)
    return failures


def updates(frames: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    found = [frame["params"]["update"] for frame in frames if frame.get("method") == "session/update"]
    return [update for update in found if update["sessionUpdate"] == kind]


def words(frames: list[dict[str, Any]]) -> str:
    return "".join(update["content"]["text"] for update in updates(frames, "agent_message_chunk"))


def stop_reason(frames: list[dict[str, Any]]) -> str | None:
    results = [frame["result"] for frame in frames if isinstance(frame.get("result"), dict)]
    return next((result["stopReason"] for result in results if "stopReason" in result), None)


def agents(url: str) -> list[int]:
    """Agents that were started with this provider."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if url in line and "understudy" in line and "node" not in line.split(" ")[0]:
                found.append(int(entry.name))
    return found


if __name__ == "__main__":
    sys.exit(main())
