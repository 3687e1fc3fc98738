"""Elicitation: an agent asks the user to fill in a form or to visit a page.

The caller's handler gets the request and answers it; the capability is advertised only if there is a handler.
Nothing is opened here: in mode `url` the handler shows the complete address, and opens it if the user agrees.
`accept` means that the user agreed; the agent reports later that the page is completed (`on_completed`).

The answer to a form is validated: field names, required fields, types, choices, and the limits of length, value
and count. Not validated: `pattern` and `format`, which the agent checks, and fields of a type that the protocol
does not define.
"""

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast
from urllib.parse import urlsplit

from understudy.bounded_dict import BoundedDict
from understudy.client.errors import ClientError
from understudy.client.limits import MAX_AWAITED_PAGES, MAX_URL_CHARS
from understudy.client.permissions import PendingQuestions
from understudy.client.session import SessionRegistry
from understudy.rpc import INVALID_PARAMS, Inbound, Route, RpcError
from understudy.schema import acp

__all__ = ["Elicit", "Elicitations", "check_answer", "form_error"]


def form_error(form: acp.ElicitationSchema, content: Mapping[str, Any]) -> str | None:
    """The first error in the content of a form, as a sentence; None if it is valid."""
    fields = form.properties or {}
    for name in form.required or ():
        if name not in content:
            return f"{name!r} is required."
    for name, value in content.items():
        if name not in fields:
            return f"the form has no field {name!r}."
        error = _field_error(fields[name], value)
        if error is not None:
            return f"{name!r} {error}."
    return None


def _field_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    match field.type:
        case "string":
            return _text_error(field, value)
        case "boolean":
            return None if isinstance(value, bool) else "must be true or false"
        case "integer":
            whole = isinstance(value, int) and not isinstance(value, bool)
            return _range_error(field, value) if whole else "must be a whole number"
        case "number":
            number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
            return _range_error(field, value) if number else "must be a number"
        case "array":
            return _list_error(field, value)
        case _:
            return None  # a type of a newer protocol: a handler that could show it knows it


def _text_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    if not isinstance(value, str):
        return "must be a text"
    choices = [*(field.enum or ()), *(one.const for one in field.one_of or ())]
    if choices and value not in choices:
        return f"must be one of {_format_choices(choices)}"
    if field.min_length is not None and len(value) < field.min_length:
        return f"must have {field.min_length} characters at least"
    if field.max_length is not None and len(value) > field.max_length:
        return f"must have {field.max_length} characters at most"
    return None


def _range_error(field: acp.ElicitationPropertySchema, value: Any) -> str | None:
    if field.minimum is not None and value < field.minimum:
        return f"must be {field.minimum} at least"
    if field.maximum is not None and value > field.maximum:
        return f"must be {field.maximum} at most"
    return None


def _list_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    chosen = cast(list[Any], value) if isinstance(value, list) else [None]
    if not all(isinstance(one, str) for one in chosen):
        return "must be a list of texts"
    items = field.items
    choices = [] if items is None else [*items.enum, *(one.const for one in items.any_of)]
    if choices and not set(chosen) <= set(choices):
        return f"must be some of {_format_choices(choices)}"
    if field.min_items is not None and len(chosen) < field.min_items:
        return f"must have {field.min_items} choices at least"
    if field.max_items is not None and len(chosen) > field.max_items:
        return f"must have {field.max_items} choices at most"
    return None


def _format_choices(choices: Sequence[str]) -> str:
    return ", ".join(map(repr, choices[:10])) + (", …" if len(choices) > 10 else "")


Elicit = Callable[[acp.CreateElicitationRequest], Awaitable[acp.CreateElicitationResponse | None]]
"""Answers a request (`mode` is `form` or `url`): accept with content, decline, or cancel; None: cancel."""


def check_answer(request: acp.CreateElicitationRequest, answer: acp.CreateElicitationResponse) -> None:
    """Raise ClientError `bad_answer` if the answer does not match the request.

    For a handler that wants to ask again; every answer is validated in any case.

    Example: `check_answer(request, acp.CreateElicitationResponse(action="decline"))`.
    """
    if answer.action in ("decline", "cancel"):
        return
    problem: str | None = None
    if answer.action != "accept":
        problem = f"{answer.action!r} is none of accept, decline and cancel."
    elif request.requested_schema is not None:
        problem = form_error(request.requested_schema, answer.content or {})
    elif answer.content:
        problem = "a page to go to takes no content."
    if problem is not None:
        raise ClientError(f"The answer to the agent's question does not fit: {problem}", "bad_answer")


class Elicitations:
    """The elicitation requests of one connection. For the event loop's thread."""

    def __init__(
        self,
        handler: Elicit,
        registry: SessionRegistry,
        questions: PendingQuestions,
        on_notice: Callable[[str], None],
        on_completed: Callable[[str], None] | None = None,
    ) -> None:
        self._handler = handler
        self._registry = registry
        self._questions = questions
        self._on_notice = on_notice
        self._on_completed = on_completed
        self._awaited_pages: BoundedDict[str, None] = BoundedDict(MAX_AWAITED_PAGES)
        """The ids of the pages whose completion is awaited, the oldest first."""

    def capabilities(self) -> acp.ElicitationCapabilities:
        return acp.ElicitationCapabilities(
            form=acp.ElicitationFormCapabilities(), url=acp.ElicitationUrlCapabilities()
        )

    def routes(self) -> dict[str, Route[Any]]:
        return {
            "elicitation/create": Route(acp.CreateElicitationRequest, self._create),
            "elicitation/complete": Route(
                acp.CompleteElicitationNotification, self._complete, notification=True
            ),
        }

    async def _create(
        self, request: acp.CreateElicitationRequest, inbound: Inbound
    ) -> acp.CreateElicitationResponse:
        del inbound
        page = _validated_page_id(request)
        session = request.session_id
        if session is None and request.request_id is None:
            raise _invalid_params_error("name the session or the request that this is about.")
        if session is not None and self._registry.get(session) is None:
            raise _invalid_params_error(f"there is no session {session[:100]!r} here.")
        if page is not None:
            self._await_page(page)
        answer = await self._questions.ask(session, lambda: self._ask_handler(request))
        if page is not None and (answer is None or answer.action != "accept"):
            self._awaited_pages.pop(page, None)
        return answer or acp.CreateElicitationResponse(action="cancel")

    async def _ask_handler(
        self, request: acp.CreateElicitationRequest
    ) -> acp.CreateElicitationResponse | None:
        try:
            answer = await self._handler(request)
        except Exception as error:  # noqa: BLE001 - the caller's code; the agent waits for an answer
            self._on_notice(f"The agent's question failed ({error!r}), so it was cancelled.")
            return None
        if answer is None:
            return None
        try:
            check_answer(request, answer)
        except ClientError as error:
            self._report_bad_answer(request.session_id, error)
            return None
        if answer.action != "accept" or request.requested_schema is None:
            return acp.CreateElicitationResponse(action=answer.action)
        return answer

    def _report_bad_answer(self, session_id: str | None, error: ClientError) -> None:
        """Raise the error in the loop over the running turn; outside of a turn, report it as a notice."""
        session = None if session_id is None else self._registry.get(session_id)
        if session is None or not session.fail_turn(error):
            self._on_notice(f"{error} It was cancelled.")

    def _complete(self, notification: acp.CompleteElicitationNotification, inbound: Inbound) -> None:
        """Report the completion of a page, once, if it is awaited."""
        del inbound
        awaited = notification.elicitation_id in self._awaited_pages
        self._awaited_pages.pop(notification.elicitation_id, None)
        if awaited and self._on_completed is not None:
            self._on_completed(notification.elicitation_id)

    def _await_page(self, page_id: str) -> None:
        self._awaited_pages[page_id] = None


def _validated_page_id(request: acp.CreateElicitationRequest) -> str | None:
    """The id of a page; None for a form. Raises RpcError for a mode that was not advertised or a bad address."""
    match request.mode:
        case "form":
            if request.requested_schema is None:
                raise _invalid_params_error("a form needs its requestedSchema.")
            return None
        case "url":
            if request.elicitation_id is None or request.url is None:
                raise _invalid_params_error("a page needs its url and its elicitationId.")
            if not _is_web_url(request.url):
                raise _invalid_params_error("only http and https addresses are shown to people.")
            request.requested_schema = None
            return request.elicitation_id
        case mode:
            raise _invalid_params_error(f"the mode {mode[:100]!r} was not offered.")


def _is_web_url(url: str) -> bool:
    """Whether the address is safe to show: other schemes may start programs, which a person cannot tell."""
    if len(url) > MAX_URL_CHARS or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _invalid_params_error(why: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"Invalid params: {why}", {"reason": "not_asked"})
