"""Servers behind a URL: ours over HTTP and stdio, one over SSE, and some that misbehave."""

import asyncio
import logging
from contextlib import ExitStack
from pathlib import Path

import pytest

from mcp_servers.session_harness import connected, run
from mcp_servers.web_servers import UNDERSTUDY, Misbehaving, sse_server, understudy_http
from understudy.mcp_servers import HttpServerSpec, Limits, ServerSpec, SseServerSpec, StdioServerSpec

SECRET = "hush-this-is-secret"
HEADERS = (("Authorization", f"Bearer {SECRET}"),)


def test_our_own_server_is_used_over_http_and_over_stdio(root: Path) -> None:
    (root / "a.txt").write_text("hello\n")
    stdio = StdioServerSpec("lines", str(UNDERSTUDY), ("mcp", "--root", str(root)))

    async def work(url: str) -> None:
        async with connected(HttpServerSpec("web", url, HEADERS), stdio) as harness:
            assert harness.errors == []
            for server in ("web", "lines"):
                assert harness.servers.tools[f"{server}__readFile"].read_only
                read = await harness.call(f"{server}__readFile", path="a.txt")
                assert not read.failed
                assert read.structured is not None
                assert read.structured["content"] == "hello\n"
                missing = await harness.call(f"{server}__readFile", path="b.txt")
                assert missing.failed

    with understudy_http(root, SECRET) as url:
        run(work(url))


def test_a_wrong_token_is_one_sentence_without_the_token(root: Path) -> None:
    async def work(url: str) -> None:
        async with connected(
            HttpServerSpec("web", url, (("Authorization", "Bearer wrong-secret"),))
        ) as harness:
            ((_, message),) = harness.errors
            assert message == (
                "The MCP server 'web' refused us with 401 Unauthorized; check the credentials in its headers."
            )

    with understudy_http(root, SECRET) as url:
        run(work(url))


def test_a_server_that_comes_back_at_its_place_is_connected_again() -> None:
    async def work(web: Misbehaving) -> None:
        async with connected(HttpServerSpec("web", f"{web.url}/mcp")) as harness:
            assert (await harness.call("web__echo")).text == "w"
            web.expired.add("s1")
            expired = await harness.call("web__echo")
            assert expired.failed
            again = await harness.call("web__echo")
            assert (again.failed, again.text) == (False, "w")
            assert web.sessions == 2

    with Misbehaving() as web:
        run(work(web))


def test_a_server_that_is_gone_gives_a_clear_failure(root: Path) -> None:
    async def work(server: ExitStack, url: str) -> None:
        async with connected(HttpServerSpec("web", url, HEADERS)) as harness:
            server.close()
            first = await harness.call("web__getWorkspaceInfo")
            second = await harness.call("web__getWorkspaceInfo")
            assert first.failed
            assert second.failed
            assert second.text == (
                f"The MCP server 'web' cannot be reached at {url.removesuffix('/mcp')}; "
                "check that it is running and that its URL is right."
            )

    with ExitStack() as server:
        run(work(server, server.enter_context(understudy_http(root, SECRET))))


def test_the_older_event_stream_transport_is_spoken() -> None:
    async def work(url: str) -> None:
        wrong = SseServerSpec("wrong", url, (("Authorization", "Bearer other"),))
        async with connected(SseServerSpec("sse", url, HEADERS), wrong) as harness:
            ((name, message),) = harness.errors
            assert name == "wrong"
            assert "refused us with 401 Unauthorized" in message
            assert (await harness.call("sse__echo", text="över")).text == "över"
            left = await harness.call("sse__echo", text="leave")
            assert left.failed
            again = await harness.call("sse__echo")
            assert again.failed
            assert "cannot be reached" in again.text

    with sse_server(SECRET) as url:
        run(work(url))


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/401", "refused us with 401 Unauthorized"),
        ("/403", "refused us with 403 Forbidden"),
        ("/404", "has nothing at this address (404 Not Found); check its URL"),
        ("/500", "answered 500 Internal Server Error"),
        ("/html", "answers, but does not speak MCP; check its address"),
        ("/json", "answers, but does not speak MCP; check its address"),
        ("/redirect", "redirects to another place, which is not followed"),
        ("/silent", "did not answer the greeting within 1 s"),
    ],
)
@pytest.mark.parametrize("kind", [HttpServerSpec, SseServerSpec])
def test_a_plain_failure_is_one_clear_sentence(
    kind: type[HttpServerSpec] | type[SseServerSpec],
    path: str,
    sentence: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    async def work(web: Misbehaving, other: Misbehaving) -> None:
        web.elsewhere = other.url
        limits = Limits(connect_timeout_s=1.0) if path == "/silent" else None
        async with connected(kind("web", f"{web.url}{path}?key={SECRET}", HEADERS), limits=limits) as harness:
            ((name, message),) = harness.errors
            assert name == "web"
            if kind is SseServerSpec and path in ("/html", "/json"):
                assert message == "The MCP server 'web' does not speak MCP."
            elif kind is SseServerSpec and path == "/silent":
                assert message == "The MCP server 'web' did not connect within 1 s."
            else:
                assert message.startswith(f"The MCP server 'web' {sentence}")
            assert SECRET not in message
            assert other.seen == []
            web.release.set()

    with Misbehaving() as web, Misbehaving() as other:
        run(work(web, other))
    assert SECRET not in caplog.text


def test_a_redirect_within_the_server_is_followed_with_the_headers() -> None:
    async def work(web: Misbehaving) -> None:
        async with connected(HttpServerSpec("web", f"{web.url}/inside", HEADERS)) as harness:
            assert (await harness.call("web__echo")).text == "w"
            assert all(headers["authorization"] == f"Bearer {SECRET}" for _, _, headers in web.seen)

    with Misbehaving() as web:
        run(work(web))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (HttpServerSpec("web", "file:///etc/passwd"), "its URL is not a complete http or https address"),
        (HttpServerSpec("web", "http://"), "its URL is not a complete http or https address"),
        (SseServerSpec("web", "http://a:99999/"), "its URL is not a complete http or https address"),
        (
            HttpServerSpec("web", "http://127.0.0.1:1/", (("A", f"{SECRET}\r\nB: c"),)),
            "cannot carry its header 'A'",
        ),
        (HttpServerSpec("web", "http://127.0.0.1:1/", (("A b", SECRET),)), "cannot carry its header 'A b'"),
        (
            HttpServerSpec("web", f"http://127.0.0.1:1/{SECRET}?{SECRET}"),
            "cannot be reached at http://127.0.0.1:1;",
        ),
    ],
)
def test_a_wrong_address_or_header_is_one_sentence_without_secrets(spec: ServerSpec, sentence: str) -> None:
    async def work() -> None:
        async with connected(spec) as harness:
            ((_, message),) = harness.errors
            assert sentence in message
            assert SECRET not in message

    assert SECRET not in repr(spec)
    run(work())


def test_an_event_stream_cannot_send_us_or_our_headers_elsewhere() -> None:
    async def work(web: Misbehaving) -> None:
        limits = Limits(connect_timeout_s=1.0)
        async with connected(
            SseServerSpec("web", f"{web.url}/sse-elsewhere", HEADERS), limits=limits
        ) as harness:
            assert [name for name, _ in harness.errors] == ["web"]

    with Misbehaving() as web:
        run(work(web))


def test_a_refused_message_over_sse_is_noticed_at_once() -> None:
    async def work(web: Misbehaving) -> None:
        async with connected(SseServerSpec("web", f"{web.url}/sse-refuses-posts", HEADERS)) as harness:
            ((_, message),) = harness.errors
            assert "refused us with 401 Unauthorized" in message
            web.release.set()

    with Misbehaving() as web:
        run(work(web))


def test_a_huge_or_packed_answer_is_refused_and_the_server_stays_usable() -> None:
    async def work(web: Misbehaving) -> None:
        async with connected(
            HttpServerSpec("web", f"{web.url}/mcp"), HttpServerSpec("zip", f"{web.url}/packed")
        ) as harness:
            huge = await harness.call("web__echo", size=20 << 20)
            assert huge.failed
            assert "too large and was dropped" in huge.text
            assert (await harness.call("web__echo")).text == "w"
            packed = await harness.call("zip__echo", size=1 << 20)
            assert packed.failed

    with Misbehaving() as web:
        run(work(web))


def test_a_cancelled_call_over_http_returns_at_once_and_close_does_not_wait() -> None:
    async def work(web: Misbehaving) -> None:
        async with connected(HttpServerSpec("web", f"{web.url}/slow-parting")) as harness:
            waiting = asyncio.create_task(harness.call("web__echo", timeout=1000, wait=True))
            before = len(web.seen)
            await harness.until(lambda: len(web.seen) > before)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                async with asyncio.timeout(240):
                    await waiting
            late = await harness.call("web__echo", timeout=0.05, wait=True)
            assert late.failed
            async with asyncio.timeout(240):
                await harness.servers.close()
            web.release.set()

    with Misbehaving() as web:
        run(work(web))
