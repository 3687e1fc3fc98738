"""A text with a cursor, for the tests of completion: `|` marks the cursor."""

from collections.abc import Mapping, Sequence

from understudy.languages import language_id_for
from understudy.nes.completion import CompletionEngine
from understudy.nes.engine_api import Situation, Trigger
from understudy.nes.text import Edit, Point, TextSnapshot

__all__ = ["Texts", "completions", "continuations", "situation_of"]


class Texts:
    """Other texts of the workspace, by URI."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {
            uri: TextSnapshot(uri, language_id_for(uri), text.split("\n")) for uri, text in texts.items()
        }

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self._texts.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found = (
            one
            for one in self._texts.values()
            if one.uri != near and any(literal in line for line in one.lines for literal in literals)
        )
        return [one for _, one in zip(range(max_texts), found, strict=False)]


def situation_of(
    text: str,
    *,
    uri: str = "file:///project/a.py",
    others: Mapping[str, str] | None = None,
    edits: Sequence[Edit] = (),
    now: float = float("inf"),
    trigger: Trigger = Trigger.AUTOMATIC,
) -> Situation:
    before, _, after = text.partition("|")
    cursor = Point(before.count("\n"), len(before.rpartition("\n")[2]))
    return Situation(
        snapshot=TextSnapshot(uri, language_id_for(uri), (before + after).split("\n"), 1),
        cursor=cursor,
        edits=edits,
        workspace_texts=Texts(others or {}),
        now=now,
        trigger=trigger,
    )


def completions(situation: Situation) -> dict[str, float]:
    """What may be inserted at the cursor, with the probability, the likeliest first."""
    return {one.edits[0].text: one.probability for one in CompletionEngine().propose(situation).candidates}


def continuations(text: str, *, uri: str = "file:///project/a.py") -> list[str]:
    return list(completions(situation_of(text, uri=uri)))
