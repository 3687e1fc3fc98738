"""The syntax of a text: its language, its code without strings and comments, its brackets and lists.

Uses the tree-sitter grammar of a language where it is installed, and regular expressions where it is not. Not a
judge of edits: `is_syntax_preserved` only says whether an edit adds syntax errors.
"""

from understudy.nes.syntax.bracket_lists import (
    ListItem,
    find_closing_bracket,
    removal_span,
    split_list_items,
)
from understudy.nes.syntax.go_values import go_error_return, go_zero_value
from understudy.nes.syntax.masked_code import (
    MaskedLines,
    mask_line,
    mask_strings_and_comments,
    mask_when_read,
)
from understudy.nes.syntax.node_ranges import inner_children_touching
from understudy.nes.syntax.sibling_bodies import SiblingBody, find_sibling_body
from understudy.nes.syntax.trees import (
    AFTER_VARIANT,
    is_keyword,
    is_syntax_preserved,
    language_of,
    parse_snapshot,
    parse_with_replaced_lines,
)

__all__ = [
    "AFTER_VARIANT",
    "ListItem",
    "MaskedLines",
    "SiblingBody",
    "find_closing_bracket",
    "find_sibling_body",
    "go_error_return",
    "go_zero_value",
    "inner_children_touching",
    "is_keyword",
    "is_syntax_preserved",
    "language_of",
    "mask_line",
    "mask_strings_and_comments",
    "mask_when_read",
    "parse_snapshot",
    "parse_with_replaced_lines",
    "removal_span",
    "split_list_items",
]
