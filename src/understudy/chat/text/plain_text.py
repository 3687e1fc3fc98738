"""Other people's words made fit for a prompt: on one line, inside a fence, or as the reason of a refusal. Pure.

Nothing here decides what is trusted, and nothing is escaped for a screen: it is a model that reads this.

What a tool says to a model, as a person is told it. Pure.

An error's message says what is wrong and then what to do about it. The second half is often written for a model: it
names tools and their arguments. A person can use neither, so for them the message ends there.
"""

import re
from typing import Final
from unicodedata import category

from understudy.workspace import WorkspaceError

__all__ = ["first_sentence", "one_line", "unreadable_reason", "without_model_advice"]

_INVISIBLE_CATEGORIES: Final = frozenset(
    {"Cc", "Cf", "Cs"}
)  # controls, direction marks and other invisible ones, surrogates
_JOINERS: Final = frozenset("\u200c\u200d")  # invisible too, but words and emoji fall apart without them

_UNREADABLE_REASONS: Final = {
    "bad_path": "its path cannot be a path here",
    "binary_file": "it is not a text file",
    "cancelled": "the reading was called off",
    "line_out_of_range": "it does not have so many lines",
    "link_loop": "its links lead in a circle",
    "missing": "it does not exist",
    "not_a_directory": "a part of its path is not a folder",
    "not_a_file": "it is not a regular file",
    "os_error": "the operating system refused",
    "out_of_scope": "it is outside the roots of this workspace",
    "root_replaced": "its root was moved or replaced",
    "time_limit": "reading it took too long",
}


def one_line(text: str, max_chars: int) -> str:
    """The text in at most `most` characters on one line, without what cannot be seen; cut at a word."""
    text = text[: 8 * max_chars]
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            char
            for char in text
            if char.isspace() or char in _JOINERS or category(char) not in _INVISIBLE_CATEGORIES
        )
    text = " ".join(text.split())
    if len(text) <= max_chars:
        return text
    head = text[: max_chars - 1]
    word = head.rfind(" ") if text[max_chars - 1] != " " else len(head)
    # Half a line lost for the sake of a whole word is too much.
    return (head[:word] if word >= max_chars // 2 else head).rstrip() + "…"


def unreadable_reason(error: WorkspaceError) -> str:
    """Why something was not read, as half a sentence."""
    return _UNREADABLE_REASONS.get(error.reason, "it cannot be read")


_TOOL_NAMES: Final = (
    "exploreFiles|readFile|writeFile|modifyFile|searchFiles|executeCommand|getWorkspaceInfo|updatePlan"
)
_TOOL_NAME_PREFIX: Final = re.compile(rf"(?:{_TOOL_NAMES}): ")
_MODEL_ADVICE: Final = re.compile(
    r"(?<=[.!?)]) (?:"
    rf"Use (?:{_TOOL_NAMES})\b|Use type \"|Its arguments: |The tools are: |Set createDirectories"
    r"|Leave it out, or rewrite "
    r"|Ask the user |Ask for less |Give a larger timeout|Read (?:it|the file) again|Repeat |Send |Combine the two"
    r"|Add surrounding lines|Add the u flag|Write the first part|Narrow the path or the pattern"
    r"|Wait for some of them|Set it inside the command line|Put large values into"
    r")"
)
_NEXT_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def without_model_advice(message: str) -> str:
    """The message without the advice to a model at its end, and without the tool's name at its beginning."""
    name = _TOOL_NAME_PREFIX.match(message)
    message = message if name is None else message[name.end() :]
    advice = _MODEL_ADVICE.search(message)
    message = message if advice is None else message[: advice.start()]
    return message[:1].upper() + message[1:] if name else message


def first_sentence(text: str) -> str:
    """Of a text that was written for a model only this: the rest tells it how to behave."""
    return _NEXT_SENTENCE.split(text, maxsplit=1)[0]
