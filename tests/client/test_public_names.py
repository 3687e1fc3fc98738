"""The public names of the package: everything that a caller needs in an annotation."""

import ast
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

import understudy.client
from understudy.client import Connection, Permissions, Session, Turn, connect

# Other names in annotations: those of Python and of the protocol, and none of ours.
KNOWN = {"acp", "Any", "T", "NesKind"} | {
    "None", "bool", "bytes", "dict", "float", "int", "list", "object", "str", "tuple", "type", "cls", "self",
    "AsyncGenerator", "Awaitable", "Callable", "Iterator", "Mapping", "Sequence",
}  # fmt: skip


def public(kind: type) -> list[Callable[..., Any]]:
    found = [value for name, value in vars(kind).items() if not name.startswith("_")]
    functions = [getattr(one, "fget", None) or getattr(one, "__func__", one) for one in found]
    return [one for one in functions if inspect.isfunction(one)]


@pytest.mark.parametrize("name", understudy.client.__all__)
def test_every_exported_name_exists(name: str) -> None:
    assert getattr(understudy.client, name) is not None


def test_no_other_name_is_exported() -> None:
    with pytest.raises(AttributeError, match="Nobody"):
        _ = understudy.client.Nobody  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def test_the_types_of_connect_and_of_permissions_can_be_named() -> None:
    functions = [inspect.unwrap(connect), *public(Permissions)]
    for function in functions:
        tree = ast.parse(dedent(inspect.getsource(function)))
        definition = next(
            one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        arguments = [*definition.args.args, *definition.args.kwonlyargs]
        for argument in arguments:
            if argument.annotation is None:
                continue
            for node in ast.walk(argument.annotation):
                if isinstance(node, ast.Name):
                    assert node.id in KNOWN or node.id in understudy.client.__all__, f"{function} {node.id}"


def test_everything_can_be_imported_at_once_without_a_warning() -> None:
    code = "from understudy.client import *; print(Editor.__name__, connect.__name__)"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    assert done.stdout.split() == ["Editor", "connect"]
    assert done.stderr == ""


@pytest.mark.parametrize("kind", [Connection, Session, Turn, Permissions])
def test_what_is_public_is_typed(kind: type) -> None:
    for function in public(kind):
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, function
