"""Bindings of TypeScript, TSX and JavaScript texts."""

from understudy.nes.bindings.ecmascript.identifiers import RULES

__all__ = ["RULES"]
