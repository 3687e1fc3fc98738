"""Mentions of files in prompts: what is sent for them, and how they are completed."""

import base64
import os
from pathlib import Path

import pytest

from understudy.cli.chat_ui.mentions import PathIndex, build_prompt_blocks, mention_at
from understudy.cli.limits import MAX_MENTIONED_IMAGE_BYTES
from understudy.schema import acp

ALL = acp.PromptCapabilities(image=True, embedded_context=True)
PNG = b"\x89PNG\r\n\x1a\n0000"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "app.py").write_text("print()\n")
    (tmp_path / "src" / "deep" / "apple.py").write_text("")
    (tmp_path / "my notes.txt").write_text("")
    (tmp_path / "shot.png").write_bytes(PNG)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "app.js").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "uris"),
    [
        ("look at @src/app.py please", ["src/app.py"]),
        ("look at @src/app.py.", ["src/app.py"]),
        ("@src/app.py:10-40 and @src/app.py:3", ["src/app.py#L10-L40", "src/app.py#L3-L3"]),
        ('@"my notes.txt":2', ["my%20notes.txt#L2-L2"]),
        ("the folder @src", ["src"]),
        ("twice @src/app.py @src/app.py", ["src/app.py"]),
        ("mail me@example.org or @nobody", []),
        ("a decorator @property", []),
    ],
)
def test_each_mentioned_file_is_a_link_after_the_text(project: Path, text: str, uris: list[str]) -> None:
    first, *links = build_prompt_blocks(text, [str(project)], ALL)
    assert first == acp.TextContent(text=text)
    assert [link.uri for link in links if isinstance(link, acp.ResourceLink)] == [
        f"file://{project}/{uri}" for uri in uris
    ]


def test_an_image_is_sent_as_one_where_the_agent_takes_images(project: Path) -> None:
    _, image = build_prompt_blocks("see @shot.png", [str(project)], ALL)
    assert isinstance(image, acp.ImageContent)
    assert (image.mime_type, base64.b64decode(image.data)) == ("image/png", PNG)
    _, link = build_prompt_blocks("see @shot.png", [str(project)], acp.PromptCapabilities())
    assert isinstance(link, acp.ResourceLink)


def test_what_lies_outside_of_the_roots_is_only_text(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(outside))
    (outside / "key.png").write_bytes(b"secret")
    (project / "logo.png").symlink_to(outside / "key.png")
    (project / "out").symlink_to(outside)
    (project / "inside.png").symlink_to("shot.png")
    away = os.path.relpath(outside, project)
    text = f"@{outside}/key.png @~/key.png @{away}/key.png @logo.png @out @out/key.png"
    assert build_prompt_blocks(text, [str(project)], ALL) == [acp.TextContent(text=text)]
    _, image = build_prompt_blocks("@inside.png", [str(project)], ALL)
    assert isinstance(image, acp.ImageContent)


def test_a_mentioned_pipe_or_large_image_is_not_read(project: Path) -> None:
    os.mkfifo(project / "pipe.png")
    with open(project / "large.png", "wb") as file:
        file.truncate(MAX_MENTIONED_IMAGE_BYTES + 1)
    for name in ("pipe.png", "large.png"):
        _, link = build_prompt_blocks(f"@{name}", [str(project)], ALL)
        assert isinstance(link, acp.ResourceLink)


def test_paths_are_completed_by_their_beginning_and_then_by_their_name(project: Path) -> None:
    index = PathIndex([str(project)])
    assert index.complete("src/") == ["src/", "src/app.py", "src/deep/", "src/deep/apple.py"]
    assert index.complete("app") == ["src/app.py", "src/deep/apple.py"]
    assert "node_modules/app.js" not in index.complete("")


@pytest.mark.parametrize(
    ("text", "mention"),
    [("see @sr", "sr"), ("@", ""), ('@"my no', "my no"), ("a@b", None), ("@src x", None), ("", None)],
)
def test_the_mention_at_the_cursor_is_found(text: str, mention: str | None) -> None:
    assert mention_at(text) == mention
