"""Who has pressed Enter gets the new line into the line they stand in, and not beside it."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.schema.acp import NesEditSuggestion

ORDER = """
class Order:
    def __init__(self, number, customer, lines):
        self.number = number
        self.customer = customer
        self.lines = lines

    def total(self):
        return sum(self.lines)
"""
STEPS = """
def read(form):
    return form.read()


def check(form):
    return form.check()


def store(form):
    return form.store()
"""


@pytest.mark.requirement("NES-14")
def test_a_field_is_put_into_the_line_that_was_opened_for_it() -> None:
    with closing(Scene("order.py", ORDER)) as scene:
        scene.edit("customer, lines)", "customer, lines, currency)")
        scene.edit("        self.lines = lines\n", "        self.lines = lines\n        \n")
        scene.move("        self.lines = lines\n        ")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesEditSuggestion), scene.account()
        (edit,) = suggestion.edits
        assert (edit.range.start.line, edit.range.end.line, edit.new_text) == (
            5,
            5,
            "self.currency = currency",
        )
        assert scene.accept(suggestion)
        assert scene.text.count("\n") == ORDER.count("\n"), (
            "one line more than before, without the first empty one"
        )
        assert "        self.lines = lines\n        self.currency = currency\n\n" in scene.text


def test_the_same_line_again_is_put_into_the_line_that_was_opened_for_it() -> None:
    with closing(Scene("steps.py", STEPS)) as scene:
        scene.add('    log.debug("start")', after="def read(form):")
        scene.add('    log.debug("start")', after="def check(form):")
        scene.edit("def store(form):\n", "def store(form):\n    \n")
        scene.move("def store(form):\n    ")
        assert scene.accept(), scene.account()
        assert scene.text.endswith('def store(form):\n    log.debug("start")\n    return form.store()\n')


def test_an_empty_line_that_was_there_before_stays() -> None:
    with closing(Scene("order.py", ORDER)) as scene:
        scene.edit("customer, lines)", "customer, lines, currency)")
        scene.move("        self.lines = lines\n")
        assert scene.accept(), scene.account()
        assert "        self.currency = currency\n\n    def total" in scene.text
