"""Next edits for Zed: a completion server on loopback that answers zeta2 prompts from the next-edit service."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.zed.endpoint import DEFAULT_PORT, serve
    from understudy.zed.predictions import Prediction, RegionPredictor

__all__ = ["DEFAULT_PORT", "Prediction", "RegionPredictor", "serve"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "endpoint": ("DEFAULT_PORT", "serve"),
        "predictions": ("Prediction", "RegionPredictor"),
    },
)
