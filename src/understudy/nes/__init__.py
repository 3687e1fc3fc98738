"""Next edit suggestions: mirrors the editor's documents and predicts the user's next edit. Knows no connection."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.clock import Clock, RealClock
    from understudy.nes.errors import NesError
    from understudy.nes.limits import SYMBOLIC_ENGINE_CPU_S
    from understudy.nes.reasons import ConsideredCandidate, Explanation, Reason
    from understudy.nes.service import NesService
    from understudy.nes.session import PlacedSuggestion
    from understudy.nes.setup import NesClientCapabilities, NesSetup
    from understudy.nes.suggest import CompletedAnswer

__all__ = [
    "SYMBOLIC_ENGINE_CPU_S",
    "Clock",
    "CompletedAnswer",
    "ConsideredCandidate",
    "Explanation",
    "NesClientCapabilities",
    "NesError",
    "NesService",
    "NesSetup",
    "PlacedSuggestion",
    "RealClock",
    "Reason",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "clock": ("Clock", "RealClock"),
        "errors": ("NesError",),
        "limits": ("SYMBOLIC_ENGINE_CPU_S",),
        "reasons": ("ConsideredCandidate", "Explanation", "Reason"),
        "service": ("NesService",),
        "session": ("PlacedSuggestion",),
        "setup": ("NesClientCapabilities", "NesSetup"),
        "suggest": ("CompletedAnswer",),
    },
)
