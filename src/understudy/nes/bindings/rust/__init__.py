"""Bindings of Rust texts: what an identifier is, and the types of expressions."""

from understudy.nes.bindings.rust.rules import RULES

__all__ = ["RULES"]
