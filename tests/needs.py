"""Programs that some tests use and a newcomer's machine may lack; such a test then says so and is skipped."""

import shutil

import pytest

__all__ = ["needs"]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")
