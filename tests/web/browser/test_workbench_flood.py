"""Thousands of small updates at once: the page keeps drawing, and keeps a bounded part of them."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from workbench_page import OpenWorkbench

AGENT = Path(__file__).parents[3] / "bench" / "peers" / "flood_agent.py"
CALLS = 4000
MAX_NODES = 6000
"""Six slices of forty calls have some 5,000 elements; all calls would have 80,000."""


@pytest.fixture(scope="module")
def server_arguments() -> Sequence[str]:
    return ["--agent", shlex.join([sys.executable, str(AGENT)])]


@pytest.fixture
def root(project: Path) -> Path:
    return project


def test_a_flood_of_calls_leaves_a_bounded_page_whose_beginning_can_be_reached(
    open_workbench: OpenWorkbench, page: Page
) -> None:
    workbench = open_workbench()
    workbench.say(f"calls {CALLS}")
    expect(page.get_by_test_id("turn-end")).to_be_visible()
    transcript = page.get_by_test_id("transcript")
    expect(transcript).to_contain_text(f"Read {CALLS - 1}")
    assert transcript.locator("*").count() < MAX_NODES
    first = transcript.get_by_text("Read 0", exact=True)
    expect(first).to_have_count(0)
    workbench.wait_until(
        lambda: bool(
            transcript.evaluate("box => { box.scrollTop = 0; return box.textContent.includes('Read 0') }")
        )
    )
    expect(first).to_have_count(1)
    assert transcript.locator("*").count() < MAX_NODES
    expect(transcript).not_to_contain_text(f"Read {CALLS - 1}")
    page.get_by_test_id("to-end").click()
    expect(page.get_by_test_id("turn-end")).to_be_in_viewport()
