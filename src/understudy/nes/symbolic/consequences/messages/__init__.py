"""Consequences of a changed message: what expects it follows."""

from understudy.nes.symbolic.consequences.messages.expected_messages import propose_expected_messages
from understudy.nes.symbolic.consequences.messages.templates import MessageTemplate, find_templates

__all__ = ["MessageTemplate", "find_templates", "propose_expected_messages"]
