"""Names over several texts, in Go, Rust, Java, C, C++ and Ruby."""

import pytest

from nes_bindings.marked_texts import assert_groups

GO_CASES = {
    "the files of a package share their names": """\
--- store/store.go
package store
type [[a:Store]] struct { [[b:Path]] string }
func [[c:Open]](path string) *[[a:Store]] { return &[[a:Store]]{[[b:Path]]: path} }
func helper() {}
--- store/more.go
package store
func (s *[[a:Store]]) [[d:Load]]() string { return s.[[b:Path]] }
func both() string { s := [[c:Open]]("x"); return s.[[d:Load]]() + s.[[b:Path]] }
--- store/use_test.go
package store
func check(s [[a:Store]]) { [[c:Open]](s.[[d:Load]]()); for _, one := range all { one.[[b:Path]] = "" } }
--- store/all.go
package store
var all = []*[[a:Store]]{}
--- other/other.go
package other
type Store struct { Path string }
func Open() { helper() }
""",
    "a package that is imported": """\
--- app/store/store.go
package store
type [[a:Store]] struct{ [[d:Name]] string }
func [[b:Open]]() *[[a:Store]] { return nil }
func (s *[[a:Store]]) [[c:Load]]() {}
--- app/main.go
package main
import (
	"example.com/app/store"
	other "example.com/app/else"
)
func f(s *store.[[a:Store]]) {
	s.[[c:Load]]()
	store.[[b:Open]]().[[c:Load]]()
	t := store.[[b:Open]]()
	t.[[d:Name]] = ""
	other.Open()
	_ = store.[[a:Store]]{[[d:Name]]: ""}
}
""",
}
RUST_CASES = {
    "modules, types and methods": """\
--- src/lib.rs
mod store;
mod more;
pub use store::[[a:Store]];
fn f(s: &[[a:Store]]) { s.[[b:load]](); store::[[c:open]](); }
--- src/store.rs
pub struct [[a:Store]] { pub [[d:path]]: String }
impl [[a:Store]] { pub fn [[b:load]](&self) {} }
pub fn [[c:open]]() -> [[a:Store]] { [[a:Store]] { [[d:path]]: String::new() } }
--- src/more.rs
use crate::{store::{self, [[a:Store]], [[c:open]]}, other};
use super::store::[[a:Store]] as Other;
fn f(s: [[a:Store]], o: &Other) {
    s.[[b:load]]();
    [[c:open]]();
    store::[[c:open]]();
    [[a:Store]] { [[d:path]]: s.[[d:path]] };
}
fn load() {}
""",
    "methods in another file than the type": """\
--- src/lib.rs
pub mod a;
pub mod b;
--- src/a.rs
pub struct Store { n: u32 }
fn f(s: &Store) { s.[[a:save]](); }
--- src/b.rs
use crate::a::Store;
impl Store { pub fn [[a:save]](&self) {} fn g(&self) { self.[[a:save]](); } }
fn save() {}
""",
    "a trait and its implementations": """\
--- src/shape.rs
pub trait Shape { fn [[a:area]](&self) -> f64; }
--- src/square.rs
use crate::shape::Shape;
pub struct Square;
impl Shape for Square { fn [[a:area]](&self) -> f64 { 1.0 } }
pub struct Other;
impl Other { fn area(&self) {} }
fn f(s: &Square, o: Other) { s.[[a:area]](); o.area(); }
""",
}
JAVA_CASES = {
    "a package and imports": """\
--- src/main/java/app/store/Store.java
package app.store;
public class [[a:Store]] {
    public int [[b:size]];
    private int hidden;
    public int [[c:load]](int n) { return [[b:size]] + hidden; }
    public static [[a:Store]] [[d:open]]() { return new [[a:Store]](); }
    public enum Mode { [[e:FAST]], SLOW }
}
--- src/main/java/app/store/Near.java
package app.store;
class Near extends [[a:Store]] {
    @Override public int [[c:load]](int n) { return super.[[c:load]](n) + [[b:size]]; }
    public int load() { return [[c:load]](1); }
}
--- src/test/java/app/store/StoreTest.java
package app.store;
class StoreTest { int hidden; void f([[a:Store]] s) { s.[[c:load]](1); [[a:Store]].[[d:open]]().[[c:load]](2); } }
--- src/main/java/app/Main.java
package app;
import app.store.[[a:Store]];
import static app.store.[[a:Store]].Mode.[[e:FAST]];
class Main {
    Other other;
    void f([[a:Store]] s) {
        s.[[b:size]]++;
        other.load(1);
        use([[a:Store]].Mode.[[e:FAST]]);
        var t = [[a:Store]].[[d:open]]();
        t.[[b:size]] = 1;
    }
}
class Other { int size; int load(int n) { return size; } }
""",
}
C_CASES = {
    "a header and the texts that include it": """\
--- store.h
#define [[a:LIMIT]] 3
typedef struct { int [[b:size]]; } [[c:store_t]];
struct node { struct node *[[f:next]]; [[c:store_t]] *store; };
enum color { [[g:RED]] };
int [[d:store_open]]([[c:store_t]] *s);
--- store.c
#include "store.h"
static int helper(void) { return [[a:LIMIT]]; }
int [[d:store_open]]([[c:store_t]] *s) { return s->[[b:size]] + helper() + [[g:RED]]; }
--- all.h
#include "store.h"
--- main.c
#include "all.h"
static int helper(void) { return 1; }
int main(void) {
    [[c:store_t]] s = { .[[b:size]] = [[a:LIMIT]] };
    struct node *n = 0;
    n->[[f:next]]->[[f:next]]->store->[[b:size]] = helper();
    return [[d:store_open]](&s);
}
--- other.c
int store_open(void) { return LIMIT; }
""",
}
CPP_CASES = {
    "a class in a header": """\
--- shape.h
class [[a:Shape]] {
 public:
  int [[b:area]](int n) const;
  [[a:Shape]]* [[d:next]]();
 private:
  int [[c:width_]];
};
--- shape.cpp
#include "shape.h"
int [[a:Shape]]::[[b:area]](int n) const { return [[c:width_]] * n; }
[[a:Shape]]* [[a:Shape]]::[[d:next]]() { return this; }
--- main.cpp
#include "shape.h"
int main() { [[a:Shape]] s; auto* t = s.[[d:next]](); return s.[[b:area]](1) + t->[[b:area]](2); }
struct Other { int area(int n); };
""",
}
RUBY_CASES = {
    "a text that is required": """\
--- lib/store.rb
class [[a:Store]]
  attr_reader :[[b:size]]
  def [[c:load]](n)
    @[[b:size]] + n
  end
  def self.[[e:open]]
    new
  end
end
def [[f:helper]]
end
--- main.rb
require_relative "lib/store"
store = [[a:Store]].new
store.[[c:load]](store.[[b:size]])
[[a:Store]].[[e:open]]
[[f:helper]]
--- other.rb
helper
""",
    "keyword arguments": """\
--- lib/store.rb
class [[a:Store]]
  def initialize(n, [[b:size]]:)
    @n = [[b:size]]
  end
  def load([[c:limit]]:)
    [[c:limit]]
  end
  def self.open([[d:mode]]: 1)
    [[d:mode]]
  end
end
--- main.rb
store = [[a:Store]].new(1, [[b:size]]: 2)
store.load([[c:limit]]: 1)
[[a:Store]].open([[d:mode]]: 3)
Other.new(1, size: 2)
other.load(limit: 1)
""",
    "classes in modules": """\
--- lib/store.rb
module Billing
  class [[a:Store]]
    def initialize(n, [[b:size]]:)
      @n = [[b:size]]
    end
    def [[c:load]]
    end
  end
end
--- lib/main.rb
module Billing
  class Main
    def run
      x = [[a:Store]].new(1, [[b:size]]: 2)
      x.[[c:load]]
    end
  end
end
--- app.rb
Billing::[[a:Store]].new(1, [[b:size]]: 2).[[c:load]]
--- other.rb
class [[d:Store]]
  def initialize(n, size:)
  end
end
[[d:Store]].new(1, size: 2)
""",
    "classes of one name in a module and outside": """\
--- app/admin/user.rb
module Admin
  class [[a:User]]
  end
end
--- app/user.rb
class [[b:User]]
end
--- app/admin/list.rb
module Admin
  class List
    def all = [[a:User]].new
  end
end
--- app/main.rb
class Main
  def all = [[b:User]].new
  def admins = Admin::[[a:User]].new
end
""",
    "a module in several texts": """\
--- a.rb
module Net
  class [[a:Error]] < StandardError
  end
end
--- b.rb
module Net
  def f
    raise [[a:Error]], "x"
  rescue Net::[[a:Error]]
    Other::Error
  end
end
""",
}


@pytest.mark.parametrize("marked", GO_CASES.values(), ids=GO_CASES.keys())
def test_go(marked: str) -> None:
    assert_groups(marked, "main.go", "go")


@pytest.mark.parametrize("marked", RUST_CASES.values(), ids=RUST_CASES.keys())
def test_rust(marked: str) -> None:
    assert_groups(marked, "src/main.rs", "rust")


@pytest.mark.parametrize("marked", JAVA_CASES.values(), ids=JAVA_CASES.keys())
def test_java(marked: str) -> None:
    assert_groups(marked, "Main.java", "java")


@pytest.mark.parametrize("marked", C_CASES.values(), ids=C_CASES.keys())
def test_c(marked: str) -> None:
    assert_groups(marked, "main.c", "c")


@pytest.mark.parametrize("marked", CPP_CASES.values(), ids=CPP_CASES.keys())
def test_cpp(marked: str) -> None:
    assert_groups(marked, "main.cpp", "cpp")


@pytest.mark.parametrize("marked", RUBY_CASES.values(), ids=RUBY_CASES.keys())
def test_ruby(marked: str) -> None:
    assert_groups(marked, "main.rb", "ruby")
