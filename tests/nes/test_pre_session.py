"""The documents opened before the first session are limited, and only those in sync are transferred."""

from nes.service_harness import FakeWorkspaceTexts
from understudy.nes.clock import RealClock
from understudy.nes.limits import MAX_PRE_SESSION_CHARS, MAX_PRE_SESSION_DOCUMENTS
from understudy.nes.options import Settings
from understudy.nes.session.feedback_store import FeedbackStore
from understudy.nes.session.pre_session import PreSessionDocuments
from understudy.nes.session.session import NesSession
from understudy.nes.setup import NesSetup
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.text.documents import ContentChange, Document


def _handed(early: PreSessionDocuments) -> dict[str, Document]:
    session = NesSession(
        "nes_1",
        Settings.from_setup(NesSetup()),
        "utf-16",
        FeedbackStore(None),
        SymbolicEngine(),
        FakeWorkspaceTexts,
        RealClock(),
    )
    early.transfer_to(session)
    return session.documents


def _document(number: int, text: str = "x\n") -> Document:
    return Document(f"file:///project/{number}.py", "python", 1, text)


def test_the_documents_that_were_not_changed_for_longest_are_evicted_first() -> None:
    early = PreSessionDocuments("utf-16")
    for number in range(MAX_PRE_SESSION_DOCUMENTS):
        early.open_document(_document(number))
    early.focus_document("file:///project/0.py", (0, 1))
    early.open_document(_document(MAX_PRE_SESSION_DOCUMENTS))
    kept = _handed(early)
    assert len(kept) == MAX_PRE_SESSION_DOCUMENTS
    assert "file:///project/0.py" in kept
    assert "file:///project/1.py" not in kept


def test_the_kept_texts_are_limited_in_characters() -> None:
    early = PreSessionDocuments("utf-16")
    large = "x" * 1_000 + "\n"
    text = large * (MAX_PRE_SESSION_CHARS // len(large) // 5)
    for number in range(8):
        early.open_document(_document(number, text))
    assert 0 < len(_handed(early)) <= 5


def test_documents_that_are_closed_or_out_of_sync_are_not_transferred() -> None:
    early = PreSessionDocuments("utf-16")
    for number in range(3):
        early.open_document(_document(number))
    early.change_document("file:///project/9.py", 2, [ContentChange(None, "y")])
    early.drop_out_of_sync("file:///project/1.py")
    early.close_document("file:///project/2.py")
    assert list(_handed(early)) == ["file:///project/0.py"]
    early.drop_out_of_sync(None)
    assert not _handed(early)
