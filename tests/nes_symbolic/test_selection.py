"""What is selected: the change that was made to something like it, made to the selection."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

FORM = """
def read(form):
    width = form["width"]
    height = form["height"]
    depth = form["depth"]
    color = form["color"]
    return width, height, depth, color
"""


@pytest.mark.requirement("NES-13")
def test_what_was_done_to_a_sibling_is_done_to_the_selected_line() -> None:
    with closing(Scene("form.py", FORM)) as scene:
        scene.edit('form["width"]', 'int(form["width"])')
        scene.expect(
            '- depth = form["depth"]', '+ depth = int(form["depth"])', selected='    depth = form["depth"]'
        )


def test_all_lines_of_the_selection_are_done_at_once() -> None:
    with closing(Scene("form.py", FORM)) as scene:
        scene.edit('form["width"]', 'int(form["width"])')
        scene.expect(
            '- height = form["height"]',
            '+ height = int(form["height"])',
            '- depth = form["depth"]',
            '+ depth = int(form["depth"])',
            selected='    height = form["height"]\n    depth = form["depth"]',
        )


def test_nothing_outside_the_selection_is_changed() -> None:
    with closing(Scene("form.py", FORM)) as scene:
        scene.edit('form["width"]', 'int(form["width"])')
        shown = scene.shown(selected='    depth = form["depth"]\n    color = form["color"]')
        assert not any("height" in line for line in shown), scene.account()


def test_a_selection_like_nothing_that_was_edited_gets_nothing() -> None:
    text = """
    export function title(page: Page) {
      const shown = page.title.trim();
      return shown;
    }

    export const limits = { rows: 20, columns: 4 };
    """
    with closing(Scene("page.ts", text)) as scene:
        scene.edit("page.title.trim()", "page.title.trim().slice(0, 80)")
        assert scene.shown(selected="export const limits = { rows: 20, columns: 4 };") == [], scene.account()


def test_a_replacement_is_made_in_the_selected_words() -> None:
    text = """
    fn area(w: u32, h: u32) -> u32 { w * h }
    fn edge(w: u32, h: u32) -> u32 { w + h }
    fn half(w: u32, h: u32) -> u32 { w / h }
    """
    with closing(Scene("shapes.rs", text)) as scene:
        scene.edit("area(w: u32, h: u32) -> u32", "area(w: u64, h: u64) -> u64")
        scene.expect(
            "- fn half(w: u32, h: u32) -> u32 { w / h }",
            "+ fn half(w: u64, h: u64) -> u64 { w / h }",
            selected="fn half(w: u32, h: u32) -> u32 { w / h }",
        )
