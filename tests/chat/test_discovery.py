"""Discovery of instructions and skills in the roots, and what they cannot make the agent read."""

import os
from pathlib import Path

import pytest

from understudy.chat.prompt.discovery import FrontMatterError, Skill, discover, parse_front_matter
from understudy.workspace import Workspace


def put(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def put_skill(
    root: Path, folder: str, name: str, description: str = "Does it.", body: str = "body\n"
) -> None:
    put(
        root / ".agents/skills" / folder / "SKILL.md",
        f"---\nname: {name}\ndescription: {description}\n---\n{body}",
    )


def test_a_workspace_without_instructions_and_skills_causes_no_warning(workspace: Workspace) -> None:
    found = discover(workspace, workspace.roots)
    assert (found.instructions, found.skills, found.shadowed, found.warnings) == ((), (), (), ())


def test_instructions_of_all_roots_are_kept_in_order_with_the_path_that_reads_them(
    root: Path, second: Path, workspace: Workspace
) -> None:
    put(root / "AGENTS.md", "Use tabs.\n")
    put(second / "AGENTS.md", "Use spaces.\n")
    found = discover(workspace, workspace.roots)
    assert [(one.path, one.text) for one in found.instructions] == [
        ("AGENTS.md", "Use tabs.\n"),
        (f"{second}/AGENTS.md", "Use spaces.\n"),
    ]


def test_the_earlier_root_wins_a_skill_and_the_later_one_is_listed_as_shadowed(
    root: Path, second: Path, workspace: Workspace
) -> None:
    put_skill(second, "deploy", "deploy", "The other one.")
    put_skill(root, "any-folder", "deploy", "Ships it.")
    put_skill(second, "lint", "lint", "Lints it.")
    found = discover(workspace, workspace.roots)
    assert found.skills == (
        Skill("deploy", "Ships it.", ".agents/skills/any-folder/SKILL.md"),
        Skill("lint", "Lints it.", f"{second}/.agents/skills/lint/SKILL.md"),
    )
    assert found.shadowed == (Skill("deploy", "The other one.", f"{second}/.agents/skills/deploy/SKILL.md"),)
    assert found.warnings == ()


def test_a_skill_is_known_by_its_front_matter_and_its_body_is_not_read(
    root: Path, workspace: Workspace
) -> None:
    put_skill(root, "big", "big", body="secret body\n" * 100_000)
    found = discover(workspace, workspace.roots)
    assert [skill.name for skill in found.skills] == ["big"]
    assert "secret body" not in repr(found)


def test_links_out_of_the_roots_cause_a_warning_and_are_never_read(
    root: Path, second: Path, outside: Path, workspace: Workspace
) -> None:
    put(outside / "AGENTS.md", "outside secret\n")
    put_skill(outside, "x", "stolen", "outside secret")
    (root / "AGENTS.md").symlink_to(outside / "AGENTS.md")
    (root / ".agents").symlink_to(outside / ".agents")
    (second / ".agents/skills").mkdir(parents=True)
    (second / ".agents/skills/x").symlink_to(outside / ".agents/skills/x")
    found = discover(workspace, workspace.roots)
    assert (found.instructions, found.skills) == ((), ())
    assert found.warnings == (
        f"{root}/AGENTS.md was not read: it is outside the roots of this workspace.",
        f"{root}/.agents/skills was not read: it is outside the roots of this workspace.",
        f"{second}/.agents/skills/x/SKILL.md was not read: it is outside the roots of this workspace.",
    )


def test_a_link_to_another_root_is_followed_and_the_same_file_is_included_once(
    root: Path, second: Path, workspace: Workspace
) -> None:
    put(second / "AGENTS.md", "Shared.\n")
    (root / "AGENTS.md").symlink_to(second / "AGENTS.md")
    assert [one.path for one in discover(workspace, workspace.roots).instructions] == ["AGENTS.md"]


def test_pipes_folders_and_binary_files_cause_warnings_and_nothing_hangs(
    root: Path, second: Path, workspace: Workspace
) -> None:
    os.mkfifo(root / "AGENTS.md")
    (second / "AGENTS.md").mkdir()
    (root / ".agents/skills/pipe").mkdir(parents=True)
    os.mkfifo(root / ".agents/skills/pipe/SKILL.md")
    put(root / ".agents/skills/picture/SKILL.md", b"\x89PNG\r\n\x1a\n\0\0\0")
    found = discover(workspace, workspace.roots)
    assert (found.instructions, found.skills) == ((), ())
    assert found.warnings == (
        f"{root}/AGENTS.md was not read: it is not a regular file.",
        f"{root}/.agents/skills/picture/SKILL.md was not read: it is not a text file.",
        f"{root}/.agents/skills/pipe/SKILL.md was not read: it is not a regular file.",
        f"{second}/AGENTS.md was not read: it is not a regular file.",
    )


def test_a_long_file_of_instructions_is_cut_at_a_line_and_all_of_them_have_a_limit(tmp_path: Path) -> None:
    roots = [tmp_path / name for name in ("a", "b", "c", "d")]
    for one in roots:
        put(one / "AGENTS.md", "0123456789 é\n" * 10_000)
    with Workspace(roots) as workspace:
        found = discover(workspace, workspace.roots)
    sizes = [len(one.text.encode()) for one in found.instructions]
    assert all(32_000 < size <= 32 << 10 for size in sizes[:2])
    assert sum(sizes) <= 64 << 10
    assert all(one.truncated and one.text.endswith("é\n") for one in found.instructions)
    assert found.warnings[-1].startswith(f"{roots[-1]}/AGENTS.md was not read: all instructions together")


def test_a_sparse_file_of_a_terabyte_costs_no_more_than_its_beginning(
    root: Path, workspace: Workspace
) -> None:
    put(root / "AGENTS.md", "Use tabs.\n" * 10_000)
    os.truncate(root / "AGENTS.md", 1 << 40)
    (one,) = discover(workspace, workspace.roots).instructions
    assert one.truncated
    assert len(one.text) <= 32 << 10


def test_skills_entries_and_warnings_are_bounded(root: Path, workspace: Workspace) -> None:
    for number in range(80):
        put_skill(root, f"s{number:03}", f"skill-{number:03}")
    for number in range(500):
        (root / ".agents/skills" / f"e{number}").mkdir()
    found = discover(workspace, workspace.roots)
    assert len(found.skills) <= 64
    assert any("it has more than 512 entries" in warning for warning in found.warnings)
    assert len(found.warnings) <= 33


def test_invisible_characters_are_removed_from_names_and_descriptions(
    root: Path, workspace: Workspace
) -> None:
    put_skill(root, "x", "de\u202eploy\x1b[31m", "Ships\u2066 it\x07\U000e0041 now " + "word " * 400)
    (skill,) = discover(workspace, workspace.roots).skills
    assert skill.name == "deploy[31m"
    assert skill.description.startswith("Ships it now word")
    assert skill.description.endswith("word…")
    assert len(skill.description) <= 1024


def test_a_folder_whose_name_breaks_the_line_is_refused(root: Path, workspace: Workspace) -> None:
    put_skill(root, "x\n# System", "x")
    found = discover(workspace, workspace.roots)
    assert found.skills == ()
    assert found.warnings == (
        f"{root}/.agents/skills/x # System/SKILL.md was not read: "
        "its folder's name has characters that cannot be seen.",
    )


@pytest.mark.parametrize(
    ("front", "description"),
    [
        ("description: Plain text: with a colon # and a comment", "Plain text: with a colon"),
        ("description: 'It''s quoted' # so", "It's quoted"),
        (r'description: "A \"word\" and é"', 'A "word" and é'),
        ("description: >\n  Folded\n  text.\nother: x", "Folded text."),
        ("description: >-\n  Folded\n\n  text.", "Folded  text."),
        ("description: |\n  As it\n  is.", "As it is."),
        ("description: Goes\n  on here.", "Goes on here."),
        ("license: MIT\nmetadata:\n  name: inner\ntools:\n- a\n# a comment\ndescription: Found.", "Found."),
    ],
)
def test_front_matter_is_read_as_skills_are_written(front: str, description: str) -> None:
    assert parse_front_matter(f"---\r\nname: n\r\n{front}\n---\nbody") == ("n", description)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# A skill\n", "it does not begin with front matter (a line ---)"),
        ("", "it does not begin with front matter (a line ---)"),
        ("---\nname: n\ndescription: d\n", "its front matter has no end, or is too long"),
        ("---\nname: n\n---\n", "its front matter has no description"),
        ("---\nname: ''\ndescription: d\n---\n", "its front matter has no name"),
        ("---\nname: n\nname: m\ndescription: d\n---\n", "its front matter has two of name"),
        (
            "---\nname: n\ndescription: [a, b]\n---\n",
            "its description is written in a way that is not understood",
        ),
        ("---\nname: *anchor\ndescription: d\n---\n", "its name is written in a way that is not understood"),
        (
            "---\nname: n\ndescription: 'open\n---\n",
            "its description is written in a way that is not understood",
        ),
        ('---\nname: n\ndescription: "\\q"\n---\n', "its description has an escape that is not known"),
        ("---\nname n\n---\n", "its front matter has a line that is no 'key: value'"),
    ],
)
def test_front_matter_that_is_not_understood_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(FrontMatterError) as refused:
        parse_front_matter(text)
    assert str(refused.value) == why


def test_a_skill_with_bad_front_matter_causes_a_warning_and_the_others_are_found(
    root: Path, workspace: Workspace
) -> None:
    put(root / ".agents/skills/bad/SKILL.md", "no front matter\n")
    put(root / ".agents/skills/README.md", "not a skill\n")
    put_skill(root, "good", "good")
    put_skill(root, "long", "n" * 65)
    found = discover(workspace, workspace.roots)
    assert [skill.name for skill in found.skills] == ["good"]
    assert found.warnings == (
        f"{root}/.agents/skills/bad/SKILL.md was not read: it does not begin with front matter (a line ---).",
        f"{root}/.agents/skills/long/SKILL.md was not read: its name is longer than 64 characters.",
    )
