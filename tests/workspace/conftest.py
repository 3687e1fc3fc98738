"""Runs the containment tests with the kernel's enforcement and without it."""

import pytest

from understudy.workspace.files import atomic_replace
from understudy.workspace.paths import openat


@pytest.fixture(params=["kernel", "by hand"])
def way_of_opening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test twice: with openat2 and O_TMPFILE, and with the fallbacks (walk, temporary names)."""
    if request.param == "by hand":
        monkeypatch.setattr(openat, "_openat2_works", False)
        monkeypatch.setattr(atomic_replace, "_HAS_UNNAMED", False)
    elif not openat._openat2_works:
        pytest.skip("this kernel has no openat2")
    return request.param
