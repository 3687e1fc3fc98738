"""Paths with escaped names, through links, above the root, and how places are displayed."""

import os
from pathlib import Path

import pytest

from understudy.workspace import Denied, InvalidArgument, Workspace
from understudy.workspace.paths import Place


@pytest.mark.parametrize(
    ("existing", "requested", "expected"),
    [
        ([b"a\xff"], "a\\xff", "a\udcff"),
        ([b"a\\xff"], "a\\xff", "a\\xff"),
        ([b"a\xff", b"a\\xff"], "a\\xff", "a\\xff"),  # a name that exists as written is preferred
        ([], "a\\xff", "a\\xff"),
        ([b"a\xff"], "link/a\\xff", "a\udcff"),
        ([b"a\xff", b"a\\xff"], "link/a\\xff", "a\\xff"),
    ],
)
def test_an_escaped_name_is_resolved_to_the_file_that_exists(
    workspace: Workspace, root: Path, existing: list[bytes], requested: str, expected: str
) -> None:
    (root / "link").symlink_to(".")
    for name in existing:
        Path(os.fsdecode(os.fsencode(root) + b"/" + name)).write_text("x")
    assert workspace.resolve(requested).relative == expected


@pytest.mark.parametrize(
    ("path", "relative"),
    [("..", "."), ("/", "."), ("/..", "."), ("/usr/..", "."), ("usr", None), ("/usr/../usr", None)],
)
def test_a_workspace_of_the_whole_file_system(path: str, relative: str | None) -> None:
    with Workspace(["/"]) as workspace:
        expected = os.path.realpath("/usr").lstrip("/") if relative is None else relative
        assert workspace.resolve(path).relative == expected


@pytest.mark.parametrize(
    ("relative", "path", "name", "parent", "child"),
    [
        (".", "", "root", ".", "x"),
        ("a", "/a", "a", ".", "a/x"),
        ("a/b", "/a/b", "b", "a", "a/b/x"),
    ],
)
def test_the_parts_of_a_place(
    workspace: Workspace, root: Path, relative: str, path: str, name: str, parent: str, child: str
) -> None:
    place = Place(workspace.primary, relative)
    assert place.path == f"{root}{path}"
    assert place.name == name
    assert place.parent().relative == parent
    assert place.child("x").relative == child


@pytest.mark.parametrize(
    ("path", "display"), [("a", "a"), (".", "."), ("SECOND/a", "SECOND/a"), ("SECOND", "SECOND")]
)
def test_a_place_in_the_first_root_is_displayed_relative_to_it(
    workspace: Workspace, second: Path, path: str, display: str
) -> None:
    place = workspace.resolve(path.replace("SECOND", str(second)))
    assert workspace.display_path(place) == display.replace("SECOND", str(second))


@pytest.mark.parametrize("path", ["../outside/secret.txt", "up/outside", "a/../../outside"])
def test_a_path_above_the_root_is_denied(workspace: Workspace, root: Path, outside: Path, path: str) -> None:
    (root / "up").symlink_to("..")
    with pytest.raises(Denied) as caught:
        workspace.resolve(path)
    assert caught.value.reason == "out_of_scope"


def test_roots_are_given_as_a_list_with_at_least_one(root: Path) -> None:
    for roots in (str(root), root, []):
        with pytest.raises(InvalidArgument) as caught:
            Workspace(roots)  # type: ignore[arg-type]
        assert caught.value.reason == "bad_arguments"
    for bad in ("", "a\0b"):
        with pytest.raises(InvalidArgument) as caught:
            Workspace([bad])
        assert caught.value.reason == "bad_path"
