"""The last checks of a candidate that is about to be displayed: it must not break the code."""

from understudy.nes.symbolic.filters.checks.name_checks import check_names

__all__ = [
    "check_names",
]
