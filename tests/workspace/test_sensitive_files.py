"""Which files need consent: the table, places that contain a root, hooks that git is configured to run."""

import shutil
import subprocess
from pathlib import Path

import pytest

from needs import needs
from understudy.tools import TOOLS
from understudy.workspace import SENSITIVE_PATHS, Denied, Workspace
from understudy.workspace.sensitive.git_hooks import read_hooks_paths


def asks(root: Path | str, path: str, **more: object) -> bool:
    """Whether writing needs consent, which nobody gives here."""
    with Workspace([root], **more) as workspace:
        try:
            TOOLS["writeFile"].call(workspace, {"path": path, "content": "x", "createDirectories": True})
        except Denied as error:
            return error.reason == "needs_approval"
    return False


@pytest.mark.attack(68)
@pytest.mark.parametrize("pattern", SENSITIVE_PATHS)
def test_every_line_of_the_table_is_asked_about(root: Path, pattern: str) -> None:
    path = pattern.replace("*", "x") + ("x/y" if pattern.endswith("/") else "")
    assert asks(root, path)
    assert asks(root, f"deep/er/{path}")
    assert asks(root, path.upper())
    assert SENSITIVE_PATHS[pattern]


@pytest.mark.attack(68)
@pytest.mark.parametrize(
    "path",
    [
        ".devcontainer.json",
        ".devcontainer/devcontainer.json",
        "AGENTS.md",
        "CLAUDE.md",
        ".cursorrules",
        ".cursor/rules/a.mdc",
        ".agents/skills/a/SKILL.md",
        ".github/workflows/ci.yml",
        ".gitlab-ci.yml",
        ".yarn/releases/yarn.cjs",
        ".run/a.run.xml",
        ".emacs.d/init.el",
        ".vim/vimrc",
        ".netrc",
        ".envrc",
    ],
)
def test_what_the_attack_wrote_is_asked_about(root: Path, path: str) -> None:
    assert asks(root, path)


@pytest.mark.parametrize(
    "path",
    [
        "github/workflows/x",
        ".github/x.md",
        "workflows/x",
        "my.agents.md",
        "a.git/x",
        ".yarn/cache/x",
        "agents.md.txt",
    ],
)
def test_names_that_only_resemble_them_are_not(root: Path, path: str) -> None:
    assert not asks(root, path)


@pytest.mark.attack(69)
@pytest.mark.parametrize("place", [".git/hooks", ".vscode", ".config/x", ".github/workflows"])
def test_a_root_that_lies_in_such_a_place_asks_for_everything(tmp_path: Path, place: str) -> None:
    (tmp_path / place).mkdir(parents=True)
    assert asks(tmp_path / place, "plain.txt")


@pytest.mark.attack(69)
def test_a_root_in_a_git_folder_of_another_name_asks(tmp_path: Path) -> None:
    for name in ("objects", "refs", "hooks"):
        (tmp_path / "bare" / name).mkdir(parents=True)
    (tmp_path / "bare" / "HEAD").write_text("ref: refs/heads/main\n")
    assert asks(tmp_path / "bare" / "hooks", "pre-commit")
    assert asks(tmp_path / "bare", "config")


def test_patterns_of_the_settings_are_added(root: Path) -> None:
    patterns = ["deploy/", "*.tf", "infra/*/main.yml"]
    for path in ("deploy/x", "a/Deploy/b/x", "x.tf", "a/x.TF", "infra/prod/main.yml", "c/infra/b/main.yml"):
        assert asks(root, path, sensitive_patterns=patterns)
        assert not asks(root, path)
    for path in ("b/deploy", "deployer/x", "x.tfx", "infra/main.yml", "infra/a/b/main.yml", "main.yml"):
        assert not asks(root, path, sensitive_patterns=patterns)
    assert asks(root, "AGENTS.md", sensitive_patterns=patterns)


@pytest.mark.attack(67)
@needs("git")
@pytest.mark.parametrize("where", ["repository", "worktree", "included", "user", "link"])
def test_hooks_in_the_work_tree_are_asked_about_wherever_they_are_configured(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def git(*words: str) -> None:
        subprocess.run(["git", "-C", root, *words], check=True, capture_output=True)

    git("init")
    (root / "tools" / "hooks").mkdir(parents=True)
    (root / "tools" / "hooks" / "pre-commit").write_text("#!/bin/sh\n")
    assert not asks(root, "tools/hooks/pre-commit")
    match where:
        case "repository":
            git("config", "core.hooksPath", "tools/hooks")
        case "worktree":
            git("config", "extensions.worktreeConfig", "true")
            git("config", "--worktree", "core.hooksPath", "tools/hooks")
        case "included":
            (home / "more").write_text('[core]\n\thooksPath = "tools/hooks" ; ours\n')
            git("config", "include.path", "~/more")
        case "user":
            git("config", "--global", "core.hooksPath", "tools/hooks")
        case _:
            shutil.rmtree(root / ".git" / "hooks")
            (root / ".git" / "hooks").symlink_to("../tools/hooks")
    assert asks(root, "tools/hooks/pre-commit")
    assert asks(root, "tools/hooks/new/helper.sh")
    assert asks(root / "tools", "hooks/pre-commit")
    assert not asks(root, "tools/other.sh")


@pytest.mark.attack(42, 68)
@pytest.mark.parametrize(
    "name",
    [
        ".GIT/config",
        ".g\u200cit/config",
        ".git\ufeff/hooks/pre-commit",
        "git~1/config",
        ".git./config",
        ".git /config",
        ".git::$INDEX_ALLOCATION/config",
        "AGENTS.md.",
        "Agents.md::$DATA",
    ],
)
def test_names_that_other_file_systems_take_for_a_sensitive_one_are_asked_about(
    root: Path, name: str
) -> None:
    assert asks(root, name)


def test_names_that_only_look_similar_are_not_asked_about(root: Path) -> None:
    for name in ("git/config", ".gitx/config", "agents.markdown", "git~2/x", "...", " ", "a:b", ":", "x."):
        assert not asks(root, name)


def test_a_configuration_that_includes_without_end_is_asked_about_and_holds_nobody_up(root: Path) -> None:
    """Without a limit, each of these would be read a million times."""
    git = root / ".git"
    git.mkdir()
    lines = "".join(f"[include]\n\tpath = file{number}\n" for number in range(60))
    for name in ("config", *(f"file{number}" for number in range(60))):
        (git / name).write_text(lines)
    assert asks(root, "a.txt")
    for number in range(60):
        (git / f"file{number}").write_text("[include]\n\tpath = config\n" * 1000)
    assert asks(root, "a.txt")
    (git / "config").write_text("[core]\n\thooksPath = x\n" * 10_000)
    assert asks(root, "a.txt")
    (git / "config").write_text("[include]\n\tpath = config\n")
    assert not asks(root, "a.txt"), "a file that includes itself is read once"


@pytest.mark.parametrize(
    "text",
    ["gitdir: a\0b", "gitdir: \0", "gitdir: " + "x" * 5000, "gitdir: " + "../" * 3000, "\0", "gitdir:"],
)
def test_a_pointer_that_leads_nowhere_is_no_error(root: Path, text: str) -> None:
    (root / ".git").write_text(text)
    assert not asks(root, "a.txt")


@pytest.mark.parametrize("value", ["~a\0b", "a\0b", "~nobody-here/x", "x" * 5000])
def test_a_setting_that_is_no_path_is_no_error(root: Path, value: str) -> None:
    (root / ".git").mkdir()
    (root / ".git/config").write_text(f"[core]\n\thooksPath = {value}\n[include]\n\tpath = {value}\n")
    assert not asks(root, "a.txt")


@pytest.mark.attack(70)
@needs("git")
def test_a_file_that_gits_configuration_includes_is_asked_about(root: Path) -> None:
    subprocess.run(["git", "init", "-q", root], check=True)
    assert not asks(root, "tools/settings")
    subprocess.run(["git", "-C", root, "config", "include.path", "../tools/settings"], check=True)
    assert asks(root, "tools/settings")
    assert asks(root, "Tools/Settings"), "some file systems ignore case"
    assert not asks(root, "tools/settings2")
    (root / "tools/settings").write_text("[include]\n\tpath = more\n")
    assert asks(root, "tools/more")


@needs("git")
@pytest.mark.parametrize(
    "text",
    [
        "[core]\nhooksPath = a b\n",
        "[CORE] HooksPath=a\\ b # c",
        '[core]\n hookspath = "a b"   ; c\n',
        '[core]\n\thooksPath = a" b"\n',
        "[core]\n\thooksPath = a \\\n b\n",
        '[core "x"]\nhooksPath = other\n[core]\nhooksPath = "a b"',
        '[core]\nhooksPath\n[core]\nhooksPath = "a \\"b\\\\"\n',
    ],
)
def test_a_configuration_is_read_as_git_reads_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config"
    file.write_text(text)
    done = subprocess.run(
        ["git", "config", "--file", file, "--get-all", "core.hooksPath"],
        capture_output=True,
        text=True,
        check=False,
    )
    expected = [line for line in done.stdout.split("\n") if line]
    if done.returncode == 0:
        assert set(expected) <= set(read_hooks_paths(str(file)))


def test_a_configuration_that_includes_itself_or_is_no_file_ends(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("[include]\npath = a\n[core]\nhooksPath = x\n")
    assert set(read_hooks_paths(str(tmp_path / "a"))) == {"x"}
    assert read_hooks_paths(str(tmp_path)) == read_hooks_paths(str(tmp_path / "none")) == []
