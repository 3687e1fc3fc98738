"""Consequences of another type of a field or of a result: what is written for it, and what takes it."""

from understudy.nes.symbolic.consequences.retyped.wrapped_fields import propose_wrapped_fields

__all__ = ["propose_wrapped_fields"]
