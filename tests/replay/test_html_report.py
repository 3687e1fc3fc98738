"""The HTML page: it is self-contained, has the figures, and escapes all foreign text."""

from html.parser import HTMLParser
from typing import Any

from understudy.replay.metrics import ManualHunk, ReplayResults, RequestRecord
from understudy.replay.report import render_html_report

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Checks that what is opened is closed, and keeps what was met."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def ask(outcome: Any, number: int = 0, **more: Any) -> RequestRecord:
    seconds = 0.0005 * (number + 1)
    return RequestRecord(
        case=f"c{number}", file="f", language="python", outcome=outcome, seconds=seconds, **more
    )


def read(results: ReplayResults) -> Reader:
    reader = Reader()
    reader.feed(render_html_report(results))
    reader.close()
    assert reader.open == []
    return reader


def full(family: str = "rename") -> ReplayResults:
    hands = [
        ManualHunk(case=f"c{n}", file="f", language="python", shape="insertion", first=n == 0)
        for n in range(9)
    ]
    asks = [
        ask(
            "accepted" if n % 3 else "rejected",
            n,
            hunks=int(n % 3 > 0),
            shape="rename",
            family=family,
            chance=n / 90,
        )
        for n in range(90)
    ]
    return ReplayResults(
        agent="understudy acp", half="dev", requests=[*asks, ask("jump", hit=True)], manual_hunks=hands
    )


def test_the_page_stands_alone() -> None:
    reader = read(full())
    assert "script" not in reader.tags
    assert "link" not in reader.tags
    assert not any(name in ("src", "href") or name.startswith("on") for name, _ in reader.attributes)
    assert "url(" not in render_html_report(full())
    assert "http" not in render_html_report(full()).replace("http-equiv", "")


def test_it_shows_every_chart_and_the_figures() -> None:
    reader = read(full())
    text = " ".join(reader.words)
    for title in (
        "Precision against",
        "Calibration",
        "By language",
        "By kind of edit",
        "By reasoning",
        "Latency",
    ):
        assert title in text
    assert reader.tags.count("svg") == 6
    assert "66.7 %" in text
    assert "development half" in text


def test_what_agents_and_cases_say_is_no_markup() -> None:
    hostile = "<img src=x onerror=alert(1)>\"'&"
    results = full(hostile)
    results.agent = hostile
    reader = read(results)
    assert "img" not in reader.tags
    assert hostile in "".join(reader.words)


def test_an_agent_that_tells_no_chances_has_no_calibration() -> None:
    results = full()
    results.requests = [ask("accepted", n, hunks=1, shape="rename") for n in range(3)]
    text = " ".join(read(results).words)
    assert "Calibration" not in text
    assert "there is one point" in text


def test_a_replay_in_which_nothing_was_asked_makes_a_page_too() -> None:
    hand = ManualHunk(case="c", file="f", language="go", shape="import", first=True)
    assert "svg" in read(ReplayResults(agent="x", half=None, requests=[], manual_hunks=[hand])).tags
    assert "table" in read(ReplayResults(agent="x", half=None, requests=[], manual_hunks=[])).tags
