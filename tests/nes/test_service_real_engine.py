"""The service with the real engine and the real index: every suggestion fits the client's text."""

import random
from pathlib import Path

import pytest

from nes.service_harness import run
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup, PositionEncoding
from understudy.schema.acp import (
    AcceptNesNotification,
    DidChangeDocumentNotification,
    DidOpenDocumentNotification,
    NesEditSuggestion,
    Position,
    Range,
    RejectNesNotification,
    StartNesRequest,
    SuggestNesRequest,
    TextDocumentContentChangeEvent,
)

LINES = [
    "def total(user_id, prices):",
    "    label = '😀 é total'; total = 0",
    "    for price in prices:",
    "        total += price  # user_id",
    "    log(user_id, label, total)",
    "    return total",
    "",
]
UNITS = {"utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4), "utf-8": ("utf-8", 1)}


class Client:
    """An editor that keeps its text as bytes of its own encoding, so that a wrong position is seen."""

    def __init__(self, text: str, encoding: PositionEncoding, end: str) -> None:
        self.codec, self.unit = UNITS[encoding]
        self.end = end
        self.lines = [line.encode(self.codec) for line in text.split(end)]
        self.version = 1

    def text(self) -> str:
        return self.end.join(line.decode(self.codec) for line in self.lines)

    def replace(self, range_: Range, text: str) -> None:
        start, end = range_.start, range_.end
        assert (start.line, start.character) <= (end.line, end.character)
        for place in (start, end):
            assert place.line < len(self.lines)
            assert place.character * self.unit <= len(self.lines[place.line])
        head = self.lines[start.line][: start.character * self.unit].decode(self.codec)
        tail = self.lines[end.line][end.character * self.unit :].decode(self.codec)
        new = (head + text + tail).split(self.end)
        assert not any("\n" in line or "\r" in line for line in new)
        self.lines[start.line : end.line + 1] = [line.encode(self.codec) for line in new]
        self.version += 1

    def word(self, chance: random.Random) -> tuple[Range, str]:
        """Some word of the text, to be changed."""
        line = chance.randrange(len(self.lines))
        text = self.lines[line].decode(self.codec)
        words = [word for word in ("user_id", "total", "price", "log", "label") if word in text]
        if not words:
            place = Position(line=line, character=0)
            return Range(start=place, end=place), "x = 1"
        word = chance.choice(words)
        at = text.index(word)
        start, end = (len(text[:column].encode(self.codec)) // self.unit for column in (at, at + len(word)))
        new = chance.choice(["account", "sum_of_all", "", word + "s"])
        return Range(start=Position(line=line, character=start), end=Position(line=line, character=end)), new


@pytest.mark.requirement("NES-05", "NES-14")
@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_suggestion_fits_the_clients_text(tmp_path: Path, encoding: PositionEncoding, end: str) -> None:
    path = tmp_path / "prices.py"
    client = Client(end.join(LINES * 4), encoding, end)
    path.write_bytes(client.text().encode())
    service = NesService(NesSetup(eagerness="high"), NesClientCapabilities(encoding=encoding))
    session = service.start(StartNesRequest(workspace_uri=tmp_path.as_uri())).session_id
    uri = path.as_uri()
    service.did_open(
        DidOpenDocumentNotification(
            session_id=session, uri=uri, language_id="python", version=1, text=client.text()
        )
    )

    def change(range_: Range, text: str) -> None:
        client.replace(range_, text)
        event = TextDocumentContentChangeEvent(range=range_, text=text)
        service.did_change(
            DidChangeDocumentNotification(
                session_id=session, uri=uri, version=client.version, content_changes=[event]
            )
        )

    chance = random.Random(7)
    for _ in range(30):
        range_, text = client.word(chance)
        change(range_, text)
        request = SuggestNesRequest(
            session_id=session,
            uri=uri,
            version=client.version,
            position=range_.start,
            trigger_kind=chance.choice(["automatic", "manual"]),
        )
        for suggestion in run(service.suggest(request)).suggestions:
            assert isinstance(suggestion, NesEditSuggestion)
            if chance.random() < 0.3:
                service.reject(RejectNesNotification(session_id=session, id=suggestion.id, reason="rejected"))
                continue
            service.accept(AcceptNesNotification(session_id=session, id=suggestion.id))
            for edit in reversed(suggestion.edits):
                change(edit.range, edit.new_text)
        document = service.find_session(session).documents[uri]
        assert document.is_in_sync
        assert document.text() == client.text()
    explanation = service.explanation(session)
    assert explanation is not None
    assert explanation.word != "failed"
    run(service.shut_down(5.0))


def test_a_file_of_a_hundred_thousand_lines_gets_suggestions() -> None:
    async def scene() -> None:
        service = NesService(NesSetup(engine_cpu_s=5.0), NesClientCapabilities())
        session = service.start(StartNesRequest()).session_id
        uri, text = "file:///large.py", "".join(f"old.take({n}, 'abcdefghijk')\n" for n in range(100_000))
        service.did_open(
            DidOpenDocumentNotification(
                session_id=session, uri=uri, language_id="python", version=1, text=text
            )
        )
        change = TextDocumentContentChangeEvent(
            text="fresh",
            range=Range(start=Position(line=20, character=0), end=Position(line=20, character=3)),
        )
        service.did_change(
            DidChangeDocumentNotification(session_id=session, uri=uri, version=2, content_changes=[change])
        )
        response = await service.suggest(
            SuggestNesRequest(
                session_id=session,
                uri=uri,
                version=2,
                position=Position(line=21, character=0),
                trigger_kind="automatic",
            )
        )
        (suggestion,) = response.suggestions
        assert isinstance(suggestion, NesEditSuggestion)
        assert [(edit.range.start.line, edit.new_text) for edit in suggestion.edits] == [(21, "fresh")]
        await service.shut_down(5.0)

    run(scene())
