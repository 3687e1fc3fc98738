"""What a tool says to a model, as a person is told it. Pure.

An error's message says what is wrong and then what to do about it. The second half is often written for a model: it
names tools and their arguments. A person can use neither, so for them the message ends there.
"""

import re
from typing import Final

__all__ = ["first_sentence", "without_model_advice"]

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
