==== the views of a site are annotated
kind: annotation
--- site/views.py
from starlette.requests import Request
from starlette.responses import Response

from site.pages import render


def home(request«→: Request») -> Response:
    return render("home", request)


def visit(request‹→: Request›) -> Response:
    return render("visit", request)


def leave(‹request→request: Request›, code: int) -> Response:
    return render("leave", request, code)

==== tests return nothing
kind: annotation
--- tests/test_sum.py
from shop.sums import add


def test_two_numbers()«→ -> None»:
    assert add(1, 2) == 3


def test_no_numbers()‹→ -> None›:
    assert add() == 0


def numbers():
    return [1, 2, 3]


def test_many_numbers()‹→ -> None›:
    assert add(*numbers()) == 6

==== one function gets a type for a value that others do not return
kind: annotation
expect: silence
--- shop/prices.py
def price(goods)«→ -> Decimal»:
    return goods.price


def names(goods):
    return [one.name for one in goods]


def count(goods):
    return len(goods)
