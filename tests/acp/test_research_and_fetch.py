"""Sub-agents for searching, and fetchUrl: against a scripted model and real servers on the loopback address."""

import socket
from pathlib import Path
from typing import Any

import pytest

from acp_editor import editing, plain, playing, provided, run, tool_texts
from cli.test_login_models import serving
from provider_server import Call, ProviderServer, Reply, calls, says
from understudy.tools import Call as ToolCall
from understudy.tools import fetch_url
from understudy.tools.web import extract_text, fetch_page
from understudy.tools.web.http_fetch import _is_public
from understudy.workspace import NetworkPolicy, Stop, Workspace, WorkspaceError


def test_a_question_goes_to_a_fresh_context_that_only_reads(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("the secret word is plum\n")

    def reply(body: dict[str, Any]) -> Reply:
        texts = str(body["messages"])
        names = {tool["function"]["name"] for tool in body.get("tools", ())}
        if "answer one question" in texts:  # the sub-agent's own context
            assert names == {"exploreFiles", "readFile", "searchFiles", "getWorkspaceInfo"}
            assert "Find out" not in texts
            if "plum" in texts:
                return says("It is plum (a.txt:1).")
            return calls(
                Call("readFile", {"path": "a.txt"}, id="inner"),
                Call("writeFile", {"path": "b.txt", "content": "x"}, id="forbidden"),
            )
        if "It is plum" in texts:
            return says("Plum.")
        return calls(Call("research", {"question": "What is the secret word?"}, id="ask"))

    async def scene() -> None:
        with ProviderServer(reply) as provider:
            async with editing(provided(tmp_path / "state", provider.url)) as editor:
                session = await editor.new(root)
                await editor.prompt(session, "Find out.")
                assert editor.said(session) == "Plum."
                ended = editor.ended(session)
                assert list(ended) == ["ask"]  # one call that can be folded
                shown = plain(ended["ask"].content)[0]["content"]["text"]
                assert "- Read a.txt" in shown
                assert "It is plum (a.txt:1)." in shown
                told = tool_texts(provider.requests[-1].body)["ask"]
                assert told == "It is plum (a.txt:1)."
                assert not (root / "b.txt").exists()

    run(scene())


PAGE = """<html><head><title>A  page</title><style>x{}</style></head><body><nav>menu</nav>
<h1>Head</h1><p>One <a href="https://example.org/x">link</a>.</p><script>evil()</script>
<ul><li>first</li><li>second</li></ul><pre>code  here
 indented</pre></body></html>"""


def test_html_becomes_readable_text() -> None:
    title, text = extract_text(PAGE)
    assert title == "A page"
    assert text == (
        "# Head\n\nOne link (https://example.org/x).\n\n- first\n- second\n\n```\ncode  here\n indented\n```"
    )
    assert extract_text("<p>a<p>b")[1] == "a\n\nb"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not _is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_addresses_are(address: str) -> None:
    assert _is_public(address)


def test_a_host_with_one_private_address_is_not_asked_and_a_name_is_resolved_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that is public when it is checked and private when it is used reaches nothing private."""
    answers = [["93.184.216.34", "127.0.0.1"]]

    def resolve(host: str, port: int, **_: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(WorkspaceError, match="not on the public internet"):
        fetch_page("http://rebinding.example/", Stop())
    with serving({"/": {"hello": "there"}}) as origin:
        answers[:] = [["127.0.0.1"]]  # a second lookup would find no answer left
        port = origin.rpartition(":")[2]
        page = fetch_page(f"http://rebinding.example:{port}/", Stop(), allow_private=True)
    assert (page.status, page.body) == (200, b'{"hello": "there"}')


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://x/", "http://", "http://a:b@example.org/", "nonsense"]
)
def test_only_plain_web_addresses_are_fetched(root: Path, url: str) -> None:
    with Workspace([root], network=NetworkPolicy.ALLOW) as workspace, pytest.raises(WorkspaceError) as raised:
        fetch_url.run(workspace, fetch_url.Args(url=url), ToolCall())
    assert raised.value.reason == "bad_arguments"


def test_the_network_policy_decides(root: Path) -> None:
    for policy in (NetworkPolicy.DENY, NetworkPolicy.ASK):
        with Workspace([root], network=policy) as workspace, pytest.raises(WorkspaceError) as raised:
            fetch_url.run(workspace, fetch_url.Args(url="http://example.org"), ToolCall())
        assert raised.value.reason == "network_denied"


def test_fetch_url_is_off_unless_the_user_switches_it_on_and_asks_once_for_a_site(
    root: Path, tmp_path: Path
) -> None:
    with serving({"/page": {"word": "plum"}, "/other": {"word": "pear"}}) as origin:
        fetches = [
            calls(Call("fetchUrl", {"url": f"{origin}/page"}, id="one")),
            calls(Call("fetchUrl", {"url": f"{origin}/other"}, id="two")),
            says("ok"),
        ]

        async def scene(**more: Any) -> tuple[list[str], dict[str, str], int]:
            async with playing(tmp_path / "state", *fetches, **more) as (editor, provider):
                session = await editor.new(root)
                editor.answer = "always"
                await editor.prompt(session, "Go.")
                names = [tool["function"]["name"] for tool in provider.requests[0].body["tools"]]
                return names, tool_texts(provider.requests[-1].body), len(editor.asked)

        names, told, _ = run(scene())
        assert "fetchUrl" not in names
        assert "There is no tool" in told["one"]
        names, told, asked = run(scene(web_fetch=True))
        assert "fetchUrl" in names
        assert "private_address" in told["one"]
        assert asked == 1
        _, told, _ = run(scene(web_fetch=True, web_fetch_private=True))
        assert "plum" in told["one"]
        assert "pear" in told["two"]
