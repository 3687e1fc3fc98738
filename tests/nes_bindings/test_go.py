"""The bindings of Go texts."""

import pytest

from nes_bindings.marked_texts import assert_groups

CASES = {
    "a variable that is declared again in a block": """\
package p
func f() int {
	[[a:x]] := 1
	if true {
		[[b:x]] := [[a:x]] + 1
		[[b:x]]++
	}
	{
		[[a:x]] = 3
		[[c:x]] := 2
		_ = [[c:x]]
	}
	return [[a:x]]
}
""",
    "a short declaration that assigns to an earlier variable": """\
package p
func f([[a:path]] string) ([[b:n]] int, [[c:err]] error) {
	[[a:path]], [[c:err]] := open([[a:path]])
	[[b:n]], [[c:err]] := [[b:n]]+1, [[c:err]]
	if [[d:err]] := g(); [[d:err]] != nil {
		return 0, [[d:err]]
	} else if [[d:err]] == nil {
		[[d:err]] = nil
	}
	return [[b:n]], [[c:err]]
}
func g() error { return err }
""",
    "statements with a scope of their own": """\
package p
func f(ch chan int, any interface{}) {
	[[a:v]] := 0
	for [[b:v]] := 0; [[b:v]] < 3; [[b:v]]++ {
		print([[b:v]])
	}
	for [[c:v]] := range [[a:v]] {
		print([[c:v]])
	}
	switch [[d:v]] := g([[a:v]]); [[d:v]] {
	case 1:
		[[e:v]] := [[d:v]]
		print([[e:v]])
	default:
		print([[d:v]])
	}
	switch [[f:v]] := any.(type) {
	case int:
		print([[f:v]])
	}
	select {
	case [[g:v]] := <-ch:
		print([[g:v]])
	case [[a:v]] = <-ch:
	}
	for [[a:v]] = range ch {
	}
	print([[a:v]])
}
""",
    "closures and their parameters": """\
package p
func f([[a:n]] int) {
	func([[b:n]] int, rest ...int) {
		print([[b:n]])
	}([[a:n]])
	go func() { print([[a:n]]) }()
}
type callback func(n int) int
""",
    "constants": """\
package p
const (
	[[a:Red]] = iota
	[[b:Green]]
)
var [[c:last]] = [[b:Green]]
func f() int {
	const [[d:Red]] = 2
	return [[d:Red]] + [[c:last]]
}
func g() int { return [[a:Red]] }
""",
    "labels are not variables": """\
package p
func f() {
	[[b:outer]] := 1
[[a:outer]]:
	for {
		for {
			if [[b:outer]] > 1 {
				break [[a:outer]]
			}
			continue [[a:outer]]
		}
	}
}
func g() {
[[c:outer]]:
	goto [[c:outer]]
}
""",
    "fields of two structs": """\
package p
type A struct { [[a:Name]], Other string }
type B struct { [[b:Name]] string }
func f(x A, y *B, z interface{ Name() string }) {
	x.[[a:Name]] = y.[[b:Name]]
	_ = A{[[a:Name]]: "x"}
	_ = &B{[[b:Name]]: z.Name()}
	Name := 1
	_ = map[int]int{Name: 1}
}
""",
    "fields by the type of the receiver": """\
package p
type Point struct { [[a:X]] int }
type Other struct { X int }
type Line struct { from Point; all []Point; by map[string]*Point }
func NewPoint() *Point { return nil }
func both() (Other, *Point) { return Other{}, nil }
func (l *Line) First() *Point { return &l.from }
func f(l Line, many ...Point) {
	p := &Point{[[a:X]]: 1}
	q := new(Point)
	r := NewPoint()
	s, t := both()
	var u = Point{}
	p.[[a:X]] = q.[[a:X]] + r.[[a:X]] + t.[[a:X]] + u.[[a:X]]
	s.X = 1
	l.from.[[a:X]] = l.all[0].[[a:X]] + l.by["a"].[[a:X]] + l.First().[[a:X]]
	for i, one := range l.all {
		l.all[i].[[a:X]] = one.[[a:X]]
	}
	for _, one := range many {
		one.[[a:X]] = 2
	}
	for _, one := range l.by {
		one.[[a:X]] = 2
	}
	var any interface{} = l
	if one, ok := any.(*Point); ok {
		one.[[a:X]] = 3
	}
	switch one := any.(type) {
	case *Point:
		one.[[a:X]] = 4
	case Other:
		one.X = 4
	}
	(*p).[[a:X]] = 5
	v, w := Point{}, Other{}
	v.[[a:X]], w.X = 1, 2
}
""",
    "elided types in literals": """\
package p
type Point struct { [[a:X]], Y int }
type Points []Point
var X = 1
var a = []Point{{[[a:X]]: 1}, {Y: 2, [[a:X]]: 1}}
var b = map[string]*Point{"a": {[[a:X]]: 1}}
var c = Points{{[[a:X]]: 1}}
var d = [][]Point{{{[[a:X]]: 1}}}
var e = map[int]string{X: ""}
var f = []struct{ X int }{{X: 1}}
""",
    "embedded structs": """\
package p
type [[a:Base]] struct { [[b:ID]] int }
func (b *[[a:Base]]) [[c:Save]]() {}
type User struct {
	*[[a:Base]]
	Name string
}
type Admin struct {
	User
	ID int
}
func f(u User, a Admin) {
	u.[[b:ID]] = 1
	u.[[c:Save]]()
	u.[[a:Base]].[[c:Save]]()
	a.[[c:Save]]()
	a.ID = 1
	a.User.[[b:ID]] = 1
	_ = User{[[a:Base]]: &[[a:Base]]{}}
}
""",
    "methods and the interface that they implement": """\
package p
type Shape interface { [[a:Area]]() int }
type Square struct {}
func (s Square) [[a:Area]]() int { return 1 }
type Line struct {}
func (l *Line) Area(width int) int { return l.Area(1) }
func f(s Shape, q Square) {
	s.[[a:Area]]()
	q.[[a:Area]]()
	Square{}.[[a:Area]]()
	_ = Square.[[a:Area]]
}
""",
    "methods with other parameters or results than the interface": """\
package p
type Sink interface { [[a:Emit]](x, y int, more ...string) (n int, err error) }
type File struct {}
func (f *File) [[a:Emit]](one int, other int, rest ...string) (int, error) { return 0, nil }
type Smoke struct {}
func (s *Smoke) Emit(x, y float64, more ...string) (int, error) { return s.Emit(1, 2) }
type Bell struct {}
func (b *Bell) Emit(x, y int, more ...string) { b.Emit(1, 2) }
type Horn struct {}
func (h *Horn) Emit(x, y int, more string) (int, error) { return h.Emit(1, 2, "") }
func f(s Sink) { s.[[a:Emit]](1, 2) }
""",
    "types": """\
package p
type [[a:Store]] struct { next *[[a:Store]] }
func New() *[[a:Store]] { return &[[a:Store]]{} }
func (s *[[a:Store]]) Get() map[string][]*[[a:Store]] {
	Store := 1
	_ = Store
	return nil
}
var x = []*[[a:Store]]{}
var y = interface{}(nil).(*[[a:Store]])
var z = new([[a:Store]])
""",
    "type parameters": """\
package p
type List[[[a:T]] any] struct { items [][[a:T]] }
func (l *List[[[b:T]]]) Get(i int) [[b:T]] { return l.items[i] }
func Map[[[c:T]] any, U any](xs [][[c:T]]) [][[c:T]] { var x [[c:T]]; return nil }
""",
    "functions": """\
package p
func [[a:load]](x int) int { return [[a:load]](x) }
func g() {
	h := [[a:load]]
	h(1)
	load := func() {}
	load()
}
type T struct{}
func (t T) [[b:load]]() { [[a:load]](1); t.[[b:load]]() }
""",
    "packages": """\
package p
import (
	"net/http"
	[[a:str]] "strings"
	[[c:yaml]] "gopkg.in/yaml.v3"
)
func f(x [[a:str]].Builder) {
	[[a:str]].ToUpper(http.StatusText(1))
	[[b:str]] := [[a:str]].Clone("")
	_ = [[b:str]]
	_ = [[c:yaml]].Node{}
}
""",
}


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups(marked: str) -> None:
    assert_groups(marked, "main.go", "go")
