"""The figures of stories, and their tables, JSON and page."""

import msgspec
import pytest

from replay.test_html_report import Reader
from understudy.replay.stories import (
    StoryResult,
    StoryResults,
    Way,
    build_story_report,
    format_story_lines,
    format_story_tables,
    render_story_page,
)
from understudy.replay.stories.results import PlaceOutcome, ShownSuggestion, Verdict


def shown(verdict: Verdict, wait_s: float = 0.3) -> ShownSuggestion:
    return ShownSuggestion(
        verdict=verdict, text="edit <a.py>", family="rename", chance=0.9, wait_s=wait_s, real_ms=2.0
    )


def place(right: bool) -> PlaceOutcome:
    return PlaceOutcome(
        right=right, path="a.py", line=3, text="print(<new>)", reason="" if right else "nowhere"
    )


def result(
    name: str,
    way: Way,
    places: list[bool],
    seen: list[ShownSuggestion],
    kind: str = "rename",
    language: str = "go",
) -> StoryResult:
    return StoryResult(
        story=name,
        kind=kind,
        language=language,
        way=way,
        places=tuple(place(right) for right in places),
        shown=tuple(seen),
    )


RESULTS = StoryResults(
    agent="<agent>",
    results=[
        result("one", "once", [True, False], [shown("wrong", 0.3), shown("right", 0.7)]),
        result("one", "again", [True, True], [shown("jump", 1.2), shown("right"), shown("right")]),
        result("two <b>", "once", [], [], "undo", "rust"),
        result("two <b>", "again", [], [shown("wrong")], "undo", "rust"),
    ],
)


def plain(text: str, *_: str) -> str:
    return text


def test_the_figures_of_each_way_of_asking() -> None:
    once, again = (RESULTS.total(way) for way in RESULTS.ways)
    assert (once.stories, once.places, once.right, once.shown, once.wrong) == (2, 2, 1, 2, 1)
    assert (once.right_share, once.wrong_share, once.wait(0.5)) == (0.5, 0.5, 0.7)
    assert (again.right, again.shown, again.wrong, again.wait(0.5)) == (2, 4, 1, 1.2)
    assert again.wrong_share == pytest.approx(0.25)
    assert [(group.name, group.places) for group in RESULTS.by_kind("once")] == [("rename", 2), ("undo", 0)]
    assert [group.name for group in RESULTS.by_language("again")] == ["go", "rust"]
    silent = RESULTS.by_kind("once")[1]
    assert (silent.right_share, silent.wrong_share, silent.wait(0.5), silent.real_ms(0.5)) == (None,) * 4


def test_the_tables_have_both_ways_side_by_side() -> None:
    rows = [line.split() for line in format_story_tables(RESULTS, plain)]
    assert ["asked", "once", "asked", "again"] in rows
    expected = "all 2 2 1 50 % 2 1 50 % 0.70 s 0.70 s 2 100 % 4 1 25 % 1.20 s 1.20 s"
    assert rows.count(expected.split()) == 2
    assert [
        "undo",
        "1",
        "0",
        "0",
        "–",
        "0",
        "0",
        "–",
        "–",
        "–",
        "0",
        "–",
        "1",
        "1",
        "100",
        "%",
        "–",
        "–",
    ] in rows
    assert rows[-3][0] == "go"


def test_one_way_alone_has_one_group_of_columns() -> None:
    alone = StoryResults(agent="a", results=[one for one in RESULTS.results if one.way == "again"])
    rows = [line.split() for line in format_story_tables(alone, plain)]
    assert ["all", "2", "2", "2", "100", "%", "4", "1", "25", "%", "1.20", "s", "1.20", "s"] in rows
    assert render_story_page(alone).count("<h2>Asked again</h2>") == 1


def test_a_story_in_detail() -> None:
    lines = format_story_lines(RESULTS.results[0], plain)
    assert lines == [
        "✗ rename / go: one (asked once): 1 of 2 places, 1 wrong",
        "    right  a.py:3 print(<new>)",
        "    missed a.py:3 print(<new>)  (nowhere)",
        "      wrong 0.30 s rename 90%: edit <a.py>",
        "      right 0.70 s rename 90%: edit <a.py>",
    ]
    assert format_story_lines(RESULTS.results[2], plain) == [
        "✓ undo / rust: two <b> (asked once): silence expected"
    ]


def test_the_json_report_has_groups_and_stories() -> None:
    report = msgspec.to_builtins(build_story_report(RESULTS))
    assert [(one["way"], one["right"]) for one in report["total"]] == [("once", 1), ("again", 2)]
    assert len(report["kinds"]) == len(report["languages"]) == 4
    assert report["stories"][0]["places"][1]["reason"] == "nowhere"


def test_the_page_is_complete_and_escaped() -> None:
    page = render_story_page(RESULTS)
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    text = " ".join(reader.words)
    for words in (
        "By kind",
        "By language",
        "two <b>",
        "<agent>",
        "print(<new>)",
        "wrong after 0.30 s, rename: edit <a.py>",
        "silent, as expected",
    ):
        assert words in text
    assert reader.tags.count("details") == 2
    assert "script" not in reader.tags
    assert "http" not in page.replace("http-equiv", "")
