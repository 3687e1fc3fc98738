"""The counter: takes an order and prints the receipt."""

from shop.orders import Order, greeting, receipt


def serve(buyer: str, items: list[str]) -> Order:
    order = Order(buyer)
    for item in items:
        order.add(item)
    print(greeting(order))
    print(receipt(order))
    return order


def print_again(order: Order) -> None:
    print("-- copy --")
    print(receipt(order))


if __name__ == "__main__":
    print_again(serve("Ada", ["bread", "bun", "bun", "tart", "cake"]))
