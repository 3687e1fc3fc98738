"""Keeps the logs of agents that ended, so that a tab can show why its agent crashed. In memory, for this server.

A tab names itself with an id of its own in the address of its WebSocket; nobody else asks with that id.
"""

from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from understudy.bounded_dict import BoundedDict
from understudy.web.limits import MAX_KEPT_LOGS

__all__ = ["AgentLogs", "tab_id"]

_MAX_ID_CHARS: Final = 64


class AgentLogs:
    """The description of the end and the log of the last agent of each tab; the oldest are dropped."""

    def __init__(self, max_logs: int = MAX_KEPT_LOGS) -> None:
        self._logs: BoundedDict[str, tuple[str, str]] = BoundedDict(max_logs)

    def store(self, tab: str, end: str, text: str) -> None:
        """A tab without an id has no log."""
        if tab:
            self._logs[tab] = (end, text)

    async def show(self, request: Request) -> Response:
        found = self._logs.get(tab_id(request.scope))
        if found is None:
            return JSONResponse({"error": "There is no log of an agent that ended."}, 404)
        return JSONResponse({"end": found[0], "log": found[1]})


def tab_id(scope: Scope) -> str:
    """The id in the query of a request; "" if there is none, or no plausible one."""
    query: bytes = scope["query_string"]
    given = parse_qs(query.decode("latin-1"), max_num_fields=16).get("tab", [])
    return given[0] if len(given) == 1 and len(given[0]) <= _MAX_ID_CHARS else ""
