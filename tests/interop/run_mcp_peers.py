"""Runs programs that others wrote against our MCP server: the inspector's CLI and the conformance suite.

    python tests/interop/run_mcp_peers.py [--folder DIR]

Installs the pinned npm packages into DIR (default: a folder of the user's cache, kept for the next run),
starts the server over stdio and HTTP, runs every check and fails loudly. Needs node ≥ 20, npm, a network.
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from npm_peers import installed

PACKAGES = {
    "@modelcontextprotocol/inspector": "0.15.0",
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
    "node": "22.23.3",  # The conformance suite needs a newer one than Debian has.
}
SCENARIOS = [
    ("server-initialize", "2025-11-25"),
    ("ping", "2025-11-25"),
    ("tools-list", "2025-11-25"),
    ("tools-list", "2026-07-28"),
    ("dns-rebinding-protection", "2025-11-25"),
    ("dns-rebinding-protection", "2026-07-28"),
    ("http-header-validation", "2026-07-28"),
]
LIMIT_S = 240


def main() -> int:
    folder = installed("understudy-mcp-peers", __doc__, PACKAGES)
    if folder is None:
        return 2
    with tempfile.TemporaryDirectory() as root:
        Path(root, "a.txt").write_text("hello from a file\n")
        failures = inspect(folder, root) + conform(folder, root)
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    print(f"{len(failures)} failed" if failures else "all peers are content")
    return 1 if failures else 0


def server(root: str, *options: str) -> list[str]:
    return [sys.executable, "-m", "understudy.cli.main", "mcp", "--root", root, *options]


def inspect(folder: Path, root: str) -> list[str]:
    """The inspector as a client over stdio: list, call, and a call that fails."""
    program = str(folder / "node_modules/.bin/mcp-inspector")
    failures: list[str] = []

    def run(label: str, *options: str) -> Any:
        done = subprocess.run(
            [program, "--cli", *server(root), *options],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        print(f"inspector {label}: exit {done.returncode}")
        try:
            return json.loads(done.stdout)
        except ValueError:
            failures.append(f"inspector {label}: {done.stdout[-500:]} {done.stderr[-500:]}")
            return {}

    def call(tool: str, *arguments: str) -> Any:
        options = [part for argument in arguments for part in ("--tool-arg", argument)]
        return run(tool, "--method", "tools/call", "--tool-name", tool, *options)

    names = [tool["name"] for tool in run("tools/list", "--method", "tools/list").get("tools", [])]
    if len(names) != 7:
        failures.append(f"inspector tools/list: {names}")
    if call("readFile", "path=a.txt").get("structuredContent", {}).get("content") != "hello from a file\n":
        failures.append("inspector readFile: not the file's content")
    if call("readFile", "path=missing").get("isError") is not True:
        failures.append("inspector readFile of a missing file: no error")
    if call("getWorkspaceInfo").get("isError", False):
        failures.append("inspector getWorkspaceInfo: an error")
    return failures


def conform(folder: Path, root: str) -> list[str]:
    """The official scenarios over HTTP; one that was skipped counts as failed."""
    node = str(folder / "node_modules/node/bin/node")
    suite = str(folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js")
    failures: list[str] = []
    with subprocess.Popen(
        server(root, "--http", "127.0.0.1:0", "--no-token"), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            url = next(line.split()[-1] for line in process.stderr if line.startswith("serving MCP at "))
            for scenario, version in SCENARIOS:
                done = subprocess.run(
                    [node, suite, "server", "--url", url, "--scenario", scenario, "--spec-version", version],
                    capture_output=True,
                    text=True,
                    timeout=LIMIT_S,
                    check=False,
                )
                found = re.search(r"Passed: (\d+)/(\d+), 0 failed", done.stdout)
                good = done.returncode == 0 and found is not None and found[1] == found[2] != "0"
                print(f"conformance {scenario} {version}: {found[0] if found else 'no result'}")
                if not good:
                    failures.append(
                        f"conformance {scenario} {version}: {done.stdout[-2000:]}{done.stderr[-500:]}"
                    )
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
    return failures


if __name__ == "__main__":
    sys.exit(main())
