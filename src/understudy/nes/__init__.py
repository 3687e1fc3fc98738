"""Next edit suggestions: mirrors the editor's documents and predicts the user's next edit. Knows no connection."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.reasons import ConsideredCandidate, Explanation
    from understudy.nes.service import NesService
    from understudy.nes.setup import NesClientCapabilities, NesSetup

__all__ = ["ConsideredCandidate", "Explanation", "NesClientCapabilities", "NesService", "NesSetup"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "reasons": ("ConsideredCandidate", "Explanation"),
        "service": ("NesService",),
        "setup": ("NesClientCapabilities", "NesSetup"),
    },
)
