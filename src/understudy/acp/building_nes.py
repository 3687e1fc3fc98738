"""The next edit service put together from what its house has. Knows no chat, and loads nothing of it."""

from understudy.acp.dialects import encoding_for, kinds_for
from understudy.acp.ports import NesHouse
from understudy.nes.service import NesService
from understudy.nes.setup import NesClient
from understudy.schema.acp import ClientCapabilities

__all__ = ["build_nes"]


def build_nes(house: NesHouse, client: ClientCapabilities) -> NesService:
    kinds, dialect = kinds_for(client)
    options = client.session.config_options if client.session else None
    told = NesClient(
        encoding=encoding_for(client),
        kinds=kinds,
        dialect=dialect,
        booleans=options is not None and options.boolean is not None,
    )
    return NesService(house.setup, told)
