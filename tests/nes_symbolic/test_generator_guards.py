"""Where each generator finds a place, and where it does not."""

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, changed_lines, generated, made, unscored
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.generators import combine_in_line
from understudy.nes.symbolic.generators.replacements import _callee
from understudy.nes.symbolic.limits import (
    BLOCK_NEIGHBOUR_LINES,
    MAX_BLOCK_LINES,
    MAX_PATTERN_LINE_CHARS,
    MAX_PLACES_PER_PATTERN,
    MIN_COMBINED_PROBABILITY,
    MIN_MOVED_LINE_CHARS,
)
from understudy.nes.text import Edit, EditOrigin


def lines_of(situation_text: str, *edits: Edit, families: tuple[str, ...], cursor: int = 0) -> list[int]:
    return [line for line, _ in changed_lines(asked(situation_text, *edits, cursor=(cursor, 0)), *families)]


def feature(text: str, edits: list[Edit], family: str, line: int, name: str, cursor: int = 0) -> float:
    found = generated(asked(text, *edits, cursor=(cursor, 0)), family)
    (value,) = {one.features.get(name) for one in found if one.line == line}  # type: ignore[call-overload]
    return value


# Replacements


@pytest.mark.parametrize(
    ("examples", "place", "owned"),
    [
        pytest.param([("load = 1", "fetch = 1")], "self.load", 1.0, id="a plain name renamed, a member here"),
        pytest.param([("self.load()", "self.fetch()")], "other.load", 0.0, id="a member renamed"),
        pytest.param(
            [("load = 1", "fetch = 1"), ("self.load()", "self.fetch()")],
            "other.load",
            0.0,
            id="one plain name and one member renamed",
        ),
        pytest.param([("load = 1", "fetch = 1")], "f(load)", 0.0, id="a plain name here"),
        pytest.param([("load = 1", "fetch = 1")], "f(...load)", 0.0, id="a spread argument here"),
        pytest.param([("load = 1", "fetch = 1")], "a->load", 1.0, id="a member by pointer here"),
        pytest.param([("load = 1", "fetch = 1")], "a::load", 1.0, id="a path here"),
        pytest.param(
            [("func (s *S) load()", "func (s *S) fetch()")], "s.load", 0.0, id="a Go method renamed"
        ),
        pytest.param([("    load = 1", "    fetch = 1")], "s.load", 0.0, id="an indented field renamed"),
        pytest.param([("    f(load)", "    f(fetch)")], "s.load", 1.0, id="an indented argument renamed"),
    ],
)
def test_a_member_of_something_else_is_marked(
    examples: list[tuple[str, str]], place: str, owned: float
) -> None:
    text = "\n".join([*(new for _, new in examples), "", place])
    edits = [made(old, new, at, serial=at + 1) for at, (old, new) in enumerate(examples)]
    assert feature(text, edits, "replace", len(examples) + 1, "owned") == owned


def test_a_plain_name_of_another_text_does_not_mark_members() -> None:
    edits = [made("load = 1", "fetch = 1", uri=OTHER)]
    assert feature("x\nself.load", edits, "replace", 1, "owned") == 0.0


@pytest.mark.parametrize(
    ("place", "found"),
    [
        pytest.param("load(x)", True, id="the same name"),
        pytest.param("reload(x)", False, id="the end of another word"),
        pytest.param("loads(x)", False, id="the start of another word"),
        pytest.param("x = 'load'", False, id="all of a string"),
        pytest.param("x = 'load it'", True, id="a part of a string"),
        pytest.param("x = 'load\"", True, id="other quotes"),
        pytest.param("x = 'load", True, id="an open string at the end of the line"),
        pytest.param("load'", True, id="a quote behind the name only"),
    ],
)
def test_where_a_name_is_replaced(place: str, found: bool) -> None:
    assert (
        bool(lines_of(f"fetch = 1\n{place}", made("load = 1", "fetch = 1"), families=("replace",))) is found
    )


@pytest.mark.parametrize("example", ["x = 'load'", "x = `load`"])
def test_whole_strings_are_replaced_after_an_example(example: str) -> None:
    new = example.replace("load", "fetch")
    assert lines_of(f"{new}\ny = 'load'", made(example, new), families=("replace",)) == [1]


def test_a_line_that_has_the_result_already_is_left_alone() -> None:
    edit = made("load(x)", "load_all(x)")
    assert lines_of("load_all(x)\nload_all(y)", edit, families=("replace",)) == []
    grown = made("timeout(x)", "with_timeout(x)")
    assert lines_of("with_timeout(x)\nwith_timeout(y)\ntimeout(z)", grown, families=("replace",)) == [2]


def test_long_lines_are_not_changed() -> None:
    fitting = "load" + " " * (MAX_PATTERN_LINE_CHARS - 5) + "x"
    text = f"fetch = 1\n{fitting}\n{fitting}x"
    assert lines_of(text, made("load = 1", "fetch = 1"), families=("replace",)) == [1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("await load(x)", "load(x)", id="at the start"),
        pytest.param("f(await load(x))", "f(load(x))", id="behind a bracket"),
        pytest.param("x = await load(x)", "x = load(x)", id="behind a space"),
    ],
)
def test_what_is_taken_out_takes_its_space_with_it(text: str, expected: str) -> None:
    situation = asked(f"y = get(b)\n{text}", made("y = await get(b)", "y = get(b)"))
    assert (1, (expected,)) in changed_lines(situation, "replace")


@pytest.mark.parametrize(
    ("text", "dangling"),
    [
        pytest.param("def fetch():\n    pass\nload()", 1.0, id="nothing else defines the name"),
        pytest.param("def fetch():\n    pass\nload()\nload = 2", 0.0, id="an assignment defines it"),
        pytest.param("def fetch():\n    pass\nload()\nimport load", 0.0, id="an import defines it"),
        pytest.param("def fetch():\n    pass\nload()\ndef f(load):", 0.0, id="a parameter defines it"),
    ],
)
def test_uses_of_a_renamed_definition_are_dangling(text: str, dangling: float) -> None:
    edits = [made("def load():", "def fetch():")]
    assert feature(text, edits, "replace", 2, "dangling") == dangling


def test_an_import_of_a_name_renamed_in_another_text_is_a_use() -> None:
    edits = [made("def load():", "def fetch():", uri=OTHER)]
    assert feature("from b import load\nload()", edits, "replace", 1, "dangling") == 1.0


def test_the_nearest_places_come_first_and_there_are_not_too_many() -> None:
    text = "\n".join(["fetch = 1", *["load()"] * 20])
    lines = lines_of(text, made("load = 1", "fetch = 1"), families=("replace",), cursor=15)
    assert len(lines) == MAX_PLACES_PER_PATTERN
    assert lines == [13, 14, 15, 16, 17, 18, 19, 20]


def test_a_line_edited_since_is_left_alone() -> None:
    edits = [made("load = 1", "fetch = 1", serial=1), made("x", "load()", 1, serial=2)]
    assert lines_of("fetch = 1\nload()\nload()", *edits, families=("replace",)) == [2]


# Parts of names


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("load_user", "load_account"),
        ("loadUser", "loadAccount"),
        ("LoadUser", "LoadAccount"),
        ("LOAD_USER", "LOAD_ACCOUNT"),
        ("_load_user_", "_load_account_"),
        ("superuser", None),
        ("loadUSERx", None),
    ],
)
def test_a_part_of_a_name_is_changed_in_other_names(word: str, expected: str | None) -> None:
    situation = asked(f"account_id = 1\n{word}()", made("user_id = 1", "account_id = 1"))
    found = changed_lines(situation, "partial")
    assert found == ([(1, (f"{expected}()",))] if expected else [])


def test_long_lines_keep_their_name_parts() -> None:
    fitting = "load_user" + "(" * (MAX_PATTERN_LINE_CHARS - 9)
    situation = asked(f"account_id = 1\n{fitting}\n{fitting}(", made("user_id = 1", "account_id = 1"))
    assert [line for line, _ in changed_lines(situation, "partial")] == [1]


# Calls


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param("x = load(b)", "x = load(b, True)", id="another call"),
        pytest.param("def load(b):", None, id="its definition"),
        pytest.param("func (s S) load(b)", None, id="a Go method"),
        pytest.param("class load(b):", None, id="a class"),
        pytest.param("x = load(a, True)", None, id="has the change already"),
        pytest.param("x = load(b", None, id="an open bracket"),
    ],
)
def test_a_changed_call_is_changed_elsewhere(place: str, expected: str | None) -> None:
    situation = asked(f"y = load(a, True)\n\n{place}", made("y = load(a)", "y = load(a, True)"))
    assert changed_lines(situation, "call") == ([(2, (expected,))] if expected else [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("if (a) load()", "if (a, b) load()", id="a condition"),
        pytest.param("def load(a):", "def load(a, b):", id="a definition"),
        pytest.param("f(a)", "f(a, b)", id="a name of one letter"),
        pytest.param("load(a) + b", "load(a) + c", id="a change outside"),
        pytest.param("load(a)", "load( a )", id="only space"),
        pytest.param("load(a", "load(a, b", id="an open bracket"),
    ],
)
def test_what_is_no_change_of_a_call(old: str, new: str) -> None:
    assert changed_lines(asked(f"{new}\n\n{old}x\nload(z)\nf(z)", made(old, new)), "call") == []


# Blocks


def test_large_blocks_are_not_repeated() -> None:
    for size, is_found in ((MAX_BLOCK_LINES, True), (MAX_BLOCK_LINES + 1, False)):
        old = "\n".join(f"    old_value_{number} = compute({number})" for number in range(size))
        new = old.replace("compute", "calculate")
        text = f"{new}\n\nelse:\n{old}"
        found = generated(asked(text, made(old, new)), "again")
        assert ((size + 2, size) in [(one.line, one.line_count) for one in found]) is is_found


def test_neighbours_are_changed_alike_though_they_share_no_word() -> None:
    old, new = "alpha: 1,", "alpha: '1',"
    for distance, is_found in ((BLOCK_NEIGHBOUR_LINES, True), (BLOCK_NEIGHBOUR_LINES + 1, False)):
        filler = ["# filler of the table"] * (distance - 1)
        text = "\n".join([new, *filler, "omega: 2,"])
        typed, pasted = made(old, new, revision=1), made(old, new)
        assert bool(lines_of(text, typed, families=("analogy",))) is is_found
        assert not lines_of(text, pasted, families=("analogy",))


@pytest.mark.parametrize(
    ("old", "family"), [("total = add(a, b)", "again"), ("count = add(a, c)", "analogy")]
)
def test_equal_and_similar_lines_have_different_families(old: str, family: str) -> None:
    situation = asked(f"total = sum(a, b)\n\n{old}", made("total = add(a, b)", "total = sum(a, b)"))
    assert [one.line for one in generated(situation, family)] == [2]


@pytest.mark.parametrize(
    ("second", "parts"),
    [
        pytest.param("beta = load(two, 2)", False, id="all of the edit applies again"),
        pytest.param("gamma = load(two, 3)", True, id="a similar block"),
    ],
)
def test_a_part_of_an_edit_is_not_applied_where_all_of_it_is(second: str, parts: bool) -> None:
    old = "alpha = load(one, 1)\nbeta = load(two, 2)"
    new = old.replace("load", "fetch")
    situation = asked(f"{new}\n\nalpha = load(one, 1)\n{second}", made(old, new))
    found = generated(situation, "again", "analogy")
    assert (3, 2) in {(one.line, one.line_count) for one in found}
    assert bool([one for one in found if one.line == 3 and one.line_count == 1]) is parts


@pytest.mark.parametrize(
    ("before", "callee"),
    [
        ("load(", "load"),
        ("def load(", "def load"),
        ("yy =load(", "load"),
        ("load(a[0], ", "load"),
        ("load(a) + ", ""),
        ("load", ""),
    ],
)
def test_the_function_whose_argument_is_at_the_end(before: str, callee: str) -> None:
    assert _callee(before) == callee


# Insertions


@pytest.mark.parametrize(
    ("inserted", "found"),
    [
        pytest.param("check(a)", True, id="one line"),
        pytest.param("check(", False, id="an open bracket"),
        pytest.param("   ", False, id="blank"),
        pytest.param("\n".join(["check(a)"] * MAX_BLOCK_LINES), True, id="as many lines as allowed"),
        pytest.param("\n".join(["check(a)"] * (MAX_BLOCK_LINES + 1)), False, id="too many lines"),
    ],
)
def test_which_lines_are_inserted_again(inserted: str, found: bool) -> None:
    size = inserted.count("\n") + 1
    gap = "\n" * 20
    text = f"open_file(name)\n{inserted}\nother()\n{gap}open_file(name)\nother()"
    edit = made(None, inserted, 1, above="open_file(name)", below="other()")
    assert (size + 23 in lines_of(text, edit, families=("insert",))) is found


def test_lines_that_stand_nearby_are_not_inserted_again() -> None:
    edit = made(None, "check(a)", 1, above="open_file(name)", below="other()")
    near = "open_file(name)\ncheck(a)\nother()\n\nopen_file(name)\nother()\ncheck(a)"
    far = "open_file(name)\ncheck(a)\nother()\n\nopen_file(name)\nother()\n\n\ncheck(a)"
    assert 5 not in lines_of(near, edit, families=("insert",))
    assert 5 in lines_of(far, edit, families=("insert",))


# Deletions


@pytest.mark.parametrize(
    ("deleted", "found"),
    [
        pytest.param("log(x)", True, id="a line"),
        pytest.param("log", False, id="too short"),
        pytest.param("logs", True, id="just long enough"),
        pytest.param("\n".join(["log(x)"] * (MAX_BLOCK_LINES + 1)), False, id="too many lines"),
    ],
)
def test_which_lines_are_deleted_again(deleted: str, found: bool) -> None:
    text = f"start()\nend()\n\n{deleted}\nend()"
    edit = made(deleted, None, 1, above="start()", below="end()")
    assert (3 in lines_of(text, edit, families=("delete",))) is found


@pytest.mark.parametrize(
    ("text", "above_same", "below_same"),
    [
        pytest.param("start()\nend()\n\nstart()\nlog(x)\nend()", 1.0, 1.0, id="between the same lines"),
        pytest.param("start()\nend()\n\nstart()\nlog(x)", 1.0, 0.0, id="the last line"),
        pytest.param("log(x)\nend()\nstart()\nend()", 0.0, 1.0, id="the first line"),
        pytest.param("start()\nend()\nother()\nlog(x)\nother()", 0.0, 0.0, id="between other lines"),
    ],
)
def test_the_lines_around_a_deletion_are_compared(text: str, above_same: float, below_same: float) -> None:
    line = text.split("\n").index("log(x)")
    edits = [made("log(x)", None, 3 if not line else 1, above="start()", below="end()")]
    assert feature(text, edits, "delete", line, "above_same") == above_same
    assert feature(text, edits, "delete", line, "below_same") == below_same
    similar = [made("log(yy)", None, 3 if not line else 1, above="start()", below="end()")]
    assert feature(text, similar, "thin", line, "above_same") == above_same
    assert feature(text, similar, "thin", line, "below_same") == below_same


@pytest.mark.parametrize(
    ("deleted", "place", "found"),
    [
        pytest.param("log(first)", "log(second)", True, id="another word"),
        pytest.param("log(first)", "log(second, 2)", False, id="more than a word"),
        pytest.param("log(x", "log(y", False, id="an open bracket"),
        pytest.param("log x", "log y", False, id="too short"),
        pytest.param("log xx", "log yy", True, id="just long enough"),
    ],
)
def test_which_similar_lines_are_deleted(deleted: str, place: str, found: bool) -> None:
    text = f"start()\nend()\n\n{place}\nend()"
    edit = made(deleted, None, 1, above="start()", below="end()")
    assert bool(lines_of(text, edit, families=("thin",))) is found


MOVED = "result = compute(a)"


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        pytest.param(made(None, MOVED, 1), True, id="pasted"),
        pytest.param(made(None, MOVED, 1, revision=3), False, id="typed key by key"),
        pytest.param(made(None, MOVED, 1, uri=OTHER), False, id="pasted into another text"),
        pytest.param(made(None, MOVED, -1), False, id="written over since"),
    ],
)
def test_the_original_of_a_pasted_line_is_deleted(edit: Edit, found: bool) -> None:
    text = f"start()\n{MOVED}\nend()\n\n{MOVED}\nmore()"
    assert bool(lines_of(text, edit, families=("moved",))) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param("x" * (MIN_MOVED_LINE_CHARS - 1), False, id="short"),
        pytest.param("x" * MIN_MOVED_LINE_CHARS, True, id="long enough"),
        pytest.param("import os", True, id="a short import"),
        pytest.param("use a;", True, id="a short use"),
    ],
)
def test_which_lines_count_as_moved(line: str, found: bool) -> None:
    text = f"start()\n{line}\nend()\n\n{line}\nmore()"
    assert bool(lines_of(text, made(None, line, 1), families=("moved",))) is found


@pytest.mark.parametrize(
    ("old", "found"),
    [
        pytest.param("result = compute(b)", False, id="changed in its place"),
        pytest.param("pass", True, id="a placeholder"),
    ],
)
def test_a_line_that_was_changed_was_not_moved(old: str, found: bool) -> None:
    text = f"start()\n{MOVED}\nend()\n\n{MOVED}\nmore()"
    assert bool(lines_of(text, made(old, MOVED, 1), families=("moved",))) is found


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("typescript", "interface A {\n  %s\n}\ninterface B {\n  a: string;\n  %s\n}", False),
        ("typescript", "interface A {\n  %s\n  a: string;\n  %s\n}", True),
        ("typescript", "function f() {\n  %s\n}\nfunction g() {\n  h();\n  %s\n}", True),
        ("rust", "struct A {\n    %s\n}\nstruct B {\n    a: u8,\n    %s\n}", False),
        ("python", "class A:\n    %s\n\nclass B:\n    a = 1\n    %s", False),
        ("python", "class A:\n    %s\n\ndef f():\n    h()\n    %s", True),
        ("plaintext", "interface A {\n  %s\n}\ninterface B {\n  h\n  %s\n}", True),
    ],
)
def test_a_line_is_not_moved_from_the_members_of_another_type(language: str, text: str, found: bool) -> None:
    line = "depthInMetres: number" + {"typescript": ";", "rust": ","}.get(language, "")
    lines = (text % (line, line)).split("\n")
    edit = made(None, lines[1], 1)
    assert bool(changed_lines(asked("\n".join(lines), edit, language=language), "moved")) is found


def test_a_moved_line_is_not_deleted_where_the_user_has_just_written_it() -> None:
    text = f"start()\n{MOVED}\nend()\n{MOVED}"
    edits = [made("x", MOVED, 3, serial=1), made(None, MOVED, 1, serial=2)]
    assert lines_of(text, *edits, families=("moved",)) == []


def test_lines_count_as_moved_only_right_after_the_edit() -> None:
    text = f"start()\n{MOVED}\nend()\n\n{MOVED}\nmore()"
    edits = [made(None, MOVED, 1, serial=1), made("ends()", "end()", 2, serial=2)]
    assert lines_of(text, *edits, families=("moved",)) == []


# Several replacements in one line


@pytest.mark.parametrize(
    ("first", "second", "combined"),
    [
        pytest.param(MIN_COMBINED_PROBABILITY, 0.6, True, id="both likely"),
        pytest.param(MIN_COMBINED_PROBABILITY - 0.01, 0.6, False, id="one unlikely"),
    ],
)
def test_likely_replacements_in_one_line_are_combined(first: float, second: float, combined: bool) -> None:
    one = unscored(
        0, first, old="aa + bb", new=("xx + bb",), family="replace", token_replacement=(("aa",), ("xx",))
    )
    two = unscored(
        0, second, old="aa + bb", new=("aa + yy",), family="variant", token_replacement=(("bb",), ("yy",))
    )
    found = list(combine_in_line([one, two]))
    assert [(each.new, each.family, each.probability) for each in found] == (
        [(("xx + yy",), "several", first)] if combined else []
    )
    assert one.probability == pytest.approx(first * (1 - first) if combined else first)


@pytest.mark.parametrize(
    ("family", "line", "uri"),
    [
        pytest.param("partial", 0, HERE, id="another family"),
        pytest.param("replace", 1, HERE, id="another line"),
        pytest.param("replace", 0, OTHER, id="another text"),
    ],
)
def test_what_is_not_combined(family: str, line: int, uri: str) -> None:
    one = unscored(
        0, 0.6, old="aa + bb", new=("xx + bb",), family="replace", token_replacement=(("aa",), ("xx",))
    )
    two = unscored(
        line, 0.6, uri=uri, old="aa + bb", new=("aa + yy",), family=family,
        token_replacement=(("bb",), ("yy",)),
    )  # fmt: skip
    assert list(combine_in_line([one, two])) == []
    assert one.probability == 0.6


@pytest.mark.parametrize("origin", [EditOrigin.UNDONE, EditOrigin.EXTERNAL])
def test_nothing_is_repeated_of_what_the_user_did_not_do(origin: EditOrigin) -> None:
    assert generated(asked("fetch = 1\nload()", made("load = 1", "fetch = 1", origin=origin))) == []


# Features of the generators


@pytest.mark.parametrize(
    ("more", "used"),
    [
        pytest.param("os.getcwd()", 1.0, id="used elsewhere"),
        pytest.param("pass", 0.0, id="not used"),
        pytest.param("import os", 0.0, id="only imported again"),
    ],
)
def test_whether_an_inserted_line_defines_a_name_that_is_used(more: str, used: float) -> None:
    gap = "\n" * 20
    text = f"import sys_path\nimport os\nstart()\n{gap}import sys_path\nend()\n{gap}{more}"
    edits = [made(None, "import os", 1, above="import sys_path", below="start()")]
    assert feature(text, edits, "insert", 24, "names_used") == used
    assert feature(text, edits, "insert", 24, "names_something") == 1.0


@pytest.mark.parametrize(
    ("second", "confirmed", "rivals"),
    [
        pytest.param(("load(b)", "load(b, True)"), log_scaled(1), 0.0, id="the same change"),
        pytest.param(("load(b)", "load(b, None, 1)"), 0.0, log_scaled(1), id="another change"),
        pytest.param(("store(b)", "store(b, True)"), log_scaled(1), 0.0, id="the same for another function"),
    ],
)
def test_a_second_call_confirms_or_rivals_the_first(
    second: tuple[str, str], confirmed: float, rivals: float
) -> None:
    old, new = second
    edits = [made("load(aa)", "load(aa, True)", serial=1), made(old, new, 1, serial=2)]
    situation = asked(f"load(aa, True)\n{new}\n\nload(cc)", *edits)
    found = [one for one in generated(situation, "call") if one.pattern.startswith("load(aa)")]
    assert {(one.features["confirmed"], one.features["rivals"]) for one in found} == {(confirmed, rivals)}


@pytest.mark.parametrize(
    ("second", "rivals", "names"),
    [
        pytest.param("account_name = 1", 0.0, log_scaled(1), id="the same part in another name"),
        pytest.param("client_name = 1", log_scaled(1), 0.0, id="another outcome"),
    ],
)
def test_outcomes_of_a_name_part(second: str, rivals: float, names: float) -> None:
    edits = [
        made("user_id = 1", "account_id = 1", serial=1),
        made("user_name = 1", second, 1, serial=2),
    ]
    situation = asked(f"account_id = 1\n{second}\nload_user()", *edits)
    found = [one for one in generated(situation, "partial") if "account" in one.pattern]
    assert {(one.features["rivals"], one.features["names"]) for one in found} == {(rivals, names)}
