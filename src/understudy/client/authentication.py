"""Who is asking: what happens when an agent wants authentication before it answers.

The caller's handler chooses one of the agent's methods. A method of the type `terminal` is the agent's own
program, run in the user's terminal; it is offered only where the caller can do that, and never to an agent in a
sandbox: it would run outside, as the agent says.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from understudy.client.errors import AuthRequired
from understudy.rpc import RpcError
from understudy.schema import acp

__all__ = ["Authentication", "Handler", "RunTerminal", "is_auth_required"]

CODES: Final = (-32000, -32001)
"""ACP's, and the one that an earlier text had."""

Handler = Callable[[Sequence[acp.AuthMethod]], Awaitable[str | None]]
"""Chooses a method by its id; None if nobody wants to."""

RunTerminal = Callable[[Sequence[str], Mapping[str, str]], Awaitable[int]]
"""Runs a command in the user's terminal, with these variables besides; its exit status."""

Request = Callable[[str], Awaitable[None]]
"""Sends `authenticate` with a method's id."""


def is_auth_required(error: RpcError) -> bool:
    """Whether the agent wants to know who is asking. The official libraries send the code and no reason."""
    if error.code not in CODES:
        return False
    data = cast(dict[str, Any], error.data) if isinstance(error.data, dict) else {}
    return data.get("reason", "auth_required") == "auth_required"


class Authentication:
    """One at a time: whoever comes meanwhile waits for it, and then asks the agent again."""

    def __init__(
        self,
        methods: Sequence[acp.AuthMethod],
        handler: Handler | None,
        request: Request,
        command: Sequence[str],
        run_terminal: RunTerminal | None,
        *,
        sandbox: bool = False,
    ) -> None:
        self._sandbox = sandbox
        self._all = methods
        self._handler = handler
        self._request = request
        self._command = command
        self._run_terminal = run_terminal
        self._lock = asyncio.Lock()
        self.times = 0
        """How often it has been done."""

    @property
    def methods(self) -> Sequence[acp.AuthMethod]:
        """Those that can be used here."""
        return [method for method in self._all if method.type != "terminal" or self._run_terminal is not None]

    async def see_to_it(self, why: str, seen: int) -> None:
        """Authenticate, unless somebody has since `times` was `seen`. Raises AuthRequired if nobody can."""
        async with self._lock:
            if self.times != seen:
                return
            if self._handler is None:
                raise AuthRequired(f"The agent wants authentication: {why}{self._ways(why)}")
            chosen = await self._handler(self.methods)
            if chosen is None:
                raise AuthRequired(
                    f"The agent wants authentication, and no method was chosen: {why}{self._advice(why)}"
                )
            await self._do(chosen)

    async def authenticate(self, name: str) -> None:
        async with self._lock:
            await self._do(name)

    async def _do(self, name: str) -> None:
        method = next((method for method in self._all if method.id == name), None)
        if method is not None and method.type == "terminal":
            if self._run_terminal is None:
                raise AuthRequired(
                    f"The agent's login {name!r} needs a terminal, and there is none here.{self._hint()}"
                )
            status = await self._run_terminal([*self._command, *method.args], method.env or {})
            if status != 0:
                raise AuthRequired(f"The login in the terminal ended with exit status {status}.")
        else:
            await self._request(name)
        self.times += 1

    def _ways(self, why: str) -> str:
        names = ", ".join(f"{method.id} ({method.name})" for method in self.methods)
        return f" (its methods: {names}){self._hint()}" if names else self._advice(why)

    def _advice(self, why: str) -> str:
        """What to do, after an agent's own words."""
        if self.methods or self._hint():
            return self._hint()
        stop = "" if why.endswith((".", "!", "?")) else "."
        return f"{stop} It offers no way to do that here: log in with the agent's own program first."

    def _hint(self) -> str:
        if not self._sandbox or all(method.type != "terminal" for method in self._all):
            return ""
        return " Its login in a terminal is not run from a sandbox: log in without one first."
