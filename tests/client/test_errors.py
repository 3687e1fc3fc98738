"""The errors of the client: the table of their codes is complete."""

import ast
import re
from pathlib import Path

import understudy.client
from understudy.client import ClientError, errors

KINDS: dict[str, type[ClientError]] = {name: getattr(errors, name) for name in errors.__all__}
SOURCES = sorted(Path(understudy.client.__file__).parent.rglob("*.py"))


def table() -> set[tuple[str, str]]:
    """The codes of the table, each with its class."""
    return set(re.findall(r"^\| ([a-z_]+) +\| ([A-Z]\w+) +\|", errors.__doc__ or "", re.MULTILINE))


def raised() -> set[tuple[str, str]]:
    """Every code in the sources of the library, with the class of its error."""
    found = {(kind.code, name) for name, kind in KINDS.items()}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(value=str(code))]) if (
                    name in KINDS and name != "NotSupported"
                ):
                    found.add((code, name))
                case _:
                    pass
    return found


def test_every_code_is_in_the_table_and_no_other() -> None:
    assert table() == raised()


def test_every_error_of_the_library_has_a_code_that_can_be_read_from_its_source() -> None:
    """A code that is computed at run time could not be checked against the table."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                given = [*node.args[1:2], *(one.value for one in node.keywords if one.arg == "code")]
                fixed = KINDS[node.func.id] is not ClientError and node.func.id != "AgentGone"
                assert fixed or all(isinstance(code, ast.Constant) for code in given), source
                assert given or KINDS[node.func.id] is not ClientError, f"{source}:{node.lineno} has no code"


def test_each_kind_is_offered_by_the_package_and_is_a_client_error() -> None:
    for name, kind in KINDS.items():
        assert issubclass(kind, ClientError)
        assert getattr(understudy.client, name) is kind
        assert name in understudy.client.__all__
