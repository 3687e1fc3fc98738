"""Open next-edit models behind an endpoint: prompts in their formats, one HTTP request at a time, replies as edits.

Only loaded when an endpoint is configured; `naming` alone is light enough for reading settings. It is not the
chat's `models` room and shares nothing with it.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.model.engine import ModelEngine
    from understudy.nes.model.settings import NesModelSettings, NesModelSettingsError, parse_model_settings

__all__ = ["ModelEngine", "NesModelSettings", "NesModelSettingsError", "parse_model_settings"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "engine": ("ModelEngine",),
        "settings": ("NesModelSettings", "NesModelSettingsError", "parse_model_settings"),
    },
)
