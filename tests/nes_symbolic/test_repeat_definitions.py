"""A definition that changed, and its uses in other texts: open ones, and files of the workspace."""

from contextlib import closing
from pathlib import Path

import pytest

from nes_symbolic.scenes import Scene
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts
from understudy.schema.acp import NesEditSuggestion


def _settled(scene: Scene) -> None:
    library = scene.service.find_session(scene.session).workspace_texts
    assert isinstance(library, SessionWorkspaceTexts)
    assert library.wait_for_scan(20)


def test_a_renamed_function_is_followed_into_an_open_document() -> None:
    with closing(
        Scene(
            "prices.py",
            """
            def total_of(prices):
                return sum(prices)
            """,
            report__py="""
            from prices import total_of


            def report(prices):
                return f"{total_of(prices)} in all"
            """,
        )
    ) as scene:
        scene.edit("total_of", "sum_of")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.described(suggestion) in (
            ["- from prices import total_of", "+ from prices import sum_of"],
            ['- return f"{total_of(prices)} in all"', '+ return f"{sum_of(prices)} in all"'],
        ), scene.account()


@pytest.mark.requirement("NES-14")
def test_a_renamed_function_is_followed_into_a_file_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "store.ts").write_text("export function openStore(path: string) {\n  return load(path);\n}\n")
    (tmp_path / "main.ts").write_text(
        'import { openStore } from "./store";\n\nconst store = openStore("a.db");\n'
    )
    text = (tmp_path / "store.ts").read_text()
    with closing(Scene("store.ts", text, root=tmp_path)) as scene:
        _settled(scene)
        scene.edit("openStore", "createStore")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesEditSuggestion), scene.account()
        assert suggestion.uri == (tmp_path / "main.ts").as_uri()


def test_an_argument_added_to_a_definition_is_added_to_its_calls() -> None:
    text = """
    def send(message):
        post(message)


    def greet(name):
        send("hello " + name)


    def part(name):
        send("bye " + name)
    """
    with closing(Scene("mail.py", text)) as scene:
        scene.edit("def send(message):", "def send(message, sender):")
        scene.edit('send("hello " + name)', 'send("hello " + name, sender)')
        scene.expect('- send("bye " + name)', '+ send("bye " + name, sender)')


def test_an_argument_dropped_from_a_definition_is_dropped_from_its_calls() -> None:
    text = """
    func draw(c *Canvas, scale int) {
        c.Fill()
    }

    func Both(a, b *Canvas) {
        draw(a, 2)
        draw(b, 2)
    }
    """
    with closing(Scene("draw.go", text)) as scene:
        scene.edit("func draw(c *Canvas, scale int)", "func draw(c *Canvas)")
        scene.becomes(text.replace(", scale int", "").replace(", 2)", ")"))


def test_a_use_in_a_file_of_the_workspace_gets_the_new_argument(tmp_path: Path) -> None:
    header = "int area(int width, int height);\n"
    (tmp_path / "area.c").write_text(f"{header}\nint half(void) {{ return area(2, 4); }}\n")
    (tmp_path / "main.c").write_text(
        "int area(int width, int height);\nint main(void) { return area(1, 2); }\n"
    )
    with closing(Scene("area.c", (tmp_path / "area.c").read_text(), root=tmp_path)) as scene:
        _settled(scene)
        scene.edit(header, "int area(int width, int height, int depth);\n")
        scene.edit("area(2, 4)", "area(2, 4, 1)")
        scene.ask(manual=True)
        wanted = "int area(int width, int height, int depth);"
        assert scene.offers("- int area(int width, int height);", f"+ {wanted}"), scene.account()


def test_a_use_that_comes_from_elsewhere_is_left_alone() -> None:
    text = """
    import shutil


    def copy(source, target):
        shutil.copy(source, target)


    def twice(source, target):
        shutil.copy(source, target)
        shutil.copy(source, target + ".bak")
    """
    with closing(Scene("copies.py", text)) as scene:
        scene.edit("def copy(", "def clone(")
        scene.silent()
