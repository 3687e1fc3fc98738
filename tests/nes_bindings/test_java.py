"""The bindings of Java texts."""

import pytest

from nes_bindings.marked_texts import assert_groups

CASES = {
    "a call with another number of arguments, when there is one method": """\
class M {
  void [[a:put]](int a) {}
  void g() { [[a:put]](1, 2); this.[[a:put]](); }
}
class N {
  void [[b:set]](int a) {}
  void [[c:set]](int a, int b) {}
  void g() { [[b:set]](1); [[c:set]](1, 2); }
}
""",
    "variables and blocks": """\
class A {
    int f(int [[a:n]]) {
        for (int [[b:i]] = 0; [[b:i]] < [[a:n]]; [[b:i]]++) { g([[b:i]]); }
        for (int [[c:i]] : list) { g([[c:i]]); }
        { int [[d:i]] = 1; g([[d:i]]); }
        int [[e:i]] = 2;
        return [[e:i]] + [[a:n]];
    }
    int g(int n) { return n; }
}
""",
    "lambdas, catch and resources": """\
class A {
    void f(String [[a:x]]) {
        run([[b:y]] -> [[b:y]] + [[a:x]]);
        run(([[c:y]], z) -> [[c:y]]);
        run((int [[d:y]]) -> { return [[d:y]]; });
        try (Reader [[e:r]] = open([[a:x]])) { [[e:r]].read(); } catch (IOException [[g:e]]) { [[g:e]].print(); }
        catch (RuntimeException [[h:e]]) { throw [[h:e]]; }
        Object r = null;
    }
}
""",
    "fields, parameters and locals of the same name": """\
class Order {
    private int [[a:total]];
    private Other other;
    Order(int [[b:total]]) { this.[[a:total]] = [[b:total]]; }
    int getTotal() { return [[a:total]]; }
    int twice() { int [[c:total]] = this.[[a:total]] * 2; return [[c:total]]; }
    boolean same(Order o) { return o.[[a:total]] == other.total; }
}
class Other { int total; int total() { return total; } }
""",
    "methods, overloads and fields of the same name": """\
class Order {
    int [[a:size]];
    int [[b:size]]() { return [[a:size]]; }
    int [[c:size]](int extra) { return [[b:size]]() + this.[[b:size]]() + extra; }
    void f(Order o) { o.[[c:size]](1); o.[[b:size]](); o.[[a:size]]++; run(o::other); }
}
""",
    "overloads that only types tell apart": """\
class Out {
    void [[a:put]](int x) { }
    void [[b:put]](String x) { [[a:put]](1); [[b:put]]("a"); put(x.length()); this.[[a:put]](2); }
}
""",
    "overloads that take a class and one that inherits from it": """\
class Out {
    void [[a:put]](Shape x, int y) { }
    void [[b:put]](Square x, int y) { }
    void f(Shape s, Square q, Round r) {
        [[a:put]](s, 1); [[b:put]](q, 1); [[a:put]](r, 1); [[b:put]](new Square(), 'a'); [[b:put]](q, read());
    }
}
class Shape { }
class Square extends Shape { }
class Round extends Shape { }
""",
    "overloads and arguments that are converted": """\
class Out {
    void [[a:put]](long x) { }
    void [[b:put]](String x) { }
    void [[c:set]](long x) { }
    void [[d:set]](Integer x) { }
    void [[e:add]](int x) { }
    void [[f:add]](double x) { }
    void f(int i, float f, Integer n) {
        [[a:put]](i); [[a:put]](2L); [[a:put]]('c'); set(i); [[c:set]](3L); [[d:set]](n); [[e:add]](i);
        [[f:add]](f); [[f:add]](1.5); [[e:add]](0x1f); put(null); put(true);
    }
}
""",
    "overloads of classes of other texts": """\
class Out {
    void [[a:put]](Reader x) { }
    void [[b:put]](Writer x) { }
    void f(Reader r, FileWriter w) { [[a:put]](r); [[b:put]](new Writer()); put(w); }
}
""",
    "overloads of one name in two classes": """\
class Out {
    void [[a:put]](int x) { }
    void [[b:put]](String x) { }
    void f(In in) { [[a:put]](1); in.[[c:put]](1); in.[[d:put]]("a"); other.put(1); }
}
class In {
    void [[c:put]](int x) { }
    void [[d:put]](String x) { }
}
class One { void put(int x) { } }
""",
    "an overload with any number of arguments": """\
class Out {
    void [[a:put]](String... x) { put("a"); }
    void put(int x) { put(1); }
    void [[b:set]](String... x) { this.[[b:set]]("a", "b"); }
}
""",
    "an interface and what implements it": """\
interface Shape { double [[a:area]](); }
class Square implements Shape {
    @Override public double [[a:area]]() { return 1; }
}
class Big extends Square {
    @Override public double [[a:area]]() { return super.[[a:area]]() + [[a:area]](); }
}
class Plain { double area() { return 2; } }
class Use {
    double f(Shape s, Big b, Plain p) {
        Shape local = new Shape() { public double [[a:area]]() { return 3; } };
        return s.[[a:area]]() + b.[[a:area]]() + p.area() + new Square().[[a:area]]() + local.[[a:area]]();
    }
}
""",
    "inherited members by their names alone": """\
class Base { protected int [[a:count]]; void [[b:step]]() { } }
class Sub extends Base {
    void f() { [[a:count]]++; [[b:step]](); Runnable r = () -> [[b:step]](); }
    class Inner { void g() { [[a:count]] = 2; } }
}
class Unrelated { void f() { count = 1; step(); } }
""",
    "a class and its constructors": """\
class [[a:Order]] {
    static [[a:Order]] make() { return new [[a:Order]](1); }
    [[a:Order]](int x) { }
    java.util.List<[[a:Order]]> all;
    static int LIMIT = 1;
    void f(Object o) {
        [[a:Order]] x = ([[a:Order]]) o;
        if (o instanceof [[a:Order]]) { f([[a:Order]].LIMIT); }
        run([[a:Order]]::new);
    }
}
""",
    "enum constants": """\
enum Color {
    [[a:RED]], GREEN;
    Color next() { return this == [[a:RED]] ? GREEN : [[a:RED]]; }
}
enum Other { RED }
class Use {
    int f(Color color, Other other) {
        switch (color) { case [[a:RED]]: return 1; default: }
        switch (other) { case RED: return 1; default: }
        return color == Color.[[a:RED]] ? 1 : Other.RED.ordinal();
    }
}
""",
    "records": """\
record Point(int [[a:x]], int y) {
    Point { if ([[a:x]] < 0) throw null; }
    int sum() { return [[a:x]] + y(); }
    static int f(Point p) { return p.[[a:x]]() + p.[[a:x]]; }
}
record Size(int [[b:x]]) { Size(int [[b:x]]) { this.[[b:x]] = [[b:x]]; } }
class Use { int f(Point p) { int x = p.[[a:x]](); return x; } }
""",
    "pattern variables": """\
class A {
    private int [[z:c]];
    int f(Object o) {
        if (o instanceof Circle [[a:c]] && [[a:c]].r > 1) { return [[a:c]].r; }
        if (!(o instanceof Square [[b:s]])) { return [[z:c]]; }
        return switch (o) {
            case Circle [[d:c]] -> [[d:c]].r;
            case Point(int [[e:c]], int y) -> [[e:c]] + y;
            default -> [[b:s]].side;
        };
    }
}
""",
    "receivers": """\
class Item { int [[a:price]]; Item next() { return this; } }
class Other { int price; }
class Use {
    Item item; java.util.List<Item> items; Item[] array; static Item make() { return null; }
    int f(Item p, Other o) {
        var v = new Item();
        Item w = p;
        for (Item one : items) { one.[[a:price]]++; }
        for (var one : items) { one.[[a:price]]++; }
        o.price = items.get(0).[[a:price]] + array[0].[[a:price]] + make().[[a:price]];
        return v.[[a:price]] + w.[[a:price]] + item.[[a:price]] + this.item.[[a:price]] + p.next().[[a:price]];
    }
}
""",
    "elements that are passed to a lambda": """\
class Item { int [[a:price]]; int other; }
class Other { int price; }
class A {
    List<Item> items; Item[] array; Optional<Item> best; Map<Other, Item> known; List<Other> others;
    Function<Item, Item> change;
    void f(Item item, Other other) {
        items.forEach(one -> one.[[a:price]]++);
        items.stream().filter(one -> one.other > 1).sorted().map((one) -> one.[[a:price]]);
        List.of(array).stream().anyMatch(one -> one.[[a:price]] > 1);
        Arrays.stream(array).peek(one -> one.[[a:price]]++);
        Stream.of(item, item).forEach(one -> one.[[a:price]]++);
        best.ifPresent(one -> one.[[a:price]]++);
        known.values().removeIf(one -> one.[[a:price]] > 1);
        others.forEach(one -> one.price++);
        known.keySet().forEach(one -> one.price++);
        items.stream().map(one -> one.other).forEach(one -> one.price++);
        items.sort((one, two) -> one.price - two.price);
        run(one -> one.price);
        change.andThen(one -> one.price);
    }
}
""",
    "type parameters": """\
class Box<[[a:T]] extends Comparable<[[a:T]]>> {
    [[a:T]] value;
    static <[[b:T]]> [[b:T]] id([[b:T]] x) { return x; }
    [[a:T]] get() { return value; }
}
""",
    "labels": """\
class A {
    void f(int [[b:outer]]) {
        [[a:outer]]: for (;;) { if ([[b:outer]] > 1) break [[a:outer]]; continue [[a:outer]]; }
    }
}
""",
    "imports": """\
package a.b;
import java.util.[[a:List]];
import static java.lang.Math.[[b:max]];
class A { [[a:List]]<String> x; int f() { return [[b:max]](1, 2); } }
""",
    "annotations": """\
@interface [[a:Marker]] { int [[b:level]]() default 1; }
@[[a:Marker]]([[b:level]] = 2)
class A { @[[a:Marker]] int level; }
""",
    "nested classes": """\
class Outer {
    private int [[a:n]];
    static class [[b:Inner]] { int n; void f(Outer o) { o.[[a:n]] = this.n; } }
    [[b:Inner]] make() { return new Outer.[[b:Inner]](); }
}
""",
}


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups(marked: str) -> None:
    assert_groups(marked, "A.java", "java")
