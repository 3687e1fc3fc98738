"""Runs the checks of an agent: most on one shared connection, those that may spoil it on one of their own."""

import functools
import logging
import os
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from understudy.client import ClientError
from understudy.client.agent_process import start_agent_process
from understudy.client.remote import CookieJar, RemoteAddress, open_link, parse_address
from understudy.conformance.agent_player import AgentPlayer, ChannelMaker, temporary_workspace
from understudy.conformance.agent_rules import AGENT_REGISTRY
from understudy.conformance.check_registry import Check, run_check
from understudy.conformance.limits import RESPONSE_TIMEOUT_S
from understudy.conformance.message_log import RpcError, as_object
from understudy.conformance.report import CheckFailed, CheckResult, Outcome, Report
from understudy.wire import Channel

__all__ = ["AGENT_CHECKS", "check_agent"]

logger: Final = logging.getLogger(__name__)

AGENT_CHECKS: Final[Sequence[Check[AgentPlayer]]] = AGENT_REGISTRY.checks


async def check_agent(
    command: Sequence[str],
    *,
    environ: Mapping[str, str] | None = None,
    timeout: float = RESPONSE_TIMEOUT_S,
    only: Sequence[str] = (),
    on_progress: Callable[[int, int, str], None] | None = None,
    make_channel: ChannelMaker | None = None,
    root: Path | None = None,
) -> Report:
    """Check the agent that this command starts or that its address leads to, or that `make_channel` connects to.

    `only` has rule ids or their beginnings. Sessions work in a new folder, which is made inside `root`: an agent at
    an address may be confined to some folders. Raises ClientError if the agent cannot be started at all.
    """
    address = parse_address(command, os.environ if environ is None else environ)
    checks = [check for check in AGENT_CHECKS if not only or check.rule.startswith(tuple(only))]
    report = Report("agent", " ".join(command), only=tuple(only))
    async with temporary_workspace(root) as folder:

        @asynccontextmanager
        async def start() -> AsyncGenerator[Channel]:
            process = await start_agent_process(command, None, environ, None)
            try:
                yield process.channel
            finally:
                await process.close()

        @asynccontextmanager
        async def reach(address: RemoteAddress) -> AsyncGenerator[Channel]:
            link = await open_link(address, CookieJar(), timeout)
            try:
                yield link.channel
            finally:
                link.channel.close()
                await link.disconnect()

        if make_channel is None:
            make_channel = start if address is None else functools.partial(reach, address)
        player = AgentPlayer(make_channel, folder, timeout)
        done = 0
        while done < len(checks):
            try:
                async with player.run():
                    _name_subject(report, player)
                    done = await _run_checks(checks, done, player, report, on_progress)
            except (CheckFailed, RpcError) as error:
                _report_dead_agent(checks[done:], report, player, error)
                break
    return report


async def _run_checks(
    checks: Sequence[Check[AgentPlayer]],
    done: int,
    player: AgentPlayer,
    report: Report,
    on_progress: Callable[[int, int, str], None] | None,
) -> int:
    """Run checks on one connection until it has ended, and return how many are done."""
    while done < len(checks):
        check = checks[done]
        if on_progress is not None:
            on_progress(done, len(checks), check.rule)
        player.logs = [player.log]
        seen = len(player.log.lines)

        def evidence(since: int = seen) -> tuple[str, ...]:
            last = player.logs[-1]
            return last.evidence(since if last is player.log else 0)

        report.add(check.rule, await run_check(check, player, evidence))
        done += 1
        if player.log.is_over:  # the next check gets a fresh agent
            break
    return done


def _name_subject(report: Report, player: AgentPlayer) -> None:
    info = as_object(player.initialized.get("agentInfo")) or {}
    if info.get("name"):
        report.subject = f"{info['name']} {info.get('version', '')}".strip()


def _report_dead_agent(
    checks: Sequence[Check[AgentPlayer]], report: Report, player: AgentPlayer, error: Exception
) -> None:
    note = f"initialize fails: {error}"
    lines = player.logs[-1].evidence(0) if player.logs else ()
    for check in checks:
        report.add(check.rule, CheckResult(check.name, Outcome.FAILED, note, lines))
    if not checks:
        raise ClientError(note, "agent_gone")
