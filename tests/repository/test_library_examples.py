"""The library as its users meet it: README's examples run as printed, and public names have examples."""

import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from understudy.client import ClientError, connect
from understudy.client.roots import require_structs
from understudy.schema import acp
from understudy.tools import modify_file, read_file
from understudy.workspace import InvalidArgument, Workspace

REPOSITORY = Path(__file__).parents[2]
DOCUMENTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
EXAMPLES = {
    f"{path.name} {number}": found
    for path in DOCUMENTS
    for number, found in enumerate(EXAMPLE.findall(path.read_text()))
}
"""Programs of the documents, each with the output that the document shows below it, if it does."""


def test_the_documents_have_examples() -> None:
    assert {"README.md 0", "client.md 0", "tools.md 0"} <= set(EXAMPLES)


@pytest.mark.parametrize(("example", "output"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_of_the_documents_runs_as_printed(example: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# first\nsecond\nthird\nfourth\n")
    program = tmp_path / "example.py"
    program.write_text(example)
    scripts = str(Path(sys.executable).parent)
    environ = {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "UNDERSTUDY_STATE_DIR": str(tmp_path / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config"),
    }
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=240
    )
    assert (done.returncode, done.stderr) == (0, "")
    if output:
        assert done.stdout == output
    else:
        assert "# first" in done.stdout


@pytest.mark.parametrize("package", ["understudy.client", "understudy.tools", "understudy.workspace"])
def test_every_public_class_and_function_has_a_docstring_with_an_example(package: str) -> None:
    module = importlib.import_module(package)
    lacking: list[str] = []
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            text = thing.__dict__.get("__doc__") if inspect.isclass(thing) else thing.__doc__
            if not text or not re.search(r"Example: `|\n {8}", text):
                lacking.append(name)
    assert not lacking


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Workspace("/project"), "roots is a list of folders: write ['/project']"),  # type: ignore[arg-type]
        (
            lambda: modify_file.Args(path="a", operations=[{"type": "delete"}]),
            "operations[0] must be a Replace or",
        ),
        (lambda: modify_file.Args(path="a", operations="x"), "operations must be a list, not str"),
        (lambda: read_file.Args(path=3), "path must be a str, not int"),
        (lambda: require_structs([{"type": "text"}], "prompt", "acp.TextContent"), "prompt[0] is a dict"),
        (lambda: require_structs({"type": "text"}, "prompt", "acp.TextContent"), "prompt is a list"),
    ],
)
def test_a_wrong_type_is_a_clear_error(make: object, message: str) -> None:
    with pytest.raises((TypeError, InvalidArgument)) as raised:
        make()  # type: ignore[operator]
    assert str(raised.value).startswith(message)


async def _connect_with_text() -> None:
    async with connect("understudy acp", roots="/project", sandbox=True):  # type: ignore[arg-type]
        pass


def test_one_folder_where_a_list_is_expected_never_grants_the_file_system() -> None:
    import asyncio

    with pytest.raises(ClientError, match="Give the roots as a list of folders"):
        asyncio.run(_connect_with_text())
    require_structs([acp.TextContent(text="x")], "prompt", "")
