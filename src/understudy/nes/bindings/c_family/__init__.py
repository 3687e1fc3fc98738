"""Bindings of C and C++ texts: what an identifier is, and the types of expressions."""

from understudy.nes.bindings.c_family.rules import RULES

__all__ = ["RULES"]
