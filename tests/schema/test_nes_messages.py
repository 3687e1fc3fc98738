"""The next edit messages of the seed's dialect, which no schema has, and what is never read kindly."""

import json
from typing import Any

import acp.schema as theirs
import msgspec
import pytest

from schema.golden_nes import SEED, NesGolden
from schema.test_generated import filled, read, written
from understudy.schema import acp


@pytest.mark.requirement("DIA-01", "DIA-02", "DIA-03", "DIA-04")
@pytest.mark.parametrize("golden", SEED, ids=lambda golden: golden.definition)
def test_messages_of_the_seed_come_through_unchanged(golden: NesGolden) -> None:
    value = read(getattr(acp, golden.definition), golden.message)
    assert filled(written(value)) == filled(golden.message)


@pytest.mark.requirement("NES-20")
def test_the_options_of_a_session_disturb_nobody_who_does_not_know_them() -> None:
    (start,) = [golden for golden in SEED if golden.definition == "StartNesResponse"]
    assert theirs.StartNesResponse.model_validate(start.message).session_id == "n1"


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"text": None},
        {"text": 7},
        {"text": "x", "range": 7},
        {"text": "x", "range": {}},
        {"text": "x", "range": {"start": {"line": 0, "character": 0}}},
        {"text": "x", "range": {"start": {"line": 0, "character": -1}, "end": {"line": 0, "character": 0}}},
        {"text": "x", "range": {"start": {"line": 0, "character": 0.5}, "end": {"line": 0, "character": 1}}},
        {"text": "x", "range": {"start": [0, 0], "end": [0, 1]}},
    ],
    ids=repr,
)
def test_a_change_whose_place_is_not_understood_is_no_change_of_the_whole_text(
    change: dict[str, Any],
) -> None:
    message = {"sessionId": "n", "uri": "file:///x", "version": 2, "contentChanges": [change]}
    with pytest.raises(msgspec.ValidationError, match=r"contentChanges\[0\]"):
        read(acp.DidChangeDocumentNotification, message)


@pytest.mark.requirement("DIA-01")
@pytest.mark.parametrize("actions", [7, "rename", [], [7, None], {"rename": None}, True])
def test_actions_that_are_not_understood_spoil_nothing(actions: object) -> None:
    message = {"protocolVersion": 1, "clientCapabilities": {"terminal": True, "nes": {"ideActions": actions}}}
    assert read(acp.InitializeRequest, message).client_capabilities.terminal is True


@pytest.mark.requirement("NES-18")
def test_a_reason_that_nobody_knows_counts_as_none() -> None:
    message = {"sessionId": "n", "id": "e", "reason": "bored"}
    assert read(acp.RejectNesNotification, message).reason is None


def test_a_null_session_is_no_session() -> None:
    raw = json.dumps({"sessionId": None, "uri": "file:///x"}).encode()
    assert msgspec.json.decode(raw, type=acp.DidSaveDocumentNotification).session_id is None
