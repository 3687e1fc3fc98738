"""The faces of the workbench under one roof: the page and its files, what it is told, the agent, the tools."""

import contextlib
from collections.abc import AsyncGenerator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from understudy.web.page import BuiltPage
from understudy.web.tabs import Tabs
from understudy.web.tools import ToolsEndpoint
from understudy.web.workbench import Workbench

__all__ = ["build_app"]


def build_app(workbench: Workbench, tabs: Tabs, tools: ToolsEndpoint, page_url: str) -> Starlette:
    """For the Door, which checks who comes in. `address` is the page's, with the token."""
    page = BuiltPage(workbench.page)

    async def told(request: Request) -> Response:
        del request
        return JSONResponse(workbench.describe())

    async def opened(request: Request) -> Response:
        del request
        return RedirectResponse(page_url, 303)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        async with tools.lifespan():
            yield

    return Starlette(
        routes=[
            Route("/", page.index),
            Route("/open", opened),
            Route("/workbench.json", told),
            Route("/favicon.ico", page.file),
            Route("/favicon.svg", page.file),
            Route("/assets/{name:path}", page.file),
            Route("/mcp", tools),
            WebSocketRoute("/acp", tabs),
        ],
        lifespan=lifespan,
    )
