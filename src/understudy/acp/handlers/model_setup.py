"""Handlers of `_understudy.dev/models/*`: a client lets its user choose a provider, a key and a model.

Our own extension, for a dialog in the workbench. A server for several people offers none of it: the settings are
not the client's there. A key that is sent is used for this request, stored by `use` alone, and never returned.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

from understudy.acp.dependencies import ModelSetup
from understudy.rpc import INVALID_REQUEST, RpcError

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = [
    "ListModelsRequest",
    "LocalServersRequest",
    "ProvidersRequest",
    "UseModelRequest",
    "list_models",
    "local_servers",
    "providers",
    "use",
]


class _Params(Struct, kw_only=True, rename="camel"):
    pass


class ProvidersRequest(_Params, kw_only=True):
    """`_understudy.dev/models/providers`: the providers, and what is set up."""


class LocalServersRequest(_Params, kw_only=True):
    """`_understudy.dev/models/local`: model servers that run on this machine."""


class ListModelsRequest(_Params, kw_only=True):
    """`_understudy.dev/models/list`: the models of a provider; it is also the test of a key and a base URL."""

    provider: str
    api_key: str | None = None
    """None: the stored one, or that of the environment."""
    base_url: str | None = None

    def __repr__(self) -> str:
        return "ListModelsRequest(…)"  # a key must not get into a log


class UseModelRequest(_Params, kw_only=True):
    """`_understudy.dev/models/use`: store the key and the default model."""

    provider: str
    model: str
    api_key: str | None = None
    base_url: str | None = None

    def __repr__(self) -> str:
        return "UseModelRequest(…)"


async def providers(agent: "Agent", params: ProvidersRequest) -> dict[str, object]:
    del params
    setup = _require_setup(agent)
    return await agent.chat.run_in_worker(setup.describe)


async def local_servers(agent: "Agent", params: LocalServersRequest) -> dict[str, object]:
    del params
    return {"servers": await _require_setup(agent).local_servers()}


async def list_models(agent: "Agent", params: ListModelsRequest) -> dict[str, object]:
    """Raises ModelError: `auth` for a rejected key."""
    found = await _require_setup(agent).list_models(params.provider, params.api_key, params.base_url)
    return {"models": found}


async def use(agent: "Agent", params: UseModelRequest) -> dict[str, object]:
    """New sessions answer with the model; a session that is open changes its option `model`."""
    setup = _require_setup(agent)

    def store() -> str:
        return setup.use(params.provider, params.model, params.api_key, params.base_url)

    spec = await agent.chat.run_in_worker(store)
    await agent.chat.use_model(spec)
    return {"model": spec}


def _require_setup(agent: "Agent") -> ModelSetup:
    setup = agent.chat_dependencies.model_setup if agent.hosting is None else None
    if setup is None:
        raise RpcError(
            INVALID_REQUEST,
            "The models of this agent are not set up by its clients.",
            {"reason": "not_offered"},
        )
    return setup
