"""Who stops listening ends the request: the provider sees the connection go."""

import asyncio

import pytest

from models.model_requests import SPECS, limited, request, settings
from provider_server import Hold, ProviderServer, Reply, Text, fails, says
from understudy.models import Model, Retrying, TextDelta, open_model

ENDLESS = Reply((Text("first"), Hold("never"), Text("second")))


@pytest.mark.parametrize("spec", SPECS)
def test_closing_the_stream_ends_the_request(spec: str) -> None:
    async def listen_once() -> None:
        model = open_model(settings(provider, spec))
        stream = model.stream(request())
        assert await anext(stream) == TextDelta("first")
        await stream.aclose()
        assert await asyncio.to_thread(provider.requests[0].left.wait, 240)
        assert not provider.requests[0].answered.is_set()
        await model.close()

    with ProviderServer([ENDLESS]) as provider:
        limited(listen_once())


@pytest.mark.parametrize("spec", SPECS)
def test_cancelling_the_listener_ends_the_request(spec: str) -> None:
    async def listen(model: Model, received: asyncio.Event) -> None:
        async for _ in model.stream(request()):
            received.set()

    async def cancel_it() -> None:
        model = open_model(settings(provider, spec))
        received = asyncio.Event()
        listener = asyncio.create_task(listen(model, received))
        await received.wait()
        listener.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listener
        assert await asyncio.to_thread(provider.requests[0].left.wait, 240)
        await model.close()

    with ProviderServer([ENDLESS]) as provider:
        limited(cancel_it())


def test_cancelling_before_the_first_byte_ends_the_request() -> None:
    async def cancel_it() -> None:
        model = open_model(settings(provider))
        listener = asyncio.ensure_future(anext(model.stream(request())))
        await asyncio.to_thread(provider.wait_for_requests, 1)
        listener.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listener
        assert await asyncio.to_thread(provider.requests[0].left.wait, 240)
        await model.close()

    with ProviderServer([Reply((Hold("never"),))]) as provider:
        limited(cancel_it())


def test_a_wait_before_another_attempt_can_be_left() -> None:
    async def leave() -> None:
        model = open_model(settings(provider, retry_seconds=20.0))
        stream = model.stream(request())
        assert isinstance(await anext(stream), Retrying)
        await stream.aclose()
        await model.close()

    with ProviderServer([fails(503)]) as provider:
        limited(leave())
    assert len(provider.requests) == 1


def test_a_model_answers_again_after_a_stream_was_left_and_many_at_once() -> None:
    async def several() -> list[str]:
        model = open_model(settings(provider))
        stream = model.stream(request())
        await anext(stream)
        await stream.aclose()

        async def all_of_it() -> str:
            return "".join(
                [event.text async for event in model.stream(request()) if isinstance(event, TextDelta)]
            )

        received = await asyncio.gather(*(all_of_it() for _ in range(5)))
        await model.close()
        return received

    with ProviderServer([ENDLESS, *[says("an", "swer")] * 5]) as provider:
        assert limited(several()) == ["answer"] * 5


def test_what_a_model_is_can_be_asked() -> None:
    async def look() -> tuple[str, int, bool, int, bool]:
        plain = open_model(settings(provider))
        configured = open_model(settings(provider, context_window=1234, takes_images=False))
        try:
            return (
                plain.name,
                plain.context_window,
                plain.takes_images,
                configured.context_window,
                configured.takes_images,
            )
        finally:
            await plain.close()
            await configured.close()

    with ProviderServer([]) as provider:
        assert limited(look()) == ("openai-chat:gpt-4o", 128_000, True, 1234, False)
