"""Orders, and what is said about them."""

from dataclasses import dataclass, field

from shop.prices import price_of, total


@dataclass
class Order:
    buyer: str
    items: list[str] = field(default_factory=list)

    def add(self, item: str) -> None:
        self.items.append(item)

    def most_expensive(self) -> str:
        return max(self.items, key=price_of)


def discount(order: Order) -> int:
    """A tenth off for five pieces or more."""
    return total(order.items) // 10 if len(order.items) >= 5 else 0


def receipt(order: Order) -> str:
    lines = [f"{item:<10} {money(price_of(item))}" for item in order.items]
    lines.append(f"{'total':<10} {money(total(order.items) - discount(order))}")
    return "\n".join(lines)


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def greeting(order: Order) -> str:
    return f"Good morning, {order.buyer}! Your {order.most_expensive()} is ready."
