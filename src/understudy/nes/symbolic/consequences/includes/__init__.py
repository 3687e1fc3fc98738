"""Standard headers that a text of C or C++ lacks."""

from understudy.nes.symbolic.consequences.includes.missing_includes import propose_missing_includes

__all__ = ["propose_missing_includes"]
