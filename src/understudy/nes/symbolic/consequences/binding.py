"""Whether a text gives a name its meaning itself: by a definition, a variable, a parameter. Not by an import.

Read off lines, and generous: where it may be a binding it counts as one, because the rules then keep silent.
"""

import re
from typing import Final

from understudy.nes.symbolic.consequences.work import SourceText, whole_word_columns

__all__ = ["is_defined_locally"]


MAX_BINDING_LINE_CHARS: Final = 500
"""A longer line is not looked through: it may bind anything."""
_PLACEHOLDER: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_PLACEHOLDER_WORD: Final = rf"(?<![\w$.]){_PLACEHOLDER}(?![\w$])"
_BINDING_FORMS: Final = re.compile(
    # a keyword, then the name
    r"\b(?:def|class|fn|func|function\*?|struct|enum|trait|type|interface|mod|static|const|let|var|mut|ref|as|lambda"
    rf"|union|module|record|macro_rules!|global|nonlocal|catch\s*\(|package|namespace)\s+(?:mut\s+|ref\s+)?{_PLACEHOLDER_WORD}"
    # assigned, alone or with others
    rf"|(?:^|[;{{(])\s*(?:[\w$*.]+\s*,\s*)*\*?{_PLACEHOLDER_WORD}\s*(?:,\s*[\w$*.]+\s*)*(?::[^=]+)?(?::=|=(?![=>~]))"
    # declared by an annotation, a label of a field
    rf"|^\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|private\s+|public\s+|protected\s+|static\s+)*{_PLACEHOLDER_WORD}\??\s*:(?!:)"
    # a type before it, as in Java and C; a type behind it, as in Go
    rf"|[\w>\]]\s+[*&]?{_PLACEHOLDER_WORD}\s*[,)=;]|[(,]\s*{_PLACEHOLDER_WORD}\s+[\w*\[.]"
    # a method without a keyword, at the beginning of its line
    rf"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*{_PLACEHOLDER_WORD}\s*\([^)]*\)\s*(?::[^{{]+)?\{{\s*$"
    # patterns: for, let, closures, arms
    rf"|\b(?:for|let|const|var|with)\b[^=:]*?{_PLACEHOLDER_WORD}[^=]*?(?:\bin\b|\bof\b|=(?!=))"
    rf"|\|[^|]*{_PLACEHOLDER_WORD}[^|]*\||{_PLACEHOLDER_WORD}\s*=>|\([^()]*{_PLACEHOLDER_WORD}[^()]*\)\s*(?::[^=]+)?=>"
    rf"|\b(?:def|fn|func|function)\b.*[(,]\s*(?:\*{{1,2}}|mut\s+|&|\.\.\.)?{_PLACEHOLDER_WORD}|lambda[^:]*{_PLACEHOLDER_WORD}[^:]*:"
    # a parameter on a line of its own
    rf"|^\s*\*{{0,2}}{_PLACEHOLDER_WORD}\s*(?:,|\)|=[^=]+,)\s*$"
)


def is_defined_locally(text: SourceText, name: str) -> bool:
    """Whether some line of the text binds the name."""
    lines, code = text.import_lines, text.code
    return any(
        len(code[number]) > MAX_BINDING_LINE_CHARS or _BINDING_FORMS.search(_with_placeholder(name, code[number]))
        for number in text.code_lookup.lines_containing(name)
        if number not in lines
    )


def _with_placeholder(name: str, line: str) -> str:
    """The line with a sign where the name stands."""
    for column in reversed(whole_word_columns(name, line)):
        line = f"{line[:column]}{_PLACEHOLDER}{line[column + len(name) :]}"
    return line
