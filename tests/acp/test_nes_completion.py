"""Completion over ACP, the real engines on a virtual clock: at once, kept while typed, held if there is none."""

import asyncio
from pathlib import Path
from typing import Any

from acp_editor import LIMIT_S, run
from nes_editor import Following, following, typed
from virtual_clock import VirtualClock

FIELDS = """\
class Shop:
    def __init__(self, names, prices, owners):
        self.names = names
        self.prices = prices

"""
RENAME = """\
def total(items):
    return sum(items)


print(total([1]))
print(total([2]))
"""
META = "understudy.dev/nes"


async def type_text(session: Following, line: int, character: int, text: str) -> int:
    """Type key by key; return the column of the cursor."""
    for key in text:
        await session.change(typed(line, character, character, key))
        character += 1
    return character


async def type_field(session: Following, text: str = "        self.owners") -> int:
    await session.open(text=FIELDS)
    return await type_text(session, 4, 0, text)


def inserted(suggestions: list[dict[str, Any]]) -> str:
    (suggestion,) = suggestions
    assert suggestion["kind"] == "edit"
    assert suggestion["_meta"][META]["family"] == "completion"
    (edit,) = suggestion["edits"]
    assert edit["range"]["start"] == edit["range"]["end"]
    return edit["newText"]


def test_the_line_is_completed_at_once_while_it_is_typed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            column = await type_field(session)
            found = await session.suggest(4, column)
            assert inserted(found) == " = owners"
            assert found[0]["edits"][0]["range"]["start"] == {"line": 4, "character": column}

    run(scene())


def test_a_completion_keeps_its_id_and_only_shrinks_while_it_is_typed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            column = await type_field(session)
            (first,) = await session.suggest(4, column)
            for key, rest in zip(" = o", ("= owners", " owners", "owners", "wners"), strict=True):
                column = await type_text(session, 4, column, key)
                (kept,) = await session.suggest(4, column)
                assert (kept["id"], inserted([kept])) == (first["id"], rest)

    run(scene())


def test_a_completion_whose_end_is_typed_first_is_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            lines = "".join(f"    show(names)\n    part_{one} = {one}{one}\n" for one in "abcdef")
            await session.open(text=f"def main():\n{lines}\n")
            column = await type_text(session, 13, 0, "    show(")
            (first,) = await session.suggest(13, column)
            assert inserted([first]) == "names)"
            # What is left of the completion would be before the cursor.
            column = await type_text(session, 13, column, ")")
            pending = asyncio.ensure_future(session.suggest(13, column))
            await asyncio.wait({pending}, timeout=0)
            await type_text(session, 13, column, " ")
            async with asyncio.timeout(LIMIT_S):
                assert await pending == []

    run(scene())


def test_a_dismissed_completion_stays_dismissed_while_the_line_is_typed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            column = await type_field(session)
            (shown,) = await session.suggest(4, column)
            await session.reject(shown["id"], "rejected")
            column = await type_text(session, 4, column, " =")
            assert await session.suggest(4, column) == []

    run(scene())


def test_without_the_option_no_line_is_completed(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = VirtualClock()
        async with following(tmp_path, clock=clock) as session:
            await session.set("completion", False)
            column = await type_field(session)
            pending = asyncio.ensure_future(session.suggest(4, column))
            await clock.advance(5.0)
            async with asyncio.timeout(LIMIT_S):
                assert not any(one["_meta"][META]["family"] == "completion" for one in await pending)

    run(scene())


async def type_rename(session: Following) -> None:
    """Replace `total` by `count` where it is defined, key by key."""
    await session.open(text=RENAME)
    await session.change(typed(0, 4, 9, ""))
    await type_text(session, 0, 4, "count")


def test_other_places_are_suggested_only_after_a_pause(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = VirtualClock()
        async with following(tmp_path, clock=clock) as session:
            await type_rename(session)
            pending = asyncio.ensure_future(session.suggest(0, 9))
            await clock.advance(0.25)
            assert not pending.done()
            await clock.advance(2.0)
            async with asyncio.timeout(LIMIT_S):
                (suggestion,) = await pending
            assert suggestion["edits"][0]["range"]["start"]["line"] == 4

    run(scene())


def test_a_newer_key_ends_the_held_request_with_an_empty_answer(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = VirtualClock()
        async with following(tmp_path, clock=clock) as session:
            await type_rename(session)
            pending = asyncio.ensure_future(session.suggest(0, 9))
            await clock.advance(0.1)
            await type_text(session, 0, 9, "s")
            async with asyncio.timeout(LIMIT_S):
                assert await pending == []

    run(scene())


def test_a_line_that_cannot_end_at_the_cursor_is_answered_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            await session.open(text="x = 1\n\n")
            column = await type_text(session, 1, 0, "unheard_of = (")
            async with asyncio.timeout(LIMIT_S):
                assert await session.suggest(1, column) == []

    run(scene())


def test_pasted_text_is_not_completed(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = VirtualClock()
        async with following(tmp_path, clock=clock) as session:
            await session.open(text=FIELDS)
            await session.change(typed(4, 0, 0, "        self.owners"))
            pending = asyncio.ensure_future(session.suggest(4, 19))
            await clock.advance(5.0)
            async with asyncio.timeout(LIMIT_S):
                assert await pending == []

    run(scene())


def test_on_demand_a_line_is_completed_without_typing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, clock=VirtualClock()) as session:
            await session.open(text=FIELDS[:-1] + "        self.owners\n")
            assert inserted(await session.suggest(4, 19, triggerKind="manual")) == " = owners"

    run(scene())
