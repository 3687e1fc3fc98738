"""The compared agents: the same echo agent on Understudy's stack and on the two official SDKs."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["OURS", "PYTHON_SDK", "PYTHON_SDK_ON_UVLOOP", "TYPESCRIPT_SDK", "echo_agents"]

OURS = "understudy"
PYTHON_SDK = "Python SDK"
PYTHON_SDK_ON_UVLOOP = "Python SDK on uvloop"
TYPESCRIPT_SDK = "TypeScript SDK"

SDK = {"@agentclientprotocol/sdk": "2.4.0"}
PEERS = Path(__file__).parent / "peers"


def echo_agents(work: Path) -> dict[str, tuple[str, ...]]:
    """Their commands by name; the TypeScript one only where there are Node and npm."""
    agents = {
        OURS: (sys.executable, str(PEERS / "echo_understudy.py")),
        PYTHON_SDK: (sys.executable, str(PEERS / "echo_python_sdk.py")),
        PYTHON_SDK_ON_UVLOOP: (sys.executable, str(PEERS / "echo_python_sdk.py"), "uvloop"),
    }
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return agents
    folder = work / "acp-peers"
    if not (folder / "node_modules/@agentclientprotocol/sdk/package.json").exists():
        folder.mkdir(exist_ok=True)
        (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": SDK}))
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    program = folder / "echo.mjs"
    shutil.copyfile(PEERS / "echo_typescript_sdk.mjs", program)
    return {**agents, TYPESCRIPT_SDK: (node, str(program))}
