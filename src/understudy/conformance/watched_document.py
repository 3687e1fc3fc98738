"""A document as a watched client describes it: opened, changed in versions, positions in the chosen encoding."""

import re
from typing import Final

from understudy.conformance.message_log import JsonObject
from understudy.conformance.report import CheckFailed

__all__ = ["WatchedDocument"]

_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class WatchedDocument:
    """The text that the client's events describe. Raises CheckFailed for an event that cannot be applied."""

    def __init__(self, params: JsonObject, encoding: str) -> None:
        self.version: int = params["version"]
        self.text: str = params["text"]
        self._encoding = encoding

    def change(self, params: JsonObject) -> None:
        version = params["version"]
        if version <= self.version:
            raise CheckFailed(f"didChange goes from version {self.version} to {version}")
        for change in params["contentChanges"]:
            if change.get("range") is None:
                self.text = change["text"]
            else:
                self.text = self.with_edit(change["range"], change["text"])
        self.version = version

    def with_edit(self, span: JsonObject, new_text: str) -> str:
        start, end = (self.offset(span[side]) for side in ("start", "end"))
        if start > end:
            raise CheckFailed(f"a range ends before it begins: {span}")
        return self.text[:start] + new_text + self.text[end:]

    def offset(self, position: JsonObject) -> int:
        """The index into the text. Raises CheckFailed outside of it, or inside a character."""
        starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        line: int = position["line"]
        character: int = position["character"]
        if not 0 <= line < len(starts):
            raise CheckFailed(f"line {line} is outside the document of {len(starts)} lines")
        content = _LINE_END.split(self.text[starts[line] :], maxsplit=1)[0]
        units = 0
        for index, char in enumerate(content):
            if units == character:
                return starts[line] + index
            units += _units(char, self._encoding)
            if units > character:
                raise CheckFailed(
                    f"character {character} of line {line} is inside a character ({self._encoding})"
                )
        if units != character:
            raise CheckFailed(f"character {character} is behind the end of line {line} ({self._encoding})")
        return starts[line] + len(content)

    def position_at(self, index: int) -> JsonObject:
        before = self.text[:index]
        ends = list(_LINE_END.finditer(before))
        begin = ends[-1].end() if ends else 0
        return {"line": len(ends), "character": sum(_units(char, self._encoding) for char in before[begin:])}


def _units(char: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(char.encode(errors="replace"))
        case "utf-32":
            return 1
        case _:
            return 2 if ord(char) > 0xFFFF else 1
