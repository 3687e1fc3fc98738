"""The bindings of C and C++ texts."""

import pytest

from nes_bindings.marked_texts import assert_groups

C_CASES = {
    "variables, parameters and blocks": """\
int [[a:n]];
int add(int [[x:n]]);
int add(int [[b:n]]) {
    for (int [[c:i]] = 0; [[c:i]] < [[b:n]]; [[c:i]]++) { int [[d:n]] = [[c:i]]; use([[d:n]]); }
    int [[e:i]] = 1, *[[f:p]] = &[[e:i]];
    return [[b:n]] + *[[f:p]] + [[e:i]];
}
int get(void) { return [[a:n]]; }
""",
    "functions": """\
static int [[a:helper]](int x);
int use(void) { return [[a:helper]](1); }
static int [[a:helper]](int x) { return x; }
int (*pointer)(int) = [[a:helper]];
int f(void) { int helper = 1; return helper; }
""",
    "tags and variables of the same name": """\
struct [[a:point]] { int x; };
int f(struct [[a:point]] *p) { struct [[a:point]] [[c:point]]; return [[c:point]].x; }
int [[b:point]](void) { return 1; }
union [[d:value]] { int i; };
enum [[e:color]] { RED };
enum [[e:color]] g(union [[d:value]] v) { return RED; }
""",
    "a tag and the type that stands for it": """\
typedef struct [[a:point]] { struct [[a:point]] *next; int [[b:x]]; } [[a:point]];
int f([[a:point]] *p) { return p->next->[[b:x]] + sizeof(struct [[a:point]]); }
""",
    "fields by the type of the receiver": """\
typedef struct { int [[a:x]]; } point_t;
struct other { int x; };
struct node { struct node *next; point_t p; point_t many[3]; struct { int [[c:x]]; } in; union { int [[d:u]]; }; };
point_t *make(void);
int f(point_t *q, struct node *n, struct other o) {
    point_t local = { .[[a:x]] = 1 }, *r = &local;
    struct node m = { .p = { .[[a:x]] = 1 }, .next = n };
    q->[[a:x]] = local.[[a:x]] + r->[[a:x]] + n->p.[[a:x]] + n->next->p.[[a:x]] + n->many[1].[[a:x]];
    n->in.[[c:x]] = n->[[d:u]];
    (*q).[[a:x]] = q[0].[[a:x]] + make()->[[a:x]] + ((point_t *)n)->[[a:x]];
    return o.x;
}
""",
    "enumerators and macros": """\
#define [[a:LIMIT]] 10
#define [[b:SQUARE]]([[c:x]]) (([[c:x]]) * ([[c:x]]) + [[a:LIMIT]])
enum color { [[d:RED]], GREEN = [[d:RED]] + 1 };
int table[[[a:LIMIT]]] = { [[[d:RED]]] = 1 };
#ifdef [[a:LIMIT]]
int f(int x) { switch (x) { case [[d:RED]]: return [[b:SQUARE]](x); } return [[a:LIMIT]]; }
#endif
""",
    "labels": """\
int f(int [[b:done]]) {
    if ([[b:done]]) goto [[a:done]];
[[a:done]]:
    return [[b:done]];
}
int g(void) { goto [[c:done]]; [[c:done]]: return 1; }
""",
}

CPP_CASES = {
    "members of a class": """\
class Shape {
 public:
  Shape(int w) : [[a:width_]](w) {}
  int [[b:area]]() const { return [[a:width_]] * this->[[a:width_]]; }
  int [[c:twice]](int n);
 private:
  int [[a:width_]] = 0;
};
struct Other { int width_; int area(); };
int Shape::[[c:twice]](int n) { return [[a:width_]] + [[b:area]]() + n; }
int f(Shape s, Shape* p, const Shape& r, Other o) {
  return s.[[b:area]]() + p->[[b:area]]() + r.[[b:area]]() + o.area() + o.width_;
}
""",
    "a class and its constructors": """\
class [[a:Shape]] {
 public:
  [[a:Shape]]();
  ~[[a:Shape]]();
  static [[a:Shape]]* make() { return new [[a:Shape]](); }
};
[[a:Shape]]::[[a:Shape]]() {}
std::vector<[[a:Shape]]> all;
[[a:Shape]] f(const [[a:Shape]]& s) { return [[a:Shape]](s); }
""",
    "bases and overriding": """\
class Base { public: virtual int [[a:run]](int x) = 0; int [[b:count]]; };
class Sub : public Base {
 public:
  int [[a:run]](int x) override { return [[b:count]] + x; }
};
int f(Base* b, Sub s) { return b->[[a:run]](1) + s.[[a:run]](2) + s.[[b:count]]; }
""",
    "types from initialisers": """\
struct Item { int [[a:price]]; };
struct Other { int price; };
Item make();
int f(std::vector<Item> items, std::unique_ptr<Item> u) {
  auto a = Item();
  auto* b = new Item();
  auto c = make();
  Item d{1};
  auto e = std::make_unique<Item>();
  for (auto& x : items) { x.[[a:price]]++; }
  for (const Item& y : items) use(y.[[a:price]]);
  return a.[[a:price]] + b->[[a:price]] + c.[[a:price]] + d.[[a:price]] + e->[[a:price]] + u->[[a:price]] +
         items[0].[[a:price]] + static_cast<Item*>(p)->[[a:price]] + Other().price;
}
""",
    "namespaces": """\
namespace app { int [[a:go]](); int twice() { return [[a:go]]() * 2; } }
namespace other { int [[b:go]](); }
int app::[[a:go]]() { return 1; }
int f() { return app::[[a:go]]() + other::[[b:go]](); }
""",
    "enums": """\
enum class Kind { [[a:A]], B };
enum Plain { [[b:A]] };
int f(Kind k) { switch (k) { case Kind::[[a:A]]: return [[b:A]]; } return Plain::[[b:A]]; }
""",
    "templates, lambdas and other locals": """\
template <typename [[a:T]], int [[b:N]]> struct Box { [[a:T]] value[[[b:N]]]; };
template <typename [[c:T]]> [[c:T]] id([[c:T]] x) { return x; }
int f(int [[d:n]]) {
  auto g = [&, [[e:k]] = [[d:n]]](int [[h:n]]) { return [[h:n]] + [[e:k]]; };
  auto [[[i:x]], [[j:y]]] = pair();
  if (auto [[l:it]] = find([[d:n]]); [[l:it]] != end) { return *[[l:it]]; }
  try { } catch (const Err& [[m:err]]) { [[m:err]].what(); }
  return [[i:x]] + [[j:y]] + g([[d:n]]);
}
using [[o:Alias]] = Box<int, 3>;
[[o:Alias]] make();
""",
}


@pytest.mark.parametrize("marked", C_CASES.values(), ids=C_CASES.keys())
def test_groups_in_c(marked: str) -> None:
    assert_groups(marked, "main.c", "c")


@pytest.mark.parametrize("marked", CPP_CASES.values(), ids=CPP_CASES.keys())
def test_groups_in_cpp(marked: str) -> None:
    assert_groups(marked, "main.cpp", "cpp")


NAMESPACE_CASES = {
    "a function of a namespace": """\
namespace compass {
double [[a:clamp]](double x);
inline double opposite(double x) { return [[a:clamp]](x); }
}
--- ship.cpp
#include "compass.hpp"
double f(double x) { return std::clamp(x, 0, 1) + compass::[[a:clamp]](x) + other::clamp(x); }
--- compass.cpp
#include "compass.hpp"
double compass::[[a:clamp]](double x) { return x; }
""",
    "a namespace in two headers": """\
namespace app { int [[a:go]](); }
--- more.hpp
namespace app { int stop(); int run(int [[b:go]]) { return [[b:go]]; } }
namespace other { int [[c:go]](); }
--- use.cpp
#include "compass.hpp"
int f() { return app::[[a:go]]() + other::[[c:go]](); }
""",
    "a name of a header that is in no namespace": """\
int [[a:go]](int x);
namespace app { int stop(); }
--- use.cpp
#include "compass.hpp"
int f() { return app::stop() + [[a:go]](1) + app::go(); }
""",
}


@pytest.mark.parametrize("marked", NAMESPACE_CASES.values(), ids=NAMESPACE_CASES.keys())
def test_groups_in_namespaces_of_headers(marked: str) -> None:
    assert_groups(marked, "compass.hpp", "cpp")
