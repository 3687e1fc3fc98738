"""What a text is made of: its language, its code without strings and comments, its brackets and lists.

With a tree-sitter grammar where one is installed, by tokens where there is none. Not a judge of edits.
"""

from understudy.nes.syntax.blanking import code
from understudy.nes.syntax.languages import Family, family
from understudy.nes.syntax.lists import Item, closing, items
from understudy.nes.syntax.soundness import sound

__all__ = ["Family", "Item", "closing", "code", "family", "items", "sound"]
