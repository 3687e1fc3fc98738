"""Builds the service of next edit suggestions from its dependencies. Loads nothing of the chat."""

from understudy.acp.capabilities import select_position_encoding, select_suggestion_kinds
from understudy.acp.dependencies import NesDependencies
from understudy.nes import NesClientCapabilities, NesService
from understudy.schema.acp import ClientCapabilities

__all__ = ["build_nes_service"]


def build_nes_service(dependencies: NesDependencies, client: ClientCapabilities) -> NesService:
    kinds, dialect = select_suggestion_kinds(client)
    options = client.session.config_options if client.session else None
    capabilities = NesClientCapabilities(
        encoding=select_position_encoding(client),
        supported_kinds=kinds,
        dialect=dialect,
        supports_boolean_options=options is not None and options.boolean is not None,
    )
    return NesService(dependencies.setup, capabilities)
