"""Our editor and our agent together: every kind of suggestion, requested, applied and learned from."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from acp_editor import LIMIT_S, NoAccounts, chat_dependencies, run
from nes_editor import Pondering, Scripted, edit
from understudy.acp import Agent, NesDependencies
from understudy.client import AuthRequired, Connection, connect
from understudy.client.editor import Edit, LineColumn
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.setup import NesSetup
from understudy.nes.text.text_types import Point

TEXT = "old = 1\nprint(old)\nreturn old\n"


@asynccontextmanager
async def our_agent(
    state: Path, *, connecting: dict[str, Any] | None = None, accounts: Any = None, **setup: Any
) -> AsyncGenerator[Connection]:
    nes = NesDependencies(setup=NesSetup(**setup), accounts=accounts)
    partner = lambda channel: Agent(channel, lambda: chat_dependencies(state), lambda: nes)  # noqa: E731
    async with connect(partner=partner, timeout=LIMIT_S, **(connecting or {})) as agent:
        yield agent


def candidate(kind: Any, uri: str, **more: Any) -> Candidate:
    return Candidate(kind=kind, uri=uri, probability=0.95, family="test", pattern=kind, why="a test", **more)


@pytest.mark.requirement("NES-22")
def test_every_kind_of_suggestion_is_applied_and_accepted(tmp_path: Path, root: Path) -> None:
    (root / "far.py").write_text("old\nfar = old\n")
    near, far = (root / "near.py").as_uri(), (root / "far.py").as_uri()
    offers = [
        edit(1, 6, 9, "new", uri=near),
        candidate("jump", far, position=Point(1, 0)),
        candidate("rename", near, position=Point(2, 7), new_name="value"),
        candidate("searchAndReplace", near, search="1", replace="2"),
    ]

    def next_one(situation: Situation) -> Sequence[Candidate]:
        return [offers.pop(0)] if offers else []

    async def scenario() -> None:
        engine = Scripted(next_one)
        async with our_agent(tmp_path / "state", open_engine=lambda: engine) as agent:
            assert agent.encoding == "utf-8"
            async with agent.editor([root]) as editor:
                await editor.open(near, TEXT)
                await editor.change(near, "new" + TEXT[3:])
                kinds: list[str] = []
                for _ in range(4):
                    (found,) = await editor.suggest(near, (0, 3), trigger="manual")
                    kinds.append(found.kind)
                    done = await editor.apply(found)
                    if found.kind == "jump":
                        assert (done.cursor_uri, done.cursor) == (far, LineColumn(1, 0))
                assert kinds == ["edit", "jump", "rename", "searchAndReplace"]
                assert editor.text(near) == "new = 2\nprint(new)\nreturn value\n"
                assert editor.text(far) == "value\nfar = value\n"
                await editor.suggest(near, (0, 0), trigger="manual")
                assert engine.asked[-1].snapshot.lines == editor.text(near).split("\n")
                assert engine.asked[-1].feedback_counts("")[0] == 3, "four were accepted, one of them a jump"
                assert engine.asked[-1].rejection_streak == 0

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_the_real_engine_is_followed_through_two_files(tmp_path: Path, root: Path) -> None:
    text = (
        "def get_user(name):\n    return USERS[name]\n\n\ndef greet(name):\n    return get_user(name).title\n"
    )
    (root / "users.py").write_text(text)
    (root / "api.py").write_text(
        "import users\n\n\ndef show(name):\n    return users.get_user(name).as_json()\n"
    )

    async def scenario() -> None:
        async with our_agent(tmp_path / "state") as agent, agent.editor([root]) as editor:
            api, users = await editor.open(root / "api.py"), await editor.open(root / "users.py")
            await editor.focus(users, (0, 7))
            for at, letter in enumerate("find"):  # typed letter by letter over "get"
                start = 4 + at
                end = start + (3 if at == 0 else 0)
                await editor.change(users, edits=[Edit((0, start), (0, end), letter)])
            for where, place in (
                (users, LineColumn(0, 13)),
                (api, LineColumn(3, 0)),
            ):  # the user looks into both
                await editor.focus(where, place)
                for _ in range(4):
                    for suggestion in (await editor.suggest(where, place, trigger="manual"))[:1]:
                        await editor.apply(suggestion)
            assert "get_user" not in "".join(editor.documents.values())

    run(scenario())


class Keys(NoAccounts):
    key: str | None = None

    def stored(self) -> str | None:
        return self.key

    def missing(self) -> str | None:
        return "Run `understudy login nes`." if self.key is None else None


@pytest.mark.requirement("NES-22", "NES-19")
def test_an_engine_that_needs_a_key_is_started_after_the_callers_login(tmp_path: Path) -> None:
    keys = Keys()
    setup: dict[str, Any] = {
        "accounts": keys,
        "engine": "hybrid",
        "open_model": Pondering,
        "open_engine": Scripted,
        "missing_key_message": keys.missing,
    }

    async def log_in(methods: Sequence[Any]) -> str:
        keys.key = "sk-test"
        return methods[0].id

    async def scenario() -> None:
        async with our_agent(tmp_path, **setup) as agent:
            with pytest.raises(AuthRequired):
                await agent.editor([]).start()
        async with (
            our_agent(tmp_path, connecting={"authenticate": log_in}, **setup) as agent,
            agent.editor([]) as editor,
        ):
            assert {option.id for option in editor.options} >= {"enabled", "engine", "eagerness"}
            await editor.set_option("eagerness", "high")
            (eagerness,) = [one for one in editor.options if one.id == "eagerness"]
            assert eagerness.current_value == "high"

    run(scenario())
