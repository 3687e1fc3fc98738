"""Lines that were inserted before two siblings in a row are due before the next one."""

import pytest

from nes_symbolic.scenes import Scene


def classes(*headers: str) -> str:
    return "\n".join(f"{header} {{\n  size = {len(header)};\n}}\n" for header in headers)


HEADERS = (
    "export class Box",
    "export class Crate extends Box",
    "export class Bag",
    "export class Tin",
)


def marked(scene: Scene, header: str, line: str = "@sealed") -> None:
    scene.edit(f"{header} {{", f"{line}\n{header} {{")


def test_the_next_class_gets_the_decorator_of_two() -> None:
    scene = Scene("a.ts", classes(*HEADERS))
    marked(scene, HEADERS[0])
    scene.silent()
    marked(scene, HEADERS[1])
    scene.accept()
    assert f"@sealed\n{HEADERS[2]}" in scene.text


def test_a_row_goes_up_as_well() -> None:
    scene = Scene("a.ts", classes(*HEADERS))
    marked(scene, HEADERS[3])
    marked(scene, HEADERS[2])
    scene.accept()
    assert f"@sealed\n{HEADERS[1]}" in scene.text


def test_classes_that_do_not_follow_each_other_are_no_row() -> None:
    scene = Scene("a.ts", classes(*HEADERS))
    marked(scene, HEADERS[0])
    marked(scene, HEADERS[2])
    scene.silent()


def test_without_a_row_the_class_at_the_cursor_is_due() -> None:
    scene = Scene("a.ts", classes(*HEADERS, "export class Sack"))
    marked(scene, HEADERS[0])
    marked(scene, HEADERS[2])
    scene.move("export class Sack")
    scene.accept()
    assert "@sealed\nexport class Sack" in scene.text


def test_other_lines_are_no_row() -> None:
    scene = Scene("a.ts", classes(*HEADERS))
    marked(scene, HEADERS[0], "@sealed")
    marked(scene, HEADERS[1], "@open")
    scene.silent()


@pytest.mark.parametrize(
    ("statements", "is_row"),
    [
        pytest.param(("board.add(red)", "board.add(blue)", "board.add(green)"), True, id="the same call"),
        pytest.param(("board.add(red)", "board.clear()", "board.add(green)"), False, id="another shape"),
        pytest.param(("board.add(red)", "panel.add(blue)", "lid.add(green)"), False, id="another beginning"),
    ],
)
def test_statements_are_a_row_if_they_begin_alike_and_differ_in_words_only(
    statements: tuple[str, ...], is_row: bool
) -> None:
    scene = Scene("a.py", "def f(board, panel, lid):\n    wait()\n    " + "\n    ".join(statements) + "\n")
    scene.edit(f"    {statements[0]}", f"    lock.check()\n    {statements[0]}")
    scene.edit(f"    {statements[1]}", f"    lock.check()\n    {statements[1]}")
    assert scene.shown() == ["+ lock.check()"] * is_row


def test_a_row_at_the_other_indentation_is_another_one() -> None:
    text = (
        "class A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n\n\ndef h():\n    pass\n"
    )
    scene = Scene("a.py", text)
    scene.edit("    def f(", "    @traced\n    def f(")
    scene.edit("    def g(", "    @traced\n    def g(")
    scene.silent()


def test_below_headers_as_well() -> None:
    text = "".join(f"fn {name}() {{\n    {name}_all();\n}}\n\n" for name in ("open", "close", "lock", "turn"))
    scene = Scene("a.rs", text)
    scene.add("    enter_scope();", after="fn open() {")
    scene.add("    enter_scope();", after="fn close() {")
    scene.accept()
    assert "fn lock() {\n    enter_scope();\n" in scene.text
