"""OpenAI's client with a faster way to read the chunks of a streamed answer.

The SDK builds each chunk field by field in Python, which is most of the CPU time of a long answer. Here a chunk
that fits its type exactly is built by pydantic's validator; every other one is left to the SDK, which accepts all.
Importing this loads the SDK.
"""

from typing import TypeVar, cast

import httpx2
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionChunk
from pydantic import ValidationError

__all__ = ["FastOpenAI"]

T = TypeVar("T")


class FastOpenAI(AsyncOpenAI):
    def _process_response_data(self, *, data: object, cast_to: type[T], response: httpx2.Response) -> T:
        if cast_to is ChatCompletionChunk:
            try:
                return cast(T, ChatCompletionChunk.model_validate(data, strict=True))
            except ValidationError:
                pass  # a server that deviates from the API
        return super()._process_response_data(data=data, cast_to=cast_to, response=response)
