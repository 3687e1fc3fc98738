"""The completion server: checks access, decodes requests, and encodes predictions as completions.

The token is the first part of the path, because Zed sends no header of our choice. Errors have the form of OpenAI's
API and quote nothing of the prompt. A region that `stop` or `max_tokens` would truncate is not given at all.
"""

import asyncio
import contextlib
import importlib
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from understudy.http import (
    AllowedHosts,
    HttpServer,
    Peer,
    Token,
    find_peer,
    format_address,
    listen,
    mark_authorized,
)
from understudy.nes import NesError, NesSetup
from understudy.nes.model import estimate_tokens
from understudy.nes.model.formats import PromptError, parse_prompt, render_reply
from understudy.wire import retain_freed_memory
from understudy.zed.limits import (
    MAX_REQUEST_BYTES,
    MAX_STOPS,
    REQUEST_BODY_TIMEOUT_S,
    SHUTDOWN_TIMEOUT_S,
)
from understudy.zed.predictions import Prediction, RegionPredictor

__all__ = ["DEFAULT_PORT", "CompletionEndpoint", "serve"]

logger = logging.getLogger("understudy.zed")

HOST: Final = "127.0.0.1"
COMPLETIONS_PATH: Final = "/v1/completions"
"""After the token."""
DEFAULT_PORT: Final = 8421
"""Always the same, because Zed's settings name it."""
REFUSED_PEERS: Final[Mapping[Peer, str]] = {
    "other_user": "This endpoint is for the user who started it.\n",
    "own_descendant": "This endpoint does not serve processes that it started itself.\n",
    "gone": "The connection was closed too early.\n",
}
PRELOADED_MODULES: Final = ("understudy.nes.symbolic.engine", "understudy.nes.index.workspace_texts")


class CompletionRequest(msgspec.Struct):
    """The fields that are read; others, such as `temperature`, do not matter here."""

    prompt: str
    model: str = ""
    max_tokens: int | None = None
    stop: str | list[str] | None = None
    stream: bool | None = None


class RequestError(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code

    def to_response(self) -> Response:
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        error = {"message": str(self), "type": kind, "code": self.code, "param": None}
        return JSONResponse({"error": error}, self.status)


class CompletionEndpoint:
    def __init__(
        self,
        setup: NesSetup,
        allowed_hosts: AllowedHosts,
        token: str,
        body_timeout_s: float = REQUEST_BODY_TIMEOUT_S,
    ) -> None:
        self._setup = setup
        self._allowed_hosts = allowed_hosts
        self._token = Token(token)
        self._body_timeout_s = body_timeout_s
        self._predictor: RegionPredictor | None = None
        self._running: set[asyncio.Task[Prediction]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._respond(Request(scope, receive))
        await response(scope, receive, send)

    def build_app(self, on_started: Callable[[], None]) -> Starlette:
        """`on_started` is called when requests are answered and signals are handled."""

        @contextlib.asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncGenerator[None]:
            del app
            for name in PRELOADED_MODULES:  # otherwise the first request would wait for them
                importlib.import_module(name)
            self._predictor = RegionPredictor(self._setup)
            on_started()
            yield
            await self._predictor.shut_down(SHUTDOWN_TIMEOUT_S)

        # An instance, not a function: it gets every method, so that access is checked first.
        return Starlette(routes=[Route("/{rest:path}", self)], lifespan=lifespan)

    def stop_all(self) -> None:
        for task in tuple(self._running):
            task.cancel()

    async def _respond(self, request: Request) -> Response:
        refusal = self._check_access(request)
        if refusal is not None:
            return refusal
        try:
            wanted = await self._read_request(request)
            started_at = time.perf_counter()
            prediction = await self._predict(request, wanted)
        except RequestError as error:
            return error.to_response()
        except ClientDisconnect:
            return Response(status_code=499)  # nobody reads it
        text, prediction = _completion_text(prediction, wanted)
        logger.debug(
            "%s after %d ms", prediction.reason or "shown", round(1000 * (time.perf_counter() - started_at))
        )
        return JSONResponse(_to_completion(wanted, text, prediction))

    # Access

    def _check_access(self, request: Request) -> Response | None:
        match self._allowed_hosts.find_foreign_header(request.scope["headers"]):
            case "Host":
                return PlainTextResponse("This Host is not the endpoint's.\n", 421)
            case "Origin":
                return PlainTextResponse("This Origin is not the endpoint's.\n", 403)
            case None:
                pass
        token, slash, rest = request.scope["path"].removeprefix("/").partition("/")
        if slash + rest != COMPLETIONS_PATH:
            return PlainTextResponse(
                "There is nothing here. Send requests to the address that `understudy zed-endpoint` prints.\n",
                404,
            )
        if not self._token.matches(token.encode("utf-8", "replace")):
            return PlainTextResponse(
                "The token in the address is not this endpoint's. Copy the api_url that "
                "`understudy zed-endpoint` prints into Zed's settings.\n",
                401,
            )
        if (refusal := REFUSED_PEERS.get(find_peer(request.scope))) is not None:
            return PlainTextResponse(refusal, 403)
        mark_authorized(request.scope)
        if request.method != "POST":
            return PlainTextResponse("Send a POST request.\n", 405, {"Allow": "POST"})
        return None

    # Requests

    async def _read_request(self, request: Request) -> CompletionRequest:
        body = bytearray()
        try:
            async with asyncio.timeout(self._body_timeout_s):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > MAX_REQUEST_BYTES:
                        raise RequestError(
                            413, "too_large", f"The request has more than {MAX_REQUEST_BYTES} bytes."
                        )
        except TimeoutError:
            raise RequestError(408, "timeout", "The body of the request did not arrive in time.") from None
        try:
            wanted = msgspec.json.decode(body, type=CompletionRequest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            # A validation error names the field and the types; neither quotes a value.
            reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is not valid JSON"
            raise RequestError(400, "bad_request", f"The request cannot be read: {reason}.") from None
        if wanted.stream:
            raise RequestError(400, "bad_request", "Streaming is not supported. Leave `stream` out.")
        if isinstance(wanted.stop, list) and len(wanted.stop) > MAX_STOPS:
            raise RequestError(400, "bad_request", f"`stop` has more than {MAX_STOPS} texts.")
        return wanted

    async def _predict(self, request: Request, wanted: CompletionRequest) -> Prediction:
        """Ends the prediction when the client disconnects: Zed does so when the user goes on typing."""
        try:
            prompt = parse_prompt(wanted.prompt)
        except PromptError as error:
            raise RequestError(400, "bad_prompt", str(error)) from None
        assert self._predictor is not None  # noqa: S101 - the lifespan has begun
        task = asyncio.ensure_future(self._predictor.predict(prompt))
        self._running.add(task)
        gone = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientDisconnect
            if task.cancelled():
                raise RequestError(503, "stopped", "The endpoint is being stopped.")
            return task.result()
        except NesError as error:
            raise RequestError(503, error.code, error.message) from None
        except Exception as error:
            if isinstance(error, (ClientDisconnect, RequestError)):
                raise
            # Its message may quote the text of the prompt.
            logger.warning("predicting failed: %s", type(error).__name__)
            raise RequestError(
                500, "internal_error", "The prediction failed; the log has its cause."
            ) from None
        finally:
            self._running.discard(task)
            task.cancel()
            gone.cancel()


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _completion_text(prediction: Prediction, wanted: CompletionRequest) -> tuple[str, Prediction]:
    """Return the text, and the prediction or why its text cannot be given.

    A truncated region would delete the rest of it.
    """
    if prediction.region is None:
        return "", prediction
    text = render_reply(prediction.region)
    region_chars = sum(len(line) + 1 for line in prediction.region)
    if wanted.max_tokens is not None and estimate_tokens(text[:region_chars]) > wanted.max_tokens:
        return "", Prediction(
            reason="max-tokens",
            sentence='The new region is longer than max_tokens. Set a larger "max_output_tokens" in Zed.',
        )
    stops = [wanted.stop] if isinstance(wanted.stop, str) else wanted.stop or []
    found = [at for stop in stops if stop and (at := text.find(stop)) >= 0]
    end = min(found, default=len(text))
    # A stop that includes the line ending before the end marker loses nothing.
    if end < region_chars - 1:
        return "", Prediction(reason="stopped", sentence="A text of `stop` is inside the new region.")
    return text[:end], prediction


def _to_completion(wanted: CompletionRequest, text: str, prediction: Prediction) -> dict[str, object]:
    prompt_tokens, completion_tokens = estimate_tokens(wanted.prompt), estimate_tokens(text)
    completion: dict[str, object] = {
        "id": f"cmpl-{secrets.token_hex(12)}",
        "object": "text_completion",
        "created": int(time.time()),
        "model": wanted.model,
        "choices": [{"index": 0, "text": text, "logprobs": None, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
        },
    }
    if not text:
        completion["understudy"] = {"reason": prediction.reason, "sentence": prediction.sentence}
    return completion


def serve(setup: NesSetup, token: str, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve on loopback until SIGINT or SIGTERM. `on_ready` is called with the URL, which contains the token.

    Raises WorkspaceError if the port cannot be opened.
    """
    with contextlib.closing(listen(HOST, port)) as listener:
        url = f"http://{format_address(HOST, listener)}/{token}{COMPLETIONS_PATH}"
        endpoint = CompletionEndpoint(setup, AllowedHosts(HOST, listener.getsockname()[1]), token)

        async def main() -> None:
            app = endpoint.build_app(lambda: on_ready(url))
            await HttpServer(app, endpoint.stop_all).serve(sockets=[listener])

        retain_freed_memory()
        asyncio.run(main())
