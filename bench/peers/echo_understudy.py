"""An echo agent on Understudy's own wire, rpc and schema, as `understudy acp` uses them: without its services."""

import asyncio

import uvloop

from understudy.acp.outbound import ClientOutbound
from understudy.rpc import Inbound, Order, Peer, Route
from understudy.schema import acp, decode
from understudy.wire import LineChannel, claim_stdio


def initialize(_params: acp.InitializeRequest, _inbound: Inbound) -> acp.InitializeResponse:
    return acp.InitializeResponse(
        protocol_version=1,
        agent_capabilities=acp.AgentCapabilities(load_session=False),
        agent_info=acp.Implementation(name="echo", version="0"),
    )


def new(_params: acp.NewSessionRequest, _inbound: Inbound) -> acp.NewSessionResponse:
    return acp.NewSessionResponse(session_id="echo")


def set_mode(_params: acp.SetSessionModeRequest, _inbound: Inbound) -> acp.SetSessionModeResponse:
    return acp.SetSessionModeResponse()


async def authenticate(_params: acp.AuthenticateRequest, _inbound: Inbound) -> acp.AuthenticateResponse:
    return acp.AuthenticateResponse()


async def prompt(params: acp.PromptRequest, inbound: Inbound) -> acp.PromptResponse:
    outbound = ClientOutbound(inbound.peer, acp.ClientCapabilities())
    many, text = (block.text for block in params.prompt if isinstance(block, acp.TextContent))
    for _ in range(int(many)):
        chunk = acp.AgentMessageChunk(content=acp.TextContent(text=text))
        await outbound.send_update(params.session_id, chunk)
    return acp.PromptResponse(stop_reason="end_turn")


def cancel(_params: acp.CancelNotification, _inbound: Inbound) -> None:
    pass


async def serve(source: int, sink: int) -> None:
    routes = {
        "initialize": Route(acp.InitializeRequest, initialize, Order.IN_ORDER),
        "authenticate": Route(acp.AuthenticateRequest, authenticate, Order.IN_ORDER),
        "session/new": Route(acp.NewSessionRequest, new),
        "session/set_mode": Route(acp.SetSessionModeRequest, set_mode, Order.IN_ORDER),
        "session/prompt": Route(acp.PromptRequest, prompt),
        "session/cancel": Route(acp.CancelNotification, cancel, Order.IN_ORDER, notification=True),
    }
    await Peer(LineChannel(source, sink), routes, decode=decode).run()


if __name__ == "__main__":
    with claim_stdio() as (source, sink), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(source, sink))
