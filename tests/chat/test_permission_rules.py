"""Rules of lasting permissions: what they allow, and above all what they do not."""

from pathlib import Path

import pytest

from understudy.chat.permission_rules import Action, PermissionRules, matches_rule, parse_simple_command
from understudy.settings import PermissionRule


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("git status", ["git", "status"]),
        ("  git   status --short ", ["git", "status", "--short"]),
        ("git commit -m 'a; b'", ["git", "commit", "-m", "a; b"]),
        ('echo "a b"c', ["echo", "a bc"]),
        ("npm run build:css", ["npm", "run", "build:css"]),
    ],
)
def test_a_simple_command_is_its_words(line: str, words: list[str]) -> None:
    assert parse_simple_command(line) == words


@pytest.mark.parametrize(
    "line",
    [
        "git status; rm -rf .",
        "git status;rm -rf .",
        "git status && rm -rf .",
        "git status & rm -rf .",
        "git status || true",
        "git status | sh",
        "git status > /etc/passwd",
        "git status < file",
        "git status\nrm -rf .",
        "git status\rrm",
        "git status $(rm -rf .)",
        "git status `rm -rf .`",
        'git status "$(rm -rf .)"',
        'git status "`rm -rf .`"',
        "git status ${IFS}x",
        "git status \\; rm",
        "git status *",
        "git status ~root",
        "git status {a,b}",
        "git status # comment",
        "git status !$",
        "git status 'open",
        'git status "open',
        "(git status)",
        "! git status",
        "GIT_PAGER=sh git status",
        "git status (x)",
        "git status [a]",
        "git status ?",
        "",
        "   ",
    ],
)
def test_anything_more_that_a_shell_does_is_no_simple_command(line: str) -> None:
    assert parse_simple_command(line) is None


STATUS = PermissionRule("/srv/app", "executeCommand", command="git status")


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        (Action("executeCommand", "/srv/app", command="git status --short"), True),
        (Action("executeCommand", "/srv/app/src", command="git status"), True),
        (Action("executeCommand", "/srv/app", command="git status; rm -rf ."), False),
        (Action("executeCommand", "/srv/app", command="git statusx"), False),
        (Action("executeCommand", "/srv/app", command="git"), False),
        (Action("executeCommand", "/srv/application", command="git status"), False),
        (Action("executeCommand", "/work", command="git status"), False),
        (Action("executeCommand", "/srv/app", command=None), False),
        (Action("otherTool", "/srv/app", command="git status"), False),
    ],
)
def test_a_command_rule_allows_its_words_in_its_folder(action: Action, allowed: bool) -> None:
    assert matches_rule(STATUS, action) is allowed


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("find .", "find . -exec rm -rf '{}' ';'"),
        ("find .", "find . -name x -execdir sh -c x ';'"),
        ("find .", "find . -delete"),
        ("find .", "find . -fprintf .git/config x"),
        ("git log", "git log --output=.git/config"),
        ("git log", "git log --outp .git/config"),
        ("git grep x", "git grep x -Osh"),
        ("git grep x", "git grep x --open-files-in-pager=sh"),
        ("git fetch", "git fetch --upload-pack=sh"),
        ("git status", "git -c core.pager=sh status"),
        ("git", "git -c core.pager=sh status"),
        ("git", "git -C ../other clean"),
        ("rg x", "rg x --pre=sh"),
        ("tar tf a.tar", "tar tf a.tar --checkpoint-action=exec=sh"),
        ("sort a", "sort a -o b"),
        ("sed -n 5p a", "sed -n 5p a -e '1e sh'"),
        ("make test", "make test SHELL=/tmp/x"),
        ("make test", "make test --eval=x"),
        ("env", "env rm -rf ."),
        ("/usr/bin/env A=1", "/usr/bin/env A=1 rm -rf ."),
        ("bash", "bash -c 'rm -rf .'"),
        ("python3.12 -u", "python3.12 -u evil.py"),
        ("timeout 5", "timeout 5 rm -rf ."),
        ("sed", "sed -n '1e sh' a"),
        ("xargs", "xargs rm"),
    ],
)
def test_further_words_do_not_turn_an_allowed_command_into_another(rule: str, line: str) -> None:
    allowed = PermissionRule("/srv/app", "executeCommand", command=rule)
    assert matches_rule(allowed, Action("executeCommand", "/srv/app", command=rule))
    assert not matches_rule(allowed, Action("executeCommand", "/srv/app", command=line))


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("find .", "find . -name '*.py' -type f"),
        ("git log", "git log -3 --oneline --pretty=short --color src"),
        ("python -m pytest", "python -m pytest -x -k 'a or b' tests/a.py"),
        ("npm test", "npm test -- --watch"),
        ("grep -r x", "grep -r x -i -o src"),
        ("env A=1 make", "env A=1 make lint"),
    ],
)
def test_further_words_may_say_what_an_allowed_command_looks_at(rule: str, line: str) -> None:
    allowed = PermissionRule("/srv/app", "executeCommand", command=rule)
    assert matches_rule(allowed, Action("executeCommand", "/srv/app", command=line))


@pytest.mark.parametrize(
    ("pattern", "path", "allowed"),
    [
        ("docs/**", "/srv/app/docs/a/b.md", True),
        ("docs/**", "/srv/app/src/docs.py", False),
        ("*.md", "/srv/app/README.md", True),
        ("docs/*.md", "/srv/app/docs/deep/x.md", False),
        (None, "/srv/app/anything", True),
        (None, "/srv/other/anything", False),
        ("docs/../**", "/srv/app/src/a.py", False),
    ],
)
def test_a_path_rule_allows_files_below_its_folder(pattern: str | None, path: str, allowed: bool) -> None:
    rule = PermissionRule("/srv/app", "writeFile", path=pattern)
    assert matches_rule(rule, Action("writeFile", "/srv/app", path=path)) is allowed


def test_no_rule_allows_all_commands() -> None:
    rule = PermissionRule("/srv/app", "executeCommand")
    assert not matches_rule(rule, Action("executeCommand", "/srv/app", command="ls"))


def test_a_link_does_not_widen_a_rule(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    rule = PermissionRule(str(tmp_path / "link"), "executeCommand", command="ls")
    assert matches_rule(rule, Action("executeCommand", str(tmp_path / "real"), command="ls"))
    assert not matches_rule(rule, Action("executeCommand", str(tmp_path), command="ls"))


def test_rules_are_stored_and_removed_once() -> None:
    changes: list[tuple[PermissionRule, bool]] = []
    rules = PermissionRules((), lambda rule, allowed: changes.append((rule, allowed)))
    rules.add(STATUS)
    rules.add(STATUS)
    rules.remove(STATUS)
    assert changes == [(STATUS, True), (STATUS, False)]
    assert list(rules) == []
