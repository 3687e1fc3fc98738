"""Containment holds with the kernel's help and without it."""

import pytest

from understudy.workspace import atomic, beneath


@pytest.fixture(params=["kernel", "by hand"])
def way_of_opening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test twice: with openat2 and O_TMPFILE, and with the walk and temporary names instead."""
    if request.param == "by hand":
        monkeypatch.setattr(beneath, "_openat2_works", False)
        monkeypatch.setattr(atomic, "_HAS_UNNAMED", False)
    elif not beneath.has_openat2():
        pytest.skip("this kernel has no openat2")
    return request.param
