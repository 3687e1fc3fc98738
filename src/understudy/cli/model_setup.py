"""Sets the model up for a client of the agent: providers, local servers, keys, the default in config.toml.

The same steps as `understudy login`, without a terminal. Implements `acp.ModelSetup`.
"""

import os
from collections.abc import Callable

from understudy.acp import NotReady
from understudy.cli.config import (
    CredentialError,
    Credentials,
    Settings,
    SettingsError,
    SetupError,
    check_key,
    check_url,
    config_folder,
    credential_name,
)
from understudy.cli.model_choice import store_default_model
from understudy.models import PROVIDERS, ModelError, describe_missing_sdk, find_local_servers, list_models

__all__ = ["UserModelSetup"]


class UserModelSetup:
    def __init__(self, get_settings: Callable[[], Settings], reload: Callable[[], None]) -> None:
        """`reload` reads the settings again after a change."""
        self._get_settings = get_settings
        self._reload = reload

    def describe(self) -> dict[str, object]:
        settings = self._get_settings()
        try:
            stored = set(settings.credentials.providers())
        except CredentialError:
            stored = set[str]()
        providers = [
            {
                "id": provider.id,
                "label": provider.label,
                "needsKey": provider.needs_key,
                "defaultUrl": provider.default_url,
                "hasKey": credential_name(provider.id) in stored
                or any(os.environ.get(name) for name in provider.key_variables),
            }
            for provider in PROVIDERS.values()
        ]
        return {
            "providers": providers,
            "model": settings.chat.model,
            "baseUrl": settings.chat.base_url,
            "configFile": str(settings.config_file),
        }

    async def local_servers(self) -> list[dict[str, object]]:
        return [
            {
                "label": server.label,
                "provider": server.provider,
                "baseUrl": server.base_url,
                "models": list(server.models),
            }
            for server in await find_local_servers(os.environ)
        ]

    async def list_models(self, provider: str, api_key: str | None, base_url: str | None) -> list[str]:
        _require_usable_provider(provider)
        if api_key is None:
            # A stored key goes only to the host that it was stored for.
            api_key = self._get_settings().credentials.get(credential_name(provider, base_url))
        return await list_models(provider, api_key=api_key, base_url=base_url)

    def use(self, provider: str, model: str, api_key: str | None, base_url: str | None) -> str:
        _require_usable_provider(provider)
        try:
            if base_url is not None:
                check_url("baseUrl", base_url)
            if api_key is not None:
                store = Credentials(config_folder(os.environ))
                store.set(credential_name(provider, base_url), check_key(api_key))
            spec = store_default_model(provider, model, base_url)
            self._reload()
        except (SettingsError, SetupError) as error:
            raise NotReady(error.message) from None
        return spec


def _require_usable_provider(name: str) -> None:
    if name not in PROVIDERS:
        raise ModelError(
            "bad_setting", f"There is no provider {name[:40]!r}. They are: {', '.join(PROVIDERS)}."
        )
    missing = describe_missing_sdk(PROVIDERS[name])
    if missing is not None:
        raise ModelError("bad_setting", missing)
