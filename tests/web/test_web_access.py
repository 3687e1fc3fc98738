"""Who is let in: every face wants the token, and nobody comes by another name or from another page."""

import http.client
import re
from urllib.parse import quote

import pytest
from web_server import LIMIT_S, WebServer
from websockets.exceptions import InvalidStatus

FACES = ("/", "/workbench.json", "/mcp", "/acp", "/sample")
PUBLIC = ("/assets/index-1a2b.js", "/favicon.svg")

rebinding = pytest.mark.attack(55)


def refused(server: WebServer, query: str | None = None, **more: object) -> int:
    """The status that the handshake of a WebSocket is answered with."""
    with pytest.raises(InvalidStatus) as caught, server.tab(query, **more):
        pass
    return caught.value.response.status_code


@rebinding
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("token", [None, "", "wrong", "{token}x", "{token}&token={token}"])
def test_without_the_token_there_is_a_sentence_and_nothing_else(
    server: WebServer, face: str, token: str | None
) -> None:
    words = None if token is None else token.format(token=server.token)
    status, headers, body = server.ask(face if words is None else f"{face}?token={words}")
    assert status == 401
    assert b"token" in body
    assert server.token.encode() not in body
    assert headers["www-authenticate"].startswith("Bearer")
    bearer = {} if words is None else {"bearer": words}
    assert server.ask(face, **bearer)[0] == 401
    assert refused(server, "" if words is None else f"token={words}") == 401


@rebinding
def test_the_token_counts_only_where_it_belongs(server: WebServer) -> None:
    token = server.token
    assert server.ask("/", bearer=token)[0] == 401
    assert server.ask(f"/workbench.json?token={token}")[0] == 401
    assert server.ask(f"/mcp?token={token}", "POST", b"{}")[0] == 401
    assert server.ask("/workbench.json", Authorization=f"Basic {token}")[0] == 401
    assert server.ask(f"/?token={token}")[0] == 303
    assert server.ask("/workbench.json", bearer=token)[0] == 200
    with server.tab("", additional_headers={"Authorization": f"Bearer {token}"}) as tab:
        assert "pid" in tab.recv(LIMIT_S)


def test_the_built_files_are_public(server: WebServer) -> None:
    for path in PUBLIC:
        assert server.ask(path)[0] == 200


@rebinding
@pytest.mark.parametrize("path", [*FACES, *PUBLIC, "/nothing"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "localhost:1", ""]
)
def test_another_name_is_refused_on_every_face(server: WebServer, path: str, host: str) -> None:
    name = host.format(port=server.port)
    assert server.ask(f"{path}?token={server.token}", bearer=server.token, Host=name)[0] in (400, 421)


@rebinding
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1.evil.example",
    ],
)
def test_a_foreign_page_is_refused_on_every_face(server: WebServer, origin: str) -> None:
    named = origin.format(port=server.port)
    for path in (*FACES, *PUBLIC):
        assert server.ask(f"{path}?token={server.token}", bearer=server.token, Origin=named)[0] == 403
    assert refused(server, origin=named) == 403


@rebinding
def test_a_websocket_of_another_name_is_refused(server: WebServer) -> None:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=LIMIT_S)
    headers = {
        "Host": "evil.example",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    connection.request("GET", f"/acp?token={server.token}", headers=headers)
    assert connection.getresponse().status == 421
    connection.close()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_our_own_page_may_come_by_every_name_of_loopback(server: WebServer, name: str) -> None:
    origin = f"http://{name}:{server.port}"
    host = f"{name}:{server.port}"
    assert server.ask("/workbench.json", bearer=server.token, Origin=origin, Host=host)[0] == 200
    with server.tab(origin=origin) as tab:
        assert "pid" in tab.recv(LIMIT_S)


def test_every_answer_says_what_the_page_may_do(server: WebServer) -> None:
    answers = {
        "/": server.ask("/", Cookie=server.cookie()),
        "303": server.ask(f"/?token={server.token}"),
        "/workbench.json": server.ask("/workbench.json", bearer=server.token),
        "401": server.ask("/"),
        "403": server.ask("/", Origin="null"),
        "404": server.ask("/nothing"),
        "/mcp": server.ask("/mcp", "POST", b"{}", bearer=server.token),
        "asset": server.ask(PUBLIC[0]),
        "icon": server.ask(PUBLIC[1]),
    }
    for name, (_, headers, _) in answers.items():
        policy = headers["content-security-policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'none'", name
        assert rules["script-src"] == rules["worker-src"] == "'self'"
        assert rules["connect-src"] == f"'self' ws://{server.host}:{server.port}"
        assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert (
            headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        )
        assert "camera=()" in headers["permissions-policy"]
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers
        assert headers["cache-control"] == (
            "no-store" if name != "asset" else "public, max-age=31536000, immutable"
        )
    assert answers["/"][1]["content-type"].startswith("text/html")
    assert answers["asset"][1]["content-type"].startswith(("text/javascript", "application/javascript"))


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets//etc/passwd",
        "/assets/..\\..\\secret.txt",
        "/assets/%00",
        "/assets/" + quote("é" * 300),
        "/assets/",
        "/assets",
        "/index.html",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/index-1a2b.js/../../index.html",
        "/../secret.txt",
        "//evil.example/",
        "/favicon.ico",
    ],
)
def test_nothing_but_the_built_files_is_served(server: WebServer, path: str) -> None:
    status, _, body = server.ask(path)
    assert 400 <= status < 500
    assert b"beside" not in body
    assert b"root:" not in body


def test_only_reading_is_possible_where_there_is_only_reading(server: WebServer) -> None:
    cookie, origin = server.cookie(), f"http://{server.host}:{server.port}"
    for path in ("/", "/workbench.json", *PUBLIC):
        assert server.ask(path, "POST", b"{}", Cookie=cookie, Origin=origin)[0] == 405
    status, headers, body = server.ask("/", "HEAD", Cookie=cookie)
    assert (status, body) == (200, b"")
    assert int(headers["content-length"]) > 0


def test_the_token_is_long_random_and_new_at_every_start(server: WebServer) -> None:
    assert re.fullmatch(r"[\w-]{43}", server.token)


history = pytest.mark.attack(73)


@history
def test_the_address_with_the_token_gives_a_cookie_and_leads_to_one_without(server: WebServer) -> None:
    status, headers, body = server.ask(f"/?token={server.token}")
    assert (status, headers["location"], body) == (303, "/", b"")
    name, *attributes = headers["set-cookie"].split("; ")
    assert set(attributes) == {"Path=/", "HttpOnly", "SameSite=Strict"}
    assert name.startswith(f"understudy-{server.port}=")
    assert server.token not in headers["set-cookie"]
    own = f"http://{server.host}:{server.port}"
    assert server.ask("/", Cookie=name)[0] == 200
    assert server.ask("/workbench.json", Cookie=f"other=1; {name}")[0] == 200
    assert server.ask("/mcp", "POST", b"{}", Cookie=name, Origin=own)[0] not in (401, 403)
    with server.tab("", origin=own, additional_headers={"Cookie": name}) as tab:
        assert "pid" in tab.recv(LIMIT_S)


@history
def test_a_cookie_counts_for_its_host_and_for_our_own_page_alone(server: WebServer) -> None:
    cookie = server.cookie()
    localhost = f"localhost:{server.port}"
    other = server.ask(f"/?token={server.token}", Host=localhost)[1]["set-cookie"].partition(";")[0]
    assert server.ask("/", Cookie=other)[0] == 401
    assert server.ask("/", Cookie=other, Host=localhost)[0] == 200
    for wrong in ("", cookie[:-1], f"{cookie}0", f"{cookie}; {cookie}", cookie.replace("=", "x=", 1)):
        assert server.ask("/", Cookie=wrong)[0] == 401
        assert refused(server, "", additional_headers={"Cookie": wrong}) == 401
    for site, status in (("same-origin", 200), ("none", 200), ("same-site", 401), ("cross-site", 401)):
        assert server.ask("/", Cookie=cookie, Sec_Fetch_Site=site)[0] == status
    assert server.ask("/mcp", "POST", b"{}", Cookie=cookie)[0] == 401  # a browser says which page it is
    assert refused(server, "", additional_headers={"Cookie": cookie}) == 401


@history
def test_after_a_link_of_another_page_the_page_asks_for_itself(server: WebServer) -> None:
    elsewhere = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    status, headers, body = server.ask("/", **elsewhere)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"http-equiv=refresh" in body
    assert b"http-equiv" not in server.ask("/", Sec_Fetch_Site="same-origin", Sec_Fetch_Mode="navigate")[2]
    assert b"http-equiv" not in server.ask("/workbench.json", **elsewhere)[2]
