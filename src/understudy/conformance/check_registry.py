"""Checks by rule: a decorator that registers them, and the function that runs one and records its outcome."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from understudy.conformance.limits import CHECK_TIMEOUT_S
from understudy.conformance.message_log import RpcError
from understudy.conformance.report import CheckFailed, CheckResult, NotAdvertised, NotTestable, Outcome
from understudy.conformance.rules import RULES

__all__ = ["Check", "CheckRegistry", "run_check"]

logger: Final = logging.getLogger(__name__)

PlayerT = TypeVar("PlayerT")


@dataclass(frozen=True, slots=True)
class Check(Generic[PlayerT]):
    """A coroutine that plays one part of a rule."""

    rule: str
    name: str
    """A sentence: what is tried."""
    play: Callable[[PlayerT], Awaitable[None]]


class CheckRegistry(Generic[PlayerT]):
    """The checks of one side, in the order of their definition."""

    def __init__(self) -> None:
        self.checks: list[Check[PlayerT]] = []

    def check(
        self, *rules: str
    ) -> Callable[[Callable[[PlayerT], Awaitable[None]]], Callable[[PlayerT], Awaitable[None]]]:
        """Register a coroutine function for rules; its docstring is the name."""
        for rule in rules:
            assert rule in RULES, rule  # noqa: S101

        def register(play: Callable[[PlayerT], Awaitable[None]]) -> Callable[[PlayerT], Awaitable[None]]:
            name = (play.__doc__ or "").strip().partition("\n")[0]
            self.checks.extend(Check(rule, name, play) for rule in rules)
            return play

        return register


async def run_check(
    check: Check[PlayerT], player: PlayerT, evidence: Callable[[], tuple[str, ...]]
) -> CheckResult:
    """Play the check and return what came of it. `evidence` is asked if it fails."""
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            await check.play(player)
    except NotAdvertised as reason:
        return CheckResult(check.name, Outcome.NOT_ADVERTISED, str(reason))
    except NotTestable as reason:
        return CheckResult(check.name, Outcome.NOT_TESTABLE, str(reason))
    except CheckFailed as failure:
        return CheckResult(check.name, Outcome.FAILED, str(failure), evidence())
    except RpcError as error:
        return CheckResult(check.name, Outcome.FAILED, f"unexpected {error}", evidence())
    except TimeoutError:
        return CheckResult(check.name, Outcome.FAILED, f"not done within {CHECK_TIMEOUT_S:g} s", evidence())
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        logger.debug("the check %r met a message of another shape", check.name, exc_info=True)
        note = f"a message has not the shape that the protocol gives it ({type(error).__name__}: {error})"
        return CheckResult(check.name, Outcome.FAILED, note, evidence())
    return CheckResult(check.name, Outcome.PASSED)
