"""The classification of a hunk by its shape."""

import pytest

from understudy.replay.line_diffs import classify_shape


@pytest.mark.parametrize(
    ("old", "new", "shape"),
    [
        ([], ["x = 1"], "insertion"),
        (["", ""], ["x = 1"], "insertion"),
        (["x = 1"], [], "deletion"),
        (["f(old)", "old = 1"], ["f(new)", "new = 1"], "rename"),
        (["f(old, 1)"], ["f(new, 2)"], "replacement"),
        (["a = 1"], ["a = 2"], "replacement"),
        (["a = 1"], ["a = 1", "b = 2"], "rewrite"),
        (["if x:", "y"], ["if x:", "    y"], "layout"),
        ([""], [], "layout"),
        ([], ["import os"], "import"),
        (["from a import b"], ["from a import b, c"], "import"),
        (["use std::io;"], [], "import"),
        (["const a = require('a');"], ["import a from 'a';"], "import"),
        (["#include <a.h>"], ["#include <b.h>"], "import"),
        (["import os", "x = 1"], ["import sys", "x = 1"], "rename"),
    ],
)
def test_shapes(old: list[str], new: list[str], shape: str) -> None:
    assert classify_shape(old, new) == shape
