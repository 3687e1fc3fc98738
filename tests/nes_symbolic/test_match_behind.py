"""A pattern behind a name finds what one compiled pattern with the name finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.symbolic.tokens import match_behind


@given(st.sampled_from(("a", "aa", "ab", "$a", "é")), st.text("ab$.é_ =", max_size=14))
def test_what_is_behind_a_name_is_found_as_by_a_pattern_with_the_name(name: str, line: str) -> None:
    rest = r"\s*=(?!=)"
    expected = re.search(rf"(?<![\w$.]){re.escape(name)}({rest})", line)

    found = match_behind(name, re.compile(rest), line, "$.")

    assert (found and found.span()) == (expected and expected.span(1))
