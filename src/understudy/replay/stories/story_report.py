"""The results of stories as tables for a terminal, as values for JSON, and as one HTML page. Prints nothing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Final

from understudy.replay.html_page import (
    render_card,
    render_glossary,
    render_headline,
    render_page,
    render_table,
)
from understudy.replay.report import format_percent
from understudy.replay.stories.results import StoryGroup, StoryResult, StoryResults, Way
from understudy.replay.svg_charts import BarRow, bar_chart
from understudy.workspace import escape_controls

__all__ = ["build_story_report", "format_story_lines", "format_story_tables", "render_story_page"]

StyleFunction = Callable[..., str]

_TEXT_COLUMNS: Final = (("right", 7), ("", 7), ("shown", 7), ("wrong", 7), ("", 7), ("wait", 8), ("p90", 8))
_TEXT_WIDTH: Final = sum(width for _, width in _TEXT_COLUMNS)
_NO_VALUE: Final = "–"
_ASKED: Final[dict[Way, str]] = {"once": "asked once", "again": "asked again"}


def build_story_report(results: StoryResults) -> dict[str, object]:
    """Return everything that was measured, for other programs."""
    return {
        "agent": results.agent,
        "total": [results.total(way).to_json() for way in results.ways],
        "kinds": [group.to_json() for way in results.ways for group in results.by_kind(way)],
        "languages": [group.to_json() for way in results.ways for group in results.by_language(way)],
        "stories": results.results,
    }


def format_story_tables(results: StoryResults, style: StyleFunction) -> list[str]:
    """Return the lines of the tables: by kind and by language with the total, for each way of asking."""
    lines: list[str] = []
    for title, grouped in (("kind", results.by_kind), ("language", results.by_language)):
        by_way = [[*grouped(way), results.total(way)] for way in results.ways]
        lines += [*_text_table(title, results.ways, by_way, style), ""]
    return lines[:-1]


def _text_table(
    title: str, ways: Sequence[Way], by_way: Sequence[Sequence[StoryGroup]], style: StyleFunction
) -> Iterator[str]:
    width = max(len(group.name) for group in by_way[0]) + 2
    spans = "".join(f"{_ASKED[way]:>{_TEXT_WIDTH}}" for way in ways)
    yield style(f"{'':<{width + 16}}{spans}", "dim")
    heads = "".join(f"{head:>{width}}" for head, width in _TEXT_COLUMNS)
    yield style(f"{title:<{width}}{'stories':>8}{'places':>8}" + heads * len(ways), "bold")
    for groups in zip(*by_way, strict=True):
        name = escape_controls(groups[0].name, one_line=True)
        cells = "".join(
            f"{cell:>{width}}"
            for group in groups
            for cell, (_, width) in zip(_cells(group), _TEXT_COLUMNS, strict=True)
        )
        row = f"{name:<{width}}{groups[0].stories:>8}{groups[0].places:>8}{cells}"
        yield style(row, "bold") if groups[0].name == "all" else row


def _cells(group: StoryGroup) -> Iterable[str]:
    waits = [group.wait(fraction) for fraction in (0.5, 0.9)]
    return (
        str(group.right),
        format_percent(group.right_share, 0),
        str(group.shown),
        str(group.wrong),
        format_percent(group.wrong_share, 0),
        *(_NO_VALUE if wait is None else f"{wait:.2f} s" for wait in waits),
    )


def _format_real(group: StoryGroup) -> str:
    real = group.real_ms(0.5)
    return _NO_VALUE if real is None else f"{real:.1f}"


def format_story_lines(result: StoryResult, style: StyleFunction) -> list[str]:
    """Return what happened in one story: each expected place, and each suggestion."""
    figures = f"{result.right} of {len(result.places)} places" if result.places else "silence expected"
    head = f"{result.kind} / {result.language}: {result.story} ({_ASKED[result.way]}): {figures}"
    if result.wrong:
        head += f", {result.wrong} wrong"
    lines = [
        f"{style('✓' if result.is_good else '✗', 'green' if result.is_good else 'red')} {style(head, 'bold')}"
    ]
    for place in result.places:
        mark = style("right ", "green") if place.right else style("missed", "yellow")
        reason = f"  ({place.reason})" if place.reason else ""
        lines.append(
            f"    {mark} {escape_controls(f'{place.path}:{place.line} {place.text}{reason}', one_line=True)}"
        )
    for one in result.shown:
        colour = {"right": "green", "jump": "blue", "wrong": "red"}[one.verdict]
        chance = "" if one.chance is None else f" {one.chance:.0%}"
        words = f"{one.wait_s:.2f} s {one.family}{chance}: {one.text}"
        lines.append(f"      {style(f'{one.verdict:<5}', colour)} {escape_controls(words, one_line=True)}")
    return lines


def render_story_page(results: StoryResults) -> str:
    first = results.total(results.ways[0])
    cards = [
        _bar_card(title, results.ways, [grouped(way) for way in results.ways])
        for title, grouped in (("By kind", results.by_kind), ("By language", results.by_language))
    ]
    heads = ("stories", "places", "right", "", "shown", "wrong", "", "wait p50", "p90", "real ms")
    tables = [
        render_table(
            f"{title}, {_ASKED[way]}",
            heads,
            [
                (group.name, (str(group.stories), str(group.places), *_cells(group), _format_real(group)))
                for group in (*grouped(way), results.total(way))
            ],
        )
        for way in results.ways
        for title, grouped in (("Kind", results.by_kind), ("Language", results.by_language))
    ]
    return render_page(
        "Next-edit stories",
        f"{first.stories} stories with {first.places} places, played against <code>{escape(results.agent)}</code>",
        *(_headline(results.total(way)) for way in results.ways),
        f'<section class="cards">{"".join(cards)}</section>',
        f"<h2>The figures</h2>\n{''.join(tables)}",
        _glossary(),
        f"<h2>The stories</h2>\n{_story_list(results)}",
    )


def _headline(total: StoryGroup) -> str:
    wait, late = total.wait(0.5), total.wait(0.9)
    return f"<h2>{_ASKED[total.way].capitalize()}</h2>" + render_headline(
        [
            (format_percent(total.right_share), "places right", f"{total.right} of {total.places}"),
            (format_percent(total.wrong_share), "shown wrong", f"{total.wrong} of {total.shown}"),
            (
                _NO_VALUE if wait is None else f"{wait:.2f} s",
                "first wait, median",
                "" if late is None else f"90 % within {late:.2f} s",
            ),
        ]
    )


def _bar_card(title: str, ways: Sequence[Way], by_way: Sequence[Sequence[StoryGroup]]) -> str:
    rows = [
        BarRow(
            groups[0].name,
            f"{groups[0].places} places",
            groups[0].right_share,
            groups[-1].right_share if len(groups) > 1 else None,
        )
        for groups in zip(*by_way, strict=True)
        if groups[0].places
    ]
    keys = '<span class="key first"></span>' + ' <span class="key second"></span>'.join(
        _ASKED[way] for way in ways
    )
    chart = bar_chart(rows, _ASKED[ways[0]], _ASKED[ways[-1]])
    return render_card(title, "Places right of all places.", f'<p class="legend">{keys}</p>{chart}')


def _story_list(results: StoryResults) -> str:
    """Every story with what was expected and seen, those with a mistake first."""
    by_story: dict[str, list[StoryResult]] = {}
    for result in results.results:
        by_story.setdefault(result.story, []).append(result)
    ordered = sorted(by_story.values(), key=lambda ways: all(result.is_good for result in ways))
    return "\n".join(_story_details(ways) for ways in ordered)


def _story_details(ways: Sequence[StoryResult]) -> str:
    first = ways[0]
    figures = ", ".join(
        f"{_ASKED[one.way]}: {one.right}/{len(one.places)}" + (f", {one.wrong} wrong" if one.wrong else "")
        for one in ways
    )
    mark = _mark(all(one.is_good for one in ways))
    head = (
        f"{mark} {escape(first.story)} <small>{escape(f'{first.kind}, {first.language}; {figures}')}</small>"
    )
    bodies = "".join(f"<p>{_ASKED[one.way]}</p>{''.join(_outcome_lines(one))}" for one in ways)
    return f"<details><summary>{head}</summary>{bodies}</details>"


def _outcome_lines(result: StoryResult) -> Iterator[str]:
    for place in result.places:
        reason = f" ({place.reason})" if place.reason else ""
        yield f"<code>{_mark(place.right)} {escape(f'{place.path}:{place.line} {place.text}{reason}')}</code>"
    for one in result.shown:
        words = f"{one.verdict} after {one.wait_s:.2f} s, {one.family}: {one.text}"
        yield f"<code>{_mark(one.verdict != 'wrong')} {escape(words)}</code>"
    if not result.places and not result.shown:
        yield "<code>silent, as expected</code>"


def _mark(is_good: bool) -> str:
    return '<span class="good">✓</span>' if is_good else '<span class="bad">✗</span>'


def _glossary() -> str:
    return render_glossary(
        (
            ("place", "an edit that nearly every developer would make next"),
            (
                "right",
                "a suggestion made exactly that edit, or a jump led there where the text is not certain",
            ),
            (
                "wrong",
                "a suggestion of anything else, also after the last place or where silence is expected",
            ),
            (
                "wait",
                "from the last key to the first useful suggestion of a story, on the clock of the agent",
            ),
            ("asked once", "one request 0.3 s after the last key"),
            ("asked again", "a second request 1.2 s after the last key if the first got nothing"),
        )
    )
