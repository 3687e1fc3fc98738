"""Runs `understudy check` against agents, servers and clients that others wrote, and against our own.

    python tests/interop/run_conformance.py [--folder DIR] [--write]

What others fail is a finding, not a failure of this script: it fails if a check cannot be run, or if our own agent
or server fails a rule. `--write` renews the results that docs/conformance.md shows (`python -m release.pages`).
Needs npm, node ≥ 20 and a network for the installation.
"""

import asyncio
import json
import os
import shlex
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from npm_peers import installed

from understudy.client import ClientError
from understudy.conformance import Outcome, Report, check_agent, check_mcp_server

TESTS = Path(__file__).resolve().parents[1]
RESULTS = TESTS.parent / "release" / "conformance_results.json"
PACKAGES = {
    "@agentclientprotocol/sdk": "2.4.0",
    "@agentclientprotocol/claude-agent-acp": "0.99.1",
    "@zed-industries/codex-acp": "0.16.0",
    "node": "22.23.3",
}
CLIENT_PACKAGES = {
    "@agentclientprotocol/sdk": "2.4.0",
    "acpx": "0.19.1",
    "node": "22.23.3",  # acpx needs a newer one than Debian has
}
"""Those of run_acp_peers.py, which uses the same folder."""
TIMEOUT_S = 20.0
CLIENT_TIMEOUT_S = 240.0
OWN = [sys.executable, "-P", "-m", "understudy.cli.main"]


def main() -> int:
    write = "--write" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--write"]
    folder = installed("understudy-client-peers", __doc__, PACKAGES)
    if folder is None:
        return 2
    node = str(folder / "node_modules/node/bin/node")
    agents = {
        "Understudy": [*OWN, "acp"],
        "the agent of our client's tests, on ACP's TypeScript SDK 2.4.0": [
            node,
            str(TESTS / "interop/acp_agent.mjs"),
            str(folder),
        ],
        "the same on ACP's Python SDK 0.12.1": [sys.executable, str(TESTS / "client/agents/sdk_agent.py")],
        "claude-agent-acp 0.99.1, without an account, as root": [
            str(folder / "node_modules/.bin/claude-agent-acp")
        ],
        "codex-acp 0.16.0, without an account": [str(folder / "node_modules/.bin/codex-acp")],
    }
    servers = {"Understudy": [*OWN, "mcp", "--root", "{root}", "--trust-all"]}
    rows: list[dict[str, object]] = []
    broken: list[str] = []
    for side, subjects in (("agent", agents), ("mcp", servers)):
        for name, command in subjects.items():
            with tempfile.TemporaryDirectory(prefix="understudy-check-home-") as home:
                path = f"{folder}/node_modules/node/bin:{os.environ['PATH']}"
                environ = {"HOME": home, "PATH": path, "LANG": "C.UTF-8"}
                play = check_agent if side == "agent" else check_mcp_server
                try:
                    report = asyncio.run(play(command, environ=environ, timeout=TIMEOUT_S))
                except ClientError as error:
                    broken.append(f"{name}: {error}")
                    continue
            rows.append(row(name, side, report))
            print(
                f"{side:<6} {name}: {json.dumps(rows[-1]['counts'])} failed: {rows[-1]['failed']}", flush=True
            )
            if name == "Understudy" and report.has_failures:
                broken.append(f"{name} fails {rows[-1]['failed']}")
    clients = installed("understudy-acp-peers", __doc__, CLIENT_PACKAGES)
    if clients is None:
        return 2
    for name, command in {
        "acpx 0.19.1": [
            str(clients / "node_modules/.bin/acpx"),
            "--approve-all",
            "--agent",
            "{agent}",
            "exec",
            "hello",
        ],
        "`understudy run`": [*OWN, "run", "--agent", "{agent}", "hello"],
    }.items():
        try:
            rows.append(watch_client(name, command, clients))
        except OSError as error:
            broken.append(f"{name}: {error}")
            continue
        print(f"client {name}: {json.dumps(rows[-1]['counts'])} failed: {rows[-1]['failed']}", flush=True)
    if write:
        date = datetime.now(UTC).strftime("%Y-%m-%d")
        RESULTS.write_text(json.dumps({"date": date, "rows": rows}, indent=2) + "\n")
    for problem in broken:
        print(f"FAILED {problem}", file=sys.stderr)
    return int(bool(broken))


def watch_client(name: str, command: list[str], folder: Path) -> dict[str, object]:
    """Point a client at `understudy check client`, let it send a prompt, and read the report."""
    with tempfile.TemporaryDirectory(prefix="understudy-check-home-") as home:
        report = Path(home) / "report.json"
        agent = shlex.join([*OWN, "check", "client", "--out", str(report)])
        words = [agent if word == "{agent}" else word for word in command]
        path = f"{folder}/node_modules/node/bin:{os.environ['PATH']}"
        environ = {"HOME": home, "PATH": path, "LANG": "C.UTF-8"}
        # Its exit status is its own: a client may count the file that it rightly refuses as an error.
        subprocess.run(
            words, cwd=home, env=environ, capture_output=True, timeout=CLIENT_TIMEOUT_S, check=False
        )
        found = json.loads(report.read_text())
    failed = [rule["id"] for rule in found["rules"] if rule["outcome"] == Outcome.FAILED.value]
    return {"name": name, "side": "client", "counts": found["counts"], "failed": failed}


def row(name: str, side: str, report: Report) -> dict[str, object]:
    failed = [result.rule.id for result in report.results if result.outcome is Outcome.FAILED]
    counts = {outcome.value: report.counts[outcome] for outcome in Outcome}
    return {"name": name, "side": side, "counts": counts, "failed": failed}


if __name__ == "__main__":
    sys.exit(main())
