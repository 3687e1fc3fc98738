"""Bindings of Go texts: what an identifier is, and the types of expressions."""

from understudy.nes.bindings.go.rules import RULES

__all__ = ["RULES"]
