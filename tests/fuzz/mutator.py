"""Makes inputs: JSON messages changed in their structure, bytes changed as bytes. A seed gives the same inputs."""

import json
import random
from collections.abc import Sequence
from typing import Any

__all__ = ["Mutator"]

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**64, -(2**63) - 1, 1.5, 1e308, -0.0),
    *(
        "",
        "\x00",
        "/nowhere",
        "..",
        "file:///nowhere",
        "file:///%00",
        "é\u0301",
        "\U0001f600",
        "\ud83d",
        "a" * 5000,
        "$&" * 50,
    ),
    *([], {}, [[]], [None], [{}], {"": 0}, {"_meta": {}}, {"type": "text", "text": ""}),
)
BYTES: tuple[bytes, ...] = (
    *(
        b"",
        b"\0",
        b"\n",
        b"\r\n",
        b"\r\n\r\n",
        b"\xff",
        b"\xc3",
        b"\xf0\x9f",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
    ),
    *(b'"', b"{", b"[", b"}", b"]", b"\\", b"\\u0000", b"1e999", b"-", b"@@ -1,0 +1 @@\n", b"--- a\n+++ b\n"),
    *(
        b"%00",
        b"%2e%2e/",
        b":",
        b";",
        b"=",
        b"chunked",
        b"Content-Length: 9\r\n",
        b"[" * 300,
        b" " * 300,
        b"9" * 30,
    ),
)


class Mutator:
    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def message(self, seeds: Sequence[Any]) -> Any:
        """One of the seeds with a few values, keys or places changed."""
        value = json.loads(json.dumps(self.random.choice(seeds)))
        for _ in range(self.random.choice((1, 1, 2, 3, 6))):
            value = self._changed(value, seeds)
        return value

    def data(self, seeds: Sequence[bytes]) -> bytes:
        """One of the seeds with a few cuts, insertions, repetitions and flipped bits."""
        value = bytearray(self.random.choice(seeds))
        for _ in range(self.random.choice((1, 1, 2, 4, 8))):
            at = self.random.randrange(len(value) + 1)
            end = min(len(value), at + self.random.choice((0, 1, 1, 4, 20, 200)))
            match self.random.randrange(5):
                case 0:
                    del value[at:end]
                case 1:
                    value[at:end] = self.random.choice(BYTES)
                case 2:
                    value[at:at] = bytes(value[at:end]) * self.random.choice((1, 2, 30))
                case 3 if at < len(value):
                    value[at] ^= 1 << self.random.randrange(8)
                case _:
                    other = self.random.choice(seeds)
                    start = self.random.randrange(len(other) + 1)
                    value[at:end] = other[start : start + 200]
        return bytes(value[:100_000])

    def frame(self, seeds: Sequence[Any]) -> bytes:
        """A message as one line of JSON; sometimes one that is damaged as bytes. Without line ends inside."""
        encoded = json.dumps(self.message(seeds)).encode("utf-8", "surrogatepass")
        if self.random.random() < 0.3:
            encoded = self.data([encoded])
        return encoded.replace(b"\n", b" ").replace(b"\r", b" ")

    def text(self, seeds: Sequence[str]) -> str:
        return self.data([seed.encode() for seed in seeds]).decode("utf-8", "replace")

    def _changed(self, value: Any, seeds: Sequence[Any]) -> Any:
        """A copy with one change somewhere inside."""
        if isinstance(value, dict) and value and self.random.random() < 0.85:
            name = self.random.choice(list(value))
            match self.random.randrange(10):
                case 0:
                    return {key: item for key, item in value.items() if key != name}
                case 1:
                    other = self.random.choice(list(value))
                    return {**value, name: value[other]}
                case 2:
                    return {
                        **value,
                        self.random.choice(("", "_meta", "id", "method", "type", name.upper())): value[name],
                    }
                case _:
                    return {**value, name: self._changed(value[name], seeds)}
        if isinstance(value, list) and value and self.random.random() < 0.85:
            at = self.random.randrange(len(value))
            match self.random.randrange(6):
                case 0:
                    return value[:at] + value[at + 1 :]
                case 1:
                    return value[:at] + [value[at]] * self.random.choice((2, 40)) + value[at + 1 :]
                case _:
                    return [*value[:at], self._changed(value[at], seeds), *value[at + 1 :]]
        if isinstance(value, int) and not isinstance(value, bool) and self.random.random() < 0.5:
            return value + self.random.choice((-1, 1, 2**31, -(2**31)))
        return self.random.choice(VALUES) if self.random.random() < 0.8 else self.random.choice(seeds)
