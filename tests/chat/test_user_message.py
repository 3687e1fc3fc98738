"""A user's message as the model gets it: texts, links, resources and images."""

import base64
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.events import UserPrompted, decode_event, encode_event
from understudy.chat.prompt.links import LinkTarget, link_targets
from understudy.chat.prompt.user_message import (
    LinkLimits,
    build_user_parts,
    require_content,
    resolve_links,
    session_title,
)
from understudy.models.model_api import ImagePart, TextPart
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    EmbeddedResourceResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from understudy.workspace import Stop, Workspace

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass
class Editor:
    """An editor that holds some texts."""

    texts: dict[str, str] = field(default_factory=dict[str, str])
    asked: list[str] = field(default_factory=list[str])
    can_read: bool = True
    can_write: bool = False
    before_answer: Callable[[], None] = lambda: None

    def read(self, path: str) -> str | None:
        self.asked.append(path)
        self.before_answer()
        return self.texts.get(path)

    def write(self, path: str, text: str) -> None:
        raise AssertionError("nobody writes here")


def link(uri: str | Path) -> ResourceLink:
    return ResourceLink(name="it", uri=str(uri))


def attached(workspace: Workspace, *uris: str | Path, editor: Editor | None = None) -> list[str]:
    return resolve_links([link(uri) for uri in uris], workspace, editor).texts


def said(
    *blocks: ContentBlock, attached: Sequence[str] = (), images: bool = False
) -> list[TextPart | ImagePart]:
    return build_user_parts(
        UserPrompted(blocks=list(blocks), attached=list(attached)), supports_images=images
    )


@pytest.mark.parametrize(
    "spelling",
    ["{}", "file://{}", "file:{}", "FILE://localhost{}", "file://{}?symbol=f#heading", "file://{}#x"],
)
def test_a_file_in_scope_is_read_however_its_uri_is_spelled(
    root: Path, workspace: Workspace, spelling: str
) -> None:
    (root / "a.py").write_text("x = 1\n")
    resolved = resolve_links([link(spelling.format(root / "a.py"))], workspace, None)
    assert resolved.texts == ["```\nx = 1\n```"]
    assert [place.path for place in resolved.locations] == [str(root / "a.py")]
    assert resolved.warnings == []


def test_percent_signs_are_decoded_in_uris_and_left_alone_in_paths(root: Path, workspace: Workspace) -> None:
    (root / "a b#é%41.txt").write_text("found\n")
    uri = "file://" + str(root) + "/a%20b%23%C3%A9%2541.txt"
    assert attached(workspace, uri, root / "a b#é%41.txt") == ["```\nfound\n```"] * 2


def test_a_name_that_is_not_utf8_is_reached_by_its_bytes_and_no_editor_is_asked(
    root: Path, workspace: Workspace
) -> None:
    with open(os.fsencode(root) + b"/\xff.txt", "w") as file:
        file.write("odd\n")
    editor = Editor()
    assert attached(workspace, f"file://{root}/%ff.txt", editor=editor) == ["```\nodd\n```"]
    assert editor.asked == []


def test_a_link_out_of_scope_is_not_read_and_the_note_says_so(
    root: Path, outside: Path, workspace: Workspace
) -> None:
    (root / "way-out").symlink_to(outside)
    editor = Editor({str(outside / "secret.txt"): "outside secret"})
    uris = [
        f"file://{outside}/secret.txt",
        str(outside / "secret.txt"),
        f"file://{root}/%2e%2e/outside/secret.txt",
        f"file://{root}/way-out/secret.txt",
        f"file://{root}-evil/x",
        "/etc/passwd#L1",
    ]
    resolved = resolve_links([link(uri) for uri in uris], workspace, editor)
    assert resolved.texts == ["[Not read: it is outside the roots of this workspace.]"] * len(uris)
    assert resolved.warnings[0] == f"{uris[0]} was not read: it is outside the roots of this workspace."
    assert resolved.locations == []
    assert editor.asked == []


@pytest.mark.parametrize(
    ("uri", "why"),
    [
        ("https://example.com/a", "only files are read, and this is a link of the kind 'https'"),
        ("file://server/share/a", "it is a file on another machine"),
        ("file:a.py", "its path is not absolute"),
        ("a.py", "it is neither a file:// URI nor an absolute path"),
        ("", "it is neither a file:// URI nor an absolute path"),
        ("file://{root}/none.py", "it does not exist"),
        ("file://{root}/none.py#L3", "it does not exist"),
        ("file://{root}/a%00b", "its path cannot be a path here"),
        ("file://{root}/binary", "it is not a text file"),
        ("file://{root}/pipe", "it is not a regular file"),
        ("file://{root}/short.txt#L9", "it does not have so many lines"),
    ],
)
def test_an_unreadable_link_becomes_a_note(root: Path, workspace: Workspace, uri: str, why: str) -> None:
    (root / "binary").write_bytes(b"\x7fELF\0\0")
    (root / "short.txt").write_text("one\ntwo\n")
    os.mkfifo(root / "pipe")
    assert attached(workspace, uri.format(root=root), editor=Editor()) == [f"[Not read: {why}.]"]


def test_the_editors_buffer_takes_precedence_over_the_disk_and_needs_no_file(
    root: Path, workspace: Workspace
) -> None:
    (root / "a.py").write_text("saved\n")
    (root / "b.py").write_text("saved b\n")
    editor = Editor({str(root / "a.py"): "unsaved\n", str(root / "new.py"): "new\n"})
    texts = attached(workspace, root / "a.py", root / "b.py", root / "new.py", editor=editor)
    assert texts == ["```\nunsaved\n```", "```\nsaved b\n```", "```\nnew\n```"]
    editor.can_read = False
    assert attached(workspace, root / "a.py", editor=editor) == ["```\nsaved\n```"]


def test_text_that_the_editor_read_through_a_replaced_folder_is_not_used(
    root: Path, outside: Path, workspace: Workspace
) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "secret.txt").write_text("harmless\n")

    def swap() -> None:
        (root / "docs").rename(root / "aside")
        (root / "docs").symlink_to(outside)

    path = root / "docs" / "secret.txt"
    editor = Editor({str(path): "outside secret\n"}, before_answer=swap)
    resolved = resolve_links([link(path)], workspace, editor)
    assert editor.asked == [str(path)]
    assert resolved.texts == ["[Not read: it is outside the roots of this workspace.]"]
    assert resolved.locations == []


def test_a_binary_file_is_not_asked_of_the_editor(root: Path, workspace: Workspace) -> None:
    (root / "binary").write_bytes(b"\x7fELF\0\0")
    editor = Editor({str(root / "binary"): "ELF"})
    assert attached(workspace, root / "binary", editor=editor) == ["[Not read: it is not a text file.]"]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBP", "image/webp"),
    ],
)
def test_a_link_to_an_image_attaches_it(root: Path, workspace: Workspace, head: bytes, kind: str) -> None:
    (root / "shot").write_bytes(head + b"\0pixels")
    (root / "a.txt").write_text("x\n")
    blocks = [link(root / "a.txt"), link(root / "shot"), link(root / "a.txt")]
    editor = Editor({str(root / "shot"): "not asked for"})
    resolved = resolve_links(blocks, workspace, editor)
    assert str(root / "shot") not in editor.asked
    prompted = UserPrompted(blocks=[*blocks], attached=resolved.texts, images=resolved.images)
    stored = decode_event(encode_event(prompted))
    assert stored == prompted
    seen = build_user_parts(prompted, supports_images=True)
    assert [type(part) for part in seen] == [TextPart, TextPart, ImagePart, TextPart]
    assert seen[1:3] == [
        TextPart(f"Link: it ({root}/shot)\nAn image, which follows:"),
        ImagePart(head + b"\0pixels", kind),
    ]
    assert build_user_parts(prompted, supports_images=False)[2] == TextPart(
        "[An image was left out: this model takes no images.]"
    )


def test_images_that_are_too_large_or_too_many_are_noted(root: Path, workspace: Workspace) -> None:
    (root / "huge").write_bytes(PNG + bytes(10 << 20))
    (root / "small").write_bytes(PNG + bytes(92))
    blocks = [link(root / "huge"), link(root / "small"), link(root / "small")]
    resolved = resolve_links(blocks, workspace, None, limits=LinkLimits(max_image_bytes=150))
    assert resolved.texts == [
        "[Not read: it is an image of more than 10 MiB.]",
        "An image, which follows:",
        "[Not read: the images of this message are too large together.]",
    ]
    assert len(resolved.images) == 1


def test_an_image_out_of_scope_is_not_read(root: Path, outside: Path, workspace: Workspace) -> None:
    (outside / "shot.png").write_bytes(PNG)
    (root / "shot.png").symlink_to(outside / "shot.png")
    resolved = resolve_links([link(outside / "shot.png"), link(root / "shot.png")], workspace, None)
    assert resolved.texts == ["[Not read: it is outside the roots of this workspace.]"] * 2
    assert resolved.images == []


def test_prompts_that_were_stored_before_there_were_images_are_still_read() -> None:
    old = decode_event(b'{"kind":"prompt","blocks":[{"type":"text","text":"x"}],"attached":["y"]}')
    assert old == UserPrompted(blocks=[TextContent(text="x")], attached=["y"])


def test_the_files_of_a_message_are_those_it_links_to_or_holds() -> None:
    held = EmbeddedResource(resource=EmbeddedResourceResource(uri="file:///b%20c#L2-L3", text="x"))
    blocks = [TextContent(text="/read"), link("https://example.com"), link("file:///a.py"), held]
    assert link_targets(blocks) == [LinkTarget("/a.py"), LinkTarget("/b c", (2, 3))]


@pytest.mark.parametrize("buffered", [False, True])
@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("#L2", "Lines 2 to 2:\n```\ntwo\n```"),
        ("#L2-L3", "Lines 2 to 3:\n```\ntwo\nthree\n```"),
        ("#L2:3", "Lines 2 to 3:\n```\ntwo\nthree\n```"),
        ("#L1C4-L2C1", "Lines 1 to 2:\n```\none\ntwo\n```"),
        ("#L3-L99", "Lines 3 to 99:\n```\nthree\n```"),
        ("#L4", "[Not read: it does not have so many lines.]"),
    ],
)
def test_a_fragment_names_the_lines(
    root: Path, workspace: Workspace, fragment: str, expected: str, buffered: bool
) -> None:
    (root / "a.txt").write_text("one\ntwo\nthree\n")
    editor = Editor({str(root / "a.txt"): "one\ntwo\nthree\n"}) if buffered else None
    assert attached(workspace, f"file://{root}/a.txt{fragment}", editor=editor) == [expected]


def test_long_texts_are_cut_at_a_line_and_all_together_have_a_limit(root: Path, workspace: Workspace) -> None:
    (root / "a.txt").write_text("0123456\n" * 100)
    editor = Editor({str(root / "b.txt"): "0123456\n" * 100})
    limits = LinkLimits(max_link_bytes=100, max_total_bytes=150)
    blocks = [link(root / "a.txt"), link(root / "b.txt"), link(root / "a.txt"), link(root / "a.txt")]
    texts = resolve_links(blocks, workspace, editor, limits=limits).texts
    cut = "\n[cut here: the file goes on; read the rest with readFile]"
    assert texts[0] == "```\n" + "0123456\n" * 12 + "```" + cut
    assert texts[1] == "```\n" + "0123456\n" * 6 + "```" + cut
    assert texts[2] == "```\n012345\n```" + cut
    assert texts[3] == "[Not read: the links of this message hold too much text together.]"


def test_a_folder_is_listed_up_to_a_number_of_entries(root: Path, workspace: Workspace) -> None:
    (root / "src/inner").mkdir(parents=True)
    (root / "src/a\nb.py").touch()
    assert attached(workspace, f"file://{root}/src/") == [
        "A folder with these entries:\n```\na b.py\ninner/\n```"
    ]
    for number in range(200):
        (root / "src" / f"f{number:03}").touch()
    (text,) = attached(workspace, root / "src")
    assert text.count("\nf") == 99
    assert text.endswith("\n[there are more entries; see exploreFiles]")


def test_a_cancelled_message_or_one_with_too_many_links_reads_no_more(
    root: Path, workspace: Workspace
) -> None:
    (root / "a.txt").write_text("x\n")
    stop = Stop()
    stop.cancel()
    resolved = resolve_links([link(root / "a.txt")], workspace, None, stop=stop)
    assert resolved.texts == ["[Not read: the reading was called off.]"]
    some = resolve_links([link(root / "a.txt")] * 3, workspace, None, limits=LinkLimits(max_links=2))
    assert some.texts[1:] == ["```\nx\n```", "[Not read: only the first 2 links of a message are read.]"]


def test_a_text_cannot_break_out_of_its_fence(root: Path, workspace: Workspace) -> None:
    (root / "a.md").write_text("````\ncode\n````\n")
    assert attached(workspace, root / "a.md") == ["`````\n````\ncode\n````\n`````"]


def test_texts_are_unchanged_and_links_are_followed_by_their_content() -> None:
    parts = said(
        TextContent(text="Look at\n"),
        link("file:///a.py"),
        TextContent(text="  "),
        link("file:///b.py"),
        link("file:///c.py"),
        attached=["```\nA\n```", "```\nB\n```"],
    )
    assert parts == [
        TextPart("Look at\n"),
        TextPart("Link: it (file:///a.py)\n```\nA\n```"),
        TextPart("Link: it (file:///b.py)\n```\nB\n```"),
        TextPart("Link: it (file:///c.py)\n[Not read.]"),
    ]


def test_embedded_texts_are_fenced_and_blobs_and_sounds_become_notes() -> None:
    parts = said(
        EmbeddedResource(resource=EmbeddedResourceResource(uri="file:///a\n.py", text="x ``` y")),
        EmbeddedResource(resource=EmbeddedResourceResource(uri="file:///b", blob="AAAA")),
        AudioContent(data="AAAA", mime_type="audio/wav"),
        images=True,
    )
    assert parts == [
        TextPart("Resource: file:///a .py\n````\nx ``` y\n````"),
        TextPart("Resource: file:///b\n[Its content was left out: it is neither text nor an image.]"),
        TextPart("[A sound was left out: only text and images are taken.]"),
    ]


def test_an_embedded_image_is_taken_as_one() -> None:
    def embedded(blob: str, mime_type: str | None = "image/png") -> EmbeddedResource:
        return EmbeddedResource(
            resource=EmbeddedResourceResource(uri="file:///b.png", blob=blob, mime_type=mime_type)
        )

    good = embedded(base64.b64encode(PNG).decode())
    about = TextPart("Resource: file:///b.png")
    assert said(good, images=True) == [about, ImagePart(PNG, "image/png")]
    assert said(embedded(base64.b64encode(b"pixels").decode()), images=True) == [
        about,
        TextPart("[An image was left out: it is no PNG, JPEG, GIF or WebP.]"),
    ]
    assert said(good) == [about, TextPart("[An image was left out: this model takes no images.]")]
    assert said(embedded("no base64!"), images=True) == [
        about,
        TextPart("[An image was left out: its data is not valid base64.]"),
    ]
    for kind in ("image/tiff", "application/pdf", None):
        assert said(embedded("AAAA", kind), images=True) == [
            TextPart("Resource: file:///b.png\n[Its content was left out: it is neither text nor an image.]")
        ]


def test_an_image_is_taken_if_the_model_takes_images_and_noted_otherwise() -> None:
    image = ImageContent(data=base64.b64encode(PNG).decode(), mime_type="image/PNG")
    assert said(image, images=True) == [ImagePart(PNG, "image/png")]
    assert said(image) == [TextPart("[An image was left out: this model takes no images.]")]


def test_the_type_of_an_image_comes_from_its_bytes_not_from_its_declared_type() -> None:
    image = ImageContent(data=base64.b64encode(b"GIF89a pixels").decode(), mime_type="image/png")
    assert said(image, images=True) == [ImagePart(b"GIF89a pixels", "image/gif")]


@pytest.mark.parametrize(
    ("data", "mime_type", "why"),
    [
        ("no base64!", "image/png", "its data is not valid base64"),
        ("é", "image/png", "its data is not valid base64"),
        ("", "image/png", "it is empty"),
        ("AAAA", "text/html", "it is no PNG, JPEG, GIF or WebP"),
        ("AAAA", "image/png", "it is no PNG, JPEG, GIF or WebP"),
        ("cGl4ZWxz", "image/webp", "it is no PNG, JPEG, GIF or WebP"),
        ("AAAA", "image/png\nx: y", "it is no PNG, JPEG, GIF or WebP"),
        ("A" * (14 << 20), "image/png", "it is larger than 10 MiB"),
    ],
)
def test_a_bad_image_becomes_a_note(data: str, mime_type: str, why: str) -> None:
    image = ImageContent(data=data, mime_type=mime_type)
    assert said(image, images=True) == [TextPart(f"[An image was left out: {why}.]")]


@pytest.mark.parametrize(
    "blocks", [[], [TextContent(text="")], [TextContent(text=" \n"), TextContent(text="\t")]]
)
def test_an_empty_prompt_is_refused(blocks: list[ContentBlock]) -> None:
    with pytest.raises(ValueError, match=r"^The prompt is empty\. Write something, or attach a file\.$"):
        require_content(blocks)


def test_a_prompt_with_anything_in_it_is_taken() -> None:
    require_content([TextContent(text=""), link("file:///a")])
    require_content([TextContent(text="x")])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Fix the bug", "Fix the bug"),
        ("\n\n  Fix \t the   bug \nand more", "Fix the bug"),
        ("\u202e\u2066\nreal\u202e title\x1b[0m", "real title[0m"),
        ("word " * 30, "word word word word word word word word word word word word…"[:60]),
        ("x" * 100, "x" * 59 + "…"),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
    ],
)
def test_a_title_is_the_first_line_with_text(text: str, title: str) -> None:
    assert session_title(UserPrompted(blocks=[TextContent(text=text)])) == title


def test_a_message_without_text_gets_its_title_from_its_files_or_none() -> None:
    image = ImageContent(data="AAAA", mime_type="image/png")
    sound = AudioContent(data="AAAA", mime_type="audio/wav")
    assert session_title(UserPrompted(blocks=[TextContent(text=" "), link("file:///a")])) == "it"
    assert session_title(UserPrompted(blocks=[image, sound])) is None
    assert session_title(UserPrompted(blocks=[])) is None


@given(st.text())
def test_a_title_is_short_visible_and_on_one_line(text: str) -> None:
    title = session_title(UserPrompted(blocks=[TextContent(text=text)]))
    assert title is None or 0 < len(title) <= 60
    assert title is None or title == " ".join(title.split())


def test_nothing_heavy_is_loaded_for_these_parts() -> None:
    names = (
        "understudy.chat.prompt.discovery, understudy.chat.prompt.system_prompt, "
        "understudy.chat.prompt.user_message, understudy.chat.prompt.context_window, "
        "understudy.chat.history.messages, understudy.chat.history.session_updates"
    )
    heavy = ("asyncio", "pydantic", "pydantic_ai", "mcp")
    code = f"import sys, {names}; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"
