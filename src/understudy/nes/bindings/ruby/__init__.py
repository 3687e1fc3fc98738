"""Bindings of Ruby texts: what an identifier is, and the types of expressions."""

from understudy.nes.bindings.ruby.rules import RULES

__all__ = ["RULES"]
