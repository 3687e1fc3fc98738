"""Decodes and encodes JSON-RPC 2.0 messages. Strict: an invalid frame becomes an InvalidMessage.

`decode` is the fast path, for valid messages; `decode_leniently` examines the others and says what is wrong
with them. Params and results stay raw: the caller knows their types.
"""

from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType

from understudy.rpc.errors import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, RpcError
from understudy.wire import MAX_FRAME_BYTES, OVERSIZED_FRAME

__all__ = [
    "ABSENT",
    "DECODE_ERRORS",
    "NULL",
    "CancelConvention",
    "Envelope",
    "Id",
    "InvalidMessage",
    "decode",
    "decode_leniently",
    "encode_call",
    "encode_error",
    "encode_notification",
    "encode_result",
    "parse_id",
]

Id = str | int

ABSENT: Final = Raw()
EMPTY_PARAMS: Final = Raw(b"{}")
NULL: Final = Raw(b"null")
DECODE_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding bytes from outside can raise."""

_MAX_ID_CHARS: Final = 1024
_MAX_ID: Final = 2**63 - 1
_MAX_EXACT_FLOAT: Final = 2**53


class Envelope(msgspec.Struct, gc=False):
    """Any message; its kind follows from its fields. One with a method is a request or a notification."""

    jsonrpc: Literal["2.0"]
    id: (
        Annotated[str, msgspec.Meta(max_length=_MAX_ID_CHARS)]
        | Annotated[int, msgspec.Meta(ge=-_MAX_ID - 1, le=_MAX_ID)]
        | UnsetType
    ) = UNSET
    method: str | UnsetType = UNSET
    params: Raw = EMPTY_PARAMS
    result: Raw = ABSENT
    error: Raw = ABSENT


class CancelConvention(msgspec.Struct, frozen=True):
    """How the protocol cancels a request: the notification, and the field of its params that has the id."""

    method: str = "$/cancel_request"
    id_field: str = "requestId"

    def encode(self, name: Id) -> bytes:
        return encode_notification(self.method, {self.id_field: name})

    def parse(self, params: Raw) -> Id | None:
        """Return the id of the cancelled request; None if the params have none."""
        fields = _decode_raw(params)
        return (
            parse_id(cast(dict[str, object], fields).get(self.id_field)) if isinstance(fields, dict) else None
        )


class InvalidMessage(msgspec.Struct, frozen=True, eq=False):
    """A frame that is not a valid message, and the error to respond with."""

    id: Id | None
    error: RpcError
    frame: bytes = b""
    """The frame, if it may have been a notification: the owner may need to know that it was lost."""


class _LenientEnvelope(msgspec.Struct):
    jsonrpc: Raw = ABSENT
    id: Raw = ABSENT
    method: Raw = ABSENT
    params: Raw = EMPTY_PARAMS
    result: Raw = ABSENT
    error: Raw = ABSENT


class _Message(msgspec.Struct, tag_field="jsonrpc", tag="2.0", gc=False): ...


class _Call(_Message, tag="2.0"):
    id: Id
    method: str
    params: Any = UNSET


class _Notification(_Message, tag="2.0"):
    method: str
    params: Any = UNSET


class _Result(_Message, tag="2.0"):
    id: Id
    result: Any


class _ErrorBody(msgspec.Struct):
    code: int
    message: str
    data: Any = UNSET


class _Error(_Message, tag="2.0"):
    id: Id | None
    error: _ErrorBody


_encode: Final = msgspec.json.Encoder().encode
_lenient_decoder: Final = msgspec.json.Decoder(_LenientEnvelope)

decode: Final = msgspec.json.Decoder(Envelope).decode
"""Decode a valid message. Raises one of DECODE_ERRORS for anything else."""


def decode_leniently(frame: bytes) -> Envelope | InvalidMessage | None:
    """Decode what `decode` rejects: a message, an InvalidMessage, or None for a response to nothing."""
    if frame is OVERSIZED_FRAME:
        return _invalid_request(
            None, f"a message may have {MAX_FRAME_BYTES} bytes at most; send less at a time."
        )
    try:
        frame.decode()
        loose = _lenient_decoder.decode(frame)
    except msgspec.ValidationError:
        return _invalid_request(None, "send one JSON object a message; batches are not supported.")
    except RecursionError:
        return _invalid_request(None, "the message is nested too deeply.")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _lone_surrogate_error(frame) or _NOT_JSON
    name = parse_id(_decode_raw(loose.id))
    if loose.method == ABSENT and (loose.result != ABSENT or loose.error != ABSENT):
        # Never answered: two peers that reject each other's errors would not end.
        return None if name is None else Envelope("2.0", name, error=_INVALID_RESPONSE_ERROR)
    if _decode_raw(loose.jsonrpc) != "2.0":
        return _invalid_request(name, 'jsonrpc must be "2.0".')
    if loose.id != ABSENT and name is None:
        return _invalid_request(
            None, f"id must be an integer of 64 bits or a string of {_MAX_ID_CHARS} characters at most."
        )
    method = _decode_raw(loose.method)
    if not isinstance(method, str):
        return _invalid_request(name, "method must be a string.")
    return Envelope("2.0", UNSET if name is None else name, method, loose.params)


def parse_id(value: object) -> Id | None:
    """Return the value as a request id, or None if it cannot be one."""
    match value:
        case bool():
            return None
        case int() if -_MAX_ID - 1 <= value <= _MAX_ID:
            return value
        case str() if len(value) <= _MAX_ID_CHARS:
            return value
        case float() if value.is_integer() and abs(value) < _MAX_EXACT_FLOAT:
            return int(value)  # JSON has one number type: 1.0 is 1.
        case _:
            return None


def encode_call(name: Id, method: str, params: object) -> bytes:
    return _encode(_Call(name, method, UNSET if params is None else params))


def encode_notification(method: str, params: object) -> bytes:
    return _encode(_Notification(method, UNSET if params is None else params))


def encode_result(name: Id, result: object) -> bytes:
    return _encode(_Result(name, result))


def encode_error(name: Id | None, error: RpcError) -> bytes:
    data = UNSET if error.data is None else error.data
    return _encode(_Error(name, _ErrorBody(error.code, error.message, data)))


def _invalid_request(name: Id | None, why: str) -> InvalidMessage:
    return InvalidMessage(name, RpcError(INVALID_REQUEST, f"Invalid request: {why}"))


def _lone_surrogate_error(frame: bytes) -> InvalidMessage | None:
    """Return the error for JSON that escapes a lone surrogate, as an editor may send half an emoji.

    Its request gets a response all the same, so that the sender does not wait forever.
    """
    if b"\\u" not in frame:
        return None
    import json  # needed for such a frame only

    try:
        loose: object = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    if not isinstance(loose, dict):
        return None
    fields = cast(dict[str, object], loose)
    name = parse_id(fields.get("id")) if "method" in fields else None
    if isinstance(name, str) and not name.isascii():  # It may contain the lone surrogate itself.
        name = None
    return _invalid_request(name, "a string has half of a surrogate pair, which is not Unicode text.")


def _decode_raw(raw: Raw) -> object:
    if raw == ABSENT:
        return None
    try:
        return msgspec.json.decode(raw)
    except DECODE_ERRORS:
        return None


_NOT_JSON: Final = InvalidMessage(
    None, RpcError(PARSE_ERROR, "Parse error: the message is not JSON in UTF-8.")
)
_INVALID_RESPONSE_ERROR: Final = Raw(
    _encode(_ErrorBody(INTERNAL_ERROR, "The answer is not a JSON-RPC 2.0 response."))
)
