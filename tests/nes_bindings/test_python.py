"""The bindings of Python texts: scopes, members, arguments, types."""

import pytest

from nes_bindings.marked_texts import assert_groups

SCOPES = {
    "the same local name in two functions": """\
def one():
    [[a:x]] = 1
    return [[a:x]]
def two():
    [[b:x]] = 2
    return [[b:x]]
[[c:x]] = 3
print([[c:x]], "x")  # x
""",
    "a nested function sees the names around it": """\
def outer([[a:x]]):
    def inner():
        return [[a:x]]
    def other():
        [[b:x]] = 1
        return [[b:x]]
    return inner, [[a:x]]
""",
    "global and nonlocal": """\
[[a:x]] = 1
def f():
    if True:
        global [[a:x]]
    [[a:x]] = 2
def g():
    [[b:x]] = 3
    def h():
        nonlocal [[b:x]]
        [[b:x]] += 1
    return [[b:x]]
""",
    "a global name that only a function assigns": """\
def f():
    global [[a:x]]
    [[a:x]] = 2
def g():
    return [[a:x]]
""",
    "names of a class body are hidden from its methods": """\
[[a:x]] = 1
class C:
    [[b:x]] = 2
    y = [[b:x]]
    def f(self, d=[[b:x]]):
        return [[a:x]]
    z = [[[b:x]] for i in [[b:x]]]
""".replace("[[[b:x]] for i in [[b:x]]]", "[[[a:x]] for i in [[b:x]]]"),
    "comprehensions": """\
def f([[a:x]]):
    y = [[[b:x]] for [[b:x]] in [[a:x]] if [[b:x]]]
    z = {[[c:x]]: [[c:x]] for [[c:x]] in [[a:x]]}
    return sum([[d:x]] for [[d:x]] in [[a:x]])
""",
    "a walrus in a comprehension": """\
def f(items):
    if any(([[a:hit]] := item) for item in items):
        return [[a:hit]]
""",
    "lambda": """\
def f([[a:x]]):
    return lambda [[b:x]], y=[[a:x]], *z: [[b:x]]
""",
    "match": """\
def f(value):
    match value:
        case [[a:x]], [*[[b:rest]]]:
            return [[a:x]], [[b:rest]]
        case {"k": [[a:x]], **[[b:rest]]} as [[c:whole]]:
            return [[a:x]], [[c:whole]]
        case other.x | Point(x=[[a:x]]):
            pass
""",
    "except and with": """\
def f():
    try:
        with open() as ([[a:x]], [[b:y]]), lock as [[c:z]]:
            [[a:x]], [[b:y]], [[c:z]]
    except ValueError as [[d:error]]:
        raise [[d:error]]
""",
    "del": """\
def f([[a:x]]):
    del [[a:x]]
""",
    "type parameters": """\
def f[[[a:T]]: int](x: [[a:T]]) -> [[a:T]]:
    y: [[a:T]] = x
class C[[[b:T]]](Base[[[b:T]]]):
    def f(self) -> [[b:T]]: ...
type [[c:Pair]][[[d:T]]] = tuple[[[d:T]], [[d:T]]]
z: [[c:Pair]]
T = 3
""",
    "default values, annotations and decorators belong to the outer scope": """\
[[a:x]] = 1
@dec([[a:x]])
def f([[b:x]]: [[a:x]] = [[a:x]]) -> [[a:x]]:
    return [[b:x]]
""",
    "f-strings": """\
def f([[a:x]], [[b:width]]):
    return f"x {[[a:x]]:>{[[b:width]]}} {[[a:x]]=}"
""",
    "annotations in strings": """\
class [[a:Order]]:
    def f(self) -> "[[a:Order]]": ...
def g(order: "list[[[a:Order]]]", other: Optional["[[a:Order]]"]) -> "m.Order | [[a:Order]]":
    cast("[[a:Order]]", order)
    kind: Literal["Order"] = "Order"
""",
    "a definition under a condition": """\
try:
    import json as [[a:codec]]
except ImportError:
    [[a:codec]] = None
if [[a:codec]]:
    def [[b:dump]](): ...
else:
    def [[b:dump]](): ...
[[b:dump]]()
""",
    "imports of modules": """\
import [[a:os]].path
import [[a:os]]
[[a:os]].path.join()
import a.b.c as [[b:d]]
[[b:d]].x
from os import path
""",
    "__all__": """\
__all__ = ["[[a:load]]", "other load"]
__all__ += ["[[a:load]]"]
def [[a:load]](): ...
names = ["load"]
""",
    "starred targets and attributes": """\
def f(seq, obj):
    [[a:head]], *[[b:tail]] = seq
    for obj.head, [[c:item]] in seq:
        [[c:item]]
    return [[a:head]], [[b:tail]]
""",
    "fixtures of pytest": """\
@pytest.fixture
def [[a:client]](): ...
@pytest.fixture(scope="module")
def user([[a:client]]):
    return [[a:client]].login()
def test_one([[a:client]], other):
    [[a:client]].get()
def helper([[b:client]]):
    return [[b:client]]
""",
    "a parameter and its arguments": """\
def f([[a:x]], *, [[b:y]]=1):
    return [[a:x]] + [[b:y]]
x = y = 1
f([[a:x]]=x, [[b:y]]=y)
g(x=x)
print(y=1)
""",
}

MEMBERS = {
    "fields and methods of self": """\
class A:
    def __init__(self, x):
        self.[[a:x]] = x
    def [[b:get]](self):
        return self.[[a:x]] + self.[[b:get]]()
    @classmethod
    def make(cls):
        return cls(1).[[a:x]]
class B:
    def __init__(self):
        self.[[c:x]] = 1
""",
    "a method without self": """\
class A:
    [[a:x]] = 1
    @staticmethod
    def f(item):
        return item.x
    def g(this):
        return this.[[a:x]]
class B:
    x = 1
""",
    "a property and its setter": """\
class A:
    @property
    def [[a:total]](self): ...
    @[[a:total]].setter
    def [[a:total]](self, value): ...
    def f(self):
        self.[[a:total]] = 1
class B:
    total = 1
""",
    "inheritance": """\
class A:
    def [[a:run]](self): ...
class B(A):
    def [[a:run]](self):
        super().[[a:run]]()
class C(A):
    def [[a:run]](self): ...
class D(C): ...
class E:
    def [[b:run]](self): ...
D().[[a:run]]()
E().[[b:run]]()
""",
    "super of a class of a library": """\
import unittest
class A(unittest.TestCase):
    def [[a:setUp]](self):
        super().setUp()
""",
    "members by the name of the class": """\
class Color(Enum):
    [[a:RED]] = 1
    @classmethod
    def first(cls): return cls.[[a:RED]]
    def [[b:label]](self): ...
Color.[[a:RED]].[[b:label]]()
Other.RED
class Other:
    RED = 2
    label = 1
""",
    "types of variables": """\
class A:
    def [[a:run]](self): ...
class B:
    def [[b:run]](self): ...
def f(a: A, b: "B | None", c: Optional[A], d: list[A], e: dict[str, B], g, h=B()):
    a.[[a:run]](); b.[[b:run]](); c.[[a:run]](); h.[[b:run]]()
    d.run(); e.run(); g.run()
    for one in d:
        one.[[a:run]]()
    for key, value in e.items():
        value.[[b:run]]()
    for i, one2 in enumerate(d):
        one2.[[a:run]]()
    d[0].[[a:run]](); e["k"].[[b:run]]()
    [x.[[a:run]]() for x in d]
    y = A() if g else None
    z: B = g
    z.[[b:run]]()
    (A() or 1).run()
    with A() as w, B() as v:
        w.[[a:run]](), v.[[b:run]]()
""",
    "what a lambda is called with": """\
class A:
    def [[a:run]](self): ...
def f(a: list[A], run):
    sorted(a, key=lambda x: x.[[a:run]]()), min(a, key=lambda x: x.[[a:run]]()), a.sort(key=lambda x: x.[[a:run]]())
    map(lambda x: x.[[a:run]](), a), filter(lambda x: x.[[a:run]](), a)
    sorted(a, key=lambda x, y: x.run()), sorted(a, other=lambda x: x.run()), run(a, key=lambda x: x.run())
    for x in filter(None, a): x.[[a:run]]()
""",
    "a variable of several types": """\
class A:
    def [[a:run]](self): ...
class B:
    def [[b:run]](self): ...
def f(flag, x):
    x = A()
    x.[[a:run]]()
    x = B()
    x.[[b:run]]()
    if flag:
        x = A()
        x.[[a:run]]()
    x.run()
def g(x: A):
    x = convert(x)
    x.run()
""",
    "results of functions": """\
class A:
    def [[a:run]](self): ...
    def same(self) -> "A": ...
    def also(self): return self
class B:
    def run(self): ...
def make() -> A: ...
def many() -> list[A]: ...
def plain():
    if x: return None
    return A()
make().[[a:run]]()
plain().[[a:run]]()
make().same().[[a:run]]()
make().also().[[a:run]]()
for a in many():
    a.[[a:run]]()
async def f():
    (await make()).[[a:run]]()
""",
    "types of attributes": """\
class Store:
    def [[a:read]](self): ...
class File:
    def read(self): ...
class App:
    cache: Store
    def __init__(self, store: Store, other):
        self.store = store
        self.made = Store()
        self.typed: Store = other
        self.other = other
        self.stores: list[Store] = []
    @property
    def main(self) -> Store: ...
    def f(self):
        self.store.[[a:read]](); self.made.[[a:read]](); self.typed.[[a:read]](); self.cache.[[a:read]]()
        self.main.[[a:read]]()
        self.other.read()
        for one in self.stores: one.[[a:read]]()
""",
    "a comment before self": """\
class A:
    def f(  # a comment
        self, x
    ):
        self.[[a:x]] = x
    def g(self): return self.[[a:x]]
class B:
    x = 1
""",
    "slots": """\
class A:
    __slots__ = ("[[a:x]]", "xy")
    def __init__(self):
        self.[[a:x]] = 1
class B:
    __slots__ = ("x",)
""",
    "the value of a fixture": """\
class A:
    def [[a:run]](self): ...
class B:
    def run(self): ...
@fixture
def thing() -> A: ...
def test_thing(thing):
    thing.[[a:run]]()
""",
    "keys of a typed dictionary": """\
class Row(TypedDict, total=False):
    [[a:count]]: int
class Wide(Row):
    name: str
class Store:
    count: int
    def __getitem__(self, key): return key
def f(row: Row, wide: Wide, store: Store, other: dict) -> Row:
    use(row["[[a:count]]"], wide.get("[[a:count]]", 1), other["count"], store["count"], unknown["count"])
    rows: list[Row] = [{"[[a:count]]": 1}, Row([[a:count]]=2)]
    plain = {"count": 3}
    return {"[[a:count]]": sum(one["[[a:count]]"] for one in rows)}
""",
    "isinstance": """\
class A:
    def [[a:run]](self): ...
class B:
    def run(self): ...
def f(x):
    if isinstance(x, A) and x.[[a:run]]():
        x.[[a:run]]()
    x.run()
""",
    "patterns of classes": """\
class Point:
    [[a:x]]: int
class Other:
    x: int
def f(value):
    match value:
        case Point([[a:x]]=[[b:x]]):
            return [[b:x]]
        case Other(x=1):
            pass
""",
    "dotted names in patterns": """\
class Future:
    class Status(Enum):
        [[a:DONE]] = 1
class Other:
    DONE = 1
def f(value):
    match value:
        case Future.Status.[[a:DONE]]:
            pass
""",
    "arguments of constructors": """\
@dataclass
class A:
    [[a:amount]]: int
class B:
    def __init__(self, [[b:amount]]):
        self.[[c:amount]] = [[b:amount]]
class D(B): ...
class N(NamedTuple):
    [[d:amount]]: int
A([[a:amount]]=1).[[a:amount]]
B([[b:amount]]=1).[[c:amount]]
D([[b:amount]]=1)
N([[d:amount]]=1)
""",
    "arguments of methods": """\
class A:
    def run(self, [[a:x]]): ...
    @classmethod
    def make(cls, [[b:x]]):
        return cls().run([[a:x]]=1)
A().run([[a:x]]=1)
A.make([[b:x]]=2)
def f(a: A, b):
    a.run([[a:x]]=1)
    b.run(x=1)
""",
    "arguments of an overloaded method": """\
class A:
    @overload
    def run(self, x: int): ...
    def run(self, x, [[a:y]]=None):
        return [[a:y]]
A().run(1, [[a:y]]=2)
""",
    "nested classes": """\
class A:
    class [[a:Meta]]:
        [[b:x]] = 1
    y = [[a:Meta]].[[b:x]]
A.[[a:Meta]].[[b:x]]
class B:
    class Meta:
        x = 2
""",
}


@pytest.mark.parametrize("marked", [*SCOPES.values(), *MEMBERS.values()], ids=[*SCOPES, *MEMBERS])
def test_groups(marked: str) -> None:
    assert_groups(marked)
