"""The documentation: generated pages are up to date, and every page stands in the navigation."""

import re
from pathlib import Path

import pytest
from release.pages import PAGES, conformance_page

from understudy.conformance import RULES

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"


@pytest.mark.parametrize("page", PAGES)
def test_a_generated_page_is_up_to_date(page: str) -> None:
    """After a change of rules, checks or SECURITY.md: .venv/bin/python -m release.pages"""
    assert (REPOSITORY / page).read_text() == PAGES[page]()


def test_every_rule_links_to_its_section() -> None:
    anchors = {heading.lower() for heading in re.findall(r"^### (\S+)$", conformance_page(), re.MULTILINE)}
    for rule in RULES.values():
        file, _, anchor = rule.link.partition("#")
        assert (REPOSITORY / file).exists()
        assert anchor in anchors


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page() -> None:
    navigation = (
        (REPOSITORY / "mkdocs.yml").read_text().partition("nav:")[2].partition("markdown_extensions:")[0]
    )
    named = set(re.findall(r"[\w/-]+\.md", navigation))
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert named == pages


def test_the_moving_picture_of_the_readme_is_small_and_moves() -> None:
    """After a change of the page that shows in it: .venv/bin/python -m release.animation"""
    readme = (REPOSITORY / "README.md").read_text()
    assert "(docs/rename-chain.webp)" in readme
    picture = (DOCS / "rename-chain.webp").read_bytes()
    assert picture[:4] + picture[8:12] == b"RIFFWEBP"
    assert picture.count(b"ANMF") > 10
    assert len(picture) < 1_000_000
    assert len(readme.splitlines()) <= 150


LOADED = re.compile(r"!\[[^\]]*\]\(([^)]+)\)|<(?:img|script|link)[^>]+(?:src|href)=\"([^\"]+)\"")


def test_no_page_loads_anything_from_another_host() -> None:
    for path in DOCS.rglob("*.md"):
        for address in LOADED.findall(path.read_text()):
            assert not any("://" in part for part in address), (path, address)
