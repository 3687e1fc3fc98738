"""Finds the model of a server that was given without a name: asks the server for its models.

Only for measuring by hand; a session never asks, because the format of its prompts must not change by itself.
"""

import msgspec
from msgspec import Struct

from understudy.nes.model.endpoint import Endpoint
from understudy.nes.model.server_api import EndpointFailure
from understudy.nes.model.settings import NesModelSettingsError, parse_model_settings

__all__ = ["find_model_spec"]


async def find_model_spec(url: str, key: str | None = None) -> str:
    """Return the first model of the server whose format is known.

    Raises NesModelSettingsError and EndpointFailure.
    """
    settings = parse_model_settings("zeta2:any", url)  # the format does not matter for the list
    endpoint = Endpoint(settings)
    try:
        names = _model_names(await endpoint.list_models(key))
    except EndpointFailure as failure:
        raise EndpointFailure(
            failure.reason, str(failure).replace(settings.label, settings.label.removeprefix("any at "))
        ) from None
    finally:
        await endpoint.close()
    for name in names:
        try:
            parse_model_settings(name, url)
        except NesModelSettingsError:
            continue
        return name
    found = f" It has {', '.join(name.rpartition('/')[2][:60] for name in names[:5])}." if names else ""
    raise NesModelSettingsError(
        f"It is not known how a model of that server wants to be asked.{found} Name it with "
        "--nes-model FORMAT:NAME, such as qwen:NAME for a model that fills in the middle."
    )


class _Model(Struct):
    id: str | None = None
    name: str | None = None


class _ModelList(Struct):
    """`data` is of an OpenAI-compatible server, `models` of Ollama."""

    data: list[_Model] = []
    models: list[_Model] = []


def _model_names(body: bytes) -> list[str]:
    try:
        answer = msgspec.json.decode(body, type=_ModelList)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return []
    names = [model.id or model.name for model in (*answer.data, *answer.models)]
    return list(dict.fromkeys(name for name in names if name))
