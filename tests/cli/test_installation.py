"""`understudy doctor`, `editors`, `completion` and `--version`, as processes, and the checks behind the report."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from needs import needs
from terminal_window import Window
from understudy import __version__
from understudy.cli.commands.installation.completion import SHELLS
from understudy.cli.commands.web import own_program
from understudy.cli.installation import (
    check_installation,
    find_editor_files,
    source_commit,
)
from understudy.cli.installation import checks as checks_module
from understudy.cli.main import COMMANDS, build_parser
from understudy.extras import install_command
from understudy.workspace.commands import NoControlGroups, sandbox_selection
from understudy.workspace.commands.isolation import Sandbox, SandboxMode

PROGRAM = str(Path(sys.executable).with_name("understudy"))
REPOSITORY = Path(__file__).resolve().parents[2]
TIMEOUT_S = 240


def understudy(*words: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", **variables}
    return subprocess.run(
        [PROGRAM, *words], env=environ, cwd=home, capture_output=True, text=True, timeout=TIMEOUT_S
    )


def report(environ: dict[str, str]) -> dict[str, Any]:
    return {check.name: check for check in check_installation(environ)}


def test_the_version_is_shown_with_the_commit_of_the_checkout(tmp_path: Path) -> None:
    done = understudy("--version", home=tmp_path)
    commit = subprocess.run(
        ["git", "-C", REPOSITORY, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    assert done.stdout.startswith(f"understudy {__version__}")
    assert commit in done.stdout if commit else "(" not in done.stdout


def test_a_wheel_names_the_commit_that_its_build_has_written(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "lib" / "understudy"
    package.mkdir(parents=True)
    assert source_commit(package) is None
    (package / "commit.txt").write_text("0123456789ab\n")
    assert source_commit(package) == "0123456789ab"


def test_a_repository_of_somebody_else_around_the_package_is_not_taken_for_its_checkout(
    tmp_path: Path,
) -> None:
    package = tmp_path / "src" / "understudy"
    package.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert source_commit(package) is None


def test_the_doctor_reports_each_part_with_its_purpose(tmp_path: Path) -> None:
    done = understudy("doctor", "--json", home=tmp_path)
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert {"understudy", "Python", "sandbox", "ripgrep", "git", "node", "page", "browser", "model"} < set(
        checks
    )
    assert {
        "control groups",
        "config.toml",
        "state folder",
        "grammars",
        "packages",
        "keys",
        "editor files",
    } < set(checks)
    assert all(check["purpose"] for check in checks.values())
    assert all(check["advice"] for check in checks.values() if check["status"] == "problem")
    assert done.returncode == any(check["status"] == "problem" for check in checks.values())
    assert not done.stderr


def test_the_report_has_neither_keys_nor_the_home_folder(tmp_path: Path) -> None:
    secret = "sk-a-secret-of-mine"
    config = tmp_path / ".config" / "understudy"
    config.mkdir(parents=True, mode=0o700)
    (config / "config.toml").write_text('model = "openai:gpt-5"\n')
    (config / "credentials.json").write_text("not json, " + secret)
    done = understudy(
        "doctor",
        "--json",
        home=tmp_path,
        ANTHROPIC_API_KEY=secret,
        OPENAI_API_KEY=secret,
        UNDERSTUDY_MODEL="openai:gpt-5",
    )
    assert secret not in done.stdout + done.stderr
    assert str(tmp_path) not in done.stdout
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert checks["model"]["found"] == "openai:gpt-5, key found"
    assert (checks["keys"]["status"], bool(checks["keys"]["advice"])) == ("problem", True)
    assert checks["config.toml"]["found"].startswith("~/.config/understudy")


def test_keys_in_the_environment_are_named_and_not_shown(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": "sk-a-secret-of-mine"}
    assert report(environ)["keys"].found == "none stored; in the environment: ANTHROPIC_API_KEY"


def test_every_name_stands_apart_from_what_was_found(tmp_path: Path) -> None:
    shown = understudy("doctor", home=tmp_path, COLUMNS="100").stdout.partition("\n\n")[0]
    starts = [line[4:] for line in shown.splitlines() if line[:2].strip()]
    assert all(re.match(r"[\w.]+( [\w.]+)?  +\S", line) for line in starts), starts


def test_a_broken_config_file_is_a_problem_and_the_report_goes_on(tmp_path: Path) -> None:
    config = tmp_path / ".config" / "understudy"
    config.mkdir(parents=True)
    (config / "config.toml").write_text("model = [")
    done = understudy("doctor", home=tmp_path, COLUMNS="100")
    assert done.returncode == 1
    assert "config.toml is not valid TOML" in " ".join(done.stdout.split())
    assert "Does not work: config.toml." in done.stdout
    assert "packages" in done.stdout


def test_a_model_without_its_key_and_none_at_all_are_told_apart(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    none = report(environ)["model"]
    assert (none.status, none.found, none.advice) == ("missing", "none chosen", "Run `understudy login`.")
    keyless = report({**environ, "UNDERSTUDY_MODEL": "anthropic:claude-sonnet-5-5"})["model"]
    assert (keyless.status, keyless.found) == ("problem", "anthropic:claude-sonnet-5-5, without a key")
    local = report({**environ, "UNDERSTUDY_MODEL": "ollama:qwen3"})["model"]
    assert (local.status, local.found) == ("ok", "ollama:qwen3")


def test_a_model_whose_package_is_missing_and_a_missing_extra_come_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    environ = {
        "HOME": str(tmp_path),
        "UNDERSTUDY_MODEL": "anthropic:some",
        "ANTHROPIC_API_KEY": "sk-ant-of-mine",
    }
    found = report(environ)
    assert found["model"].status == "problem"
    assert "pip install 'understudy-acp[anthropic]'" in found["model"].advice
    assert found["extra anthropic"].status == "missing"
    assert "pip install 'understudy-acp[anthropic]'" in found["extra anthropic"].advice
    assert found["extra openai"].status == "ok"
    assert "Ollama" in found["extra openai"].purpose
    extras = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {f"extra {name}" for name in extras if name != "all"} <= set(found)


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/home/me/project/.venv", "pip install 'understudy-acp[openai]'"),
        ("/home/me/.local/share/uv/tools/understudy-acp", "uv tool install 'understudy-acp[openai]'"),
        ("/home/me/.local/pipx/venvs/understudy-acp", "pipx install --force 'understudy-acp[openai]'"),
    ],
)
def test_an_extra_is_installed_by_the_tool_that_made_the_environment(prefix: str, command: str) -> None:
    assert install_command("openai", prefix) == command


@pytest.mark.parametrize(
    ("sandbox", "status", "advice"),
    [
        (Sandbox("landlock", abi=6), "missing", "apt-get install bubblewrap"),
        (Sandbox("none", problem="the kernel has no Landlock"), "problem", "apt-get install bubblewrap"),
    ],
)
def test_a_weaker_sandbox_and_none_come_with_advice(
    sandbox: Sandbox, status: str, advice: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sandbox_selection._known, SandboxMode.AUTO, sandbox)
    check = report({"HOME": str(tmp_path), "PATH": os.environ["PATH"]})["sandbox"]
    assert check.status == status
    assert advice in check.advice


@pytest.mark.parametrize(
    ("version", "found"),
    [(1, "version 1, usable"), (2, "version 2, usable")],
)
def test_the_version_of_usable_control_groups_is_named(
    version: int, found: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checks_module, "examine_control_groups", lambda: version)
    check = report({"HOME": str(tmp_path), "PATH": os.environ["PATH"]})["control groups"]
    assert (check.status, check.advice) == ("ok", "")
    assert check.found.startswith(found)


@pytest.mark.parametrize(
    ("version", "platform", "found", "advice"),
    [
        (1, "linux", "version 1, not usable here: why; each command is limited by itself", "Delegate=yes"),
        (2, "linux", "version 2, not usable here: why", "Delegate=yes"),
        (None, "linux", "none, not usable here: why", "Delegate=yes"),
        (None, "darwin", "none, not usable here: why", "Only Linux has them"),
    ],
)
def test_control_groups_that_cannot_be_used_are_missing_with_the_reason_and_what_to_do(
    version: int | None,
    platform: str,
    found: str,
    advice: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def refuse() -> int:
        raise NoControlGroups("why", version)

    monkeypatch.setattr(checks_module, "examine_control_groups", refuse)
    monkeypatch.setattr(sys, "platform", platform)
    check = report({"HOME": str(tmp_path), "PATH": os.environ["PATH"]})["control groups"]
    assert check.status == "missing"
    assert check.found.startswith(found)
    assert advice in check.advice


def test_programs_that_are_not_there_are_missing_and_no_problem(tmp_path: Path) -> None:
    checks = report({"HOME": str(tmp_path), "PATH": str(tmp_path)})
    for name in ("git", "node", "browser", "command"):
        assert checks[name].status == "missing", checks[name]
        assert checks[name].advice


def test_an_old_node_is_reported(tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v18.19.0\n")
    node.chmod(0o755)
    check = report({"HOME": str(tmp_path), "PATH": f"{tmp_path}:/usr/bin:/bin"})["node"]
    assert check.status == "missing"
    assert "v18.19.0" in check.found
    assert "too old" in check.found


def test_a_state_folder_that_others_can_read_is_a_problem(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "UNDERSTUDY_STATE_DIR": str(folder)}
    check = report(environ)["state folder"]
    assert (check.status, check.advice) == ("problem", "Run: chmod go-rwx ~/state")
    folder.chmod(0o700)
    assert report(environ)["state folder"].status == "ok"


def test_editors_prints_a_path_that_is_there_or_says_what_is_not(tmp_path: Path) -> None:
    done = understudy("editors", "neovim", home=tmp_path)
    assert (Path(done.stdout.strip()) / "lua" / "understudy" / "init.lua").exists()
    everything = understudy("editors", home=tmp_path).stdout
    for words in ('require("understudy").setup()', "(understudy-register)", "code --install-extension"):
        assert words in everything


def test_the_editor_files_of_a_wheel_are_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "understudy"
    (package / "editors" / "emacs").mkdir(parents=True)
    assert find_editor_files("emacs", package).path == package / "editors" / "emacs" / "understudy.el"
    assert not find_editor_files("vscode", package).is_present


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The completion script of each shell: the command imports all others."""
    home = tmp_path_factory.mktemp("home")
    done = {shell: understudy("completion", shell, home=home) for shell in SHELLS}
    assert all(one.returncode == 0 for one in done.values())
    return {shell: one.stdout for shell, one in done.items()}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_names_every_command_and_is_valid(
    shell: str, scripts: dict[str, str], tmp_path: Path
) -> None:
    assert [name for name in COMMANDS if name not in scripts[shell]] == []
    assert "trust-folders" in scripts[shell]
    program = shutil.which(shell)
    if program is not None:  # bash is everywhere; zsh and fish where somebody uses them
        script = tmp_path / "script"
        script.write_text(scripts[shell])
        checked = subprocess.run([program, "-n", script], capture_output=True, text=True)
        assert (checked.returncode, checked.stderr) == (0, "")


def test_bash_completes_commands_options_and_choices(scripts: dict[str, str], tmp_path: Path) -> None:
    script = tmp_path / "understudy.bash"
    script.write_text(scripts["bash"])

    def complete(*words: str) -> list[str]:
        code = (
            f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
            '_shtab_understudy; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        return subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert {"doctor", "chat", "completion"} <= set(complete("understudy", "''"))
    assert complete("understudy", "docto") == ["doctor"]
    assert complete("understudy", "acp", "--trust-fo") == ["--trust-folders"]
    assert set(complete("understudy", "acp", "--trust-folders", "''")) >= {"ask", "always", "never"}


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "complete -o bashdefault -F _shtab_understudy understudy understudy-acp\n"),
        ("zsh", "#compdef understudy understudy-acp\n"),
        ("fish", "complete -c understudy-acp -w understudy\n"),
    ],
)
def test_both_names_of_the_program_are_completed(shell: str, line: str, scripts: dict[str, str]) -> None:
    assert line in scripts[shell]


@needs("fish")
def test_fish_completes_commands_and_options(scripts: dict[str, str], tmp_path: Path) -> None:
    script = tmp_path / "understudy.fish"
    script.write_text(scripts["fish"])
    code = f"source {script}; complete -C 'understudy docto'; complete -C 'understudy-acp acp --trust-fo'"
    environ = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=True, env=environ)
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == ["doctor", "--trust-folders"]


@needs("zsh")
def test_zsh_completes_commands(scripts: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "_understudy").write_text(scripts["zsh"])
    rc = f"fpath=({tmp_path} $fpath)\nautoload -Uz compinit; compinit -u\nPROMPT='ready> '\n"
    (tmp_path / ".zshrc").write_text(rc)
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    with Window(["zsh", "-i"], environ, tmp_path) as window:
        window.see("ready> ")
        window.type("understudy-acp docto\t")
        window.see("doctor")


def test_the_parser_of_everything_has_every_command_with_its_options() -> None:
    _, parsers = build_parser()
    assert set(parsers) == set(COMMANDS)
    assert "--nes-engine" in parsers["acp"].format_help()
    _, alone = build_parser("chat")
    assert "--nes-engine" not in alone["acp"].format_help()


def test_the_man_page_describes_every_command_and_never_changes_by_itself() -> None:
    from release.manual import manual_text

    text = manual_text()
    assert [name for name in COMMANDS if f"understudy {name}" not in text.replace("\\-", "-")] == []
    assert text == manual_text()
    assert ".nf\nusage: understudy acp " in text
    assert "\n\\&.mcp.json" in text  # not taken for a macro
    assert text.splitlines()[0] == f'.TH UNDERSTUDY "1" "" "understudy {__version__}" "Understudy manual"'


def test_the_own_program_is_named_so_that_a_shell_finds_it(tmp_path: Path) -> None:
    folder = tmp_path / "an environment"
    folder.mkdir()
    program = folder / "understudy"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert own_program({"PATH": str(folder)}, str(program)) == "understudy"
    assert own_program({"PATH": "/nowhere"}, str(program)) == f"'{program}'"
    other = tmp_path / "understudy"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    assert own_program({"PATH": str(tmp_path)}, str(program)) == f"'{program}'"
    assert own_program({"PATH": ""}, "main.py").endswith(" -m understudy.cli.main")
