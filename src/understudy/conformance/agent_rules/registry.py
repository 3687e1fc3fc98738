"""The registry that the modules of this package add their checks to."""

from typing import Final

from understudy.conformance.agent_player import AgentPlayer
from understudy.conformance.check_registry import CheckRegistry

__all__ = ["AGENT_REGISTRY"]

AGENT_REGISTRY: Final[CheckRegistry[AgentPlayer]] = CheckRegistry()
