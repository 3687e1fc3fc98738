"""A text that says that a name is not to be used any more keeps it when the name is replaced elsewhere."""

import pytest

from nes_symbolic.builders import HERE, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.places import limit_deprecation_notes
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_TYPE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("replace", "p", "t", "why")
CALL = ("const a = fetchAll(b);", "const a = load(b);")
ROWS = {
    "a comment": ("// fetchAll(x) is deprecated since 10.", "javascript", False),
    "a comment that says what to use": ("// Use load() instead of fetchAll().", "javascript", False),
    "a comment that forbids it": ("# never call fetchAll here", "python", False),
    "a comment that calls it so": ("// The deprecated fetchAll reads it.", "javascript", False),
    "a comment that recommends it": ("// x is deprecated, use fetchAll.", "javascript", True),
    "a message": ('warn("fetchAll is obsolete")', "javascript", False),
    "a document": ("`fetchAll` is no longer supported.", "markdown", False),
    "a comment about it": ("// fetchAll(x) reads it all.", "javascript", True),
    "a comment about something else that is deprecated": (
        "// x is deprecated. It calls fetchAll.",
        "javascript",
        True,
    ),
    "code before such a comment": ("fetchAll(b); // this is deprecated", "javascript", True),
    "a name that does no longer do something": ("// fetchAll no longer waits", "javascript", True),
    "a long comment": (f"// fetchAll is deprecated{' ' * MAX_PATTERN_LINE_CHARS}.", "javascript", True),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("is_definition", [False, True])
def test_what_is_deprecated_keeps_its_name(name: str, is_definition: bool) -> None:
    line, language, is_likely = ROWS[name]
    old, new = ("function fetchAll(b) {", "function load(b) {") if is_definition else CALL
    snapshot = text_of(f"{new}\n{line}", HERE, language)
    several = LABEL.candidate(snapshot, 1, 1, ("a", "b"), {})
    candidate = LABEL.candidate(snapshot, 1, 1, (line.replace("fetchAll", "load"),), {})
    several.probability = candidate.probability = 0.9
    limit_deprecation_notes([candidate, several], extract_patterns([made(old, new)], MAX_LEARNED_EDITS))
    assert candidate.probability == (0.9 if is_likely or is_definition else OTHER_TYPE_PROBABILITY)
    assert several.probability == 0.9
