"""Attacks on the files of a client: paths outside the roots, special files, files that programs trust."""

import codecs
import os
from pathlib import Path

import pytest
from tests.client.access_harness import SESSION, choose_first, error_of, run, served

from name_swapper import swapping_names
from understudy.cli.config import folders
from understudy.client.known_agents import understudy_folder
from understudy.client.permissions import Permissions
from understudy.client.roots import Roots
from understudy.rpc import RpcError
from understudy.schema import acp


@pytest.mark.requirement("DIR-13")
@pytest.mark.attack(1, 2, 3, 4, 5, 6, 21)
@pytest.mark.parametrize(
    "path",
    [
        "{root}/../outside/secret.txt",
        "{root}/a/../../outside/secret.txt",
        "{outside}/secret.txt",
        "{root}-evil/secret.txt",
        "/proc/self/environ",
        "/proc/self/root{outside}/secret.txt",
        "{root}/nul\0.txt",
        "secret.txt",
        "~/secret.txt",
        "file://{outside}/secret.txt",
    ],
)
def test_nothing_outside_the_roots_is_read_or_written(root: Path, outside: Path, path: str) -> None:
    evil = root.with_name("root-evil")
    evil.mkdir()
    (evil / "secret.txt").write_text("outside secret\n")
    sent = path.format(root=root, outside=outside)

    async def scenario() -> None:
        async with served([root]) as harness:
            for work in (harness.read(sent), harness.write(sent, "gotcha")):
                error = await error_of(work)
                assert error.code in (-32602, -32002)
                assert "outside secret" not in error.message

    run(scenario)
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert (evil / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.attack(7, 8, 9, 10, 11, 12, 13)
def test_links_that_lead_out_are_not_followed(root: Path, outside: Path) -> None:
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "chain").symlink_to(root / "leaf")
    (root / "dangling").symlink_to(outside / "new.txt")
    (root / "loop").symlink_to(root / "loop")
    names = ["leaf", "folder/secret.txt", "chain", "dangling", "loop", "folder/a/b.txt"]

    async def scenario() -> None:
        async with served([root]) as harness:
            for name in names:
                for work in (harness.read(root / name), harness.write(root / name, "gotcha")):
                    assert (await error_of(work)).code == -32602, name

    run(scenario)
    assert sorted(os.listdir(outside)) == ["secret.txt"]
    assert (outside / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.attack(14, 15, 16)
def test_links_that_stay_inside_work(root: Path, second: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("a\n")
    (root / "inside").symlink_to(root / "a.txt")
    (root / "over").symlink_to(second)
    (second / "b.txt").write_text("b\n")
    alias = tmp_path / "alias"
    alias.symlink_to(root)

    async def scenario() -> None:
        async with served([alias, second]) as harness:
            assert await harness.read(alias / "inside") == "a\n"
            assert await harness.read(root / "over/b.txt") == "b\n"

    run(scenario)


@pytest.mark.attack(17)
def test_a_root_that_was_replaced_is_no_longer_served(root: Path, outside: Path) -> None:
    async def scenario() -> None:
        async with served([root]) as harness:
            root.rename(root.with_name("moved"))
            root.symlink_to(outside)
            error = await error_of(harness.read(root / "secret.txt"))
            assert "outside secret" not in error.message

    run(scenario)


def test_an_agent_cannot_have_a_root_opened_anew_through_a_link(root: Path, outside: Path) -> None:
    inner = root / "inner"
    inner.mkdir()
    roots = Roots(root, [inner])
    notices: list[str] = []

    async def scenario() -> None:
        async with served(roots, on_notice=notices.append) as harness:
            inner.rmdir()
            inner.symlink_to(outside)
            info = acp.SessionInfo(session_id=SESSION, cwd=str(inner), additional_directories=[str(root)])
            assert roots.update(info)
            harness.access.set_session_roots(SESSION, roots)
            assert (await error_of(harness.read(inner / "secret.txt"))).code == -32602

    run(scenario)
    assert any("replaced" in notice for notice in notices)


@pytest.mark.attack(20, 53)
def test_a_hard_link_is_replaced_and_its_mode_is_preserved(root: Path, outside: Path) -> None:
    (root / "hard").hardlink_to(outside / "secret.txt")
    script = root / "run.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o4755)

    async def scenario() -> None:
        async with served([root]) as harness:
            await harness.write(root / "hard", "mine\n")
            await harness.write(script, "#!/bin/sh\ntrue\n")

    run(scenario)
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert script.stat().st_mode & 0o7777 == 0o755


@pytest.mark.attack(22, 23, 24, 25)
def test_special_and_binary_files_are_refused_without_blocking(root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "folder").mkdir()
    (root / "null").symlink_to("/dev/null")
    with (root / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 40)

    async def scenario() -> None:
        async with served([root]) as harness:
            for name in ("pipe", "folder", "null", "sparse"):
                assert (await error_of(harness.read(root / name))).code == -32602, name
            for name in ("pipe", "folder", "null"):
                assert (await error_of(harness.write(root / name, "x"))).code == -32602, name

    run(scenario)


def test_a_text_that_is_too_large_is_refused_and_can_be_read_in_parts(root: Path) -> None:
    (root / "large.txt").write_text("0123456789abcde\n" * (1 << 20))

    async def scenario() -> None:
        async with served([root]) as harness:
            error = await error_of(harness.read(root / "large.txt"))
            assert error.data["reason"] == "too_large"
            assert "line and limit" in error.message
            assert await harness.read(root / "large.txt", 1 << 20, 1) == "0123456789abcde\n"
            error = await error_of(harness.write(root / "large.txt", "x" * (17 << 20)))
            assert error.data["reason"] == "too_large"

    run(scenario)


@pytest.mark.attack(28)
@pytest.mark.parametrize(
    "before",
    ["é".encode("latin-1"), codecs.BOM_UTF8 + b"e", codecs.BOM_UTF16_LE + "e\r\n".encode("utf-16-le")],
)
def test_the_encoding_of_a_file_is_kept(root: Path, before: bytes) -> None:
    (root / "a.txt").write_bytes(before)

    async def scenario() -> None:
        async with served([root]) as harness:
            text = await harness.read(root / "a.txt")
            assert "\ufeff" not in text
            await harness.write(root / "a.txt", text)

    run(scenario)
    assert (root / "a.txt").read_bytes() == before


@pytest.mark.attack(28)
def test_undecodable_bytes_are_not_lost_silently(root: Path) -> None:
    bad = "é".encode() + b"\xff\n"
    (root / "a.txt").write_bytes(bad)
    (root / "b.txt").write_bytes("é\n".encode("latin-1"))

    async def scenario() -> None:
        async with served([root]) as harness:
            text = await harness.read(root / "a.txt")
            assert text == "é\ufffd\n"
            assert (await error_of(harness.write(root / "a.txt", text + "more"))).data[
                "reason"
            ] == "not_encodable"
            assert (await error_of(harness.write(root / "b.txt", "→"))).data["reason"] == "not_encodable"
            await harness.write(root / "a.txt", "whole\n")

    run(scenario)
    assert (root / "a.txt").read_bytes() == b"whole\n"
    assert (root / "b.txt").read_bytes() == "é\n".encode("latin-1")


@pytest.mark.attack(42, 43, 44)
@pytest.mark.parametrize(
    "name", [".git/hooks/pre-commit", ".git/config", ".git", ".vscode/tasks.json", ".mcp.json"]
)
def test_a_file_that_programs_trust_is_written_only_if_a_person_agrees(root: Path, name: str) -> None:
    asked: list[acp.RequestPermissionRequest] = []

    async def no(request: acp.RequestPermissionRequest) -> str | None:
        asked.append(request)
        return "reject"

    async def scenario() -> None:
        path = root / name
        for policy in (Permissions.allow("edit", lasting=True), Permissions.ask(no)):
            async with served([root], policy) as harness:
                error = await error_of(harness.write(path, "x"))
                assert error.data["reason"] == "needs_approval"
                assert not path.exists()
        async with served([root], Permissions.ask(choose_first)) as harness:
            await harness.write(path, "x")
            assert path.read_text() == "x"

    run(scenario)
    [question] = asked
    assert str(root / name) in (question.tool_call.title or "")
    assert question.tool_call.content == [acp.Diff(path=str(root / name), new_text="x")]


def test_patterns_of_the_settings_count_for_files_of_the_client_too(root: Path) -> None:
    async def scenario() -> None:
        async with served([root], sensitive_files=["deploy/", "*.tf"]) as harness:
            for name in ("deploy/run.sh", "main.tf", "Deploy/run.sh"):
                error = await error_of(harness.write(root / name, "x"))
                assert (error.data["reason"], error.data["why"]) == ("needs_approval", "the settings say so")
            await harness.write(root / "other.txt", "x")
        async with served([root], Permissions.ask(choose_first), sensitive_files=["deploy/"]) as harness:
            await harness.write(root / "deploy/run.sh", "x")

    run(scenario)
    assert sorted(path.name for path in root.rglob("*")) == ["deploy", "other.txt", "run.sh"]


def test_a_private_folder_is_outside_every_root(root: Path) -> None:
    (root / "own").mkdir()
    (root / "own/key").write_text("k")

    async def scenario() -> None:
        async with served([root], private=[str(root / "own")]) as harness:
            assert (await error_of(harness.read(root / "own/key"))).data["reason"] == "out_of_scope"

    run(scenario)


def test_understudys_own_folders_are_closed_even_inside_a_root(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(root / "config"))
    (root / "config").mkdir()
    (root / "config/keys.toml").write_text("key")

    async def scenario() -> None:
        async with served([root]) as harness:
            for work in (harness.read(root / "config/keys.toml"), harness.write(root / "config/new", "x")):
                assert (await error_of(work)).data["reason"] == "out_of_scope"

    run(scenario)


def test_the_client_knows_the_folders_that_the_commands_use(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    for environ in (
        home,
        {**home, "XDG_STATE_HOME": "/x/state", "XDG_CONFIG_HOME": "/x/config"},
        {**home, "XDG_STATE_HOME": "relative"},
        {**home, "UNDERSTUDY_STATE_DIR": "~/mine", "UNDERSTUDY_CONFIG_DIR": "/etc/mine/"},
    ):
        assert understudy_folder(environ, "state") == str(folders.state_folder(environ))
        assert understudy_folder(environ, "config") == str(folders.config_folder(environ))


@pytest.mark.attack(18, 19)
def test_a_folder_that_is_swapped_for_a_link_all_the_while_lets_nothing_out_or_in(
    root: Path, outside: Path
) -> None:
    (root / "real").mkdir()
    (root / "real/secret.txt").write_text("inside\n")
    (root / "link").symlink_to(outside)

    async def scenario() -> set[str]:
        seen: set[str] = set()
        async with served([root]) as harness:
            for _ in range(150):
                for work in (
                    harness.read(root / "real/secret.txt"),
                    harness.write(root / "real/new.txt", "x"),
                ):
                    try:
                        seen.add(str(await work))
                    except RpcError as error:
                        seen.add(str(error.data["reason"]))
        return seen

    with swapping_names(root, "real", "link"):
        seen = run(scenario)
    assert seen <= {"inside\n", "None", "out_of_scope", "missing", "not_a_directory", "needs_approval"}
    assert sorted(os.listdir(outside)) == ["secret.txt"]
