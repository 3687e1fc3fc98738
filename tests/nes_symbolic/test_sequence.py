"""Lines that count on: a line that was written again with the next number, or the next name of a list."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene


def test_after_three_counted_lines_the_next_number_comes() -> None:
    text = """
    switch (level) {
      case 1: return "one";
    }
    """
    with closing(Scene("level.ts", "const a = pick(1);\nconst b = 0;\n")) as scene:
        assert text
        scene.add("step_1 = run(1)", after="const b = 0;")
        scene.add("step_2 = run(2)", after="step_1 = run(1)")
        scene.add("step_3 = run(3)", after="step_2 = run(2)")
        scene.expect("+ step_4 = run(4)")


def test_counting_goes_on_while_it_is_taken() -> None:
    with closing(
        Scene("bits.c", "#define BIT_0 (1 << 0)\n#define BIT_1 (1 << 1)\n\nint main(void) {}\n")
    ) as scene:
        scene.add("#define BIT_2 (1 << 2)", after="#define BIT_1 (1 << 1)")
        scene.expect("+ #define BIT_3 (1 << 3)")
        assert scene.accept()
        scene.expect("+ #define BIT_4 (1 << 4)")


def test_counting_by_tens_goes_on_by_tens() -> None:
    with closing(Scene("steps.go", "package steps\n\nvar a = at(10)\n")) as scene:
        scene.edit("var a = at(10)", "at(10)")
        scene.add("at(20)", after="at(10)")
        scene.add("at(30)", after="at(20)")
        scene.expect("+ at(40)")


def test_one_step_is_enough_when_the_user_asks() -> None:
    with closing(Scene("rows.py", "row_1 = make(1)\n\nprint(row_1)\n")) as scene:
        scene.add("row_2 = make(2)", after="row_1 = make(1)")
        scene.expect("+ row_3 = make(3)", manual=True)


def test_one_step_alone_is_not_continued_unasked() -> None:
    with closing(Scene("rows.py", "row_1 = make(1)\n\nprint(row_1)\n")) as scene:
        scene.add("row_2 = make(2)", after="row_1 = make(1)")
        scene.silent()


def test_the_next_name_of_an_enumeration_comes() -> None:
    text = """
    enum Color {
        Red,
        Green,
        Blue,
        Black,
    }

    fn name(color: Color) -> &'static str {
        match color {
            Color::Red => label(Color::Red),
        }
    }
    """
    with closing(Scene("color.rs", text)) as scene:
        scene.add("        Color::Green => label(Color::Green),", after="Color::Red => label(Color::Red),")
        scene.expect("+ Color::Blue => label(Color::Blue),", manual=True)


def test_the_next_name_of_a_list_in_one_line_comes() -> None:
    text = """
    FIELDS = [name, town, street, number]


    def fill(form):
        check(form, name)
    """
    with closing(Scene("fill.py", text)) as scene:
        scene.add("    check(form, town)", after="check(form, name)")
        scene.expect("+ check(form, street)", manual=True)


def test_nothing_is_counted_that_stands_below_already() -> None:
    with closing(Scene("rows.py", "row_1 = make(1)\nrow_2 = make(2)\nrow_4 = make(4)\n")) as scene:
        scene.add("row_3 = make(3)", after="row_2 = make(2)")
        scene.silent()


def test_after_the_last_name_of_a_list_nothing_is_made_up() -> None:
    text = """
    SIDES = [left, right, top]

    pad(left)
    pad(right)
    """
    with closing(Scene("pads.py", text)) as scene:
        scene.add("pad(top)", after="pad(right)")
        scene.silent(manual=True)


def test_lines_that_differ_in_more_than_a_number_do_not_count() -> None:
    with closing(Scene("mixed.py", "one = load(1, 'a')\n")) as scene:
        scene.add("two = save(2, 'b')", after="one = load(1, 'a')")
        scene.add("six = drop(3, 'c')", after="two = save(2, 'b')")
        scene.silent(manual=True)


def test_lines_that_came_at_once_do_not_count_on() -> None:
    with closing(Scene("rows.py", "import table\n\nprint(1)\n")) as scene:
        scene.add("row_1 = make(1)\nrow_2 = make(2)\nrow_3 = make(3)", after="import table")
        scene.silent()


@pytest.mark.parametrize(
    ("old", "new"),
    [("version 3.12\nversion 3.13", "version 3.14"), ("py312\npy313", "py314")],
    ids=["dotted", "in a name"],
)
def test_a_list_of_versions_ends_with_the_newest(old: str, new: str) -> None:
    with closing(Scene("versions.yaml", f"{old}\n\nend\n")) as scene:
        scene.add(new, after=old.split("\n")[1])
        scene.silent()


def test_versions_that_the_user_wrote_count_on() -> None:
    with closing(Scene("versions.yaml", "version 3.12\n\nend\n")) as scene:
        scene.add("version 3.13", after="version 3.12")
        scene.add("version 3.14", after="version 3.13")
        scene.expect("+ version 3.15")


def test_small_numbers_count_on() -> None:
    with closing(Scene("pages.yaml", "page98\npage97\n\npage1\npage2\n\nend\n")) as scene:
        scene.add("page3", after="page2")
        scene.expect("+ page4")


@pytest.mark.parametrize(
    ("listed", "following"),
    [
        pytest.param("FIELDS = [name, town, street]", "street", id="names"),
        pytest.param('FIELDS = ["name", "town", "street"]', "street", id="strings"),
        pytest.param("    name\n    town\n    street", "street", id="one name per line"),
        pytest.param("    'name',\n    'town',\n    'street',", "street", id="one string per line"),
        pytest.param("FIELDS = [name town street]", "", id="no commas"),
        pytest.param("FIELDS = [name, town, 5]", "", id="a number behind"),
        pytest.param("FIELDS = [a.name, town, street]", "", id="a member before"),
        pytest.param("FIELDS = [name, town, street.a]", "", id="a member behind"),
        pytest.param("FIELDS = [name, town]", "", id="the end of the list"),
        pytest.param("FIELDS = [name, place, street]", "", id="another list"),
        pytest.param("    name\n    place\n    street", "", id="another list, one name per line"),
        pytest.param("    name\n    town\n    show(street)", "", id="a call in another line"),
        pytest.param("FIELDS = [name, town, street]\nOTHERS = [name, town, zip]", "", id="two lists"),
    ],
)
def test_the_name_behind_two_others_in_a_list(listed: str, following: str) -> None:
    quote = next((quote for quote in "\"'" if quote in listed), "")
    first, second, third = (f"check(form, {quote}{name}{quote})" for name in ("name", "town", following))
    with closing(Scene("fill.py", f"{listed}\n\n\ndef fill(form):\n    {first}\n")) as scene:
        scene.add(f"    {second}", after=first)
        shown = [line for line in scene.shown(manual=True) if line.startswith("+ check")]
    assert shown == ([f"+ {third}"] if following else [])


def test_the_line_above_is_no_list_of_the_next_names() -> None:
    """The two lines at the cursor differ in one word, and the first of them has both words in a row."""
    text = "def fill(form):\n    check(name, town, street)\n"
    with closing(Scene("fill.py", text)) as scene:
        scene.add("    check(town, town, street)", after="check(name, town, street)")
        scene.silent(manual=True)
