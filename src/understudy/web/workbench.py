"""What a workbench is opened on: folders, an agent, and the built page. The command decides them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from understudy import __version__
from understudy.client import Folder
from understudy.client.remote import RemoteAddress

__all__ = ["BUILT_INDEX_FILE", "AgentCommand", "Workbench"]

BUILT_INDEX_FILE: Final = Path(__file__).with_name("static") / "index.html"
"""Where `make install` puts the built page, with its files beside it."""


@dataclass(frozen=True, slots=True)
class AgentCommand:
    """How the agent of each tab is started: as a process of its own, in one for all tabs, or not here at all."""

    command: Sequence[str]
    title: str
    """Name of the agent to display."""
    is_understudy: bool
    """Whether it is Understudy itself."""
    environ: Mapping[str, str]
    sandbox: bool = False
    writable: Sequence[Folder] = ()
    """Folders that the sandbox makes writable, besides the roots."""
    network: bool = True
    """Whether the sandbox leaves the network to the agent."""
    address: RemoteAddress | None = None
    """Where the agent is, if it is on another machine and not started here."""
    shared: bool = False
    """Whether one process serves all tabs (`acp --connections-fd`)."""


@dataclass(frozen=True, slots=True)
class Workbench:
    roots: Sequence[Path]
    """Absolute; the first is the working folder."""
    agent: AgentCommand
    demo: bool = False
    """Whether the folder is a new one that the page fills with the demo."""
    page: Path = BUILT_INDEX_FILE
    program: str = "understudy"
    """What starts this program in the user's shell."""
    sample_command: Sequence[str] = ()
    """Starts the workbench of the sample project, and prints its URL; empty if there is none."""

    def describe(self) -> dict[str, Any]:
        """The settings that the page reads at its start."""
        return {
            "version": __version__,
            "roots": [
                {"path": str(root), "name": root.name or str(root), "uri": root.as_uri()}
                for root in self.roots
            ],
            "agent": {"title": self.agent.title, "own": self.agent.is_understudy},
            "command": self.program,
            "demo": self.demo,
        }
