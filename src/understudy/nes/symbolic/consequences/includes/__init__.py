"""Headers of the standard library that C and C++ lack."""

from understudy.nes.symbolic.consequences.includes.missing_includes import propose_missing_includes

__all__ = ["propose_missing_includes"]
