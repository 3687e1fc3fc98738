"""Names over several texts, in Python; what is the same in each language."""

import pytest

from nes_bindings.marked_texts import assert_groups

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


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups_over_texts(marked: str) -> None:
    assert_groups(marked)
