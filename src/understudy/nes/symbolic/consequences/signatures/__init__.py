"""Consequences of a changed function: its calls, and the functions that call it."""

from understudy.nes.symbolic.consequences.signatures.async_calls import propose_awaits

__all__ = ["propose_awaits"]
