"""What is loaded before `initialize` is answered: not the next-edit service, and nothing heavy."""

import subprocess
import sys

LATER = (
    "understudy.nes",
    "understudy.schema",
    "understudy.chat",
    "understudy.acp",
    "pydantic",
    "mcp",
    "anyio",
)


def test_the_server_starts_without_the_service_and_without_the_agents_messages() -> None:
    script = "import sys; import understudy.cli.commands.lsp, understudy.lsp.server; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "understudy.lsp.handlers.inline" in loaded
    assert [
        name for name in loaded if name in LATER or name.startswith(tuple(f"{one}." for one in LATER))
    ] == []
