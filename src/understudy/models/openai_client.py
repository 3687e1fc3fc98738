"""OpenAI's client, and pydantic-ai's model of its chat API, with the same results for less CPU time.

A request whose bytes are known is sent as it is (`stream_prepared`): its answer and its errors are the SDK's.

The SDK builds each chunk of a streamed answer field by field in Python; here a chunk that fits its type exactly is
built by pydantic's validator, and every other one is left to the SDK, which accepts all. pydantic-ai takes a lock
for each chunk and adds up usage that no chunk has; a stream with one reader needs neither. Importing this loads
both.
"""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

import httpx2
from openai import APIConnectionError, APITimeoutError, AsyncOpenAI, AsyncStream
from openai._streaming import ServerSentEvent, SSEDecoder
from openai.types.chat import ChatCompletionChunk
from pydantic import ValidationError
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.models import openai as pydantic_openai
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIStreamedResponse
from pydantic_ai.usage import RequestUsage

__all__ = ["FastChatModel", "FastOpenAI"]

T = TypeVar("T")


class FastOpenAI(AsyncOpenAI):
    def _process_response_data(self, *, data: object, cast_to: type[T], response: httpx2.Response) -> T:
        if cast_to is ChatCompletionChunk:
            try:
                return cast(T, ChatCompletionChunk.model_validate(data, strict=True))
            except ValidationError:
                pass  # a server that deviates from the API
        return super()._process_response_data(data=data, cast_to=cast_to, response=response)

    def _make_sse_decoder(self) -> SSEDecoder:
        return _FastDecoder()

    async def stream_chat(self, request: httpx2.Request) -> AsyncStream[ChatCompletionChunk]:
        """Send a request that is built already. Raises what the SDK raises for one of its own."""
        try:
            response = await self._client.send(request, stream=True)
        except httpx2.TimeoutException as error:
            raise APITimeoutError(request=request) from error
        except httpx2.RequestError as error:
            raise APIConnectionError(request=request) from error
        if not response.is_success:
            await response.aread()
            raise self._make_status_error_from_response(response)
        return AsyncStream(cast_to=ChatCompletionChunk, response=response, client=self)


class _FastDecoder(SSEDecoder):
    """Splits pieces that consist of whole events with one line of data each; leaves a stream with any other piece
    to the SDK's decoder from there on."""

    async def aiter_bytes(self, iterator: AsyncIterator[bytes]) -> AsyncIterator[ServerSentEvent]:
        async for piece in iterator:
            lines = _data_lines(piece)
            if lines is None:
                async for event in super().aiter_bytes(_prepended(piece, iterator)):
                    yield event
                return
            for line in lines:
                yield ServerSentEvent(data=line)


def _data_lines(piece: bytes) -> list[str] | None:
    """The data of each event; None if the piece has anything else."""
    if not piece.endswith(b"\n\n") or b"\r" in piece:
        return None
    lines = piece[:-2].decode().split("\n\n")
    if any("\n" in line or not line.startswith("data: ") for line in lines):
        return None
    return [line[6:] for line in lines]


async def _prepended(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


class FastChatModel(OpenAIChatModel):
    @property
    def _streamed_response_cls(self) -> type[OpenAIStreamedResponse]:
        return _FastStreamedResponse

    @asynccontextmanager
    async def stream_prepared(self, request: httpx2.Request) -> AsyncGenerator[StreamedResponse]:
        """As `request_stream`, with a request that is built already."""
        client = cast("FastOpenAI", self.client)
        map_errors = pydantic_openai._map_api_errors  # pyright: ignore[reportPrivateUsage] - nothing public maps them
        with map_errors(self.model_name, self._provider.model_id_namespace):
            chunks = await client.stream_chat(request)
        async with chunks:
            yield await self._process_streamed_response(chunks, ModelRequestParameters())


class _FastStreamedResponse(OpenAIStreamedResponse):
    def _validate_response(self) -> AsyncIterable[ChatCompletionChunk]:
        return _SingleReaderStream(super()._validate_response())

    def _map_usage(self, response: ChatCompletionChunk) -> RequestUsage:
        return _NO_USAGE if response.usage is None else super()._map_usage(response)

    def _add_usage(self, usage: RequestUsage, *, reported: bool, cumulative: bool = False) -> None:
        if reported:
            super()._add_usage(usage, reported=reported, cumulative=cumulative)


_NO_USAGE = RequestUsage(unmeasured_requests=1)


class _SingleReaderStream:
    """The chunk that was peeked at, and then those of the SDK's stream."""

    def __init__(self, peeked: Any) -> None:
        self._source = peeked.source
        self._peeked = peeked
        self._is_first = True

    def __aiter__(self) -> "_SingleReaderStream":
        return self

    async def __anext__(self) -> ChatCompletionChunk:
        if self._is_first:
            self._is_first = False
            return await anext(self._peeked)
        return await anext(self._source)
