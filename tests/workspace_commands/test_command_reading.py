"""What commands may read: the system, toolchains, caches and the roots. Everything else is closed or not there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import ORDINARY_USER, CommandHarness, OrdinaryUserHarness

from needs import needs
from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.isolation import find_closed_system_files, find_readable_paths
from understudy.workspace.errors import ExecutionFailed

pytestmark = pytest.mark.requirement("WAP-07")

SECRET = "secret-9c1e"

# Attack 65, and places that no list of names would have.
PLACES: tuple[str, ...] = tuple(
    """
.ssh/id .aws/credentials .gnupg/k .config/gh/hosts.yml .config/gcloud/c .azure/a .kube/config .docker/config.json
.netrc .npmrc .pypirc .git-credentials .config/git/credentials .local/state/understudy/s .cargo/credentials.toml
.local/share/jupyter/runtime/kernel-1.json .config/Code/User/globalStorage/state.vscdb .config/Cursor/Local
.config/VSCodium/x .kaggle/kaggle.json .databrickscfg .pulumi/credentials.json .config/pypoetry/auth.toml
.local/share/opencode/auth.json .mozilla/firefox/x .config/google-chrome/Default/Cookies .thunderbird/x
.config/Slack/Cookies .config/Signal/config.json .bitcoin/wallet.dat .electrum/wallets/default .bash_history
.zsh_history .local/share/fish/fish_history .python_history .config/some-tool-of-tomorrow/token notes.txt
Documents/taxes.pdf dotfiles/real .config/pip/pip.conf .gradle/gradle.properties .m2/settings.xml
""".split()  # noqa: SIM905
)


@pytest.fixture
def home(any_user: CommandHarness, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder outside /tmp with secrets in it, of the user who runs the commands."""
    if isinstance(any_user, OrdinaryUserHarness):
        made = any_user.folder / "home"
    else:
        made = Path("/var/tmp") / f"understudy-home-{os.getpid()}"
        made.mkdir()
    for name in PLACES:
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(SECRET)
    monkeypatch.setenv("HOME", str(made))
    yield made
    if not isinstance(any_user, OrdinaryUserHarness):
        shutil.rmtree(made)


@pytest.fixture
def harness(tmp_path: Path) -> CommandHarness:
    """Without the home folder of the other tests."""
    root = tmp_path.resolve() / "root"
    root.mkdir()
    return CommandHarness(root, (root,))


def give_to_user(any_user: CommandHarness, folder: Path) -> None:
    if isinstance(any_user, OrdinaryUserHarness):
        subprocess.run(["chown", "-R", str(ORDINARY_USER), str(folder)], check=True)


@pytest.mark.attack(65)
def test_the_rest_of_the_home_folder_cannot_be_read(
    any_user: CommandHarness, real_sandbox: Sandbox, home: Path
) -> None:
    (home / ".config/git/config").write_text("[user]\n\tname = Plain\n")
    give_to_user(any_user, home)
    line = f"cd ~ && cat {' '.join(PLACES)}; cat .config/git/config; find ~ -type f -exec cat {{}} +; true"
    finished = any_user.run(line, real_sandbox)
    assert SECRET not in finished.stdout
    assert "name = Plain" in finished.stdout


@pytest.mark.attack(65)
def test_what_is_missing_is_reported_with_the_way_to_add_it(
    any_user: CommandHarness, real_sandbox: Sandbox, home: Path
) -> None:
    give_to_user(any_user, home)
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(f"cat {home}/notes.txt", real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert "--readable" in caught.value.message
    added = (str(home / "dotfiles"), str(home / "notes.txt"))
    assert (
        any_user.run(f"cat {home}/notes.txt ~/dotfiles/real", real_sandbox, readable=added).stdout
        == SECRET * 2
    )
    with pytest.raises(ExecutionFailed):
        any_user.run(f"echo x >{home}/notes.txt", real_sandbox, readable=added)
    assert (home / "notes.txt").read_text() == SECRET


def test_a_hidden_place_that_the_user_adds_is_shown(
    any_user: CommandHarness, real_sandbox: Sandbox, home: Path
) -> None:
    give_to_user(any_user, home)
    assert any_user.run("cat ~/.kube/config", real_sandbox, readable=(f"{home}/.kube",)).stdout == SECRET


@pytest.mark.attack(66)
@pytest.mark.skipif(os.geteuid() != 0, reason="only a superuser can make these files")
def test_a_command_reads_neither_other_homes_nor_password_files(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    other = Path("/home") / f"understudy-other-{os.getpid()}"
    other.mkdir(parents=True)
    (other / "file").write_text(SECRET)
    closed = Path("/etc") / f"understudy-closed-{os.getpid()}"
    closed.write_text(SECRET)
    closed.chmod(0o600)
    find_closed_system_files.cache_clear()
    try:
        places = f"{other}/file {closed} /etc/shadow /etc/gshadow /root/.bash_history /var/log/* /dev/[sv]da*"
        shown = any_user.run(f"cat {places}; true", real_sandbox).stdout
        assert shown == ""
        assert any_user.run("head -c 4 /etc/passwd", real_sandbox).stdout == "root"
    finally:
        shutil.rmtree(other)
        closed.unlink()
        find_closed_system_files.cache_clear()


def test_an_ordinary_user_has_no_need_to_look_for_closed_system_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    find_closed_system_files.cache_clear()
    assert find_closed_system_files() == ()
    find_closed_system_files.cache_clear()


TOOL = '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../lib/answer"\n'


def make_tool(prefix: Path, name: str = "mytool") -> Path:
    """A program that needs a file of its toolchain."""
    for folder in ("bin", "lib"):
        (prefix / folder).mkdir(parents=True, exist_ok=True)
    (prefix / "lib" / "answer").write_text("works\n")
    tool = prefix / "bin" / name
    tool.write_text(TOOL)
    tool.chmod(0o755)
    return tool


@pytest.mark.parametrize(
    ("prefix", "link"),
    [
        ("tools/mine", None),
        (".pyenv/versions/3.12.1", None),
        (".asdf/installs/x/1.0", ".local/bin"),
        (".local/share/pipx/venvs/mytool", ".local/bin"),
        ("opt/app-1.0", "bin"),
        (".nvm/versions/node/v20", "opt-bin"),
    ],
)
def test_a_toolchain_in_the_home_folder_is_found(
    any_user: CommandHarness,
    real_sandbox: Sandbox,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    prefix: str,
    link: str | None,
) -> None:
    tool = make_tool(home / prefix)
    folder = tool.parent
    if link is not None:
        folder = home / link
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "mytool").symlink_to(tool)
    give_to_user(any_user, home)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    finished = any_user.run("mytool; cat ~/notes.txt ~/.ssh/id; true", real_sandbox)
    assert finished.stdout == "works\n"


def test_a_folder_of_programs_does_not_open_what_holds_more(tmp_path: Path) -> None:
    home = tmp_path / "u"
    for name in ("bin", "lib", ".local/bin", ".local/lib", "work/bin", "work/secrets"):
        (home / name).mkdir(parents=True)
    folders = ("bin", ".local/bin", "work/bin")
    environment = {"HOME": str(home), "PATH": ":".join(f"{home}/{name}" for name in folders)}
    found = find_readable_paths({**environment, "GOPATH": str(home), "JAVA_HOME": "/"}, ())
    own = {path for path in found if path.startswith(str(tmp_path))}
    assert own == {f"{home}/{name}" for name in ("bin", ".local/bin", ".local/lib", "work/bin")}
    assert "/" not in found
    assert "/home" not in found
    assert "/var" not in found


PLANTED = {
    "an environment": "mkdir -p .venv && echo 'home = {0}/tools/bin' >.venv/pyvenv.cfg",
    "an environment behind a link": (
        'mkdir -p .venv && ln -s {0} a && echo "home = $PWD/a/tools/bin" >.venv/pyvenv.cfg'
    ),
    "a link in a folder of PATH": "ln -s {0}/tools/secret bin/x",
    "a folder of PATH": "rm -r bin && ln -s {0}/tools bin",
    "a program that a folder of PATH links to": "rm tool && ln -s {0}/tools/secret tool",
}


@pytest.mark.attack(65)
@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_a_command_opens_no_place_to_the_next_one(
    any_user: CommandHarness,
    real_sandbox: Sandbox,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    plant: str,
) -> None:
    for name in ("tools/lib", "tools/bin", "own/bin", "lib"):
        (home / name).mkdir(parents=True)
    (home / "tools/secret").write_text(SECRET)
    (any_user.root / "bin").mkdir()
    (any_user.root / "tool").write_text("#!/bin/sh\n")
    (home / "own/bin/tool").symlink_to(any_user.root / "tool")
    give_to_user(any_user, home)
    give_to_user(any_user, any_user.root)
    monkeypatch.setenv("PATH", f"{any_user.root}/bin:{home}/own/bin:{os.environ['PATH']}")
    any_user.run(f"cat {home}/tools/secret; {plant.format(home)}; true", real_sandbox)
    assert any_user.run(f"cat {home}/tools/secret; true", real_sandbox).stdout == ""


def test_a_python_environment_in_a_root_works(harness: CommandHarness, real_sandbox: Sandbox) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", harness.root / ".venv"], check=True)
    line = ".venv/bin/python -c 'import sys, json, ctypes, sqlite3; print(sys.prefix)'"
    assert harness.run(line, real_sandbox).stdout == f"{harness.root}/.venv\n"


@needs("git")
def test_git_works_and_knows_its_user(any_user: CommandHarness, real_sandbox: Sandbox, home: Path) -> None:
    (home / ".gitconfig").symlink_to("dotfiles/gitconfig")
    (home / "dotfiles/gitconfig").write_text("[user]\n\tname = Linked\n\temail = l@example.org\n")
    give_to_user(any_user, home)
    line = (
        "git init -q . && echo x >f && git add f && git commit -qm first && git log --format='%an %s' && "
        "git stash list && git branch other && git checkout -q other && git status --short && git diff HEAD"
    )
    finished = any_user.run(line, real_sandbox)
    assert (finished.exit_code, finished.stdout) == (0, "Linked first\n"), finished.stderr


@needs("node")
def test_node_runs_a_script_with_child_processes(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    script = (
        "const { execSync } = require('child_process'); fs.writeFileSync('f', execSync('echo child')); "
        "console.log(fs.readFileSync('f', 'utf8').trim(), os.cpus().length > 0)"
    )
    finished = any_user.run(f'node -e "{script}"', real_sandbox)
    assert finished.stdout == "child true\n", finished.stderr


def test_pytest_runs_in_an_environment_outside_the_root(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    (harness.root / "test_it.py").write_text("def test_it(tmp_path):\n    (tmp_path / 'f').write_text('x')\n")
    finished = harness.run(f"{sys.executable} -m pytest -q -p no:cacheprovider test_it.py", real_sandbox)
    assert finished.exit_code == 0, finished.stdout
