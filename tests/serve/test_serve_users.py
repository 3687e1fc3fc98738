"""The users file: tokens, folders, limits, and what happens when it changes."""

import os
from pathlib import Path

import pytest

from agent_program import agent_environ
from forked_command import run_command
from understudy.serve import User, UserLimits, Users, UsersError, add_user


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "users.toml"


def find(users: Users, token: str) -> User:
    user = users.find_by_token(token)
    assert user is not None
    return user


def test_a_token_is_stored_as_a_hash_in_a_file_of_its_owner(file: Path) -> None:
    token = add_user(file, "alice", ["/srv/alice"])
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert find(Users(file, []), token) == User("alice", ("/srv/alice",), UserLimits())


def test_each_user_has_a_token_and_a_user_without_folders_has_those_of_the_server(file: Path) -> None:
    alice, bob = add_user(file, "alice", ["/srv/alice"]), add_user(file, "bob@example.org", [])
    users = Users(file, ["/srv/shared"])
    assert find(users, alice).roots == ("/srv/alice",)
    assert find(users, bob) == User("bob@example.org", ("/srv/shared",))
    assert users.find_by_token("us_other") is None


def test_adding_a_user_again_replaces_the_token_and_keeps_the_rest(file: Path) -> None:
    old = add_user(file, "alice", ["/srv/alice"])
    file.write_text(file.read_text() + "# a comment\n[users.alice.limits]\nsessions = 3\n")
    users = Users(file, [])
    new = add_user(file, "alice", [])
    assert users.find_by_token(old) is None
    assert find(users, new).limits.sessions == 3
    assert find(users, new).roots == ("/srv/alice",)
    assert "# a comment" in file.read_text()


def test_a_change_that_cannot_be_read_leaves_the_users_as_they_were(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    token = add_user(file, "alice", [])
    users = Users(file, [])
    file.write_text("[users.alice")
    assert find(users, token).name == "alice"
    assert "cannot be used" in caplog.text
    file.write_text("")
    assert users.find_by_token(token) is None


def test_a_folder_inside_the_folder_of_another_user_is_rejected(file: Path) -> None:
    add_user(file, "alice", ["/srv"])
    add_user(file, "bob", ["/srv/bob"])
    with pytest.raises(UsersError, match="lies inside /srv of alice"):
        Users(file, [])


def test_users_may_share_a_folder(file: Path) -> None:
    token = add_user(file, "alice", ["/srv/team", "/srv/alice"])
    add_user(file, "bob", ["/srv/team", "/srv/bob"])
    users = Users(file, [])
    assert users.foreign_roots(find(users, token)) == ("/srv/bob",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[users."../x"]\n', "is not understood"),
        ("[users.a]\ntoken_sha256 = 'short'\n", "is not understood"),
        ("[users.a]\npassword = 'x'\n", "is not understood"),
        ("[users.a.limits]\nsessions = -1\n", "is not understood"),
        ("[users.a", "is no TOML"),
    ],
)
def test_a_file_that_is_not_understood_is_rejected(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(UsersError, match=said):
        Users(file, [])


def test_a_file_that_others_can_write_is_rejected(file: Path) -> None:
    add_user(file, "alice", [])
    file.chmod(0o666)
    with pytest.raises(UsersError, match="chmod go-w"):
        Users(file, [])


@pytest.mark.parametrize("name", ["", "../alice", "a b", "ä", "-x", "x" * 65])
def test_a_name_that_is_no_name_is_rejected(file: Path, name: str) -> None:
    with pytest.raises(UsersError, match="letters, digits"):
        add_user(file, name, [])


def test_the_command_prints_the_token_once(tmp_path: Path) -> None:
    words = ("serve", "--users", "users.toml", "--add-user", "alice", ".")
    done = run_command(*words, cwd=tmp_path, env=agent_environ(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("token: us_")
    token = done.stdout.removeprefix("token: ").strip()
    assert find(Users(tmp_path / "users.toml", []), token).roots == (os.path.realpath(tmp_path),)
