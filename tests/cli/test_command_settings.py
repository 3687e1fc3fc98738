"""The settings of commands: from flags and config.toml, for every interface that has tools."""

import argparse
from pathlib import Path

import pytest

from understudy.cli.config import SettingsError, load_command_settings
from understudy.cli.options import (
    AgentOptions,
    UsageError,
    add_agent_options,
    add_permission_options,
    agent_command,
    parse_agent_options,
)
from understudy.settings import CommandSettings, add_flags


def load(tmp_path: Path, config: str = "", *flags: str) -> CommandSettings:
    (tmp_path / "config.toml").write_text(config)
    parser = argparse.ArgumentParser()
    add_flags(parser, CommandSettings)
    environ = {"UNDERSTUDY_CONFIG_DIR": str(tmp_path), "HOME": str(tmp_path)}
    return load_command_settings(environ, parser.parse_args(flags))


def test_a_flag_wins_over_the_file(tmp_path: Path) -> None:
    assert load(tmp_path).network is None
    assert load(tmp_path, 'network = "allow"').network == "allow"
    assert load(tmp_path, 'network = "allow"', "--network", "deny").network == "deny"
    assert load(tmp_path, "", "--sandbox", "require").sandbox == "require"


def test_readable_paths_are_absolute_and_canonical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    folder = str((tmp_path / "models").resolve())
    assert load(tmp_path, 'readable = ["~/models"]').readable == (folder,)
    assert load(tmp_path, "", "--readable", "models").readable == (folder,)
    assert load(tmp_path, "").readable == ()


@pytest.mark.parametrize(
    ("config", "flags", "named"),
    [
        ('network = "sometimes"', (), "network"),
        ("readable = 3", (), "readable"),
        ('readable = ["models"]', (), "absolute"),
        ('readable = ["/"]', (), "everything"),
        ("", ("--readable", "/no/such/folder"), "no such folder"),
        ('sandbox = "off"', (), "sandbox"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, config: str, flags: tuple[str, ...], named: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, config, *flags)
    assert named in caught.value.message


def test_without_a_home_folder_the_flags_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_account(_: int) -> None:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", no_account)
    assert load_command_settings({}, argparse.Namespace(network="deny")).network == "deny"


@pytest.mark.parametrize(
    ("flags", "config", "policy"),
    [
        ((), "", None),
        (("--yes",), "", "deny"),
        (("--deny",), "", "deny"),
        (("--yes", "--network", "ask"), "", "deny"),
        (("--yes", "--network", "allow"), "", "allow"),
        (("--yes",), 'network = "allow"', "allow"),
        ((), 'network = "deny"', "deny"),
    ],
)
def test_unattended_runs_give_the_network_only_if_it_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], config: str, policy: str | None
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(tmp_path))
    (tmp_path / "config.toml").write_text(config)
    parser = argparse.ArgumentParser()
    add_agent_options(parser)
    add_permission_options(parser)
    command = agent_command(parser.parse_args(flags))
    given = command[command.index("--network") + 1] if "--network" in command else None
    assert given == policy


def _agent_options(*flags: str) -> AgentOptions:
    parser = argparse.ArgumentParser()
    add_agent_options(parser)
    add_permission_options(parser)
    return parse_agent_options(parser.parse_args(flags))


def test_the_network_is_taken_from_an_agent_only_in_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(tmp_path))
    assert _agent_options("--sandbox").agent_network
    assert not _agent_options("--sandbox", "--agent-network", "deny").agent_network
    with pytest.raises(UsageError, match="give --sandbox too"):
        _agent_options("--agent-network", "deny")


def test_only_understudy_itself_is_trusted_to_ask_about_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(tmp_path))
    assert _agent_options().agent_asks
    assert not _agent_options("--agent", "some-agent").agent_asks


def test_patterns_of_sensitive_files_reach_the_client_and_a_broken_file_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(tmp_path))
    (tmp_path / "config.toml").write_text('sensitive_files = ["deploy/"]')
    assert _agent_options("--agent", "some-agent").sensitive_files == ("deploy/",)
    (tmp_path / "config.toml").write_text("sensitive_files = [1]")
    with pytest.raises(UsageError):
        _agent_options("--agent", "some-agent")
