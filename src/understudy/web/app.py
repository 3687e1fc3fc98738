"""The faces of the workbench under one roof: the page and its files, what it is told, the agent, the tools."""

import contextlib
from collections.abc import AsyncGenerator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from understudy.web.tabs import Tabs
from understudy.web.tools import Tools
from understudy.web.workbench import Workbench

__all__ = ["workbench_app"]


def workbench_app(workbench: Workbench, tabs: Tabs, tools: Tools) -> Starlette:
    """For the Door, which checks who comes in."""
    static = workbench.page.parent

    async def page(request: Request) -> Response:
        del request
        return FileResponse(workbench.page, headers={"Cache-Control": "no-store"})

    async def told(request: Request) -> Response:
        del request
        return JSONResponse(workbench.described())

    async def icon(request: Request) -> Response:
        path = static / request.url.path.removeprefix("/")
        return FileResponse(path) if path.is_file() else Response(status_code=404)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        async with tools.running():
            yield

    return Starlette(
        routes=[
            Route("/", page),
            Route("/workbench.json", told),
            Route("/favicon.ico", icon),
            Route("/favicon.svg", icon),
            Mount("/assets", StaticFiles(directory=static / "assets", check_dir=False)),
            Route("/mcp", tools),
            WebSocketRoute("/acp", tabs),
        ],
        lifespan=lifespan,
    )
