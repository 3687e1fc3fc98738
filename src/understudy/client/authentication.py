"""Authentication: what happens if an agent requires it before it answers a request.

The caller's handler chooses one of the agent's methods. A method of type `terminal` runs the agent's own program in
the user's terminal. It is offered only if the caller can do that, and never for an agent in a sandbox: the program
would run outside, with arguments of the agent's choice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from understudy.client.errors import AuthRequired
from understudy.rpc import RpcError
from understudy.schema import acp

__all__ = ["AuthHandler", "Authentication", "RunTerminal", "is_auth_required"]

AUTH_REQUIRED_CODES: Final = (-32000, -32001)
"""The code of ACP, and the one of an earlier draft."""

AuthHandler = Callable[[Sequence[acp.AuthMethod]], Awaitable[str | None]]
"""Chooses one of the methods: returns its id, or None to decline."""

RunTerminal = Callable[[Sequence[str], Mapping[str, str]], Awaitable[int]]
"""Runs a command in the user's terminal with these additional variables; returns its exit status."""

SendAuthenticate = Callable[[str], Awaitable[None]]
"""Sends `authenticate` with the id of a method."""


def is_auth_required(error: RpcError) -> bool:
    """Whether the agent wants to know who is asking. The official libraries send the code and no reason."""
    if error.code not in AUTH_REQUIRED_CODES:
        return False
    data = cast(dict[str, Any], error.data) if isinstance(error.data, dict) else {}
    return data.get("reason", "auth_required") == "auth_required"


class Authentication:
    """Authenticates one request at a time; others wait for it, and then send their request again."""

    def __init__(
        self,
        methods: Sequence[acp.AuthMethod],
        handler: AuthHandler | None,
        send_authenticate: SendAuthenticate,
        command: Sequence[str],
        run_terminal: RunTerminal | None,
        *,
        sandbox: bool = False,
    ) -> None:
        self._sandbox = sandbox
        self._all_methods = methods
        self._handler = handler
        self._send_authenticate = send_authenticate
        self._command = command
        self._run_terminal = run_terminal
        self._lock = asyncio.Lock()
        self.completed_count = 0
        """How many times authentication has been completed."""

    @property
    def methods(self) -> Sequence[acp.AuthMethod]:
        """The methods that can be used here."""
        return [
            method
            for method in self._all_methods
            if method.type != "terminal" or self._run_terminal is not None
        ]

    async def authenticate_if_needed(self, why: str, count_before: int) -> None:
        """Authenticate, unless that was done since `completed_count` was `count_before`. Raises AuthRequired."""
        async with self._lock:
            if self.completed_count != count_before:
                return
            if self._handler is None:
                raise AuthRequired(f"The agent wants authentication: {why}{self._methods_hint(why)}")
            chosen = await self._handler(self.methods)
            if chosen is None:
                raise AuthRequired(
                    f"The agent wants authentication, and no method was chosen: {why}{self._login_hint(why)}"
                )
            await self._run_method(chosen)

    async def authenticate(self, method_id: str) -> None:
        async with self._lock:
            await self._run_method(method_id)

    async def _run_method(self, method_id: str) -> None:
        method = next((method for method in self._all_methods if method.id == method_id), None)
        if method is not None and method.type == "terminal":
            if self._run_terminal is None:
                raise AuthRequired(
                    f"The agent's login {method_id!r} needs a terminal, and there is none here."
                    f"{self._sandbox_hint()}"
                )
            status = await self._run_terminal([*self._command, *method.args], method.env or {})
            if status != 0:
                raise AuthRequired(f"The login in the terminal ended with exit status {status}.")
        else:
            await self._send_authenticate(method_id)
        self.completed_count += 1

    def _methods_hint(self, why: str) -> str:
        names = ", ".join(f"{method.id} ({method.name})" for method in self.methods)
        return f" (its methods: {names}){self._sandbox_hint()}" if names else self._login_hint(why)

    def _login_hint(self, why: str) -> str:
        """What the user can do, to follow the agent's message."""
        if self.methods or self._sandbox_hint():
            return self._sandbox_hint()
        stop = "" if why.endswith((".", "!", "?")) else "."
        return f"{stop} It offers no way to do that here: log in with the agent's own program first."

    def _sandbox_hint(self) -> str:
        if not self._sandbox or all(method.type != "terminal" for method in self._all_methods):
            return ""
        return " Its login in a terminal is not run from a sandbox: log in without one first."
