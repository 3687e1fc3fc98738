"""How many tokens a text is likely to be. A guess that errs on the large side: no tokenizer is loaded.

Every byte of UTF-8 has a weight by its class, in hundredths of a token. So the weight of two texts together is
the sum of their weights, and a longer text never weighs less.
"""

import string
from typing import Final

__all__ = ["TOKEN", "estimate", "prefix_within", "weigh"]

TOKEN: Final = 100
LIGHTEST: Final = 25

# English prose has about 4.4 characters a token, code about 3; hexadecimal and base64 about 1.8. A character of
# three bytes (CJK) is one token or a little more, an emoji two.
_LOWER, _UPPER, _DIGIT, _OTHER, _BEYOND = LIGHTEST, 60, 70, 50, 45

_LIGHT: Final = (string.ascii_lowercase + " ").encode()
_CAPITALS: Final = string.ascii_uppercase.encode()
_DIGITS: Final = string.digits.encode()
_HIGH: Final = bytes(range(0x80, 0x100))


def estimate(text: str) -> int:
    return -(-weigh(text) // TOKEN)


def weigh(text: str) -> int:
    """The same in hundredths of a token; additive."""
    data = text.encode("utf-8", "surrogatepass")
    rest = len(data)
    total = 0
    for kind, weight in ((_LIGHT, _LOWER), (_CAPITALS, _UPPER), (_DIGITS, _DIGIT), (_HIGH, _BEYOND)):
        data = data.translate(None, kind)
        total += (rest - len(data)) * weight
        rest = len(data)
    return total + rest * _OTHER


def prefix_within(text: str, room: int) -> int:
    """How many of the first characters weigh `room` at most. Looks at each character twice at most."""
    begin, end = 0, min(len(text), max(room, 0) // LIGHTEST)
    if weigh(text[:end]) <= room:
        return end
    while end - begin > 1:  # the first `begin` characters fit, and their weight is taken from the room
        middle = (begin + end) // 2
        weight = weigh(text[begin:middle])
        if weight <= room:
            begin, room = middle, room - weight
        else:
            end = middle
    return begin
