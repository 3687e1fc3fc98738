"""The chat service put together from what the house has. Importing this is what makes the first session slower."""

from understudy.acp.outbound import ClientOutbound
from understudy.acp.ports import House
from understudy.chat.engine import Engine, Models, TurnLimits
from understudy.chat.keeper import Keeper
from understudy.chat.permissions import Mode
from understudy.chat.service import ChatService
from understudy.rpc import Peer
from understudy.schema.acp import ClientCapabilities
from understudy.tools.workers import Workers
from understudy.workspace import SandboxMode

__all__ = ["build_chat"]


def build_chat(house: House, peer: Peer, client: ClientCapabilities) -> ChatService:
    workers = Workers()
    engine = Engine(
        keeper=Keeper(house.open_store),
        outbound=ClientOutbound(peer, client),
        workers=workers,
        models=Models(house.model, house.models, house.check_model, house.open_model, workers),
        limits=TurnLimits(house.max_steps, house.max_output_tokens),
        sandbox=SandboxMode(house.sandbox),
        inherit=house.inherit,
        private=house.private,
        environment=house.environment,
        config_file=house.config_file,
    )
    return ChatService(engine, Mode(house.mode))
