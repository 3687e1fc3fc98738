"""Bindings of Java texts: what an identifier is, and the types of expressions."""

from understudy.nes.bindings.java.rules import RULES

__all__ = ["RULES"]
