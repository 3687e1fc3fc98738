"""Lasting permissions and hooks over the protocol, with the user's real config.toml."""

import json
import socket
import tomllib
from pathlib import Path
from typing import Any

import pytest

from acp_editor import playing, run, tool_texts
from provider_server import Call, Reply, calls, says
from understudy.cli.config.config_edit import change_permission_rule
from understudy.settings import Hook, HooksConfig, PermissionRule


def command(line: str, **more: Any) -> Reply:
    return calls(Call("executeCommand", {"command": line, **more}, id=f"c{abs(hash(line))}"))


def stored_in(path: Path) -> dict[str, Any]:
    return {"change_permission_rule": lambda rule, allowed: change_permission_rule(path, rule, allowed)}


def test_always_in_this_folder_is_stored_and_holds_after_a_restart_until_revoked(
    root: Path, tmp_path: Path
) -> None:
    path = tmp_path / "config" / "config.toml"

    async def first() -> None:
        script = [command("echo one"), command("echo one two"), command("echo one; echo evil"), says("ok")]
        async with playing(tmp_path / "state", *script, **stored_in(path)) as (editor, _):
            session = await editor.new(root)
            editor.answer = "always_folder"
            await editor.prompt(session, "Go.")
            assert [question.title for question in editor.asked] == ["`echo one`", "`echo one; echo evil`"]
            assert "always_folder" in editor.asked[0].options
            assert "always_folder" not in editor.asked[1].options  # no rule can stand for it

    run(first())
    allowed = tomllib.loads(path.read_text())["permissions"]["allow"]
    assert allowed == [{"folder": str(root), "tool": "executeCommand", "command": "echo one"}]
    rules = tuple(PermissionRule(**rule) for rule in allowed)

    async def second() -> None:
        script = [command("echo one"), command("echo one", environment={"A": "b"}), says("ok")]
        async with playing(tmp_path / "state", *script, permission_rules=rules, **stored_in(path)) as (
            editor,
            _,
        ):
            session = await editor.new(root)
            editor.answer = "reject"
            await editor.prompt(session, "Go.")
            assert len(editor.asked) == 1  # variables change what a command does
            await editor.prompt(session, "/permissions")
            assert f"1. `executeCommand echo one … in {root}`" in editor.said(session)
            await editor.prompt(session, "/permissions revoke 1")
            await editor.prompt(session, "/permissions")
            assert "Nothing else is allowed" in editor.said(session)

    run(second())
    assert (
        "permissions" not in tomllib.loads(path.read_text())
        or not tomllib.loads(path.read_text())["permissions"]
    )


def test_a_file_rule_never_covers_protected_paths_and_read_only_mode(root: Path, tmp_path: Path) -> None:
    (root / ".git").mkdir()
    rules = (PermissionRule(str(root), "writeFile"),)
    script = [
        calls(Call("writeFile", {"path": "a.txt", "content": "x"}, id="one")),
        calls(Call("writeFile", {"path": ".git/config", "content": "x"}, id="two")),
        says("ok"),
        calls(Call("writeFile", {"path": "b.txt", "content": "x"}, id="three")),
        says("ok"),
    ]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script, permission_rules=rules) as (editor, _):
            session = await editor.new(root)
            editor.answer = "reject"
            await editor.prompt(session, "Go.")
            assert (root / "a.txt").exists()
            assert ["config" in question.title for question in editor.asked] == [True]
            await editor.set_mode(session, "read-only")
            await editor.prompt(session, "Go.")
            assert not (root / "b.txt").exists()

    run(scene())


@pytest.mark.parametrize("typed", ["/run touch made", "!touch made"])
def test_what_the_user_typed_is_not_asked_again(root: Path, tmp_path: Path, typed: str) -> None:
    async def scene() -> None:
        async with playing(tmp_path / "state") as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, typed)
            assert (root / "made").exists()
            assert not editor.asked
            await editor.set_mode(session, "read-only")
            await editor.prompt(session, "/run touch other")
            assert not (root / "other").exists()

    run(scene())


WRITE = calls(Call("writeFile", {"path": "a.txt", "content": "text\n"}, id="write"))


def test_a_hook_formats_after_a_change_and_the_turn_can_still_be_taken_back(
    root: Path, tmp_path: Path
) -> None:
    hooks = HooksConfig(
        after_tool=(Hook("echo formatted >> a.txt", tools=("writeFile",), folder=str(root)),),
        turn_end=(Hook("cat > ended.json; echo broken; exit 4", folder=str(root)),),
    )

    async def scene() -> None:
        async with playing(tmp_path / "state", WRITE, says("ok"), hooks=hooks, mode="edit") as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert (root / "a.txt").read_text() == "text\nformatted\n"
            assert "A hook changed 'a.txt'; its hash is now" in tool_texts(provider.requests[1].body)["write"]
            payload = json.loads((root / "ended.json").read_text())
            assert (payload["event"], payload["paths"]) == ("turn_end", [str(root / "a.txt")])
            assert "failed with exit code 4" in editor.said(session)
            assert "broken" in editor.said(session)
            await editor.prompt(session, "/undo")
            assert not (root / "a.txt").exists()

    run(scene())


def test_no_hook_runs_at_the_end_of_a_turn_that_changed_nothing(root: Path, tmp_path: Path) -> None:
    hooks = HooksConfig(turn_end=(Hook("touch ended", folder=str(root)),))

    async def scene() -> None:
        async with playing(tmp_path / "state", says("ok"), hooks=hooks, mode="edit") as (editor, _):
            await editor.prompt(await editor.new(root), "Go.")
            assert not (root / "ended").exists()

    run(scene())


def test_a_hook_before_a_call_can_reject_it(root: Path, tmp_path: Path) -> None:
    hooks = HooksConfig(
        before_tool=(Hook("grep -q forbidden && echo not that && exit 1 || exit 0", folder=str(root)),)
    )
    script = [
        calls(Call("writeFile", {"path": "a.txt", "content": "forbidden"}, id="one")),
        calls(Call("writeFile", {"path": "b.txt", "content": "fine"}, id="two")),
        says("ok"),
    ]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script, hooks=hooks, mode="edit") as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert not (root / "a.txt").exists()
            assert (root / "b.txt").exists()
            assert "not that" in tool_texts(provider.requests[1].body)["one"]

    run(scene())


def test_a_hook_runs_only_where_the_user_trusts_and_ends_at_its_limit(root: Path, tmp_path: Path) -> None:
    untrusted = HooksConfig(after_tool=(Hook("touch ran"),))
    elsewhere = HooksConfig(after_tool=(Hook("touch ran", folder=str(tmp_path / "elsewhere")),))
    slow = HooksConfig(after_tool=(Hook("sleep 600", timeout=1),))

    async def scene(hooks: HooksConfig, **more: Any) -> str:
        async with playing(tmp_path / "state", WRITE, says("ok"), hooks=hooks, mode="edit", **more) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            return tool_texts(provider.requests[1].body)["write"]

    run(scene(untrusted))
    run(scene(elsewhere))
    assert not (root / "ran").exists()
    run(scene(untrusted, trust_folders="always"))
    assert (root / "ran").exists()
    assert "was ended" in run(scene(slow, trust_folders="always"))


def test_a_hook_is_held_by_the_sandbox(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()

    async def scene(port: int) -> None:
        line = f"touch {outside}/made; : > /dev/tcp/127.0.0.1/{port}; echo tried; exit 3"
        hooks = HooksConfig(before_tool=(Hook(f"bash -c '{line}'", folder=str(root)),))
        async with playing(tmp_path / "state", WRITE, says("ok"), hooks=hooks, mode="edit") as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert "tried" in tool_texts(provider.requests[1].body)["write"]

    with socket.create_server(("127.0.0.1", 0)) as listener:
        run(scene(listener.getsockname()[1]))
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert not list(outside.iterdir())
    assert not (root / "a.txt").exists()
