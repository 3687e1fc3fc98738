"""Lines that were inserted are proposed again between lines like those around the first place."""

from collections.abc import Sequence

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.text import EditOrigin
from understudy.nes.text.line_changes import apply_replacements

BLOCK = ("  client.on('end', fail)", "")
LINES = 9
"""The lines of one test."""
SHOWN = 0.45


def code_of(*names: str, gap: int = 1, indent: str = "") -> str:
    """Tests that begin alike. The lines below the empty ones are of each test alone."""
    lines: list[str] = []
    for name in names:
        lines += [
            f"test('{name}', async () => {{",
            "  const server = listen()",
            "  const client = connect()",
            "  after(() => client.close())",
            *[""] * gap,
            f"  const {name} = await client.{name}()",
            f"  check({name})",
            "})",
            "",
        ]
    return "\n".join(indent + line if line else line for line in lines)


def insert(harness: RuleHarness, at: int, lines: Sequence[str] = BLOCK, path: str = "a.js") -> None:
    harness.splice(path, at, (), lines, EditOrigin.TYPED)


def repetitions(harness: RuleHarness, path: str = "a.js") -> list[Candidate]:
    return [one for one in harness.ask(path) if one.family == "insertion-again"]


def inserted_lines(harness: RuleHarness, candidate: Candidate) -> list[int]:
    """The places of the block after the candidate is accepted."""
    lines = apply_replacements(candidate.edits, harness.workspace.texts[candidate.uri])
    return [at for at, line in enumerate(lines) if line.strip() == BLOCK[0].strip()]


def test_a_block_is_repeated_below_the_same_lines_and_an_empty_one() -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send", "stop"))
    insert(harness, 5)
    insert(harness, 5 + LINES + 2)
    best = repetitions(harness)[0]
    assert inserted_lines(harness, best) == [5, 5 + LINES + 2, 5 + 2 * (LINES + 2)]
    assert best.probability > SHOWN


def test_each_further_example_makes_the_next_one_more_probable() -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send", "stop", "list"))
    probabilities: list[float] = []
    for at in (5, 5 + LINES + 2, 5 + 2 * (LINES + 2)):
        insert(harness, at)
        probabilities.append(repetitions(harness)[0].probability)
    assert probabilities == sorted(probabilities)
    assert probabilities[0] < probabilities[1] < probabilities[2]


def test_the_block_takes_the_indentation_of_its_place() -> None:
    harness = RuleHarness(a__js=code_of("load"), b__js=code_of("save", indent="    "))
    insert(harness, 5)
    (best, *_) = repetitions(harness)
    assert best.uri.endswith("b.js")
    assert best.edits[0].text == "      client.on('end', fail)\n\n"


def test_accepted_insertions_are_examples_too() -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send", "stop"))
    insert(harness, 5)
    alone = repetitions(harness)[0].probability
    harness.accept(repetitions(harness)[0])
    assert repetitions(harness)[0].probability > alone


SILENT = {
    "there are other empty lines": (code_of("load") + code_of("save", gap=2), [5]),
    "the block is there already": (
        code_of("load")
        + code_of("save").replace("\n\n  const save", "\n\n  client.on('end', fail)\n  const save"),
        [5],
    ),
    "the places were passed": (code_of("load", "save"), [5 + LINES]),
}


@pytest.mark.parametrize("name", SILENT)
def test_the_block_is_not_repeated(name: str) -> None:
    text, places = SILENT[name]
    harness = RuleHarness(a__js=text)
    for at in places:
        insert(harness, at)
    assert repetitions(harness) == [], name


@pytest.mark.parametrize(
    "lines",
    [
        ("})",),
        ("  import a from 'a'",),
        ("  const a = require('a')",),
        tuple(f"  step({number})" for number in range(11)),
    ],
    ids=["short", "import", "require", "long"],
)
def test_these_lines_are_not_repeated(lines: tuple[str, ...]) -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send"))
    insert(harness, 4, lines)
    assert repetitions(harness) == []


def test_an_undone_insertion_is_no_example() -> None:
    harness = RuleHarness(a__js=code_of("load", "save"))
    insert(harness, 5)
    harness.splice(
        "a.js", 0, ("test('load', async () => {",), ("test('read', async () => {",), EditOrigin.UNDONE
    )
    assert repetitions(harness) == []


def test_an_old_insertion_is_not_repeated() -> None:
    harness = RuleHarness(a__js=code_of("load", "save"))
    insert(harness, 5)
    for number in range(3):
        assert repetitions(harness) != []
        harness.edit(
            "a.js", "  check(load)" if not number else f"  check{number}(load)", f"  check{number + 1}(load)"
        )
    assert repetitions(harness) == []


def test_a_line_that_is_everywhere_is_no_anchor() -> None:
    names = [f"name{number}" for number in range(41)]
    harness = RuleHarness(a__js=code_of(*names))
    insert(harness, 5)
    assert repetitions(harness) == []


def test_words_of_the_first_place_make_it_improbable() -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send", "stop"))
    plain = RuleHarness(a__js=code_of("load", "save", "send", "stop"))
    insert(harness, 5, ("  expect('load')",))
    insert(plain, 5, ("  expect('more')",))
    assert repetitions(harness)[0].probability < repetitions(plain)[0].probability


ABOVE, BELOW = "'use strict mode now'\n", "const one = load(1)\n"
PLACES = {
    "behind the first line": (ABOVE + BELOW, f"{ABOVE}const two = read(2)\n", [1]),
    "before the second line": (ABOVE + BELOW, f"const two = read(2)\n{BELOW}", [1]),
    "before the first line": (ABOVE + BELOW, f"{BELOW}const two = read(2)\n", []),
    "behind a line without a break": (ABOVE + BELOW, f"const two = read(2)\n{ABOVE[:-1]}", []),
    "behind the only line": (f"{ABOVE}\n{BELOW}", ABOVE, [1]),
}


@pytest.mark.parametrize("name", PLACES)
def test_at_the_ends_of_another_text(name: str) -> None:
    text, other, expected = PLACES[name]
    harness = RuleHarness(a__js=text, b__js=other)
    insert(harness, 1, ("connect(server, client)",))
    places = [(one.uri[-4:], one.edits[0].span.start.line) for one in repetitions(harness)]
    assert places == [("b.js", line) for line in expected]


@pytest.mark.parametrize(("other", "expected"), [("Job", 1), ("Queue", 0)])
def test_a_field_is_repeated_where_the_same_type_is_constructed(other: str, expected: int) -> None:
    text = "".join(
        f"impl {header} {{\n    fn make() -> Self {{\n        Self {{\n"
        "            threads: 1,\n            poll: 1,\n"
        "        }\n    }\n}\n\n"
        for header in ("Default for Job", other)
    )
    harness = RuleHarness(a__rs=text)
    harness.splice("a.rs", 5, (), ("            name: load(1),",), EditOrigin.TYPED)
    found = [one for one in harness.ask("a.rs") if one.family == "insertion-again"]
    assert len(found) == expected


def test_lines_that_were_changed_since_are_not_repeated() -> None:
    harness = RuleHarness(a__js=code_of("load", "save", "send"))
    insert(harness, 5)
    assert repetitions(harness)
    harness.edit("a.js", BLOCK[0], "  stop(server)")
    assert repetitions(harness) == []


def test_an_empty_line_of_a_block_is_not_indented() -> None:
    text = "const server = listen(port)\n\nshow(server)\n"
    indented = "".join(f"    {line}\n" if line else "\n" for line in text.split("\n"))
    harness = RuleHarness(a__js=text, b__js=f"run(() => {{\n{indented}}})\n")
    insert(harness, 1, ("server.on('end', fail)", "", "server.start(port)"))
    (found,) = [one for one in repetitions(harness) if one.uri.endswith("b.js")]
    assert found.edits[0].text == "    server.on('end', fail)\n\n    server.start(port)\n"


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ("impl Default for Up", "impl Default for Down", 0),
        ("impl Up", "unsafe impl<T> api::Make<T> for &Down<T>", 0),
        ("impl<T> Make<T> for Up", "impl Default for Up", 1),
        ("fn up()", "fn down()", 1),
    ],
    ids=["another type", "with generics and paths", "the same type", "no type is known"],
)
def test_a_field_is_not_repeated_where_self_is_another_type(first: str, second: str, count: int) -> None:
    body = "    fn new() -> Self {\n        Self {\n            wait: 30,\n        }\n    }\n}\n"
    harness = RuleHarness(a__rs=f"{first} {{\n{body}\n{second} {{\n{body}")
    insert(harness, 4, ["            chunk_size: 8 * 1024,"], "a.rs")
    assert len(repetitions(harness, "a.rs")) == count
