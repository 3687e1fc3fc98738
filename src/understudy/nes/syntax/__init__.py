"""What a text is made of: its language, its code without strings and comments, its brackets and lists.

With a tree-sitter grammar where one is installed, by tokens where there is none. Not a judge of edits.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.nes.syntax.bracket_lists import ListItem, find_closing_bracket, split_list_items
from understudy.nes.syntax.languages import LanguageFamily, language_family
from understudy.nes.syntax.masked_code import mask_strings_and_comments
from understudy.nes.syntax.trees import is_syntax_preserved

if TYPE_CHECKING:
    from understudy.nes.syntax.bracket_lists import removal_span

__all__ = [
    "LanguageFamily",
    "ListItem",
    "find_closing_bracket",
    "is_syntax_preserved",
    "language_family",
    "mask_strings_and_comments",
    "removal_span",
    "split_list_items",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "bracket_lists": ("removal_span",),
    },
)
