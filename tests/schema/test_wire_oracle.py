"""Somebody else's opinion of our messages: the models of the official Python SDK.

Those models are kind: a broken optional part is dropped without a word. So a message counts as accepted only if the
model, written out again, says all that we said.
"""

import json
from typing import Any

import acp.schema as theirs
import msgspec
import pytest
from pydantic import BaseModel, TypeAdapter

from schema.golden import GOLDEN, Golden
from understudy.schema import acp as ours
from understudy.schema import decode

SENT = [golden for golden in GOLDEN if golden.sent]
RECEIVED = [golden for golden in GOLDEN if not golden.sent]
OTHER_NAMES = {"SetSessionConfigOptionRequest": "SetSessionConfigOptionSelectRequest"}


def model(definition: str) -> type[BaseModel]:
    return getattr(theirs, OTHER_NAMES.get(definition, definition))


def dumped(value: BaseModel) -> Any:
    return value.model_dump(mode="json", by_alias=True, exclude_unset=True)


def ident(golden: Golden) -> str:
    update = golden.message.get("update")
    return f"{golden.definition}-{update['sessionUpdate']}" if update else golden.definition


@pytest.mark.parametrize("golden", SENT, ids=ident)
def test_what_we_send_is_accepted_whole(golden: Golden) -> None:
    value = decode(json.dumps(golden.message).encode(), getattr(ours, golden.definition))
    wire = msgspec.json.encode(value)
    accepted = TypeAdapter(model(golden.definition)).validate_json(wire, strict=True)
    assert dumped(accepted) == json.loads(wire)


@pytest.mark.parametrize("golden", RECEIVED, ids=ident)
def test_what_they_send_is_understood_whole(golden: Golden) -> None:
    sent = model(golden.definition).model_validate(golden.message)
    wire = json.dumps(sent.model_dump(mode="json", by_alias=True, exclude_none=True)).encode()
    value = decode(wire, getattr(ours, golden.definition))
    assert said(value) == said(sent)


@pytest.mark.parametrize("golden", RECEIVED, ids=ident)
def test_nulls_where_they_have_nothing_to_say_are_understood_except_for_roots(golden: Golden) -> None:
    """Some clients write every field. A null is nothing, but the seeds refuse it for roots and servers."""
    sent = model(golden.definition).model_validate(golden.message)
    full = sent.model_dump(mode="json", by_alias=True)
    strict = [name for name in ("additionalDirectories", "mcpServers") if name in full and full[name] is None]
    kind = getattr(ours, golden.definition)
    if strict:
        with pytest.raises(msgspec.ValidationError, match=strict[0]):
            decode(json.dumps(full).encode(), kind)
        for name in strict:
            del full[name]
    assert said(decode(json.dumps(full).encode(), kind)) == said(sent)


def said(value: BaseModel | msgspec.Struct) -> Any:
    """All that a message says, theirs or ours; empty lists and what is false by default say nothing."""
    if isinstance(value, BaseModel):
        return _filled(value.model_dump(mode="json", by_alias=True, exclude_none=True))
    return _filled(json.loads(msgspec.json.encode(value)))


def _filled(node: Any) -> Any:
    match node:
        case dict():
            parts = {key: _filled(value) for key, value in node.items()}
            return {key: value for key, value in parts.items() if value not in ([], {}, False)}
        case list():
            return [_filled(item) for item in node]
        case _:
            return node


@pytest.mark.requirement("CTX-01")
def test_our_own_capability_disturbs_nobody() -> None:
    capabilities = ours.SessionCapabilities(
        list=ours.SessionListCapabilities(), runtime_context=ours.SessionRuntimeContextCapabilities()
    )
    wire = msgspec.json.encode(capabilities)
    assert json.loads(wire) == {"list": {}, "runtimeContext": {}}
    assert dumped(theirs.SessionCapabilities.model_validate_json(wire)) == {"list": {}}
