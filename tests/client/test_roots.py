"""The roots of a session in the client."""

from pathlib import Path
from typing import Any

import pytest

from understudy.client.errors import ClientError
from understudy.client.permissions import Permissions
from understudy.client.roots import Roots, require_structs
from understudy.schema import acp


def _info(cwd: str, *additional: str) -> acp.SessionInfo:
    return acp.SessionInfo(session_id="s", cwd=cwd, additional_directories=list(additional))


@pytest.mark.requirement("DIR-13")
def test_the_working_folder_comes_first_and_each_folder_once() -> None:
    roots = Roots("/project", ["/library", "/project", "/library/", "/tools/./bin/..", Path("/library")])
    assert list(roots) == ["/project", "/library", "/tools"]
    assert roots.cwd == "/project"
    assert roots.additional == ["/library", "/tools"]


@pytest.mark.requirement("DIR-13")
@pytest.mark.parametrize("path", ["project", "./project", "~", "", "/nul\0"])
def test_a_root_that_is_not_absolute_is_refused_with_advice(path: str) -> None:
    with pytest.raises(ClientError, match="absolute path") as caught:
        Roots("/project", [path])
    assert caught.value.code == "bad_roots"


@pytest.mark.requirement("DIR-13")
@pytest.mark.parametrize("path", ["/half\ud800", "/latin\udce9"])
def test_a_root_whose_name_is_not_utf_8_is_refused_for_that(path: str) -> None:
    with pytest.raises(ClientError, match="is not UTF-8") as caught:
        Roots(path)
    assert caught.value.code == "bad_roots"


def test_a_string_is_rejected_as_a_list_of_folders() -> None:
    with pytest.raises(ClientError, match="as a list"):
        Roots("/project", "/library")


def test_two_leading_slashes_are_one() -> None:
    assert list(Roots("//project", ["/project"])) == ["/project"]


@pytest.mark.requirement("DIR-13")
def test_the_roots_of_the_agents_session_info_are_adopted() -> None:
    roots = Roots("/project", ["/library", "/tools"])
    assert roots.update(_info("/project", "/tools"))
    assert list(roots) == ["/project", "/tools"]
    assert roots.granted == ("/project", "/tools")
    assert not roots.update(_info("/project", "/tools"))


def test_an_agent_cannot_add_roots_that_were_not_granted() -> None:
    roots = Roots("/project")
    assert roots.update(_info("/project", "/etc", "/project/link"))
    assert list(roots) == ["/project", "/etc", "/project/link"]
    assert roots.granted == ("/project",)
    assert roots.ungranted == ("/etc", "/project/link")


def test_a_folder_that_was_given_up_can_come_back() -> None:
    roots = Roots("/project", ["/library"])
    roots.update(_info("/project"))
    roots.update(_info("/project", "/library"))
    assert roots.granted == ("/project", "/library")


def test_an_info_with_a_relative_folder_changes_nothing() -> None:
    roots = Roots("/project")
    assert not roots.update(_info("/project", "library"))
    assert not roots.update(_info("."))
    assert list(roots) == ["/project"]


@pytest.mark.parametrize("root", [{"cwd": "/"}, 5, b"/project", None])
def test_a_root_that_is_no_path_is_named_by_its_type(root: Any) -> None:
    with pytest.raises(ClientError, match=f"not a {type(root).__name__}") as caught:
        Roots(root)
    assert caught.value.code == "bad_roots"


@pytest.mark.parametrize("values", ["text", {"type": "text"}, 5])
def test_messages_are_given_as_a_list(values: Any) -> None:
    with pytest.raises(TypeError, match=f"prompt is a list, such as .*, not a {type(values).__name__}"):
        require_structs(values, "prompt", 'acp.TextContent(text="…")')


def test_a_list_of_kinds_is_rejected_with_the_right_form() -> None:
    kinds: Any = ["read", "search"]
    with pytest.raises(TypeError, match="one by one"):
        Permissions.allow(kinds)
