"""An attribute that elements of one tag got is not given to elements of another tag."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.places import limit_attributes_of_other_tags
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("analogy", "p", "t", "why")
INPUT = ('<input name="a">', '<input name="a" required>')
LONG = "c" * (MAX_PATTERN_LINE_CHARS - len("<b c required>"))
BUTTON = ("<button>Go</button>", "<button required>Go</button>")


@pytest.mark.parametrize(
    ("examples", "old", "new", "is_likely"),
    [
        ([INPUT], '<input name="b">', '<input name="b" required>', True),
        (
            [INPUT],
            '<p><button name="b">Go</button></p>',
            '<p><button name="b" required>Go</button></p>',
            False,
        ),
        ([INPUT, BUTTON], '<button name="b">', '<button name="b" required>', True),
        ([INPUT], "<p>It is.</p>", "<p>It is required.</p>", True),
        ([INPUT], '<button name="b">', '<button name="b" disabled>', True),
        ([("<A b={1} />", "<A b={1} c={2} />")], "<B b={1} />", "<B b={1} c={2} />", False),
        ([("<A b={1} />", "<A b={1} c={2} />")], "<B b={1} />", "<B b={1} c={3} />", False),
        ([("if a < b:", "if a < b required:")], "if x < y:", "if x < y required:", True),
        # an attribute in place of another one, a number, and a word in place of a number
        ([("<input a>", "<input b>")], "<button a>", "<button b>", True),
        ([('<img width="4">', '<img width="8">')], '<td width="4">', '<td width="8">', False),
        ([('<img width="4">', '<img width="8">')], '<img width="4" a>', '<img width="8" a>', True),
        ([('<img width="4">', '<img width="auto">')], '<td width="4">', '<td width="auto">', True),
        ([('<img width="auto">', '<img width="4">')], '<td width="auto">', '<td width="4">', True),
        # as long as a line of a pattern may be, and longer
        ([INPUT], f"<b c{LONG}>", f"<b c{LONG} required>", False),
        ([INPUT], f"<b cc{LONG}>", f"<b cc{LONG} required>", True),
    ],
)
def test_an_attribute_belongs_to_a_tag(
    examples: list[tuple[str, str]], old: str, new: str, is_likely: bool
) -> None:
    edits = [made(*one, at * 5, serial=at, uri=OTHER) for at, one in enumerate(examples, 1)]
    candidate = LABEL.candidate(text_of(old, uri=HERE), 0, 1, (new,), {})
    candidate.probability = 0.9
    limit_attributes_of_other_tags([candidate], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)
