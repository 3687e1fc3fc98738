"""The checks of an agent, by chapter. Importing this package registers them all."""

from understudy.conformance.agent_rules import basics, context, dialects, directories, documents, suggestions
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY

__all__ = ["AGENT_REGISTRY", "basics", "context", "dialects", "directories", "documents", "suggestions"]
