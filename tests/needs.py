"""Skips tests that use a program which is not installed."""

import shutil

import pytest

__all__ = ["needs"]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")
