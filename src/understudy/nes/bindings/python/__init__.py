"""Bindings of Python texts."""

from understudy.nes.bindings.python.rules import RULES

__all__ = ["RULES"]
