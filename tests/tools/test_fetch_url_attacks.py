"""fetchUrl against hostile servers, on real sockets: answers without end, and pages that are made to be slow."""

import contextlib
import socket
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

from understudy.tools import Call as ToolCall
from understudy.tools import fetch_url
from understudy.tools.web import extract_text, fetch_page
from understudy.tools.web.http_fetch import _is_public
from understudy.workspace import NetworkPolicy, Stop, TimedOut, Workspace, WorkspaceError

OK = b"HTTP/1.1 200 OK\r\n"


@contextlib.contextmanager
def serving(first: bytes, again: bytes = b"") -> Generator[str]:
    """A server that sends the first bytes and then the others again and again, until the client is gone."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listener.accept()
                    threading.Thread(target=answer, args=(client,), daemon=True).start()

        def answer(client: socket.socket) -> None:
            with contextlib.suppress(OSError), client:
                client.recv(1 << 16)
                client.sendall(first)
                ended = threading.Event()
                while again and not ended.wait(0.01):
                    client.sendall(again)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (OK + b"X-Slow: ", b"x"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
        (OK + b"Content-Type: text/plain\r\n\r\n", b"."),
    ],
    ids=["a-header", "interim-answers", "a-chunk-size", "a-body"],
)
def test_an_answer_that_never_ends_is_given_up_in_time(first: bytes, again: bytes) -> None:
    """Each part arrives in time; together they never end."""
    with serving(first, again) as url, pytest.raises(TimedOut):
        fetch_page(url, Stop(), allow_private=True, timeout_s=0.5)


def test_a_body_that_is_too_long_is_cut_and_says_so() -> None:
    with serving(OK + b"\r\n", b"x" * (1 << 20)) as url:
        page = fetch_page(url, Stop(), allow_private=True, timeout_s=240)
    assert (len(page.body), page.truncated) == (4 << 20, True)


@pytest.mark.parametrize("location", ["http://[", "http://[::1", "//[x", "https://a]b/"])
def test_a_redirect_to_no_address_is_not_followed(location: str) -> None:
    answer = b"HTTP/1.1 302 Found\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nLocation: %b\r\n\r\n"
    with serving(answer % location.encode()) as url:
        page = fetch_page(url, Stop(), allow_private=True, timeout_s=240)
    assert page.status == 302
    assert page.redirect is None


def test_a_redirect_to_a_private_host_is_reported_and_not_followed() -> None:
    answer = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://169.254.169.254/latest\r\n\r\n"
    with serving(answer) as url:
        page = fetch_page(url, Stop(), allow_private=True, timeout_s=240)
    assert (page.redirect, page.body) == ("http://169.254.169.254/latest", b"")


def test_redirects_in_a_circle_end() -> None:
    with (
        serving(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /\r\n\r\n") as url,
        pytest.raises(WorkspaceError, match="more than 5 times"),
    ):
        fetch_page(url, Stop(), allow_private=True, timeout_s=240)


@pytest.mark.parametrize("charset", ["idna", "punycode", "undefined", "unicode_escape", "zlib", "utf-7", "x"])
def test_an_encoding_that_no_page_has_is_read_as_utf_8(root: Path, charset: str) -> None:
    body = "größer+AGE-".encode()
    head = f"Content-Type: text/plain; charset={charset}\r\nContent-Length: {len(body)}\r\n\r\n"
    with (
        serving(OK + head.encode() + body) as url,
        Workspace([root], network=NetworkPolicy.ALLOW) as workspace,
    ):
        result = fetch_url.run(workspace, fetch_url.Args(url=url), ToolCall(allow_private_addresses=True))
    assert result.text == "größer+AGE-"


def test_encodings_of_pages_are_used() -> None:
    for charset in ("iso-8859-1", "windows-1252", "latin1", "ISO-8859-15"):
        assert fetch_url._decode("größer".encode(charset), charset) == "größer"
    for charset in ("shift_jis", "euc-jp", "gb18030", "utf-16le", "iso-2022-jp"):
        assert fetch_url._decode("日本".encode(charset), charset) == "日本"


@pytest.mark.parametrize(
    "address",
    [
        "fec0::1",
        "::127.0.0.1",
        "64:ff9b:1::7f00:1",
        "::ffff:10.0.0.1",
        "168.63.129.16",
        "192.0.0.192",
        "3fff::1",
        "5f00::1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
    ],
)
def test_more_addresses_that_are_not_public(address: str) -> None:
    assert not _is_public(address)


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f.1",
        "017700000001",
        "127.1",
        "0",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "localhost.",
        "\uff11\uff12\uff17.0.0.1",
        "127\u30020\u30020\u30021",
    ],
)
def test_other_spellings_of_this_machine_are_not_public(host: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        fetch_page(f"http://{host}/", Stop())
    assert raised.value.reason == "private_address"


@pytest.mark.parametrize(
    "url",
    [
        "http://a@127.0.0.1/",
        "http://a:b@c@127.0.0.1/",
        "http://127.0.0.1\\@example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http:///etc",
        "http://[::1",
        "http://example.org:99999/",
        "http://example.org/\nx",
        "http://\u2100.org/",
    ],
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        fetch_page(url, Stop())
    assert raised.value.reason == "bad_arguments"


@pytest.mark.parametrize(
    "part",
    [
        "<a ",
        "<a/",
        '<a b="',
        "<!--",
        "</",
        "<?",
        "<",
        "<b> ",
        "<a b='",
        "&#",
        "<pre>",
        "<title>",
        "<![CDATA[",
    ],
)
def test_a_page_that_is_made_to_be_slow_is_read(part: str) -> None:
    """The parser of the standard library takes minutes for some of them, and hours for a few megabytes."""
    extract_text(part * ((1 << 18) // len(part)))


def test_a_reference_with_thousands_of_digits_is_no_character() -> None:
    assert extract_text("a&#" + "9" * 5000 + ";b&#65;&lt;")[1] == "a\ufffdbA<"


def test_odd_tags_are_read_as_browsers_do() -> None:
    title, text = extract_text(
        "<TITLE>a <b> c</TITLE><p title='>'>1 < 2</p><a class=x href='/y?a&amp;b'>z</a><script>'<p>'</script>"
        "<!-- <p>no --><p/>end</p ><p"
    )
    assert title == "a <b> c"
    assert text == "1 < 2\n\nz (/y?a&b)\n\nend"
