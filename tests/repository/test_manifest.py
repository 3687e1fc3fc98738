"""The manifest and the tests agree, in both directions."""

import ast
import functools
import re
from pathlib import Path

import pytest

from repository.manifest import (
    ATTACKS,
    COMMAND_ATTACKS,
    DONE,
    OPEN,
    OPEN_ATTACKS,
    PROTOCOL_ATTACKS,
    REQUIREMENTS,
    SANDBOX_FIXTURES,
    UNNUMBERED_ATTACKS,
    USER_FIXTURE,
)

TESTS = Path(__file__).resolve().parents[1]
SHARED = TESTS.parents[1] / "shared"


@functools.cache
def marks(name: str) -> dict[str | int, list[str]]:
    """Every id that a `pytest.mark.<name>(…)` names, on a test or a module, with the files that name it."""
    found: dict[str | int, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text()
        if name not in text:  # parsing all files takes seconds
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == f"pytest.mark.{name}":
                for argument in node.args:
                    found.setdefault(ast.literal_eval(argument), []).append(f"{path.name}:{node.lineno}")
    return found


def test_every_rule_is_either_done_or_open() -> None:
    assert DONE | OPEN == REQUIREMENTS
    assert not DONE & OPEN


def test_every_rule_that_is_done_is_proven_by_a_test() -> None:
    assert set(DONE) - set(marks("requirement")) == set()


def test_no_test_claims_an_unknown_or_an_open_rule() -> None:
    assert {rule: tests for rule, tests in marks("requirement").items() if rule not in DONE} == {}


def test_every_attack_is_withstood_in_a_test_and_no_test_names_an_unknown_one() -> None:
    assert set(marks("attack")) == (ATTACKS - OPEN_ATTACKS) | set(UNNUMBERED_ATTACKS)


def test_every_attack_by_a_command_is_tested_in_both_sandboxes_as_both_kinds_of_users() -> None:
    tested: set[int] = set()
    for path in (TESTS / "workspace_commands").glob("test_*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                fixtures = {argument.arg for argument in node.args.args}
                if USER_FIXTURE in fixtures and fixtures & SANDBOX_FIXTURES:
                    tested |= set(_attacks_of(node))
    assert COMMAND_ATTACKS - tested == set()


def _attacks_of(test: ast.FunctionDef) -> list[int]:
    return [
        ast.literal_eval(argument)
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.attack"
        for argument in decorator.args
    ]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the specifications are not part of the repository")
def test_the_manifest_lists_the_rules_of_the_specification() -> None:
    text = (SHARED / "spec" / "REQUIREMENTS.md").read_text()
    assert set(re.findall(r"^\| ([A-Z]{3}-\d\d) \|", text, re.MULTILINE)) == REQUIREMENTS
    first, _, rest = (SHARED / "security" / "ATTACKS.md").read_text().partition("**Protocol**")
    table = first + rest.partition("# Second table")[2]
    assert {int(number) for number in re.findall(r"(?:· |: )(\d+) ", table)} == ATTACKS
    protocol = rest.partition("# Second table")[0]
    assert len(protocol.split(" · ")) == len(PROTOCOL_ATTACKS)
