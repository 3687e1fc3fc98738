"""Consequences of a changed function: its calls, and the functions that call it."""

from understudy.nes.symbolic.consequences.signatures.async_calls import propose_awaits
from understudy.nes.symbolic.consequences.signatures.calls import functions_at
from understudy.nes.symbolic.consequences.signatures.prototypes import propose_prototypes

__all__ = ["functions_at", "propose_awaits", "propose_prototypes"]
