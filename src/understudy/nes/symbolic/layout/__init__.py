"""The layout of code: lines that a formatter would wrap at the file's limit."""

from understudy.nes.symbolic.layout.line_limit import LIMITS
from understudy.nes.symbolic.layout.long_lines import LineWrapper

__all__ = ["LIMITS", "LineWrapper"]
