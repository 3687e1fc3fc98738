"""The program's own folders are outside every workspace, even inside a root."""

from pathlib import Path
from typing import Any

import pytest

from understudy.tools import TOOLS
from understudy.workspace import Denied, Workspace, WorkspaceError

KEY = "sk-stored-key"


@pytest.fixture
def home(root: Path) -> Path:
    own = root / ".config" / "understudy"
    own.mkdir(parents=True)
    (own / "credentials.json").write_text(f'{{"keys": "{KEY}"}}\n')
    (root / ".config" / "other.txt").write_text("of another program\n")
    (root / "alias").symlink_to(own)
    return root


def opened(home: Path) -> Workspace:
    return Workspace([home], private=[home / ".config" / "understudy"], trust_all=True)


def use(home: Path, tool: str, **arguments: Any) -> Any:
    with opened(home) as workspace:
        return TOOLS[tool].call(workspace, arguments)


@pytest.mark.parametrize(
    "path", [".config/understudy", "alias", "x/../.config/understudy", ".config/./understudy/"]
)
def test_no_tool_reaches_a_private_folder_by_any_spelling(home: Path, path: str) -> None:
    inside = f"{path.rstrip('/')}/credentials.json"
    for tool, arguments in (
        ("readFile", {"path": inside}),
        ("exploreFiles", {"path": path}),
        ("searchFiles", {"paths": [path], "query": "sk", "type": "literal", "recursive": True}),
        ("writeFile", {"path": inside, "content": "mine", "mode": "overwrite"}),
        ("writeFile", {"path": f"{path.rstrip('/')}/new", "content": "mine"}),
        (
            "modifyFile",
            {"path": inside, "operations": [{"type": "insert", "afterLine": 0, "newContent": "x"}]},
        ),
        ("executeCommand", {"command": "true", "workingDirectory": path}),
    ):
        with pytest.raises(Denied) as refused:
            use(home, tool, **arguments)
        assert refused.value.reason == "out_of_scope", tool
    assert KEY in (home / ".config" / "understudy" / "credentials.json").read_text()


@pytest.mark.parametrize("files", [3, 700])
def test_private_folders_are_neither_listed_nor_searched_nor_counted(home: Path, files: int) -> None:
    for number in range(files):
        (home / f"file{number}.txt").write_text("sk\n")
    found = use(home, "searchFiles", paths=["."], query="sk", type="literal", recursive=True)
    assert found.total_matches == files
    listed = use(home, "exploreFiles", path=".config", recursive=True)
    assert "credentials.json" not in str(listed)
    assert "other.txt" in str(listed)


def test_private_folders_cannot_be_a_root_nor_contain_one(home: Path) -> None:
    deeper = home / ".config" / "understudy" / "deeper"
    deeper.mkdir()
    for folder in (deeper, deeper.parent):
        with pytest.raises(WorkspaceError) as refused:
            Workspace([folder], private=[deeper.parent])
        assert str(folder) in refused.value.message


def test_a_private_folder_that_does_not_exist_yet_cannot_be_created(root: Path) -> None:
    with (
        Workspace([root], private=[root / "own"], trust_all=True) as workspace,
        pytest.raises(Denied),
    ):
        arguments = {"path": "own/config.toml", "content": "mode = 'full'", "createDirectories": True}
        TOOLS["writeFile"].call(workspace, arguments)
    assert not (root / "own").exists()
