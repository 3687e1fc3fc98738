"""The indentation of a line that is changed as a like line was.

A change of one line is repeated in the line's own indentation: `name = self.split(x)` that moved out of an `if` is
no deeper or less deep elsewhere. The next line of a block that is moved line by line goes along, and so does a line
of which nothing but the indentation changes.
"""

from collections.abc import Sequence

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import indentation

__all__ = ["keep_line_indents"]


def keep_line_indents(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Write lines whose text changes in their own indentation."""
    for one in unscored:
        if not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        indent, text = indentation(old), new.strip()
        if indent == indentation(new) or not text or text == old.strip() or _is_beside_edit(one, patterns):
            continue
        one.new = (indent + new.lstrip(),)


def _is_beside_edit(one: UnscoredCandidate, patterns: EditPatterns) -> bool:
    edits = (example.edit for example in patterns.line_examples)
    return any(
        edit.uri == one.snapshot.uri and edit.line - 1 <= one.line <= edit.line + len(edit.new)
        for edit in edits
    )
