"""The simulated user of a story: keys, pauses, requests, and how suggestions are judged. The engine is scripted."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from understudy.nes import NesSetup
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.text import Point, Replacement, Span
from understudy.replay.stories import StoryPlan, StoryResult, Way, parse_stories, play_stories
from understudy.replay.stories.pace import VirtualClock

Say = Callable[[Situation], Sequence[Candidate]]


class Engine:
    def __init__(self, say: Say) -> None:
        self.say = say
        self.situations: list[Situation] = []

    def propose(self, situation: Situation) -> EngineResult:
        self.situations.append(situation)
        return EngineResult(candidates=tuple(self.say(situation)), reason="nowhere: a test")


def play(content: str, say: Say, way: Way = "once", head: str = "") -> tuple[StoryResult, Engine]:
    engine = Engine(say)
    stories = parse_stories(f"==== s\nkind: k\n{head}--- a.py\n{content}\n", "x.story")
    plan = StoryPlan(stories=tuple(stories), setup=NesSetup(open_engine=lambda: engine), ways=(way,))
    (result,) = play_stories(plan).results
    return result, engine


def candidate(situation: Situation, line: int, old: str, new: str, uri: str | None = None) -> Candidate:
    column = situation.snapshot.lines[line].index(old)
    span = Span(Point(line, column), Point(line, column + len(old)))
    return Candidate(
        kind="edit",
        uri=uri or situation.snapshot.uri,
        probability=0.95,
        family="test",
        pattern=f"{line}{old}{new}",
        why="a test",
        edits=(Replacement(span, new),),
    )


def jump(situation: Situation, line: int) -> Candidate:
    return Candidate(
        kind="jump",
        uri=situation.snapshot.uri,
        probability=0.95,
        family="jump",
        pattern=str(line),
        why="a test",
        position=Point(line, 0),
    )


def nothing(situation: Situation) -> Sequence[Candidate]:
    return ()


def renames(situation: Situation) -> Sequence[Candidate]:
    """Suggest `old` → `new` on the first line that still has it."""
    lines = [number for number, line in enumerate(situation.snapshot.lines) if "old" in line]
    return [candidate(situation, lines[0], "old", "new")] if lines else []


CONTENT = "«old→new» = 1\nprint(‹old→new›)\nreturn ‹old→new›"


def test_right_suggestions_are_accepted_one_after_the_other() -> None:
    result, engine = play(CONTENT, renames)
    assert [place.right for place in result.places] == [True, True]
    assert [(place.path, place.line, place.text) for place in result.places] == [
        ("a.py", 2, "print(new)"),
        ("a.py", 3, "return new"),
    ]
    assert [one.verdict for one in result.shown] == ["right", "right"]
    assert result.first_wait == pytest.approx(0.3)
    assert list(engine.situations[-1].snapshot.lines[:3]) == ["new = 1", "print(new)", "return new"]


def test_what_is_not_suggested_is_missed_and_typed() -> None:
    result, engine = play(CONTENT, nothing)
    assert [place.right for place in result.places] == [False, False]
    assert (result.shown, result.first_wait) == ((), None)
    assert list(engine.situations[-1].snapshot.lines[:3]) == ["new = 1", "print(new)", "return new"]


def test_after_a_missed_place_the_others_can_still_be_right() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        return renames(situation) if "new" in situation.snapshot.lines[1] else ()

    result, _ = play(CONTENT, say)
    assert [place.right for place in result.places] == [False, True]


def test_a_wrong_suggestion_is_rejected_and_the_user_asks_again() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        wrong = [candidate(situation, 0, "1", str(number)) for number in range(2, 9)]
        return [*wrong, *renames(situation)] if "old" in situation.snapshot.lines[1] else ()

    result, engine = play(CONTENT, say)
    # After three wrong ones the user types the edit.
    assert [one.verdict for one in result.shown] == ["wrong", "wrong", "wrong"]
    assert [place.right for place in result.places] == [False, False]
    assert "1" in engine.situations[-1].snapshot.lines[0]


def test_a_suggestion_after_the_last_place_is_wrong_once() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        return renames(situation) or [candidate(situation, 0, "1", str(number)) for number in (2, 3)]

    result, _ = play(CONTENT, say)
    assert [one.verdict for one in result.shown] == ["right", "right", "wrong"]


def test_every_suggestion_is_wrong_where_silence_is_expected() -> None:
    result, _ = play("«old→new» = 1\nprint(old)", renames, head="expect: silence\n")
    assert (result.places, [one.verdict for one in result.shown]) == ((), ["wrong"])
    assert play("«old→new» = 1\nprint(old)", nothing, head="expect: silence\n")[0].shown == ()


def test_an_optional_place_counts_as_right_but_is_never_missed() -> None:
    content = "«old→new» = 1\nprint(‹old→new›)  # ‹old→new¦?›"
    result, _ = play(content, renames)
    assert [place.right for place in result.places] == [True]
    assert [one.verdict for one in result.shown] == ["right", "right"]
    result, engine = play(content, nothing)
    assert [place.right for place in result.places] == [False]
    assert engine.situations[-1].snapshot.lines[1] == "print(new)  # old"


def test_a_jump_is_enough_where_the_text_is_not_certain() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        return [jump(situation, 2)] if "two" not in situation.snapshot.lines[2] else ()

    result, engine = play("«one→two»\nx = 1\ncall(‹→two¦@›)", say)
    assert [place.right for place in result.places] == [True]
    assert [one.verdict for one in result.shown] == ["right"]
    assert engine.situations[-1].snapshot.lines[2] == "call(two)"


def test_a_jump_to_a_certain_place_must_be_followed_by_the_edit() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        if "two" in situation.snapshot.lines[2]:
            return ()
        at_place = situation.cursor.line == 2
        return [candidate(situation, 2, "one", "two")] if at_place else [jump(situation, 2)]

    result, _ = play("«one→two»\nx = 1\ncall(‹one→two›)", say)
    assert [place.right for place in result.places] == [True]
    assert [one.verdict for one in result.shown] == ["jump", "right"]

    def only_jump(situation: Situation) -> Sequence[Candidate]:
        return [jump(situation, 2)] if situation.cursor.line == 0 else ()

    result, _ = play("«one→two»\nx = 1\ncall(‹one→two›)", only_jump)
    assert [place.right for place in result.places] == [False]
    assert [one.verdict for one in result.shown] == ["jump"]


def test_a_jump_elsewhere_is_wrong() -> None:
    result, _ = play("«one→two»\nx = 1\ncall(‹one→two¦@›)", lambda situation: [jump(situation, 1)])
    assert {one.verdict for one in result.shown} == {"wrong"}


def test_a_suggestion_in_another_file_opens_it() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        uri = situation.snapshot.uri.replace("a.py", "b.py")
        other = situation.workspace_texts.snapshot(uri)
        if other is None or "old" not in other.lines[0]:
            return ()
        span = Span(Point(0, 7), Point(0, 10))
        return [
            Candidate(
                kind="edit",
                uri=uri,
                probability=0.95,
                family="test",
                pattern="x",
                why="a test",
                edits=(Replacement(span, "new"),),
            )
        ]

    result, engine = play("«old→new» = 1\n--- b.py\nimport ‹old→new›", say)
    assert [(place.right, place.path) for place in result.places] == [(True, "b.py")]
    assert engine.situations[-1].snapshot.uri.endswith("/b.py")


@pytest.mark.parametrize(
    ("content", "verdicts"),
    [
        ("«old→new» = 1\nprint(‹old→new›)\nreturn ‹old→new›", ["right"]),
        ("«old→new» = 1\nprint(‹old→new›)\nreturn old", ["wrong"]),
    ],
)
def test_a_search_and_replace_must_be_right_at_every_place(content: str, verdicts: list[str]) -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        if "old" not in situation.snapshot.lines[1]:
            return ()
        return [
            Candidate(
                kind="searchAndReplace",
                uri=situation.snapshot.uri,
                probability=0.95,
                family="test",
                search=r"\bold\b",
                replace="new",
                is_regex=True,
            )
        ]

    result, _ = play(content, say)
    assert [one.verdict for one in result.shown] == verdicts
    assert [place.right for place in result.places] == [verdicts == ["right"]] * len(result.places)


@pytest.mark.parametrize(("line", "verdicts", "right"), [(1, ["right"], 2), (3, ["wrong"], 0)])
def test_a_rename_must_be_at_an_expected_place(line: int, verdicts: list[str], right: int) -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        if "old" not in situation.snapshot.lines[1]:
            return ()
        return [
            Candidate(
                kind="rename",
                uri=situation.snapshot.uri,
                probability=0.95,
                family="test",
                position=Point(line, 0),
                new_name="new",
            )
        ]

    result, _ = play("«old→new» = 1\n‹old→new› += 1\n‹old→new› += 2\nold = 3", say)
    assert ([one.verdict for one in result.shown], result.right) == (verdicts, right)


def test_keys_are_80_ms_apart_and_the_request_comes_after_300() -> None:
    _, engine = play("«→abc» = 1\nprint(‹→abc›)", nothing)
    first = engine.situations[0]
    assert first.now - first.edits[-1].time == pytest.approx(0.3)
    assert first.snapshot.lines[0] == "abc = 1"


@pytest.mark.parametrize(("way", "times"), [("once", [0.3]), ("again", [0.3, 1.2])])
def test_the_ways_of_asking(way: Way, times: list[float]) -> None:
    _, engine = play("«a→b = 2» = 1", nothing, way, "expect: silence\n")
    asked = [round(one.now - one.edits[-1].time, 3) for one in engine.situations]
    assert asked == times


def test_what_is_shown_only_at_the_second_request_has_a_longer_wait() -> None:
    def say(situation: Situation) -> Sequence[Candidate]:
        return renames(situation) if situation.now - situation.edits[-1].time > 1 else ()

    content = "«old→new» = 1\nprint(‹old→new›)"
    assert play(content, say, "once")[0].first_wait is None
    result, _ = play(content, say, "again")
    assert (result.right, result.first_wait) == (1, pytest.approx(1.2))


@pytest.mark.parametrize(("held_s", "first_wait"), [(0.2, 0.5), (0.6, 0.9)])
def test_a_held_answer_is_awaited(held_s: float, first_wait: float) -> None:
    class HoldingEngine(Engine):
        def propose(self, situation: Situation) -> EngineResult:
            at = situation.edits[-1].time + 0.3 + held_s
            if situation.now < at - 0.001:
                return EngineResult(reason="in-progress: a test", retry_at=at)
            return EngineResult(candidates=tuple(renames(situation)), reason="nowhere: a test")

    story = "==== s\nkind: k\n--- a.py\n«old→new» = 1\nprint(‹old→new›)\n"
    plan = StoryPlan(
        stories=tuple(parse_stories(story, "x.story")),
        setup=NesSetup(open_engine=lambda: HoldingEngine(nothing)),
        ways=("once",),
    )
    (result,) = play_stories(plan).results
    assert result.right == 1
    assert result.first_wait == pytest.approx(first_wait)


def test_undo_pause_and_save() -> None:
    head = "expect: silence\ndo: edit, pause 2, undo, save\n"
    _, engine = play("«old→new» = 1\nprint(old)", renames, head=head)
    # Right after an undo the service asks no engine.
    assert engine.situations == []


@pytest.mark.parametrize(("seconds", "done", "at"), [(5.0, True, 1002.0), (1.0, False, 1001.0)])
def test_the_virtual_clock_moves_while_a_request_is_held(seconds: float, done: bool, at: float) -> None:
    async def scene() -> tuple[bool, float]:
        clock = VirtualClock()
        task = asyncio.ensure_future(clock.sleep(2.0))
        result = await clock.wait_for(task, seconds)
        task.cancel()
        return result, clock.now()

    assert asyncio.run(scene()) == (done, at)


def test_the_virtual_clock_stands_still_while_a_thread_works() -> None:
    async def scene() -> tuple[bool, float]:
        clock = VirtualClock()
        task = asyncio.ensure_future(asyncio.to_thread(sum, range(1000)))
        return await clock.wait_for(task, 1.0), clock.now()

    assert asyncio.run(scene()) == (True, 1000.0)


def test_sleepers_wake_in_order_during_a_pause() -> None:
    async def scene() -> list[tuple[str, float]]:
        clock, woken = VirtualClock(), list[tuple[str, float]]()

        async def sleep(name: str, seconds: float) -> None:
            await clock.sleep(seconds)
            woken.append((name, clock.now() - 1000))

        tasks = [asyncio.ensure_future(sleep(name, s)) for name, s in (("b", 2.0), ("a", 1.0), ("c", 9.0))]
        await clock.pause(3.0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return woken

    assert asyncio.run(scene()) == [("a", 1.0), ("b", 2.0)]
