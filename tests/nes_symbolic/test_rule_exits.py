"""Rules for members, values, blocks and definitions stop at the deadline, and without the text of the edit."""

from collections.abc import Callable
from typing import Final

import pytest

from nes_symbolic.rule_cases import RuleCase, case, edit
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences import (
    blocks,
    definitions,
    markup,
    queries,
    siblings,
    text_names,
    values,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext

PAST: Final = -1.0
ENUM = "class K(Enum):\n    AA = 1\n    BB = 2\n\n\n"
RULES: dict[str, tuple[Callable[[RuleContext], list[Candidate]], RuleCase]] = {
    "added members": (
        siblings.propose_added_members,
        case(ENUM + "X = [K.AA, K.BB]\n", "    BB = 2", "    BB = 2\n    CC = 3"),
    ),
    "removed members": (
        siblings.propose_removed_members,
        case(ENUM + "X = {K.AA: 1, K.BB: 2}\n", "    BB = 2", ""),
    ),
    "retyped members": (
        siblings.propose_retyped_members,
        case("class P:\n    aa: int\n\ndef f(aa: int) -> P: ...\n", "    aa: int", "    aa: str"),
    ),
    "implementations": (
        siblings.propose_implementations,
        case(
            "class I(Protocol):\n    def aa(self): ...\n\nclass X(I):\n    def aa(self): ...\n",
            "    def aa(self): ...",
            "    def aa(self): ...\n    def bb(self): ...",
        ),
    ),
    "index entries": (
        definitions.propose_index_entries,
        case(
            '__all__ = ["aa", "bb"]\ndef aa(): ...\ndef bb(): ...\n',
            "def bb(): ...",
            "def bb(): ...\ndef cc(): ...",
        ),
    ),
    "removed uses": (
        definitions.propose_removed_uses,
        case("def gone():\n    pass\n\ngone()\na()\n", "def gone():\n    pass\n", ""),
    ),
    "extracted values": (
        definitions.propose_extracted_values,
        case("def f(a):\n    return a.b.cde\n", "def f(a):", "def f(a):\n    x = a.b.cde"),
    ),
    "moved definitions": (
        definitions.propose_moved_definitions,
        case("def f(a):\n    g()\n    xx = a.b.cde\n", "def f(a):", "def f(a):\n    xx = a.b.cde"),
    ),
    "vanished names": (
        definitions.propose_vanished_names,
        case("def aa_b():\n    return 1\nx = bb_b()\ny = bb_b()\n", "x = bb_b()", "x = aa_b()"),
    ),
    "changed texts": (
        values.propose_changed_texts,
        case("f('not a path')\ng('not a path')\n", "f('not a path')", "f('not a file path')"),
    ),
    "changed values": (
        values.propose_changed_values,
        case("PORT = 8080\nport = 8080\n", "PORT = 8080", "PORT = 9090"),
    ),
    "sibling keys": (
        values.propose_sibling_keys,
        case("- x: 1\n- x: 3\n", "- x: 1", "- w: 1", path="c.yml"),
    ),
    "query names": (
        queries.propose_query_names,
        case(
            "CREATE TABLE pets (\n  name TEXT\n);\nSELECT name FROM pets;\n",
            "  name TEXT",
            "  title TEXT",
            path="m.sql",
        ),
    ),
    "query aliases": (
        queries.propose_query_aliases,
        case("SELECT a.id\nFROM pets a;\n", "FROM pets a;", "FROM pets b;", path="m.sql"),
    ),
    "selected columns": (
        queries.propose_selected_columns,
        case(
            'for a, b in run("SELECT a, b FROM c"):\n    pass\n',
            'for a, b in run("SELECT a, b FROM c"):',
            'for a, b in run("SELECT a, b, d FROM c"):',
        ),
    ),
    "row reads": (
        queries.propose_row_reads,
        case(
            'for r in run("SELECT a FROM c"):\n    r["a"]\n',
            'for r in run("SELECT a FROM c"):',
            'for r in run("SELECT b FROM c"):',
        ),
    ),
    "passed placeholders": (
        queries.propose_passed_placeholders,
        case(
            'run("SELECT 1 WHERE a = ?", [a])\n',
            'run("SELECT 1 WHERE a = ?", [a])',
            'run("SELECT 1 WHERE a = ? AND b = ?", [a])',
        ),
    ),
    "inserted columns": (
        queries.propose_inserted_columns,
        case("INSERT INTO t (a)\nVALUES (?);\n", "INSERT INTO t (a)", "INSERT INTO t (a, b)", path="m.sql"),
    ),
    "style names": (
        markup.propose_style_names,
        case(".card {\n.card a {\n", ".card {", ".tile {", path="m.css"),
    ),
    "data attributes": (
        text_names.propose_data_attributes,
        case('<p data-a="1">\n<p data-a="2">\n', '<p data-a="1">', '<p data-b="1">', path="m.html"),
    ),
    "repeated insertions": (
        blocks.propose_repeated_insertions,
        case(
            "a(\n  open()\n  close()\n)\nb(\n  open()\n  close()\n)\n",
            "a(\n  open()",
            "a(\n  open()\n  trace(step)",
            path="m.js",
        ),
    ),
}
OTHERS: dict[str, tuple[Callable[[RuleContext], list[Candidate]], RuleCase]] = {
    "counted lines": (
        values.propose_counted_lines,
        case("- 11\n- 12\nx\np 11\np 12\nx\n", "- 12", "- 12\n- 13", path="m.yaml"),
    ),
    "paired tags": (markup.propose_paired_tags, case("<b>\n</b>\n", "<b>", "<i>", path="m.html")),
    "closing brackets": (
        blocks.propose_closing_brackets,
        case("x = [\n    1,\n]\n", "x = [", "x = (", path="m.py"),
    ),
    "outdented blocks": (
        blocks.propose_outdented_blocks,
        case("if x:\n    a()\n\n    b()\n", "if x:\n    a()", "a()", path="m.py"),
    ),
}
ALL = {**RULES, **OTHERS}


def edited(one: RuleCase) -> RuleHarness:
    harness = RuleHarness(z__py="x = 1\n")
    for path, text in one.files.items():
        harness.put(path, text)
    for old, new in one.edits:
        edit(harness, next(iter(one.files)), old, new)
    return harness


@pytest.mark.parametrize("name", RULES)
def test_a_rule_stops_at_the_deadline(name: str) -> None:
    rule, one = RULES[name]
    path = next(iter(one.files))
    assert rule(RuleContext(edited(one).situation(path))) != []
    assert rule(RuleContext(edited(one).situation(path, deadline=PAST))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_text_that_is_gone_has_no_consequence(name: str) -> None:
    rule, one = ALL[name]
    path = next(iter(one.files))
    harness = edited(one)
    assert rule(RuleContext(harness.situation(path))) != []
    del harness.workspace.texts[f"file:///project/{path}"]
    assert rule(RuleContext(harness.situation("z.py"))) == []


@pytest.mark.parametrize("name", ALL)
def test_lines_that_are_not_as_the_edit_left_them_have_no_consequence(name: str) -> None:
    rule, one = ALL[name]
    path = next(iter(one.files))
    harness = edited(one)
    for made in harness.edits:
        made.line = -1
    assert rule(RuleContext(harness.situation(path))) == []


@pytest.mark.parametrize("name", ["added members", "removed members", "retyped members", "implementations"])
def test_a_text_without_a_tree_has_no_types(name: str) -> None:
    rule, one = RULES[name]
    plain = one._replace(files={"m.txt": next(iter(one.files.values()))})
    assert rule(RuleContext(edited(plain).situation("m.txt"))) == []
    harness = edited(one)
    harness.put("n.txt", next(iter(one.files.values())))
    path = next(iter(one.files))
    assert all(found.uri.endswith(path) for found in rule(RuleContext(harness.situation(path))))


def test_a_request_without_edits_has_no_consequence() -> None:
    harness = RuleHarness(z__py="x = 1\n")
    context = RuleContext(harness.situation("z.py"))
    assert [candidate for rule, _ in ALL.values() for candidate in rule(context)] == []


@pytest.mark.parametrize("name", ["added members", "removed members", "retyped members", "implementations"])
def test_a_rule_stops_between_texts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, one = RULES[name]
    context = RuleContext(edited(one).situation(next(iter(one.files))))
    assert context.once(siblings.find_member_changes) != []
    monkeypatch.setattr(RuleContext, "is_past_deadline", True)
    assert rule(context) == []
