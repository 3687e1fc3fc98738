"""Parsing has a time limit; these tests are about what the trees mean, also on a busy machine."""

from collections.abc import Iterator

import pytest

from understudy.nes.syntax import trees


@pytest.fixture(autouse=True, scope="package")
def unlimited_parsing() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trees, "PARSE_TIMEOUT_US", 10_000_000)
        patch.setattr(trees, "_grammars", {})
        patch.setattr(trees, "_parsers", trees._Parsers())
        yield
