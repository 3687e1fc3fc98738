"""A text about one name becomes a text about another one: in which spellings, and where there is no result."""

import pytest

from understudy.nes.symbolic.consequences.siblings.spellings import (
    NameReplacement,
    fallback_replacements,
    name_parts,
    shared_prefix_length,
)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("onHold", ("on", "hold")),
        ("ON_HOLD", ("on", "hold")),
        ("HTTPServer2", ("http", "server", "2")),
        ("_x", ("x",)),
        ("__", ()),
    ],
)
def test_the_words_of_a_name(name: str, parts: tuple[str, ...]) -> None:
    assert name_parts(name) == parts


@pytest.mark.parametrize(
    ("names", "length"),
    [
        ([], 0),
        (["KIND_READ"], 1),
        (["KIND_READ", "KIND_WRITE"], 1),
        (["KIND_READ", "kindWrite"], 1),
        (["A_KIND_READ", "A_KIND_WRITE"], 2),
        (["A_KIND", "A_KIND"], 1),
        (["KIND", "KIND_READ"], 0),
        (["KIND_READ", "SORT_READ"], 0),
        (["KIND_READ", "KIND_WRITE", "OTHER_NAME"], 0),
    ],
)
def test_the_words_that_names_share_at_their_beginning(names: list[str], length: int) -> None:
    assert shared_prefix_length(names) == length


SPELLINGS = {
    "nothing to replace": (NameReplacement("paid", "sent"), "x = 1", "x = 1"),
    "the name itself": (NameReplacement("paid", "sent"), "paid = paid", "sent = sent"),
    "a longer word stays": (NameReplacement("paid", "sent"), "paider unpaid", "paider unpaid"),
    "a word with a sign of a name before it": (NameReplacement("paid", "sent"), "$paid", "$sent"),
    "capitals": (NameReplacement("paid", "sent"), "PAID is_PAID", "SENT is_SENT"),
    "one capital": (NameReplacement("paid", "sent"), "Paid isPaid", "Sent isSent"),
    "a part in front of a capital": (NameReplacement("paid", "sent"), "paidAt x2Paid", "sentAt x2Sent"),
    "a part with capitals in front of a capital": (NameReplacement("paid", "sent"), "PAIDAt", "PAIDAt"),
    "a part behind a capital": (NameReplacement("paid", "sent"), "XPaid", "XPaid"),
    "a part in front of a digit": (NameReplacement("paid", "sent"), "paid2", "paid2"),
    "a part that ends with a digit": (NameReplacement("v2", "v3"), "v2At", "v3At"),
    "two words for two": (
        NameReplacement("on_hold", "set_off"),
        "on_hold ON_HOLD OnHold onHold on-hold On-hold onhold ONHOLD",
        "set_off SET_OFF SetOff setOff set-off Set-off setoff SETOFF",
    ),
    "words with a space": (NameReplacement("on_hold", "set_off"), "on hold. On Hold", "set off. Set Off"),
    "one word for two": (NameReplacement("on_hold", "off"), "on_hold OnHold ON_HOLD", "off Off OFF"),
    "two words for one, in capitals": (NameReplacement("PAID", "ON_HOLD"), "X_PAID", "X_ON_HOLD"),
    "two words for one, with a capital": (NameReplacement("PAID", "ON_HOLD"), "isPaid", "isOnHold"),
    "two words for one, in camel case": (NameReplacement("PAID", "ON_HOLD"), "paid", "onHold"),
    "two words for one, in snake case": (
        NameReplacement("PAID", "ON_HOLD", is_snake_case=True),
        "paid isPaid",
        "on_hold isOnHold",
    ),
    "three words for one": (NameReplacement("PAID", "ON_HOLD_NOW"), "paid", "onHoldNow"),
    "two words for one in a string are ambiguous": (NameReplacement("PAID", "ON_HOLD"), "x('paid')", None),
    "also with a capital": (NameReplacement("PAID", "ON_HOLD"), 'x("Paid")', None),
    "but not in capitals": (NameReplacement("PAID", "ON_HOLD"), "x(`PAID`)", "x(`ON_HOLD`)"),
    "and one word is not": (NameReplacement("PAID", "SENT"), "x('paid', 'Paid')", "x('sent', 'Sent')"),
    "behind a string": (NameReplacement("PAID", "ON_HOLD"), "x('a', paid)", "x('a', onHold)"),
    "before a string": (NameReplacement("PAID", "ON_HOLD"), "x(paid, 'a')", "x(onHold, 'a')"),
    "two signs between three words": (NameReplacement("a_bc_de", "f_gh_ij"), "a_bc-de", None),
    "one sign between three words": (NameReplacement("a_bc_de", "f_gh_ij"), "a-bc-de", "f-gh-ij"),
    "a capital inside a word": (NameReplacement("on_hold", "set_off"), "on_hOLD", None),
    "a capital in the second word, behind a sign": (
        NameReplacement("on_hold", "set_off"),
        "on_Hold",
        "set_Off",
    ),
    "a small letter alone": (NameReplacement("x", "y"), "x x_axis getX X", "y x_axis getY Y"),
    "a capital alone, for two words": (NameReplacement("X", "AbCd"), "getX", "getAbCd"),
    "exact texts come with the name": (
        NameReplacement("paid", "sent", (("Money", "Date"),)),
        "paid: Money",
        "sent: Date",
    ),
    "an exact text is no part of a word": (
        NameReplacement("paid", "sent", (("Money", "Date"),)),
        "Moneys",
        "Moneys",
    ),
    "an exact text inside the name is not replaced again": (
        NameReplacement("paid by", "sent to", (("paid", "x"),)),
        "paid by",
        "sent to",
    ),
    "an empty exact text": (NameReplacement("paid", "sent", (("", "x"),)), "a paid", "a sent"),
    "an exact text with signs": (
        NameReplacement("paid", "sent", (("'a'", "'b'"),)),
        "f'a'g paid",
        "f'b'g sent",
    ),
    "without the words that all names share": (
        NameReplacement("KIND_READ", "KIND_WRITE", prefix_parts=1),
        "KIND_READ: read, kindRead: 'Read'",
        "KIND_WRITE: write, kindWrite: 'Write'",
    ),
    "with them, the whole name only": (
        NameReplacement("KIND_READ", "KIND_WRITE"),
        "KIND_READ: read, kindRead",
        "KIND_WRITE: read, kindWrite",
    ),
    "a name of signs has no parts": (NameReplacement("__", "a"), "__ b", "a b"),
    "no new parts": (NameReplacement("paid", "__"), "paid Paid", "__ Paid"),
    "the beginning of the text": (NameReplacement("paid", "sent"), "Paid", "Sent"),
    "a capital in front of digits is ambiguous": (NameReplacement("v2", "v3"), "isV2", None),
    "a small letter alone, for a capital": (NameReplacement("X", "Y"), "x + 1", "y + 1"),
    "two letters in capitals": (NameReplacement("id", "no"), "ID Id", "NO No"),
    "capitals in some of the later words": (NameReplacement("a_bc_de", "f_gh_ij"), "a_Bc_de", None),
    "a capital at the end of the first word": (NameReplacement("on_hold", "set_off"), "oN_Hold", None),
    "a capital in the first and the last word": (NameReplacement("a_bc_de", "f_gh_ij"), "A_bc_De", None),
    "a capital at the end of the first word only": (NameReplacement("on_hold", "set_off"), "oN_hold", None),
    "an exact text right before the name": (
        NameReplacement("paid", "sent", (("'a'", "'b'"),)),
        "'a'paid",
        "'b'sent",
    ),
    "an exact text right behind the name": (
        NameReplacement("paid", "sent", (("'a'", "'b'"),)),
        "paid'a'",
        "sent'b'",
    ),
    "the end of a word with a sign before it": (NameReplacement("paid", "sent"), "_xpaid", "_xpaid"),
    "the beginning of a word with a sign behind it": (NameReplacement("paid", "sent"), "paidx_", "paidx_"),
    "a capital in front of a capital": (NameReplacement("a_b", "c_d"), "aBCd", "aBCd"),
    "digits as a word": (NameReplacement("v_2", "v_3"), "v_2 v2", "v_3 v3"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_how_a_name_is_replaced(name: str) -> None:
    replacement, text, expected = SPELLINGS[name]
    assert replacement.apply(text) == expected


@pytest.mark.parametrize(
    ("old", "new", "text", "expected"),
    [
        ("14", "3", 'get("keep", 14)', 'get("tries", 3)'),
        ("14", "3", "keep ?? 14", "tries ?? 3"),
        ("14", "3", "keep || 14", "tries || 3"),
        ('"zstd"', '"gzip"', 'keep or "zstd"', 'tries or "gzip"'),
        ("14", "3", "keep[14]", "tries[14]"),
        ("14", "3", "f(keep, 140)", "f(tries, 140)"),
        ("14", "", "f(keep, 14)", None),
        ("14", "LIMIT", "f(keep, 14)", None),
        ("14", "", "f(keep)", "f(tries)"),
        ("LIMIT", "3", "f(keep, LIMIT)", "f(tries, LIMIT)"),
    ],
)
def test_the_default_of_one_name_becomes_that_of_another(
    old: str, new: str, text: str, expected: str | None
) -> None:
    exact = tuple(fallback_replacements(old, new))
    assert NameReplacement("keep", "tries", exact).apply(text) == expected
