"""Texts and situations that the tests of the models share."""

from collections.abc import Sequence
from typing import Any

from understudy.nes.engine_api import Situation
from understudy.nes.model.prompt_types import EditEvent, ModelContext, RelatedSnippet
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.text_types import Point, Replacement, TextSnapshot

__all__ = ["FakeWorkspaceTexts", "applied", "context_of", "edit_of", "sample_context", "situation_of"]


class FakeWorkspaceTexts:
    """A library with just these pages."""

    def __init__(self, *pages: TextSnapshot) -> None:
        self.pages = {page.uri: page for page in pages}

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self.pages.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        return []


def situation_of(text: str, *, uri: str = "file:///home/ann/shop/src/cart.py", **more: Any) -> Situation:
    """`text` has a `‸` where the cursor is."""
    before, _, after = text.partition("‸")
    head = before.split("\n")
    cursor = Point(len(head) - 1, len(head[-1]))
    page = TextSnapshot(uri, "python", (before + after).split("\n"), 1)
    parts: dict[str, Any] = {
        "snapshot": page,
        "cursor": cursor,
        "edits": (),
        "workspace_texts": FakeWorkspaceTexts(),
        **more,
    }
    return Situation(**parts)


def context_of(text: str, **more: Any) -> ModelContext:
    """A region with a `‸` where the cursor is, and nothing around it."""
    before, _, after = text.partition("‸")
    head = before.split("\n")
    cursor = (len(head) - 1, len(head[-1]))
    return ModelContext(path="src/cart.py", region=tuple((before + after).split("\n")), cursor=cursor, **more)


def edit_of(line: int, old: str, new: str, **more: Any) -> Edit:
    defaults: dict[str, Any] = {
        "serial": 1,
        "uri": "file:///home/ann/shop/src/cart.py",
        "origin": EditOrigin.TYPED,
    }
    return Edit(line=line, old=(old,), new=(new,), **{**defaults, **more})


def sample_context() -> ModelContext:
    """What the golden prompts are made of."""
    return ModelContext(
        path="shop/src/cart.py",
        before=("from shop.money import Money", "", ""),
        region=(
            "class Cart:",
            "    def __init__(self, owner):",
            "        self.owner = owner",
            "        self.lines = []",
            "",
            "    def add(self, item, count=1):",
            "        self.lines.append((item, count))",
            "",
            "    def total(self):",
            "        return sum(item.price for item in self.lines)",
        ),
        after=("", "", "def checkout(cart):", "    return cart.total()"),
        first=3,
        cursor=(9, 22),
        original=(
            "class Cart:",
            "    def __init__(self, owner):",
            "        self.owner = owner",
            "        self.lines = []",
            "",
            "    def add(self, item):",
            "        self.lines.append((item, count))",
            "",
            "    def total(self):",
            "        return sum(item.price for item in self.lines)",
        ),
        events=(
            EditEvent(
                "shop/src/money.py",
                4,
                ("    cents: int",),
                ("    cents: int", "    currency: str"),
                "class Money:",
            ),
            EditEvent(
                "shop/src/cart.py",
                9,
                ("        self.lines.append(item)",),
                ("        self.lines.append((item, count))",),
                "    def add(self, item):",
                "",
                accepted=True,
            ),
            EditEvent(
                "shop/src/cart.py",
                8,
                ("    def add(self, item):",),
                ("    def add(self, item, count=1):",),
                "",
                "        self.lines.append((item, count))",
            ),
        ),
        related=(
            RelatedSnippet("shop/src/money.py", ("class Money:", "    cents: int", "    currency: str")),
        ),
    )


def applied(lines: Sequence[str], edits: Sequence[Replacement]) -> str:
    """The text after the edits, which must be in order, inside the text, and apart from each other."""
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(point: Point) -> int:
        assert 0 <= point.line < len(lines)
        assert 0 <= point.column <= len(lines[point.line])
        return starts[point.line] + point.column

    last = -1
    pieces: list[str] = []
    at = 0
    for span, new in edits:
        start, end = offset(span.start), offset(span.end)
        assert last < start <= end
        pieces += [text[at:start], new]
        at = last = end
    return "".join([*pieces, text[at:]])
