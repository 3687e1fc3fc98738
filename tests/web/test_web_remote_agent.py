"""`understudy web --agent ws://…`: the tabs are relayed to one server, which has one process for all of them."""

import json
from pathlib import Path

from web_server import LIMIT_S, WebServer, built_page
from websockets.sync.client import ClientConnection

from serve.serve_program import ServeProgram


def ask(tab: ClientConnection, number: int, method: str, **params: object) -> dict[str, object]:
    tab.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    while True:
        message = json.loads(tab.recv(LIMIT_S))
        if message.get("id") == number:
            return message["result"]


def test_tabs_are_relayed_to_the_agents_of_one_server(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with ServeProgram(tmp_path / "serve", str(project)) as program:
        page = built_page(tmp_path / "static")
        web = WebServer(page, str(project), "--agent", program.address, UNDERSTUDY_TOKEN=program.token)
        try:
            with web.tab() as one, web.tab() as two:
                for tab in (one, two):
                    ask(tab, 1, "initialize", protocolVersion=1, clientCapabilities={})
                    session = ask(tab, 2, "session/new", cwd=str(project), mcpServers=[])
                    assert str(session["sessionId"]).startswith("sess_")
        finally:
            web.process.kill()
            web.process.communicate()
