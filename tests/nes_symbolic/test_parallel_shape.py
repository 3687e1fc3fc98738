"""A change of one line in a row of lines of one shape goes on with the next line."""

from contextlib import closing

from nes_symbolic.scenes import Scene

ROW = """const name = form.get("name");
const mail = form.get("mail");
const city = form.get("city");
"""


def test_the_lines_of_a_row_follow_one_after_the_other() -> None:
    with closing(Scene("a.ts", ROW)) as scene:
        scene.edit('"name")', '"name").trim()')
        scene.becomes(ROW.replace(");", ").trim();"))


def test_two_lines_are_no_row() -> None:
    text = 'const name = form.get("name");\nconst mail = form.get("mail");\nreturn name + mail;\n'
    with closing(Scene("a.ts", text)) as scene:
        scene.edit('"name")', '"name").trim()')
        scene.ask()
        assert all(chance < 0.5 for _, _, chance in scene.candidates()), scene.account()


def test_a_row_that_is_interrupted_is_none() -> None:
    text = ROW.replace('const mail = form.get("mail");\n', 'const mail = form.get("mail");\n\n')
    with closing(Scene("a.ts", text)) as scene:
        scene.edit('"name")', '"name").trim()')
        scene.ask()
        assert all(chance < 0.5 for _, _, chance in scene.candidates()), scene.account()


def test_a_value_of_one_line_is_none_of_the_others() -> None:
    text = "width = 10 + pad\nheight = 10 + pad\ndepth = 10 + pad\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit("10", "12")
        scene.silent()
