"""nes/suggest over the wire: what is answered, in which kind and words, and when it is given up."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from codegen import structs
from jsonschema import Draft202012Validator

from acp_editor import LIMIT_S, run
from nes_editor import (
    SEED,
    TODAY,
    URI,
    Following,
    Pondering,
    Scripted,
    edit,
    following,
    offering,
    span,
    start,
    typed,
)
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.text.text_types import Point
from understudy.rpc import RpcError

DEFINITIONS = structs.published()
NEW = typed(0, 0, 3, "new")
SURE = {"probability": 0.99, "family": "test", "pattern": "old -> new"}
CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
OTHERS: dict[str, Candidate] = {
    "jump": Candidate(kind="jump", uri=URI, position=Point(2, 7), **SURE),
    "rename": Candidate(kind="rename", uri=URI, position=Point(1, 6), new_name="new", **SURE),
    "searchAndReplace": Candidate(kind="searchAndReplace", uri=URI, search="old", replace="new", **SURE),
}


def check(suggestions: list[dict[str, Any]]) -> None:
    schema = {"$ref": "#/$defs/SuggestNesResponse", "$defs": DEFINITIONS}
    errors = Draft202012Validator(schema).iter_errors({"suggestions": suggestions})
    assert [error.message for error in errors] == []


async def changed(session: Following) -> Following:
    await session.open()
    await session.change(NEW)
    return session


@pytest.mark.requirement("NES-10", "NES-14")
def test_an_edit_is_suggested_with_its_places_and_nothing_else(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new", position=Point(1, 9))])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            (found,) = await (await changed(session)).suggest(0, 3)
            check([found])
            assert isinstance(found.pop("id"), str)
            assert found.pop("_meta") == {
                "understudy.dev/nes": {"family": "test", "chance": 0.95, "why": "a test"}
            }
            assert found == {
                "kind": "edit",
                "uri": URI,
                "edits": [{"range": span(1, 6, 9), "newText": "new"}],
                "cursorPosition": {"line": 1, "character": 9},
            }

    run(scene())


@pytest.mark.requirement("NES-10")
def test_nothing_to_suggest_is_an_empty_list(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, Scripted()) as session:
            answer = await session.editor.request("nes/suggest", (await changed(session)).question())
            assert answer["suggestions"] == []
            assert await session.suggest(uri="file:///project/unknown.py") == []

    run(scene())


@pytest.mark.requirement("NES-10")
def test_a_question_about_an_older_version_is_answered_with_nothing(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await changed(session)
            assert await session.suggest(version=1) == []
            assert len(await session.suggest(version=2)) == 1

    run(scene())


@pytest.mark.requirement("NES-09")
def test_a_question_sees_every_event_before_it_and_none_behind_it(tmp_path: Path) -> None:
    engine = Scripted()

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open(text="0\n")
            asking: list[asyncio.Future[Any]] = []
            for number in range(1, 101):
                await session.change({"text": f"{number}\n"})
                asking.append(asyncio.ensure_future(session.suggest()))
                await asyncio.sleep(0)  # so that its frame is sent before the next change
            async with asyncio.timeout(LIMIT_S):
                await asyncio.gather(*asking)
            seen = [asked.snapshot.lines[0] for asked in engine.asked]
            assert seen == [str(number) for number in range(1, 101)]
            assert [asked.snapshot.version for asked in engine.asked] == list(range(2, 102))

    run(scene())


@pytest.mark.requirement("NES-15", "NES-16", "NES-17")
@pytest.mark.parametrize("kind", OTHERS)
def test_another_kind_goes_to_a_client_that_takes_it_and_to_no_other(tmp_path: Path, kind: str) -> None:
    async def asked(capabilities: dict[str, Any]) -> list[dict[str, Any]]:
        engine = Scripted([OTHERS[kind]])
        async with following(tmp_path, engine, capabilities=capabilities) as session:
            return await (await changed(session)).suggest(0, 3)

    async def scene() -> None:
        (found,) = await asked({"nes": {kind: {}}})
        check([found])
        assert (found["kind"], found["uri"]) == (kind, URI)
        others = {name: {} for name in OTHERS if name != kind}
        assert await asked({"nes": others}) == []
        assert await asked({"nes": {}}) == []
        assert await asked({}) == []

    run(scene())


@pytest.mark.requirement("NES-15", "NES-16")
def test_each_kind_says_what_it_is_for(tmp_path: Path) -> None:
    async def asked(kind: str) -> dict[str, Any]:
        async with following(tmp_path, Scripted([OTHERS[kind]]), capabilities=TODAY) as session:
            (found,) = await (await changed(session)).suggest(0, 3)
            return {
                name: value for name, value in found.items() if name not in ("id", "kind", "uri", "_meta")
            }

    async def scene() -> None:
        assert await asked("jump") == {"position": {"line": 2, "character": 7}}
        assert await asked("rename") == {"position": {"line": 1, "character": 6}, "newName": "new"}
        assert await asked("searchAndReplace") == {"search": "old", "replace": "new"}

    run(scene())


@pytest.mark.requirement("DIA-01")
@pytest.mark.parametrize("kind", ["rename", "searchAndReplace"])
def test_to_a_client_of_the_seed_they_are_actions(tmp_path: Path, kind: str) -> None:
    wanted: dict[str, Any] = {
        "rename": {"uri": URI, "position": {"line": 1, "character": 6}, "newName": "new"},
        "searchAndReplace": {"uri": URI, "search": "old", "replace": "new"},
    }

    async def asked(actions: Any) -> list[dict[str, Any]]:
        nes = {"nes": {"ideActions": actions}}
        async with following(tmp_path, Scripted([OTHERS[kind]]), capabilities=nes) as session:
            return await (await changed(session)).suggest(0, 3)

    async def scene() -> None:
        for actions in ({kind: {}}, [kind], [{"id": kind}]):
            (found,) = await asked(actions)
            assert isinstance(found.pop("id"), str)
            assert set(found.pop("_meta")) == {"understudy.dev/nes"}
            assert found == {"kind": "action", "actionId": kind, "arguments": wanted[kind]}
        assert await asked({}) == []
        assert await asked({name: {} for name in wanted if name != kind}) == []

    run(scene())


@pytest.mark.requirement("DIA-01", "NES-15")
def test_a_jump_is_allowed_to_a_client_of_the_seed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, Scripted([OTHERS["jump"]]), capabilities=SEED) as session:
            (found,) = await (await changed(session)).suggest(0, 3)
            assert found["kind"] == "jump"
            check([found])

    run(scene())


@pytest.mark.requirement("DIA-02", "NES-05")
@pytest.mark.parametrize(
    ("encoding", "start", "end"), [("utf-8", 10, 13), ("utf-16", 8, 11), ("utf-32", 7, 10)]
)
def test_places_go_both_ways_in_the_encoding_that_was_agreed_on(
    tmp_path: Path, encoding: str, start: int, end: int
) -> None:
    engine = Scripted([edit(1, 7, 10, "né")])
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]

    async def scene() -> None:
        capabilities = {"general": {"positionEncodings": [encoding]}, **SEED}
        async with following(tmp_path, engine, capabilities=capabilities) as session:
            await session.open(text='old = "x"\nf("😀", älter)\n')
            await session.change(
                typed(1, start, start + len("älter".encode(CODECS[encoding])) // unit, "old")
            )
            (found,) = await session.suggest(1, start)
            assert engine.asked[0].snapshot.lines[1] == 'f("😀", old)'
            assert engine.asked[0].cursor == Point(1, 7)
            assert found["edits"] == [{"range": span(1, start, end), "newText": "né"}]

    run(scene())


@pytest.mark.requirement("DIA-03")
def test_events_without_a_session_go_to_every_session(tmp_path: Path) -> None:
    engine = Scripted()

    async def scene() -> None:
        async with offering(tmp_path, engine, capabilities=SEED) as editor:
            first, second = await start(editor, named=False), await start(editor, named=False)
            await first.open(text="a\n")
            await first.change({"text": "b\n"})
            second.versions = first.versions
            await first.suggest()
            await second.suggest()
            assert [asked.snapshot.lines[0] for asked in engine.asked] == ["b", "b"]
            second.named = True
            await second.change({"text": "c\n"})
            await first.suggest(version=2)
            await second.suggest()
            assert [asked.snapshot.lines[0] for asked in engine.asked[2:]] == ["b", "c"]

    run(scene())


@pytest.mark.requirement("DIA-04")
@pytest.mark.parametrize("place", [{"position": {"line": 1, "character": 6}}, {"line": 1, "offset": 6}])
def test_the_users_actions_are_understood_in_both_dialects(tmp_path: Path, place: dict[str, Any]) -> None:
    engine = Scripted()

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await changed(session)
            action = {"action": "cursorMovement", "uri": URI, "timestampMs": 1719400000000, **place}
            await session.suggest(context={"userActions": [action]})
            (seen,) = engine.asked[-1].actions
            assert (seen.uri, seen.position) == (URI, Point(1, 6))

    run(scene())


@pytest.mark.requirement("DIA-04")
def test_an_action_without_a_place_spoils_nothing(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await changed(session)
            action = {"action": "insertChar", "uri": URI, "timestampMs": 1719400000000}
            assert len(await session.suggest(context={"userActions": [action]})) == 1

    run(scene())


@pytest.mark.requirement("NES-18")
def test_what_was_taken_and_what_was_refused_changes_what_comes(tmp_path: Path) -> None:
    def places(situation: Situation) -> list[Candidate]:
        found = [
            edit(line, text.index("old"), text.index("old") + 3, "new")
            for line, text in enumerate(situation.snapshot.lines)
            if "old" in text
        ]
        return [candidate for candidate in found if not situation.is_rejected(candidate)]

    async def scene() -> None:
        async with following(tmp_path, Scripted(places)) as session:
            (first,) = await (await changed(session)).suggest(0, 3)
            await session.reject(first["id"], "rejected")
            (second,) = await session.suggest(0, 3)
            assert second["edits"] != first["edits"]
            await session.accept(second["id"])
            (only,) = second["edits"]
            await session.change({"range": only["range"], "text": only["newText"]})
            assert first["edits"] not in [found["edits"] for found in await session.suggest(0, 3)]

    run(scene())


@pytest.mark.requirement("NES-18")
def test_an_unknown_suggestion_is_taken_and_refused_without_harm(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await changed(session)
            await session.accept("nobody")
            for reason in (None, "rejected", "ignored", "replaced", "cancelled", "bored"):
                await session.reject("nobody", reason)
            await session.editor.peer.notify("nes/accept", {"sessionId": "nobody", "id": "x"})
            assert len(await session.suggest()) == 1

    run(scene())


@pytest.mark.requirement("NES-21")
def test_a_cancelled_question_stops_the_model_and_is_answered_as_cancelled(tmp_path: Path) -> None:
    model = Pondering()

    async def scene() -> None:
        async with following(tmp_path, Scripted(), engine="hybrid", open_model=lambda: model) as session:
            await changed(session)
            asking = asyncio.ensure_future(session.suggest(triggerKind="manual"))
            await session.editor.until(lambda: bool(model.asked))
            asking.cancel()  # our peer sends `$/cancel_request` then
            await session.editor.until(lambda: model.cancelled == 1)
            model.go.set()
            assert await session.suggest() == []

    run(scene())


@pytest.mark.requirement("NES-21")
def test_the_code_of_a_cancelled_question_is_the_protocols(tmp_path: Path) -> None:
    model = Pondering()

    async def scene() -> None:
        async with following(tmp_path, Scripted(), engine="hybrid", open_model=lambda: model) as session:
            await changed(session)
            peer = session.editor.peer
            number = 1000

            async def cancel() -> None:
                await session.editor.until(lambda: bool(model.asked))
                for name in range(number):  # one of these is the question's
                    await peer.notify("$/cancel_request", {"requestId": name})

            cancelling = asyncio.ensure_future(cancel())
            with pytest.raises(RpcError) as refused:
                await session.suggest(triggerKind="manual")
            await cancelling
            assert refused.value.code == -32800

    run(scene())


@pytest.mark.requirement("NES-21")
def test_a_newer_question_of_the_same_session_supersedes_the_older(tmp_path: Path) -> None:
    models: list[Pondering] = []

    def open_model() -> Pondering:
        models.append(Pondering([edit(1, 6, 9, "new")]))
        return models[-1]

    async def scene() -> None:
        async with offering(tmp_path, Scripted(), engine="model", open_model=open_model) as editor:
            first, other = await start(editor), await start(editor)
            for session in (first, other):
                await changed(session)
            asking = [asyncio.ensure_future(session.suggest()) for session in (first, other)]
            await editor.until(lambda: sum(len(model.asked) for model in models) == 2)
            newer = asyncio.ensure_future(first.suggest())
            async with asyncio.timeout(LIMIT_S):
                assert await asking[0] == []
            await editor.until(lambda: sum(len(model.asked) for model in models) == 3)
            for model in models:
                model.go.set()
            async with asyncio.timeout(LIMIT_S):
                assert len(await newer) == 1
                assert len(await asking[1]) == 1

    run(scene())


@pytest.mark.requirement("NES-10")
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"position": {"line": -1, "character": 0}}, "position.line"),
        ({"position": None}, "position"),
        ({"triggerKind": "whenever"}, "triggerKind"),
        ({"version": "2"}, "version"),
        ({"uri": 7}, "uri"),
        ({"selection": {"start": {"line": 0, "character": 0}}}, "selection.end"),
        ({"context": {"diagnostics": [{"uri": URI}]}}, "context.diagnostics[0].range"),
    ],
)
def test_a_question_that_is_not_understood_is_refused_with_its_field(
    tmp_path: Path, wrong: dict[str, Any], field: str
) -> None:
    async def scene() -> None:
        async with following(tmp_path, Scripted()) as session:
            await changed(session)
            with pytest.raises(RpcError) as refused:
                await session.suggest(**wrong)
            assert (refused.value.code, refused.value.data) == (-32602, {"field": field})

    run(scene())


@pytest.mark.requirement("NES-04", "NES-10")
def test_a_question_of_no_session_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted()) as editor:
            session = Following(editor, "nobody", [])
            with pytest.raises(RpcError) as refused:
                await session.suggest()
            assert refused.value.code == -32002

    run(scene())
