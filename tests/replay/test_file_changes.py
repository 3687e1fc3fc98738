"""What a user changed: read from a working tree or from a patch, applied already or not."""

import os
import subprocess
from pathlib import Path

import pytest

from replay.replay_fixtures import Repo, numbered
from understudy.replay.errors import ReplayError
from understudy.replay.explanation import changes_from_patch, changes_from_working_tree
from understudy.replay.git import Repository

OLD, NEW = numbered({}), numbered({0: "x\ny\nz", 4: "four", 9: "", 11: "last\nline"})


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "project")
    made.commit(a_py=OLD, b_py=OLD)
    return made


def patch(repo: Repo) -> str:
    return subprocess.run(
        ["git", "-C", str(repo.folder), "diff"], capture_output=True, text=True, check=True, timeout=240
    ).stdout


def test_uncommitted_changes_are_found_the_newest_last(repo: Repo) -> None:
    repo.write(a_py=NEW, b_py=numbered({1: "one"}))
    os.utime(repo.folder / "a.py", (2_000_000_000, 2_000_000_000))
    found = changes_from_working_tree(Repository(repo.folder, os.environ))
    assert [(changed.path.name, changed.old) for changed in found] == [("b.py", OLD), ("a.py", OLD)]
    assert found[1].new == NEW


def test_staged_changes_count_and_touched_or_binary_files_do_not(repo: Repo) -> None:
    repo.write(a_py=NEW)
    repo.git("add", "a.py")
    os.utime(repo.folder / "b.py", (1, 1))
    found = changes_from_working_tree(Repository(repo.folder, os.environ))
    assert [changed.path.name for changed in found] == ["a.py"]
    repo.write(a_py=b"\xff\xfe\0")
    assert changes_from_working_tree(Repository(repo.folder, os.environ)) == []


@pytest.mark.parametrize("applied", [True, False])
def test_a_patch_gives_both_texts_whether_it_was_applied_or_not(repo: Repo, applied: bool) -> None:
    repo.write(a_py=NEW, b_py=numbered({1: "one"}))
    text = patch(repo)
    if not applied:
        repo.write(a_py=OLD, b_py=OLD)
    found = changes_from_patch(text, repo.folder)
    assert [(changed.path.name, changed.old, changed.new) for changed in found] == [
        ("a.py", OLD, NEW),
        ("b.py", OLD, numbered({1: "one"})),
    ]


def test_a_patch_that_does_not_match_is_reported(repo: Repo) -> None:
    repo.write(a_py=NEW)
    text = patch(repo)
    repo.write(a_py=numbered({4: "something else"}))
    with pytest.raises(ReplayError, match="neither before nor after"):
        changes_from_patch(text, repo.folder)


@pytest.mark.parametrize(
    "text", ["", "hello", "--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-x\n+y\n"]
)
def test_an_unusable_patch_is_reported(repo: Repo, text: str) -> None:
    with pytest.raises(ReplayError) as caught:
        changes_from_patch(text, repo.folder)
    assert caught.value.code == "bad_patch"


def test_files_that_came_or_went_are_passed_over(repo: Repo) -> None:
    text = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x\n"
    repo.write(a_py=NEW)
    assert [changed.path.name for changed in changes_from_patch(text + patch(repo), repo.folder)] == ["a.py"]
