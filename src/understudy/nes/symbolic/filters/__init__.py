"""What the engine does with the candidates of the generators: those that do not fit their place are dropped or made
improbable, those in a row of lines of one shape are raised, and the one to be displayed is checked by its names.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.filters.checks import check_names
    from understudy.nes.symbolic.filters.pipeline import filter_repetitions, split_by_likelihood
    from understudy.nes.symbolic.filters.places import is_code_style, is_distinctive

__all__ = ["check_names", "filter_repetitions", "is_code_style", "is_distinctive", "split_by_likelihood"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "checks": ("check_names",),
        "pipeline": ("filter_repetitions", "split_by_likelihood"),
        "places": ("is_code_style", "is_distinctive"),
    },
)
