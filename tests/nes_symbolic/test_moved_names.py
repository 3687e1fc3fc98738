"""A name that an edit moves, keeps or takes over is not renamed; several renames of one line are one suggestion."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

KEPT = {
    "the old name is defined in the next line": (
        "a.py",
        """
        def fetch(app):
            client = Client(app=app)
            first = client.get("/")
            return first, client.get("/next")
        """,
        (
            "    client = Client(app=app)",
            "    transport = Transport(app=app)\n    client = Client(transport=transport)",
        ),
        "transport.get",
    ),
    "the names of a tuple change places": (
        "a.rs",
        """
        fn show(input: &Input) -> String {
            let (plain, highlighter, syntax) = find(input);
            let strip = is_manual(syntax);
            print(plain, highlighter, strip)
        }
        """,
        ("let (plain, highlighter, syntax) =", "let (plain, strip, highlighter) ="),
        "is_manual(highlighter)",
    ),
    "a removed field leaves its name to another one": (
        "a.ts",
        """
        interface Row {
          err: HttpError;
          target: Error;
        }

        export const rows: Row[] = [{ err: notFound(), target: wrap(notFound()) }];
        """,
        ("  err: HttpError;\n  target: Error;", "  err: Error;"),
        "err: wrap",
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_a_name_that_is_written_elsewhere_is_not_renamed(name: str) -> None:
    path, text, edit, wrong = KEPT[name]
    with closing(Scene(path, text)) as scene:
        scene.edit(*edit)
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert wrong not in scene.text, scene.account()


def test_two_renames_of_one_line_are_one_suggestion() -> None:
    text = """
    def store(path, follow=False):
        return read(path, follow)


    def add(path, follow=False):
        log(path)
        return store(path, follow=follow)
    """
    with closing(Scene("a.py", text)) as scene:
        scene.edit("def store(path, follow=False)", "def store(path, escape=False)")
        scene.edit("    return read(path, follow)", "    return read(path, escape)")
        scene.edit("def add(path, follow=False)", "def add(path, escape=False)")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert "return store(path, escape=escape)" in scene.text, scene.account()
