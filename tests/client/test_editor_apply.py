"""Applying suggestions of every kind: all or nothing, in documents and files, and never outside the roots."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from acp_editor import run
from client_editor import TEXT, URI, Suggesting, edit, editing, span, suggested
from understudy.client import ClientError
from understudy.client.editor import Edit, Editor, LineColumn, RootFiles, Suggestion

OTHER = "file:///project/b.py"


def rename(uri: str, line: int, character: int, name: str) -> dict[str, Any]:
    place = {"line": line, "character": character}
    return {"kind": "rename", "id": "r", "uri": uri, "position": place, "newName": name}


def search(uri: str, old: str, new: str, **more: Any) -> dict[str, Any]:
    return {"kind": "searchAndReplace", "id": "s", "uri": uri, "search": old, "replace": new, **more}


def jump(uri: str, line: int, character: int) -> dict[str, Any]:
    return {"kind": "jump", "id": "j", "uri": uri, "position": {"line": line, "character": character}}


async def refused(editor: Editor, suggestion: Suggestion, code: str = "bad_suggestion") -> str:
    with pytest.raises(ClientError) as caught:
        await editor.apply(suggestion)
    assert caught.value.code == code
    return str(caught.value)


@pytest.mark.requirement("NES-22")
def test_edits_are_applied_sent_and_then_accepted() -> None:
    offer = edit("one", (2, 7, 10, "new"), (1, 6, 9, "new"), cursor=(2, 10))
    agent = Suggesting(suggestions=[[offer]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            plan = await editor.preview(found)
            assert editor.text(URI) == TEXT
            done = await editor.apply(found)
            assert done == plan
            (changed,) = done.changes
            assert (changed.uri, changed.before, changed.after) == (URI, TEXT, editor.text(URI))
            assert (done.cursor_uri, done.cursor) == (URI, LineColumn(2, 10))
            assert editor.text(URI) == "old = 1\nprint(new)\nreturn new\n"
            await refused(editor, found, "outdated")
        assert agent.texts[URI] == changed.after
        assert agent.methods[-3:] == ["document/didChange", "nes/accept", "nes/close"]
        assert agent.of("document/didChange")[0]["version"] == 2
        assert agent.outcomes == [("one", "accept")]

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_edits_use_the_agreed_encoding_and_keep_line_endings(encoding: str) -> None:
    text = "é😀 = 1\r\nx = 'é😀'\r\n"
    column = {"utf-8": 5, "utf-16": 5, "utf-32": 5}[encoding]
    width = {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]
    offer = edit("one", (1, column, column + width, "y"), cursor=(1, column + 1))
    agent = Suggesting(encoding=encoding, suggestions=[[offer]])

    async def scenario() -> None:
        async with editing(agent, connecting={"encodings": [encoding]}) as editor:
            await editor.open(URI, text)
            done = await editor.apply(await suggested(editor))
            assert editor.text(URI) == "é😀 = 1\r\nx = 'y'\r\n"
            assert done.cursor == LineColumn(1, 6)
            await editor.save(URI)
        assert agent.texts[URI] == "é😀 = 1\r\nx = 'y'\r\n"

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize(
    "edits",
    [
        [(1, 0, 5, "a"), (1, 4, 6, "b")],
        [(1, 0, 5, "a"), (9, 0, 0, "b")],
        [(0, 0, 99, "a")],
        [(1, 5, 2, "a")],
        [],
    ],
    ids=["overlap", "a line too many", "past the end", "turned around", "none"],
)
def test_edits_that_do_not_fit_change_nothing_and_are_rejected(edits: list[Any]) -> None:
    agent = Suggesting(suggestions=[[edit("one", *edits)]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            with pytest.raises(ClientError):
                await editor.preview(found)
            await refused(editor, found)
            await refused(editor, found, "answered")
            assert (editor.text(URI), editor.version(URI)) == (TEXT, 1)
        assert agent.outcomes == [("one", "-")]

    run(scenario())


def test_edits_that_split_a_character_do_not_fit() -> None:
    agent = Suggesting(suggestions=[[edit("one", (0, 1, 2, ""))]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, "😀")
            await refused(editor, await suggested(editor))
            assert editor.text(URI) == "😀"

    run(scenario())


def test_two_insertions_at_one_position_keep_their_order() -> None:
    agent = Suggesting(suggestions=[[edit("one", (0, 3, 3, "1"), (0, 3, 3, "2"), (0, 3, 6, ""))]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.apply(await suggested(editor))
            assert editor.text(URI).startswith("old121\n")
            await editor.save(URI)
        assert agent.texts[URI].startswith("old121\n")

    run(scenario())


def test_an_outdated_suggestion_is_not_applied_and_can_still_be_rejected() -> None:
    agent = Suggesting(suggestions=[[edit("one", (1, 6, 9, "new"))]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            await editor.change(URI, edits=[Edit((0, 0), (0, 0), "# ")])
            await refused(editor, found, "outdated")
            assert await editor.reject(found, "ignored")
        assert agent.outcomes == [("one", "ignored")]

    run(scenario())


def test_a_suggestion_that_is_applied_twice_at_once_is_applied_once() -> None:
    agent = Suggesting(suggestions=[[edit("one", (1, 0, 0, "x"))]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            results = await asyncio.gather(editor.apply(found), editor.apply(found), return_exceptions=True)
            assert [type(result) for result in results].count(ClientError) == 1
            assert editor.text(URI).splitlines()[1] == "xprint(old)"
        assert agent.outcomes == [("one", "accept")]

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_a_jump_returns_its_target_and_focuses_it(root: Path) -> None:
    (root / "far.py").write_text("a\nb é c\n")
    far = (root / "far.py").as_uri()
    agent = Suggesting(suggestions=[[jump(URI, 1, 6)], [jump(far, 1, 3)], [jump(far, 7, 0)]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            done = await editor.apply(await suggested(editor))
            assert (done.cursor_uri, done.cursor, done.changes) == (URI, LineColumn(1, 6), ())
            done = await editor.apply(await suggested(editor))
            assert (done.cursor_uri, done.cursor) == (far, LineColumn(1, 3))
            assert editor.text(far) == "a\nb é c\n"
            await refused(editor, await suggested(editor))
        assert [params["uri"] for params in agent.of("document/didFocus")] == [URI, far]
        assert agent.outcomes == [("j", "accept"), ("j", "accept"), ("j", "-")]

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_files_that_are_not_open_are_changed_on_the_disk_and_keep_their_bytes(root: Path) -> None:
    (root / "far.py").write_bytes(b"old = 1\r\n# \xff\r\n")
    far = (root / "far.py").as_uri()
    agent = Suggesting(suggestions=[[edit("one", (0, 0, 3, "new"), uri=far)]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            done = await editor.apply(found)
            assert done.unwritten == ()
            assert (root / "far.py").read_bytes() == b"new = 1\r\n# \xff\r\n"
        assert agent.outcomes == [("one", "accept")]
        assert not agent.of("document/didChange")

    run(scenario())


def test_files_can_be_left_for_the_caller_to_write(root: Path) -> None:
    (root / "far.py").write_text("old\n")
    agent = Suggesting(suggestions=[[edit("one", (0, 0, 3, "new"), uri=(root / "far.py").as_uri())]])

    async def scenario() -> None:
        async with editing(agent, [root], files=RootFiles([root], writes=False)) as editor:
            await editor.open(URI, TEXT)
            done = await editor.apply(await suggested(editor))
            assert [one.after for one in done.unwritten] == ["new\n"]
            assert (root / "far.py").read_text() == "old\n"

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_no_file_outside_of_the_roots_is_read_or_written(
    root: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(root / "own"))
    (root / "own").mkdir()
    (root / "own" / "config.toml").write_text("outside\n")
    secret = outside / "secret.txt"
    (root / "link.txt").symlink_to(secret)
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("outside\n")
    (root / "data.bin").write_bytes(b"\0\1\2")
    uris = [
        secret.as_uri(),
        (root / "link.txt").as_uri(),
        f"{root.as_uri()}/../outside/secret.txt",
        f"{root.as_uri()}/%2e%2e/outside/secret.txt",
        (root / ".git" / "config").as_uri(),
        (root / "own" / "config.toml").as_uri(),
        (root / "data.bin").as_uri(),
        (root / "missing.txt").as_uri(),
        "https://example.com/secret.txt",
        f"file://elsewhere{secret}",
        "file:///%00",
        "untitled:7",
    ]
    offers = [
        offer
        for uri in uris
        for offer in (edit("e", (0, 0, 7, "gone"), uri=uri), search(uri, "outside", "gone"))
    ]
    agent = Suggesting(suggestions=[[offer] for offer in [*offers, jump(secret.as_uri(), 0, 0)]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            for _ in range(len(offers) + 1):
                await refused(editor, await suggested(editor))
            assert list(editor.documents) == [URI]
        assert {reason for _, reason in agent.outcomes} == {"-"}
        assert secret.read_text() == "outside secret\n"
        assert (root / ".git" / "config").read_text() == "outside\n"
        assert (root / "own" / "config.toml").read_text() == "outside\n"

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_a_rename_changes_whole_words_in_documents_and_files_of_the_language(root: Path) -> None:
    for name, text in {
        "far.py": "from a import old\nold_one = old(old)\n",
        "notes.md": "old\n",
        "venv.py": "nothing\n",
        ".venv/lib.py": "old\n",
    }.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "b.py").write_text("on disk: old\n")
    agent = Suggesting(suggestions=[[rename(URI, 1, 9, "new")]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            await editor.open(root / "b.py", "in the editor: old\n")
            await editor.open("untitled:1", "old\n", language="plaintext")
            done = await editor.apply(await suggested(editor))
            assert len(done.changes) == 3
            assert editor.text(URI) == TEXT.replace("old", "new")
            assert editor.text(root / "b.py") == "in the editor: new\n"
            assert editor.text("untitled:1") == "old\n"
            assert (root / "far.py").read_text() == "from a import new\nold_one = new(new)\n"
            for name, text in {
                "b.py": "on disk: old\n",
                "notes.md": "old\n",
                ".venv/lib.py": "old\n",
            }.items():
                assert (root / name).read_text() == text
            await editor.save(URI)
        assert agent.texts[URI] == TEXT.replace("old", "new")
        assert agent.outcomes == [("r", "accept")]

    run(scenario())


@pytest.mark.parametrize(
    "offer", [rename(URI, 0, 4, "new"), rename(URI, 0, 0, ""), rename(URI, 0, 0, "a\nb")]
)
def test_a_rename_of_nothing_or_to_nothing_is_refused(offer: dict[str, Any]) -> None:
    agent = Suggesting(suggestions=[[offer]])

    async def scenario() -> None:
        async with editing(agent, []) as editor:
            await editor.open(URI, TEXT)
            await refused(editor, await suggested(editor))
            assert editor.text(URI) == TEXT

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize(
    ("offer", "text"),
    [
        (search(URI, "old", "new"), TEXT.replace("old", "new")),
        (search(URI, "(old)", "[$1]"), TEXT.replace("(old)", "[$1]")),
        (search(URI, r"\bold\b", "new", isRegex=True), TEXT.replace("old", "new")),
        (search(URI, r"^(\w+) (\w+)$", "$2 $1", isRegex=True), TEXT.replace("return old", "old return")),
        (search(URI, "\n", "\r\n"), TEXT.replace("\n", "\r\n")),
        (search(URI, r"\-|1", "2", isRegex=True), TEXT.replace("1", "2")),
    ],
)
def test_a_search_replaces_all_that_it_finds(offer: dict[str, Any], text: str) -> None:
    agent = Suggesting(suggestions=[[offer]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.apply(await suggested(editor))
            assert editor.text(URI) == text
            await editor.save(URI)
        assert agent.texts[URI] == text
        assert agent.outcomes == [("s", "accept")]

    run(scenario())


@pytest.mark.parametrize(
    "offer",
    [search(URI, "", "x"), search(URI, "nowhere", "x"), search(URI, "(", "x", isRegex=True)],
    ids=["empty", "not there", "no pattern"],
)
def test_a_search_that_finds_nothing_is_refused(offer: dict[str, Any]) -> None:
    agent = Suggesting(suggestions=[[offer]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await refused(editor, await suggested(editor))
        assert agent.outcomes == [("s", "-")]

    run(scenario())


@pytest.mark.parametrize("offer", [rename(URI, 0, 0, "n" * 1_000_000), search(URI, "o", "n" * 1_000_000)])
def test_a_long_text_in_many_places_is_refused_before_it_is_made(offer: dict[str, Any]) -> None:
    agent = Suggesting(suggestions=[[offer]])
    text = "o " * 100_000

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, text)
            assert "would grow" in await refused(editor, await suggested(editor))
            assert editor.text(URI) == text

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_a_search_in_a_folder_takes_open_texts_for_the_files(root: Path) -> None:
    for name in ("a.txt", "sub/b.txt", "sub/c.bin"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(b"\0old" if name.endswith("bin") else b"old\n")
    agent = Suggesting(suggestions=[[search(root.as_uri(), "old", "new")]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            await editor.open(root / "sub" / "b.txt", "old and unsaved\n")
            done = await editor.apply(await suggested(editor))
            assert len(done.changes) == 2
            assert editor.text(URI) == TEXT, "it is not in the folder"
            assert editor.text(root / "sub" / "b.txt") == "new and unsaved\n"
            assert (root / "sub" / "b.txt").read_text() == "old\n"
            assert (root / "a.txt").read_text() == "new\n"

    run(scenario())


class Failing(RootFiles):
    """The disk is full after the first file."""

    def __init__(self, roots: list[Path]) -> None:
        super().__init__(roots)
        self.left = 1

    async def write(self, uri: str, old: str, new: str) -> bool:
        if "new" in new and not self.left:
            raise ClientError("The disk is full.", "no_file")
        self.left -= 1
        return await super().write(uri, old, new)


@pytest.mark.requirement("NES-22")
def test_a_plan_that_cannot_be_written_completely_is_undone(root: Path) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (root / name).write_text("old\n")
    agent = Suggesting(suggestions=[[rename(URI, 0, 0, "new")]])

    async def scenario() -> None:
        async with editing(agent, [root], files=Failing([root])) as editor:
            await editor.open(URI, TEXT)
            assert "disk is full" in await refused(editor, await suggested(editor))
            assert (editor.text(URI), editor.version(URI)) == (TEXT, 1)
        assert [(root / name).read_text() for name in ("a.py", "b.py", "c.py")] == ["old\n"] * 3
        assert agent.outcomes == [("r", "-")]

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_a_handler_executes_a_suggestion() -> None:
    action = {"kind": "action", "id": "a", "actionId": "sort", "arguments": {"uri": URI}}
    renaming = {"uri": URI, "position": {"line": 0, "character": 0}, "newName": "new"}
    seed = {"kind": "action", "id": "b", "actionId": "rename", "arguments": renaming}
    agent = Suggesting(suggestions=[[action], [seed], [action]])
    asked: list[str] = []

    async def sort(suggestion: Suggestion) -> dict[str, str]:
        asked.append(suggestion.id)
        return {URI: "sorted\n"}

    async def by_server(suggestion: Suggestion) -> None:
        asked.append(suggestion.kind)

    async def scenario() -> None:
        async with editing(agent, handlers={"sort": sort, "rename": by_server}) as editor:
            await editor.open(URI, TEXT)
            await editor.apply(await suggested(editor))
            assert editor.text(URI) == "sorted\n"
            await editor.apply(await suggested(editor))
        assert asked == ["a", "rename"]
        assert agent.texts[URI] == "sorted\n"
        assert agent.outcomes == [("a", "accept"), ("b", "accept")]

    run(scenario())


def test_an_unknown_action_is_refused() -> None:
    action = {"kind": "action", "id": "a", "actionId": "sort", "arguments": {"uri": URI}}
    agent = Suggesting(suggestions=[[action]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            assert "sort" in await refused(editor, await suggested(editor))

    run(scenario())


def test_a_text_that_changes_while_files_are_written_undoes_everything(root: Path) -> None:
    (root / "far.py").write_text("old\n")
    agent = Suggesting(suggestions=[[rename(URI, 0, 0, "new")]])
    editors: list[Editor] = []

    class Slow(RootFiles):
        async def write(self, uri: str, old: str, new: str) -> bool:
            if "new" in new:
                await editors[0].change(URI, "typed meanwhile\n")
            return await super().write(uri, old, new)

    async def scenario() -> None:
        async with editing(agent, [root], files=Slow([root])) as editor:
            editors.append(editor)
            await editor.open(URI, TEXT)
            await refused(editor, await suggested(editor), "outdated")
            assert editor.text(URI) == "typed meanwhile\n"
            assert (root / "far.py").read_text() == "old\n"
        assert agent.texts[URI] == "typed meanwhile\n"

    run(scenario())


def test_an_edit_that_is_applied_is_one_entry_of_the_history() -> None:
    agent = Suggesting(suggestions=[[edit("one", (1, 6, 9, "new"))]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.change(URI, "new" + TEXT[3:])
            await editor.apply(await suggested(editor))
            await editor.suggest(URI, (0, 0))
            history = agent.of("nes/suggest")[-1]["context"]["editHistory"]
            assert ["+print(new)" in one["diff"] for one in history] == [False, True]
            assert span(1, 6, 9) == agent.of("document/didChange")[-1]["contentChanges"][0]["range"]

    run(scenario())


def test_a_rename_goes_through_the_open_documents_where_no_root_can_be_read() -> None:
    agent = Suggesting(suggestions=[[rename(URI, 0, 0, "new")]])

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.open(OTHER, "old\n")
            await editor.apply(await suggested(editor))
            assert dict(editor.documents) == {URI: TEXT.replace("old", "new"), OTHER: "new\n"}

    run(scenario())


def test_a_suggestion_whose_handler_fails_can_still_be_rejected() -> None:
    agent = Suggesting(suggestions=[[rename(URI, 0, 0, "new")]])

    async def fails(suggestion: Suggestion) -> None:
        raise RuntimeError("the language server has gone")

    async def scenario() -> None:
        async with editing(agent, handlers={"rename": fails}) as editor:
            await editor.open(URI, TEXT)
            found = await suggested(editor)
            with pytest.raises(RuntimeError):
                await editor.apply(found)
            assert await editor.reject(found)
        assert agent.outcomes == [("r", "rejected")]

    run(scenario())


def test_a_rename_through_too_many_files_is_refused_and_not_made_in_part(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.client.editor.files.MAX_LISTED_FILES", 2)
    for number in range(3):
        (root / f"{number}.py").write_text("old\n")
    agent = Suggesting(suggestions=[[rename(URI, 0, 0, "new")]])

    async def scenario() -> None:
        async with editing(agent, [root]) as editor:
            await editor.open(URI, TEXT)
            assert "too many" in await refused(editor, await suggested(editor))
            assert editor.text(URI) == TEXT

    run(scenario())
