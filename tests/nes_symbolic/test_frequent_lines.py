"""A change of one of very many similar lines is suggested for the next one, wherever in the text it was made."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene


@pytest.mark.parametrize(("count", "at"), [(50, 0), (50, 20), (600, 500)])
@pytest.mark.parametrize(
    ("path", "line", "old", "new"),
    [
        ("a.py", "total = compute(value, rate)", "value", "amount"),
        ("a.ts", "total = compute(value, rate);", "value", "amount"),
        ("a.md", "The colour of this one is red.", "colour", "color"),
        ("a.go", "\told_call(item_{number})", "old_call", "new_call"),
    ],
)
def test_the_next_line_follows(path: str, line: str, old: str, new: str, count: int, at: int) -> None:
    text = "\n".join(line.format(number=number) for number in range(count)) + "\n"
    with closing(Scene(path, text)) as scene:
        scene.edit(old, new, nth=at + 1)
        expected = line.format(number=at + 1).replace(old, new)
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert scene.text.split("\n")[at + 1].strip() == expected.strip(), scene.account()
