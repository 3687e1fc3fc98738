"""What is never suggested, and when nothing is: after an undo, what was rejected, what would break or bore."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.schema.acp import NesEditSuggestion

CLOSES = """
def run(a, b, c, d):
    a.close_it()
    b.close_it()
    c.close_it()
    d.close_it()
"""


def _two(scene: Scene) -> None:
    scene.edit("a.close_it()", "a.finish()")
    scene.edit("b.close_it()", "b.finish()")


def test_the_last_edit_is_never_reversed() -> None:
    text = """
    const a = load(one);
    const b = read(two);
    const c = load(six);
    """
    with closing(Scene("both.ts", text)) as scene:
        scene.edit("load(one)", "read(one)")
        scene.edit("read(two)", "load(two)")
        scene.edit("read(one)", "load(one)")
        for manual in (False, True):
            shown = scene.shown(manual=manual)
            assert "+ const a = read(one);" not in shown, scene.account()
            assert "+ const b = read(two);" not in shown, scene.account()


def test_nothing_is_suggested_right_after_an_undo() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        assert scene.ask() is not None, scene.account()
        scene.edit("b.finish()", "b.close_it()")
        assert scene.undone()
        scene.silent()
        assert scene.why.word == "undo"


def test_after_an_undo_the_next_edit_brings_suggestions_back() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        scene.edit("b.finish()", "b.close_it()")
        scene.silent()
        scene.edit("c.close_it()", "c.finish()")
        assert scene.shown() != ["- a.finish()", "+ a.close_it()"], scene.account()
        assert scene.why.word != "undo"


@pytest.mark.requirement("NES-18")
def test_what_was_rejected_does_not_come_again() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        rejected = scene.described(scene.reject())
        for _ in range(4):
            suggestion = scene.ask(manual=True)
            if suggestion is None:
                break
            assert scene.described(suggestion) != rejected
            scene.accept(suggestion)


@pytest.mark.requirement("NES-18")
def test_what_was_rejected_does_not_come_again_after_lines_moved() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        rejected = scene.described(scene.reject())
        scene.edit("def run(", "import os\n\n\ndef run(")
        scene.edit("    a.finish()", "    os.sync()\n    a.finish()")
        assert scene.shown(manual=True) != rejected, scene.account()
        assert any(one.fate == "refused" for one in scene.why.considered) or scene.ask(manual=True) is None


@pytest.mark.requirement("NES-18")
def test_a_suggestion_that_was_taken_and_undone_does_not_come_again() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        old, new = scene.described(suggestion)
        assert scene.accept(suggestion)
        scene.edit(new.removeprefix("+ "), old.removeprefix("- "))
        scene.silent()
        scene.edit("def run(a, b, c, d):", "def run(a, b, c, d, e):")
        assert scene.shown(manual=True) != [old, new], scene.account()


@pytest.mark.requirement("NES-18")
def test_each_reason_of_a_rejection_weighs_differently() -> None:
    chances: dict[str, float] = {}
    for reason in ("rejected", "ignored", "replaced", "cancelled"):
        with closing(Scene("closes.py", CLOSES)) as scene:
            _two(scene)
            scene.reject(reason)
            scene.ask(manual=True)
            chances[reason] = max(
                (chance for _, lines, chance in scene.candidates() if lines and "finish" in lines[-1]),
                default=0.0,
            )
    assert chances["rejected"] <= chances["ignored"] <= chances["replaced"] == chances["cancelled"]
    assert chances["rejected"] < chances["replaced"]


@pytest.mark.requirement("NES-18")
def test_taking_a_suggestion_makes_the_next_one_likelier() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        before = scene.candidates()[-1][2]
        scene.accept(suggestion)
        scene.ask()
        assert scene.candidates()[0][2] >= before, scene.account()


def test_brackets_stay_balanced() -> None:
    text = """
    total = add(one, two)
    other = add(six, ten)
    third = add(
        one,
        six,
    )
    """
    with closing(Scene("sums.py", text)) as scene:
        scene.edit("add(one, two)", "plus(add(one, two), 1)")
        scene.edit("add(six, ten)", "plus(add(six, ten), 1)")
        for _ in range(4):
            suggestion = scene.ask(manual=True)
            if suggestion is None:
                break
            scene.accept(suggestion)
            assert scene.text.count("(") == scene.text.count(")"), scene.account()


def test_nothing_is_added_that_stands_there_already() -> None:
    text = """
    class Cat(Animal):
        legs = 4

    class Dog(Animal):
        legs = 4
        wild = False

    class Cow(Animal):
        legs = 4
        wild = False
    """
    with closing(Scene("zoo.py", text)) as scene:
        scene.add("    wild = False", after="legs = 4")
        scene.silent(manual=True)


def test_nothing_is_said_twice_in_a_call() -> None:
    text = """
    def both(client):
        one = client.get("/one")
        two = client.get("/two", timeout=5)
        return one, two
    """
    with closing(Scene("twice.py", text)) as scene:
        scene.edit('client.get("/one")', 'client.get("/one", timeout=5)')
        scene.silent(manual=True)


def test_more_than_a_glance_is_never_shown() -> None:
    body = "\n".join(f"    value_{number} = compute({number * 7 % 13})" for number in range(20))
    text = f"def one():\n{body}\n\n\ndef two():\n{body}\n"
    with closing(Scene("long.py", text)) as scene:
        scene.edit(f"def one():\n{body}\n", "def one():\n    return compute_all()\n")
        suggestion = scene.ask(manual=True)
        if suggestion is not None:
            assert len(scene.described(suggestion)) <= 12, scene.account()


def test_a_suggestion_stays_the_same_while_the_user_looks_at_it() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        first = scene.ask()
        assert first is not None, scene.account()
        scene.move("d.close_it()")
        again = scene.ask()
        assert again == first, scene.account()
        assert scene.why.word == "kept"


@pytest.mark.parametrize("manual", [False, True])
def test_a_suggestion_moves_with_its_line(manual: bool) -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        first = scene.ask(manual=manual)
        assert isinstance(first, NesEditSuggestion), scene.account()
        scene.edit("def run(", "# Closes all.\ndef run(")
        again = scene.ask(manual=manual)
        assert isinstance(again, NesEditSuggestion), scene.account()
        assert again.id == first.id
        assert again.edits[0].range.start.line == first.edits[0].range.start.line + 1
        assert scene.described(again) == ["- c.close_it()", "+ c.finish()"]


@pytest.mark.parametrize("manual", [False, True])
def test_a_suggestion_shrinks_while_the_user_types_into_it(manual: bool) -> None:
    text = """
    class Cat(Animal):
        legs = 4
        def speak(self): ...

    class Dog(Animal):
        legs = 4
        def speak(self): ...
    """
    with closing(Scene("zoo.py", text)) as scene:
        scene.add("    wild = False", after="legs = 4")
        first = scene.ask(manual=manual)
        assert isinstance(first, NesEditSuggestion), scene.account()
        scene.move("legs = 4", nth=2)
        scene.now += 5
        scene.type("\n")
        scene.type("    wil")
        again = scene.ask(manual=manual)
        assert isinstance(again, NesEditSuggestion), scene.account()
        assert again.id == first.id
        assert "".join(edit.new_text for edit in again.edits).strip() == "d = False"


def test_a_suggestion_goes_when_the_user_types_something_else_there() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        _two(scene)
        assert scene.ask() is not None, scene.account()
        scene.edit("c.close_it()", "c.close_now()")
        assert scene.shown() != ["- c.close_now()", "+ c.finish()"], scene.account()


@pytest.mark.parametrize(
    ("name", "text", "place", "written"),
    [
        (
            "new.py",
            "import os\n\n\ndef first(path):\n    return os.stat(path)\n",
            "    return os.stat(path)\n",
            "\n\ndef size(path):\n    return first(path).st_size\n",
        ),
        (
            "new.ts",
            "export const a = 1;\n",
            "export const a = 1;\n",
            "\nexport function double(n: number): number {\n  return n * 2;\n}\n",
        ),
        (
            "new.go",
            "package main\n\nfunc a() int {\n\treturn 1\n}\n",
            "\treturn 1\n}\n",
            "\nfunc b(n int) int {\n\treturn a() + n\n}\n",
        ),
        (
            "new.rs",
            "fn a() -> u32 {\n    1\n}\n",
            "    1\n}\n",
            "\nfn b(n: u32) -> u32 {\n    a() + n\n}\n",
        ),
        ("new.c", "int a(void) { return 1; }\n", "1; }\n", "\nint b(int n) {\n    return a() + n;\n}\n"),
    ],
)
def test_typing_a_new_function_gets_silence(name: str, text: str, place: str, written: str) -> None:
    with closing(Scene(name, text)) as scene:
        scene.move(place)
        for line in written.splitlines(keepends=True):
            scene.type(line)
            scene.silent()


def test_prose_gets_silence() -> None:
    text = """
    # Notes

    The first part says what the thing is.
    The second part says how it is used.
    """
    with closing(Scene("notes.md", text)) as scene:
        scene.edit("says how it is used", "shows by example how it is used")
        scene.silent()
        scene.move("used.")
        scene.type("\nThe third part is about what goes wrong, and what to do then.")
        scene.silent()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return a + b", "return a + b + 1"),
        ('"""Adds."""', '"""Adds two numbers."""'),
        ("LIMIT = 20", "LIMIT = 40"),
        ("if b > 2:", "if b > 2 and a:"),
    ],
)
def test_an_edit_that_says_nothing_about_other_places_gets_silence(old: str, new: str) -> None:
    text = '''
    LIMIT = 20


    def add(a, b):
        """Adds."""
        return a + b


    def sub(a, b):
        """Takes the second from the first."""
        if b > 2:
            return 20
        return a - b
    '''
    with closing(Scene("plain.py", text)) as scene:
        scene.edit(old, new)
        scene.silent()


def test_without_any_edit_nothing_is_suggested() -> None:
    with closing(Scene("closes.py", CLOSES)) as scene:
        scene.silent(manual=True)
        assert scene.why.word == "no-edits"
