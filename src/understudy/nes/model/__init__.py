"""Next-edit models behind an HTTP endpoint: builds prompts in their formats and parses replies into edits.

Loaded only if an endpoint is configured; `settings` imports neither a format nor an HTTP client. Unrelated to
`understudy.models` of the chat.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.model.endpoint_bench import EndpointReport, find_model_spec, measure_endpoint
    from understudy.nes.model.engine import ModelEngine
    from understudy.nes.model.prompt_types import estimate_tokens
    from understudy.nes.model.server_api import EndpointFailure
    from understudy.nes.model.settings import NesModelSettings, NesModelSettingsError, parse_model_settings
    from understudy.nes.model.speed import EndpointSpeed

__all__ = [
    "EndpointFailure",
    "EndpointReport",
    "EndpointSpeed",
    "ModelEngine",
    "NesModelSettings",
    "NesModelSettingsError",
    "estimate_tokens",
    "find_model_spec",
    "measure_endpoint",
    "parse_model_settings",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "endpoint_bench": ("EndpointReport", "find_model_spec", "measure_endpoint"),
        "engine": ("ModelEngine",),
        "prompt_types": ("estimate_tokens",),
        "server_api": ("EndpointFailure",),
        "settings": ("NesModelSettings", "NesModelSettingsError", "parse_model_settings"),
        "speed": ("EndpointSpeed",),
    },
)
