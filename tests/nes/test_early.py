"""What is kept for the first session is bounded, and holds nothing that is not known."""

from nes.service_desk import Shelf
from understudy.nes.documents import Change, Document
from understudy.nes.early import MOST_CHARACTERS, MOST_DOCUMENTS, Early
from understudy.nes.memory import Memory
from understudy.nes.options import Settings
from understudy.nes.session import NesSession
from understudy.nes.setup import NesSetup
from understudy.nes.symbolic.engine import SymbolicEngine


def _handed(early: Early) -> dict[str, Document]:
    session = NesSession("nes_1", Settings.of(NesSetup()), "utf-16", Memory(None), SymbolicEngine(), Shelf)
    early.hand_over(session)
    return session.documents


def _document(number: int, text: str = "x\n") -> Document:
    return Document(f"file:///project/{number}.py", "python", 1, text)


def test_the_documents_that_were_not_touched_for_longest_go_first() -> None:
    early = Early("utf-16")
    for number in range(MOST_DOCUMENTS):
        early.opened(_document(number))
    early.focused("file:///project/0.py", (0, 1))
    early.opened(_document(MOST_DOCUMENTS))
    kept = _handed(early)
    assert len(kept) == MOST_DOCUMENTS
    assert "file:///project/0.py" in kept
    assert "file:///project/1.py" not in kept


def test_texts_are_not_kept_without_an_end() -> None:
    early = Early("utf-16")
    large = "x" * 1_000 + "\n"
    text = large * (MOST_CHARACTERS // len(large) // 5)
    for number in range(8):
        early.opened(_document(number, text))
    assert 0 < len(_handed(early)) <= 5


def test_what_is_not_known_any_more_is_not_handed_over() -> None:
    early = Early("utf-16")
    for number in range(3):
        early.opened(_document(number))
    early.changed("file:///project/9.py", 2, [Change(None, "y")])
    early.doubt("file:///project/1.py")
    early.shut("file:///project/2.py")
    assert list(_handed(early)) == ["file:///project/0.py"]
    early.doubt(None)
    assert not _handed(early)
