"""Names over several texts, in Python; what is the same in each language."""

import pytest

from nes_bindings.marked_texts import FOLDER, Texts, assert_groups
from understudy.nes.bindings import find_all_places, find_places, origin_at, origin_of, resolver_for
from understudy.nes.bindings.limits import MAX_PROJECT_CHARS
from understudy.nes.bindings.python import RULES
from understudy.nes.text import Point, TextSnapshot

CASES = {
    "a function and its importers": """\
def [[a:load]]():
    pass
--- app/use.py
from main import [[a:load]]
[[a:load]]()
--- app/other.py
def load():
    return load
load()
""",
    "an import under another name": """\
def [[a:load]]():
    pass
--- use.py
from main import [[a:load]] as [[b:fetch]]
[[b:fetch]]()
load = 1
""",
    "the keys of an imported typed dictionary": """\
class Row(TypedDict):
    [[a:count]]: int
class Store:
    [[b:count]]: int
--- use.py
from main import Row, Store
def f(row: Row, store: Store) -> Row:
    use(row["[[a:count]]"], store["count"])
    return {"[[a:count]]": store.[[b:count]]}
""",
    "through a package that exports it again": """\
--- pkg/__init__.py
from .core import [[a:load]]
__all__ = ["[[a:load]]"]
--- pkg/core.py
def [[a:load]]():
    pass
--- use.py
from pkg import [[a:load]]
import pkg
[[a:load]]()
pkg.[[a:load]]()
--- elsewhere.py
from package import load
load()
""",
    "through a package that exports all names": """\
--- pkg/__init__.py
from .core import *
--- pkg/core.py
def [[a:load]]():
    pass
--- use.py
from pkg import [[a:load]]
[[a:load]]()
""",
    "a receiver that is called like a variable of a known type": """\
class Config:
    [[a:keep]]: int
--- use.py
import config
import argparse
def load(args) -> config.Config:
    return config.Config()
def prune(args, cfg, other):
    print(args.keep, cfg.[[a?:keep]], other.[[a?:keep]], main.cfg.[[a?:keep]])
def main():
    args = argparse.ArgumentParser().parse_args()
    cfg = load(args)
--- config.py
from main import Config
""",
    "receivers that are called like variables of several types": """\
class Config:
    [[a:keep]]: int
--- use.py
from main import Config
import argparse
def prune(args):
    print(args.[[a?:keep]])
def show():
    args = Config()
def main():
    args = argparse.ArgumentParser().parse_args()
""",
    "all names of a module": """\
--- core.py
[[a:LIMIT]] = 3
--- use.py
from core import *
print([[a:LIMIT]])
--- shadow.py
from core import *
LIMIT = 4
""",
    "a name of an imported module": """\
--- app/core.py
def [[a:load]]():
    pass
--- app/use.py
from app import core
from . import core as c
import app.core
core.[[a:load]]()
c.[[a:load]]()
app.core.[[a:load]]()
app.load()
""",
    "a member of an imported class": """\
--- models.py
class Order:
    def [[a:total]](self):
        return self.[[a:total]]()
class Invoice:
    def total(self):
        pass
--- use.py
from models import Order, Invoice
def show(order: Order, invoice: Invoice, other):
    order.[[a:total]]()
    invoice.total()
    other.total()
    Order().[[a:total]]()
""",
    "an unknown receiver, when one class has the member": """\
--- models.py
class Order:
    def [[a:grand_total]](self):
        pass
--- use.py
def show(other):
    other.[[a?:grand_total]]()
""",
    "an unknown receiver, when it may be of a type of the library": """\
--- models.py
class Store:
    def [[a:get]](self):
        pass
--- use.py
def show(other):
    other.get()
""",
    "a method that overrides one of another text": """\
--- models.py
class Order:
    def [[a:total]](self):
        pass
--- use.py
from models import Order
class Special(Order):
    def [[a:total]](self):
        return super().[[a:total]]()
class Other:
    def total(self):
        pass
Special().[[a:total]]()
""",
    "the arguments of an imported function": """\
--- core.py
def load([[a:path]], mode=1):
    return [[a:path]]
class Store:
    def __init__(self, [[b:path]]):
        pass
    def open(self, [[c:path]]):
        pass
--- use.py
from core import load, Store
path = 1
load([[a:path]]=path)
Store([[b:path]]=path).open([[c:path]]=2)
print(path=1)
""",
    "the field of a class and its argument": """\
--- core.py
from dataclasses import dataclass
@dataclass
class Order:
    [[a:amount]]: int
--- use.py
from core import Order
order = Order([[a:amount]]=1)
order.[[a:amount]]
""",
    "fixtures of pytest in another text": """\
--- tests/conftest.py
import pytest
@pytest.fixture
def [[a:client]](): ...
@pytest.fixture
def user([[a:client]]):
    return [[a:client]].login()
--- tests/unit/test_app.py
def test_login([[a:client]]):
    assert [[a:client]].get("client")
def helper([[b:client]]):
    return [[b:client]]
--- app/test_other.py
def test_other([[c:client]]):
    return [[c:client]]
""",
    "a module under another name": """\
--- pkg/__init__.py
from . import default
fallback = default
--- pkg/default.py
def [[a:make]]():
    pass
--- use.py
import pkg
pkg.fallback.[[a:make]]()
pkg.default.[[a:make]]()
""",
    "a constructor that takes any argument": """\
--- core.py
class Error(Exception):
    def __init__(self, **options):
        self.[[a:response]] = options.pop("response")
--- use.py
from core import Error
raise Error(response=1)
""",
    "elements of a container of another text": """\
--- core.py
class Token:
    [[a:content]]: str
class Other:
    content: str
class State:
    names: dict[str, Token]
    def __init__(self, tokens: list[Token]):
        self.tokens = tokens
    def pair(self) -> tuple[int, Token]: ...
--- use.py
from core import State
def show(state: State):
    state.tokens[0].[[a:content]]
    for token in state.tokens:
        token.[[a:content]]
    for name, one in state.names.items():
        one.[[a:content]]
    number, other = state.pair()
    other.[[a:content]]
""",
    "what functions of another text return": """\
--- core.py
class Order:
    def [[a:total]](self): ...
class Bill:
    def total(self): ...
def make() -> "Order": ...
def build():
    return Order()
shared = Order()
class Shop:
    def first(self) -> Order: ...
--- use.py
from core import make, build, shared, Shop
import core
make().[[a:total]]()
build().[[a:total]]()
shared.[[a:total]]()
Shop().first().[[a:total]]()
core.Shop().first().[[a:total]]()
order = core.make()
order.[[a:total]]()
""",
    "modules that import each other": """\
--- one.py
from two import [[a:load]]
--- two.py
from one import [[a:load]]
""",
    "the nearest of two modules with the same name": """\
--- a/util.py
def [[a:load]]():
    pass
--- a/use.py
from util import [[a:load]]
--- b/util.py
def [[b:load]]():
    pass
--- b/use.py
from util import [[b:load]]
""",
}


FILTERED = {
    "a local name": ("load = 1\nprint(load)", False, False),
    "an import": ("from core import load", False, True),
    "an import in brackets": ("from core import (\n    # a comment\n    save,\n    load,\n)", False, True),
    "an import over two lines": ("    from core import save, \\\n        load\n", False, True),
    "a name after an import": ("from core import (save)\nload = 1", False, False),
    "all names": ("from core import *\nload()", False, True),
    "a name of a module": ("import core\ncore.load()", False, True),
    "a member": ("order.load", True, True),
    "a member that is defined": ("class A(B):\n    def load(self): ...", True, True),
    "a field": ("class A(B):\n    load: int", True, True),
    "an argument": ("Order(load=1)", True, True),
    "no member": ("print(load)", True, False),
}


@pytest.mark.parametrize(("source", "is_member", "expected"), FILTERED.values(), ids=FILTERED.keys())
def test_texts_that_cannot_refer_to_a_name_are_not_parsed(
    source: str, is_member: bool, expected: bool
) -> None:
    assert RULES.may_refer_to(source, "load", is_member=is_member) is expected


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups_over_texts(marked: str) -> None:
    assert_groups(marked)


def _texts_with_uses(count: int, characters: int) -> Texts:
    """A text that defines a function, and texts of a length that use it."""
    filler = "# " + "x" * (characters - 60)
    uses = [
        TextSnapshot(f"{FOLDER}use{n:02}.py", "python", ["from core import load", "load()", filler])
        for n in range(count)
    ]
    return Texts([TextSnapshot(f"{FOLDER}core.py", "python", ["def load(): ..."]), *uses])


def _texts_found(texts: Texts) -> int:
    origin = origin_at(texts.by_uri[f"{FOLDER}core.py"], "load", Point(0, 4), texts)
    assert origin is not None
    return len({one.uri for one in find_all_places(origin.snapshot, origin.binding, texts)})


def test_a_search_parses_a_limited_number_of_characters_and_the_next_one_goes_on() -> None:
    texts = _texts_with_uses(6, MAX_PROJECT_CHARS // 4)
    assert [_texts_found(texts) for _ in range(2)] == [5, 7]


def test_likely_places_need_a_complete_search() -> None:
    texts = _texts_with_uses(6, MAX_PROJECT_CHARS // 4)
    lines = ["class Order:", "    def grand_total(self): ..."]
    texts.by_uri[f"{FOLDER}core.py"] = TextSnapshot(f"{FOLDER}core.py", "python", lines)
    for uri, text in texts.by_uri.items():
        if not uri.endswith("core.py"):
            texts.by_uri[uri] = text._replace(
                lines=["def f(order):", "    order.grand_total()", text.lines[-1]]
            )
    found: list[int] = []
    for _ in range(2):
        snapshot = texts.by_uri[f"{FOLDER}core.py"]
        origin = origin_at(snapshot, "grand_total", Point(1, 8), texts)
        assert origin is not None
        found.append(len(find_all_places(snapshot, origin.binding, texts)))
    assert found == [1, 7]


def test_a_binding_of_an_earlier_resolver_is_recognised() -> None:
    lines = ["from base import Base", "class A(Base):", "    def total(self): ...", "A().total()"]
    base = TextSnapshot(f"{FOLDER}base.py", "python", ["class Base:", "    def total(self): ..."])
    snapshot = TextSnapshot(f"{FOLDER}sub.py", "python", lines)
    texts = Texts([snapshot, base])
    resolver = resolver_for(snapshot)
    assert resolver is not None
    (binding,) = resolver.resolve("total").bindings
    assert resolver_for(snapshot._replace(lines=[*lines, ""])) is not resolver
    assert origin_of(snapshot, binding, texts).snapshot.uri == base.uri
    assert {one.uri for one in find_places(snapshot, binding, texts)} == {base.uri}
