"""What things cost, in cents."""

PRICES = {"bread": 420, "bun": 90, "cake": 1850, "tart": 640}


def price_of(item: str) -> int:
    """The price of one piece."""
    return PRICES[item]


def cheapest() -> str:
    return min(PRICES, key=price_of)


def total(items: list[str]) -> int:
    return sum(price_of(item) for item in items)
