"""The edits that are known from the client's edit history: which of them count, and in which order."""

from understudy.nes.session.client_history import ClientHistory
from understudy.nes.text import Edit
from understudy.schema.acp import NesEditHistoryEntry

OBSERVED, OTHER = "file:///observed.py", "file:///other.py"


def entry(uri: str, old: str, new: str) -> NesEditHistoryEntry:
    return NesEditHistoryEntry(uri=uri, diff=f"@@ -1 +1 @@\n-{old}\n+{new}\n")


def build(history: ClientHistory, *entries: NesEditHistoryEntry, tracked: str = "") -> list[Edit]:
    return history.build_edits(entries, (), lambda uri: uri == tracked, lambda _: None)


def test_an_edit_of_an_observed_text_is_left_out() -> None:
    found = build(ClientHistory(), entry(OBSERVED, "a", "b"), entry(OTHER, "c", "d"), tracked=OBSERVED)
    assert [(edit.uri, edit.new) for edit in found] == [(OTHER, ("d",))]


def test_an_edit_counts_once_its_text_is_no_longer_observed_and_is_as_old_as_its_first_report() -> None:
    history = ClientHistory()
    first, second = entry(OBSERVED, "a", "b"), entry(OTHER, "c", "d")
    assert build(history, first, tracked=OBSERVED) == []
    (later,) = build(history, first, second, tracked=OBSERVED)
    found = build(history, first, second)
    assert [(edit.uri, edit.old, edit.new) for edit in found] == [
        (OBSERVED, ("a",), ("b",)),
        (OTHER, ("c",), ("d",)),
    ]
    assert found[0].serial < found[1].serial == later.serial


def test_the_edits_of_one_entry_have_serials_of_their_own() -> None:
    history = ClientHistory()
    both = NesEditHistoryEntry(uri=OTHER, diff="@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n")
    serials = [edit.serial for edit in build(history, both, entry(OTHER, "e", "f"))]
    assert serials == sorted(set(serials))
    assert len(serials) == 3
    assert serials[-1] < history.next_serial
