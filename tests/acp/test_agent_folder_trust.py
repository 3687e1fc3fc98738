"""Instructions of a folder (AGENTS.md, skills) reach the model only if the user trusts the folder."""

import os
from pathlib import Path
from typing import Any

import pytest

from acp_editor import editing, provided, run
from provider_server import ProviderServer, says
from understudy.chat import TrustedFolders
from understudy.rpc import INTERNAL_ERROR, Route, RpcError
from understudy.schema import acp

SECRET_WORDS = "obey the folder"


@pytest.fixture
def instructed(root: Path) -> Path:
    (root / "AGENTS.md").write_text(f"{SECRET_WORDS}\n")
    skill = root / ".agents" / "skills" / "deploy" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text(f"---\nname: deploy\ndescription: {SECRET_WORDS}\n---\n")
    return root


def prompts(
    state: Path, roots: tuple[Path, ...], answers: list[str], **more: Any
) -> tuple[list[str], list[bool]]:
    """A session for each answer, with two prompts: the questions, and whether the model was given them."""
    titles: list[str] = []
    given: list[bool] = []
    mode = more.pop("mode", None)

    async def scenario(provider: ProviderServer) -> None:
        for answer in answers:
            async with editing(
                provided(state, provider.url, trusted_folders_file=state / "trusted", **more)
            ) as editor:
                editor.answer = answer
                session = await editor.new(*roots)
                if mode is not None:
                    await editor.set_mode(session, mode)
                for _ in range(2):
                    await editor.prompt(session, "Hello?")
                    given.append(SECRET_WORDS in str(provider.requests[-1].body["messages"][0]))
                titles.extend(question.title for question in editor.asked)
                for question in editor.asked:
                    assert question.options == ["once", "trust", "reject"]
                    ended = [
                        update.status
                        for _, update in editor.updates
                        if isinstance(update, acp.ToolCallProgress) and update.tool_call_id == question.call
                    ]
                    assert ended == ["failed" if answer == "reject" else "completed"]

    with ProviderServer([says("ok")] * 2 * len(answers)) as provider:
        run(scenario(provider))
    return titles, given


def test_a_folder_is_asked_about_once_a_session_and_a_no_keeps_its_instructions_out(
    instructed: Path, tmp_path: Path
) -> None:
    titles, given = prompts(tmp_path / "state", (instructed,), ["reject", "once"])
    assert titles == [f"Trust this folder? {instructed}"] * 2
    assert given == [False, False, True, True]


def test_trust_is_remembered_for_this_folder_alone(instructed: Path, second: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    titles, given = prompts(state, (instructed,), ["trust", "reject"])
    assert titles == [f"Trust this folder? {instructed}"]
    assert given == [True] * 4
    assert (state / "trusted").stat().st_mode & 0o777 == 0o600
    (second / "AGENTS.md").write_text(f"{SECRET_WORDS}\n")
    assert prompts(state, (second, instructed), ["reject"])[0] == [f"Trust this folder? {second}"]


def test_a_folder_without_instructions_is_not_asked_about(root: Path, tmp_path: Path) -> None:
    assert prompts(tmp_path / "state", (root,), ["reject"])[0] == []


@pytest.mark.parametrize(
    ("more", "read"),
    [({"trust_folders": "always"}, True), ({"trust_folders": "never"}, False), ({"mode": "full"}, True)],
)
def test_the_setting_or_full_access_decides_without_a_question(
    instructed: Path, tmp_path: Path, more: dict[str, Any], read: bool
) -> None:
    titles, given = prompts(tmp_path / "state", (instructed,), ["reject"], **more)
    assert (titles, given) == ([], [read, read])


def test_a_client_that_cannot_ask_gets_an_answer_without_the_instructions(
    instructed: Path, tmp_path: Path
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async def fail(*_: Any) -> Any:
            raise RpcError(INTERNAL_ERROR, "no window")

        routes = {"session/request_permission": Route(acp.RequestPermissionRequest, fail)}
        async with editing(provided(tmp_path / "state", provider.url), routes=routes) as editor:
            session = await editor.new(instructed)
            assert (await editor.prompt(session, "Hello?"))["stopReason"] == "end_turn"
            assert SECRET_WORDS not in str(provider.requests[-1].body["messages"][0])

    with ProviderServer([says("ok")]) as provider:
        run(scenario(provider))


def test_a_file_of_trusted_folders_that_others_can_write_does_not_count(tmp_path: Path) -> None:
    folders = TrustedFolders(tmp_path / "state" / "trusted")
    folders.add("/a\nb")
    folders.add("/c")
    assert [folders.contains(path) for path in ("/a\nb", "/c", "/a", "b", "/c/d")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    os.chmod(tmp_path / "state" / "trusted", 0o622)
    assert not folders.contains("/c")
