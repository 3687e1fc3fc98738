"""The provider of the tests is itself what it claims to be, and so is the model without HTTP."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from models.model_requests import failure, limited, request, settings
from provider_server import Call, ProviderServer, calls, fails, says
from scripted_model import ScriptedModel
from understudy.models import CallPart, Finished, Model, ModelError, ModelMessage, TextDelta, TextPart

SERVER = Path(__file__).resolve().parents[1] / "provider_server.py"


def post(url: str, **body: Any) -> Any:
    asked = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(asked, timeout=240) as answer:
        return json.load(answer)


def test_it_answers_whole_where_no_stream_is_asked_for() -> None:
    with ProviderServer([calls(Call("read", {"a": 1}), text="Look.")], repeat=True) as provider:
        chat = post(f"{provider.url}/chat/completions", model="m", messages=[])
        claude = post(f"{provider.url}/messages", model="m", messages=[])
    message = chat["choices"][0]["message"]
    assert message["content"] == "Look."
    assert json.loads(message["tool_calls"][0]["function"]["arguments"]) == {"a": 1}
    assert [block["type"] for block in claude["content"]] == ["text", "tool_use"]


def test_a_reply_can_be_worked_out_from_the_request() -> None:
    with ProviderServer(lambda body: says(body["messages"][-1]["content"].upper())) as provider:
        received = post(
            f"{provider.url}/chat/completions", model="m", messages=[{"role": "user", "content": "hi"}]
        )
        assert provider.requests[0].answered.wait(240)
    assert received["choices"][0]["message"]["content"] == "HI"


def test_a_script_that_fails_is_told_to_the_client() -> None:
    with ProviderServer(lambda body: says(body["nothing"])) as provider:
        assert "KeyError('nothing')" in failure(settings(provider)).message


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    script = tmp_path / "replies.json"
    script.write_text('[{"steps": [{"step": "text", "text": "Hi"}]}]')
    command = [sys.executable, str(SERVER), "--script", str(script), "--repeat"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            url = process.stdout.readline().strip()
            for _ in range(2):
                received = post(f"{url}/chat/completions", model="m", messages=[])
                assert received["choices"][0]["message"]["content"] == "Hi"
        finally:
            process.terminate()


def test_headers_of_a_refusal_are_named_as_words() -> None:
    assert fails(429, Retry_After="1").headers == {"Retry-After": "1"}


def test_the_model_without_http_says_its_script_and_keeps_what_it_was_asked() -> None:
    async def talk() -> None:
        call = CallPart("c1", "read", {})
        gate = asyncio.Event()
        scripted = ScriptedModel([["Let me ", "look.", call], [ModelError("overloaded", "no")], ["a", gate]])
        model: Model = scripted
        received = [event async for event in model.stream(request())]
        assert received[:2] == [TextDelta("Let me "), TextDelta("look.")]
        assert isinstance(received[-1], Finished)
        assert received[-1].message == ModelMessage((TextPart("Let me look."), call))
        assert received[-1].finish_reason == "calls"
        with pytest.raises(ModelError, match="no"):
            await anext(model.stream(request()))
        stream = model.stream(request("third"))
        await anext(stream)
        await stream.aclose()
        assert scripted.left == 1
        assert scripted.requests[2] == request("third")
        await model.close()
        assert scripted.closed

    limited(talk())
