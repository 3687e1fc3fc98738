"""The places of a renamed name come in the order that one reads them."""

from contextlib import closing

from nes_symbolic.scenes import Scene

ORDERS = """
def show(client):
    return load_order(client, 1)


def load_order(client, number):
    return client.get(number)


def load_many(client, numbers):
    found = []
    for number in numbers:
        found.append(load_order(client, number))
    return found


def latest(client, customer):
    return load_order(client, client.get(customer)["number"])


def refund(client, number):
    order = load_order(client, number)
    return order.total()


def archive(client, number):
    order = load_order(client, number)
    return order
"""
USE = """
from orders import load_order


def command(client, number):
    return load_order(client, number)
"""


def _places(scene: Scene) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    while len(found) < 20:
        suggestion = scene.ask()
        if suggestion is None:
            return found
        assert scene.accept(suggestion)
        found.append((scene.uri.rpartition("/")[2], scene.cursor.line))
    raise AssertionError(scene.account())


def test_a_rename_goes_down_from_the_cursor_then_from_the_top_then_to_other_files() -> None:
    with closing(Scene("orders.py", ORDERS, use__py=USE)) as scene:
        scene.edit("def load_order", "def fetch_order")
        assert _places(scene) == [
            ("orders.py", 11),
            ("orders.py", 16),
            ("orders.py", 20),
            ("orders.py", 25),
            ("orders.py", 1),
            ("use.py", 0),
            ("use.py", 4),
        ], scene.account()
        assert "load_order" not in "".join(scene.texts.values())
