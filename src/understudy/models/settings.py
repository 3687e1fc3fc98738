"""The settings of a model, and `open_model`, the only function of the package that imports a provider's SDK.

Everything comes from the caller: nothing is read from the environment or a file.

`settings_from` applies the one rule about keys: a key from the environment is sent only to the host that it
was set for. The environment is passed to it as a mapping.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from understudy.models.limits import IDLE_TIMEOUT_S, LOCAL_IDLE_TIMEOUT_S
from understudy.models.model_api import Model, ModelError
from understudy.models.model_names import ModelName, parse_model_name
from understudy.models.providers import (
    PROVIDERS,
    Provider,
    describe_missing_sdk,
    is_key_required,
    is_loopback,
    is_provider_host,
)
from understudy.models.redaction import describe_exception_safely

__all__ = ["ModelSettings", "Thinking", "open_model", "settings_from"]

logger = logging.getLogger(__name__)

Thinking = bool | Literal["minimal", "low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """`spec` is provider:model. A field that is None is left to the provider, or guessed carefully."""

    spec: str
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    max_output_tokens: int | None = None
    context_window: int | None = None
    takes_images: bool | None = None
    thinking: Thinking | None = None
    idle_seconds: float | None = None
    """How long the provider may send nothing. None: 90 s, or 300 s on this machine (models load slowly)."""
    attempts: int = 4
    retry_seconds: float = 0.5
    """The wait before the first retry; it doubles each time."""

    @property
    def name(self) -> ModelName:
        return parse_model_name(self.spec)

    @property
    def provider(self) -> Provider:
        return PROVIDERS[self.name.provider]

    @property
    def effective_url(self) -> str:
        return self.base_url or self.provider.default_url

    @property
    def idle_timeout_s(self) -> float:
        return self.idle_seconds or (
            LOCAL_IDLE_TIMEOUT_S if is_loopback(self.effective_url) else IDLE_TIMEOUT_S
        )

    def validate(self) -> None:
        """Raise ModelError for settings that cannot work, before anything heavy is loaded."""
        provider = self.provider
        if self.base_url is not None:
            _validate_url(self.base_url)
        if self.api_key is not None and not (
            self.api_key.isascii() and self.api_key.isprintable() and self.api_key
        ):
            raise ModelError(
                "bad_setting", f"The key for {provider.label} is empty or has characters that no key has."
            )
        if self.api_key is None and is_key_required(provider, self.base_url):
            variables = " or ".join(provider.key_variables)
            raise ModelError(
                "auth",
                f"{provider.label} wants a key and there is none. Run `understudy login`, or set {variables}; "
                "a server of your own that needs no key takes any word as one.",
            )
        for number in (self.max_output_tokens, self.context_window):
            if number is not None and number < 1:
                raise ModelError("bad_setting", "Numbers of tokens must be at least 1.")
        if self.attempts < 1 or self.retry_seconds < 0 or self.idle_timeout_s <= 0:
            raise ModelError("bad_setting", "Attempts and times for a model must be positive.")


def _validate_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
        parts = urlsplit("")
    if not is_valid or not url.isprintable() or parts.query or parts.fragment:
        raise ModelError(
            "bad_setting", "The base URL of the model must be plain, such as http://localhost:8080/v1."
        )
    if parts.username is not None or parts.password is not None:
        raise ModelError(
            "bad_setting", "The base URL of the model must not hold a name or password: use a key."
        )


def settings_from(
    environment: Mapping[str, str],
    spec: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    **more: Any,
) -> ModelSettings:
    """Complete the caller's settings with the environment.

    A base URL given by the caller gets no key from the environment unless it is the provider's own host:
    OPENAI_API_KEY is not for other servers that speak OpenAI's API. A base URL from the environment belongs
    together with the key from the environment.
    """
    provider = PROVIDERS[parse_model_name(spec).provider]
    address = base_url or environment.get(provider.url_variable) or None
    if api_key is None and is_provider_host(provider, base_url):
        api_key = next((environment[name] for name in provider.key_variables if environment.get(name)), None)
    return ModelSettings(spec, api_key, address, **more)


def open_model(settings: ModelSettings) -> Model:
    """Validate the settings, import the provider's SDK (0.5 to 2 s: call it in a worker thread), and return
    the model. Sends nothing. Raises ModelError."""
    settings.validate()
    missing = describe_missing_sdk(settings.provider)
    if missing is not None:
        raise ModelError("bad_setting", missing)
    # Heavy, and not needed to name a model.
    from understudy.models.http_client import build_http_client
    from understudy.models.provider_model import ProviderModel

    try:
        http = build_http_client(settings)
        return ProviderModel(settings, settings.provider.build_model(settings, http), http)
    except Exception as raised:  # noqa: BLE001 - a missing certificate file, a name that the SDK rejects
        kind = type(raised).__name__
        logger.warning("%s could not be opened: %s", settings.name, describe_exception_safely(raised))
        raise ModelError(
            "bad_setting", f"{settings.name} could not be opened ({kind}): check its settings."
        ) from None
