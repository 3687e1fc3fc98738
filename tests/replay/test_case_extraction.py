"""Cases from real git repositories: which commits make one, and that a repository can run nothing."""

import os
from pathlib import Path

import pytest

from replay.replay_fixtures import Repo, numbered
from understudy.replay.cases import Case, CaseCriteria, extract_cases, final_lines
from understudy.replay.errors import ReplayError
from understudy.replay.git import Repository

THREE = {1: "one", 5: "five", 9: "nine"}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "project")
    made.commit(a_py=numbered({}), b_py=numbered({}))
    return made


def cases(repo: Repo, **wanted: object) -> list[Case]:
    return list(extract_cases(Repository(repo.folder, os.environ), CaseCriteria(**wanted)))  # type: ignore[arg-type]


def test_a_commit_of_several_hunks_becomes_a_case_that_leads_to_its_text(repo: Repo) -> None:
    name = repo.commit(a_py=numbered(THREE))
    [case] = cases(repo)
    assert case.id == f"project@{name[:10]}"
    assert case.files == {"a.py": numbered({})}
    assert [(hunk.start, hunk.old, hunk.new) for hunk in case.hunks] == [
        (1, ["line 1"], ["one"]),
        (5, ["line 5"], ["five"]),
        (9, ["line 9"], ["nine"]),
    ]
    assert "\n".join(final_lines(case)["a.py"]) == numbered(THREE)


def test_hunks_of_several_files_form_one_case_and_the_newest_commit_comes_first(repo: Repo) -> None:
    repo.commit(a_py=numbered(THREE))
    repo.commit(a_py=numbered({}), b_py=numbered({3: "three"}))
    assert [list(case.files) for case in cases(repo)] == [["a.py", "b.py"], ["a.py"]]
    assert len(cases(repo, max_cases=1)) == 1


def test_since_leaves_out_what_led_to_a_commit(repo: Repo) -> None:
    first = repo.commit(a_py=numbered(THREE))
    repo.commit(a_py=numbered({}))
    assert len(cases(repo, since=first)) == 1
    assert cases(repo, since="HEAD") == []


def test_languages_choose_among_the_files(repo: Repo) -> None:
    repo.commit(notes_md=numbered({}))
    repo.commit(a_py=numbered(THREE), notes_md=numbered(THREE))
    assert list(cases(repo, languages=["markdown"])[0].files) == ["notes.md"]
    assert cases(repo, languages=["rust"]) == []


@pytest.mark.parametrize(
    "files",
    [
        {"a_py": numbered({1: "one"})},
        {"a_py": numbered({1: "x\n" * 20, 5: "five", 9: "nine"})},
        {"a_py": numbered(THREE).encode() + b"\0"},
        {"a_py": numbered(THREE).encode() + b"\xff\xfe"},
        {"a_py": numbered(THREE) + "x" * 200_000},
        {"a_py": "".join(f"  line {n}\n\n" for n in range(12))},
        {"a_py": numbered(THREE), **{f"more{n}_py": "x\n" for n in range(6)}},
        {"LICENSE": numbered(THREE)},
    ],
    ids=[
        "one hunk",
        "a big hunk",
        "binary",
        "not utf-8",
        "a big file",
        "a formatter",
        "many files",
        "no language",
    ],
)
def test_what_no_person_edits_so_is_left_out(repo: Repo, files: dict[str, str | bytes]) -> None:
    repo.commit(LICENSE=numbered({}))
    repo.commit(**files)
    assert cases(repo) == []


def test_merges_renames_and_links_are_left_out(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit(a_py=numbered(THREE))
    repo.git("checkout", "--quiet", "main")
    repo.commit(b_py=numbered({2: "two", 4: "four", 6: "six"}))
    repo.git("merge", "--quiet", "--no-edit", "side")
    assert len(cases(repo)) == 2
    repo.git("mv", "a.py", "moved.py")
    (repo.folder / "b.py").unlink()
    (repo.folder / "b.py").symlink_to("moved.py")
    repo.commit()
    assert len(cases(repo)) == 2


def test_a_name_with_unusual_characters_is_kept(repo: Repo) -> None:
    path = repo.folder / 'né "w"\n.py'
    path.write_text(numbered({}))
    repo.commit()
    path.write_text(numbered(THREE))
    repo.commit()
    assert list(cases(repo)[0].files) == ['né "w"\n.py']


def test_a_bare_repository_will_do(repo: Repo, tmp_path: Path) -> None:
    repo.commit(a_py=numbered(THREE))
    repo.git("clone", "--quiet", "--bare", str(repo.folder), str(tmp_path / "bare.git"))
    found = list(extract_cases(Repository(tmp_path / "bare.git", os.environ), CaseCriteria()))
    assert found[0].id.startswith("bare@")


def test_a_repository_can_run_nothing(repo: Repo, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {witness}\ncat\n")
    trap.chmod(0o755)
    repo.commit(a_py=numbered(THREE))
    for setting in (
        "diff.external",
        "diff.trap.command",
        "diff.trap.textconv",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "filter.odd=name.clean",
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "gpg.program",
    ):
        repo.git("config", setting, str(trap))
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "core.hooksPath", str(tmp_path))
    (repo.folder / ".git" / "info" / "attributes").write_text(
        "*.py diff=trap filter=trap\nb.py filter=odd=name\n"
    )
    (repo.folder / "a.py").write_text(numbered({1: "uncommitted"}))
    assert len(cases(repo)) == 1
    assert [change.path for change in Repository(repo.folder, os.environ).changed_files()] == ["a.py"]
    assert not witness.exists()


def test_gits_own_variables_lead_nowhere_else(repo: Repo, tmp_path: Path) -> None:
    repo.commit(a_py=numbered(THREE))
    other = Repo(tmp_path / "other")
    environ = {
        **os.environ,
        "GIT_DIR": str(other.folder / ".git"),
        "GIT_EXTERNAL_DIFF": "/bin/false",
        "GIT_CONFIG_COUNT": "not a number",
    }
    assert len(list(extract_cases(Repository(repo.folder, environ), CaseCriteria()))) == 1


@pytest.mark.parametrize(
    ("since", "code"),
    [("no-such-branch", "bad_revision"), ("--output=/tmp/x", "bad_revision"), ("", "bad_revision")],
)
def test_an_unknown_revision_is_reported(repo: Repo, since: str, code: str) -> None:
    with pytest.raises(ReplayError) as caught:
        cases(repo, since=since)
    assert caught.value.code == code


def test_a_folder_that_is_not_a_repository_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be used") as caught:
        Repository(tmp_path, {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
    assert caught.value.code == "bad_repository"
    with pytest.raises(ReplayError, match="cannot be used"):
        Repository(tmp_path / "none", os.environ)
    empty = Repo(tmp_path / "empty")
    with pytest.raises(ReplayError, match="no commits"):
        cases(empty)


def test_a_missing_git_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ReplayError) as caught:
        Repository(tmp_path, {"PATH": str(tmp_path)})
    assert caught.value.code == "no_git"
