"""The bindings of Rust texts."""

import pytest

from nes_bindings.marked_texts import assert_groups

CASES = {
    "a variable that is declared again": """\
fn f([[a:x]]: i32) -> i32 {
    let [[b:x]] = [[a:x]] + 1;
    let [[c:x]] = [[b:x]] * 2;
    {
        let [[d:x]] = [[c:x]];
        g([[d:x]]);
    }
    [[c:x]]
}
fn g(x: i32) {}
""",
    "patterns": """\
fn f(opt: Option<i32>, [[a:n]]: i32) {
    if let Some([[b:n]]) = opt && [[b:n]] > [[b:n]] {
        g([[b:n]]);
    } else {
        g([[a:n]]);
    }
    while let Some([[c:n]]) = next([[a:n]]) {
        g([[c:n]]);
    }
    for ([[d:n]], m) in pairs([[a:n]]) {
        g([[d:n]] + m);
    }
    match opt {
        Some([[e:n]]) if [[e:n]] > 1 => g([[e:n]]),
        [[f:n]] @ None => g([[f:n]]),
        A([[h:n]]) | B([[h:n]]) => [[h:n]],
        _ => g([[a:n]]),
    }
    let ([[i:n]], _) = ([[a:n]], 1);
    let add = |[[j:n]]: i32, k| [[j:n]] + k;
    let Some([[k:n]]) = opt else { return g([[i:n]]); };
    g([[k:n]]);
}
""",
    "fields, literals and patterns with shorthand": """\
struct Point { [[a:x]]: i32, y: i32 }
struct Other { x: i32 }
fn f(p: &Point, o: Other, [[b:x]]: i32) -> Point {
    let q = Point { [[a:x]]: [[b:x]], y: o.x };
    let Point { [[a:x]]: first, y } = q;
    p.[[a:x]] + q.[[a:x]];
    o.x + first
}
fn g(p: Point) {
    match p { Point { [[a:x]]: 1, .. } => 1, _ => 2 };
}
""",
    "parameters of closures that get elements": """\
struct Row { [[a:size]]: u64, name: String }
struct Other { size: u64 }
fn f(rows: &[Row], mut all: Vec<Row>, by_name: HashMap<String, Row>, best: Option<&Row>, others: Vec<Other>) {
    rows.iter().find(|row| row.[[a:size]] > 1);
    rows.iter().filter(|row| row.[[a:size]] > 1).map(|row| row.[[a:size]]).sum();
    (&all).into_iter().rev().take(2).for_each(|mut row| row.[[a:size]] += 1);
    all.sort_by_key(|row| row.[[a:size]]);
    all.sort_by(|one, other| one.[[a:size]].cmp(&other.[[a:size]]));
    all.iter().fold(0, |sum, row| sum + row.[[a:size]]);
    all.iter().cloned().max_by_key(|&row| row.[[a:size]]).map(|row| row.[[a:size]]);
    all.first().map_or(0, |row| row.[[a:size]]);
    by_name.values().any(|row| row.[[a:size]] > 1);
    best.is_some_and(|row| row.[[a:size]] > 1);
    others.iter().map(|row| row.size);
    others.iter().fold(all, |row, other| other.size);
}
""",
    "parameters of closures that get something else": """\
struct Row { [[a:size]]: u64 }
fn f(rows: Vec<Row>, by_row: HashMap<Row, Other>, row: &Row) {
    row.[[a:size]];
    rows.iter().map(|row| make(row)).filter(|row| row.size > 1);
    rows.iter().enumerate().find(|row| row.size > 1);
    by_row.iter().find(|row| row.size > 1);
    by_row.values().find(|row| row.size > 1);
    rows.shake(|row| row.size);
    later(|row| row.size);
}
""",
    "fields by the type of the receiver": """\
struct Point { [[a:x]]: i32 }
struct Other { x: i32 }
struct Line { from: Point, all: Vec<Point>, maybe: Option<Box<Point>> }
impl Point {
    fn new() -> Self { Point { [[a:x]]: 1 } }
    fn try_new() -> Result<Point, ()> { Ok(Self { [[a:x]]: 1 }) }
    fn get(&self) -> i32 { self.[[a:x]] }
}
impl Line { fn first(&self) -> &Point { &self.from } }
fn make() -> Point { Point::new() }
fn f(l: &mut Line, others: &[Other]) {
    let p = Point::new();
    let q = make();
    let r: Point = todo!();
    let s = &p;
    let t = Point::try_new().unwrap();
    p.[[a:x]] + q.[[a:x]] + r.[[a:x]] + s.[[a:x]] + t.[[a:x]];
    l.from.[[a:x]] = l.first().[[a:x]] + l.all[0].[[a:x]];
    for one in &l.all { one.[[a:x]]; }
    for one in l.all.iter() { one.[[a:x]]; }
    for one in others { one.x; }
    if let Some(one) = &l.maybe { one.[[a:x]]; }
    let (v, w) = (Point::new(), Other { x: 1 });
    v.[[a:x]] = w.x;
    let u = p.clone();
    u.[[a:x]] = Point::default().[[a:x]];
}
fn g() -> Result<i32, ()> {
    let one = Point::try_new()?;
    Ok(one.[[a:x]])
}
""",
    "enum variants": """\
enum [[a:Shape]] { [[b:Circle]](f64), [[c:Rect]] { [[d:w]]: f64, h: f64 } }
enum Other { Circle }
impl [[a:Shape]] {
    fn area(&self) -> f64 {
        match self {
            Self::[[b:Circle]](r) => *r,
            [[a:Shape]]::[[c:Rect]] { [[d:w]]: width, h } => width * h,
        }
    }
    fn make(width: f64) -> Self { Self::[[c:Rect]] { [[d:w]]: width, h: 1.0 } }
}
fn f() -> Other {
    let one = [[a:Shape]]::[[b:Circle]](1.0);
    Other::Circle
}
""",
    "methods, traits and their implementations": """\
trait Area { fn [[a:area]](&self) -> f64; fn twice(&self) -> f64 { self.[[a:area]]() * 2.0 } }
struct Square;
struct Circle;
struct Plain;
impl Area for Square { fn [[a:area]](&self) -> f64 { 1.0 } }
impl Area for Circle { fn [[a:area]](&self) -> f64 { 2.0 } }
impl Plain { fn [[b:area]](&self) -> f64 { 3.0 } }
fn f(s: &Square, t: &dyn Area, p: Plain, g: impl Area) -> f64 {
    s.[[a:area]]() + t.[[a:area]]() + g.[[a:area]]() + Square.[[a:area]]()
}
fn h<T: Limit>() -> T::[[c:Bound]] { T::[[c:Bound]]::default() }
trait Limit { type [[c:Bound]]; }
fn g<T: Area>(one: T, p: Plain) {
    one.[[a:area]]();
    Area::[[a:area]](&one);
    p.[[b:area]]();
    Plain::[[b:area]](&p);
}
""",
    "functions and variables with the name of a module": """\
mod [[a:config]] {
    pub fn [[b:load]]() -> i32 { 1 }
    pub fn again() -> i32 { [[b:load]]() }
}
fn [[c:load]]() -> i32 { 1 }
fn f() {
    let [[d:config]] = [[a:config]]::[[b:load]]();
    print([[d:config]] + [[c:load]]() + self::[[c:load]]());
}
""",
    "a module of tests": """\
pub fn [[a:add]](a: i32) -> i32 { a }
fn [[b:hidden]]() {}
mod plain {
    fn f() { hidden(); }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds() { assert_eq!([[a:add]](1), 1); [[b:hidden]](); }
}
mod more {
    use super::{[[a:add]], other};
    fn f() { [[a:add]](1); hidden(); }
}
""",
    "words in macro calls": """\
struct Point { [[d:x]]: i32 }
const [[e:LIMIT]]: i32 = 1;
fn [[f:helper]](n: i32) -> i32 { n }
fn f([[a:x]]: i32, p: Point) {
    println!("{} {}", [[a:x]], p.[[d:x]]);
    assert_eq!([[a:x]], [[e:LIMIT]]);
    let [[b:x]] = vec![[[a:x]], [[f:helper]]([[a:x]])];
    assert!([[b:x]].iter().all(|one| *one > [[e:LIMIT]]), "x {y}", y = [[b:x]]);
    vec![Point { [[d:x]]: [[b:x]] }];
    assert!(list.iter().all(|x| x > 1));
    assert!(matches!(opt, Some(x)));
}
""",
    "names in formats": """\
fn f([[a:x]]: i32, [[b:name]]: &str) {
    println!("{[[a:x]]} x {{x}} {[[b:name]]:?} name {}", [[a:x]]);
    let s = "{x}";
    format!("{x}", x = 1);
}
""",
    "a field and a method of the same name": """\
struct List { [[a:len]]: usize }
impl List {
    fn [[b:len]](&self) -> usize { self.[[a:len]] }
    fn twice(&self) -> usize { self.[[b:len]]() * 2 + List::[[b:len]](self) }
}
fn f(l: List) { assert_eq!(l.[[b:len]](), l.[[a:len]]); }
""",
    "lifetimes and labels": """\
struct Ref<'[[a:a]]> { a: &'[[a:a]] str }
fn f<'[[b:a]]>([[d:a]]: &'[[b:a]] str) -> Ref<'[[b:a]]> {
    '[[c:a]]: loop {
        for x in [[d:a]] { break '[[c:a]]; }
    }
}
""",
    "imports": """\
use std::collections::{[[a:HashMap]], hash_map::Entry as [[b:E]]};
use crate::store::[[c:Store]];
fn f(x: [[a:HashMap]]<i32, [[c:Store]]>, y: [[b:E]]) -> [[c:Store]] {
    let z = [[a:HashMap]]::new();
    [[c:Store]]::open()
}
""",
    "type parameters": """\
struct Pair<[[a:T]], U> { one: [[a:T]], two: U }
impl<[[b:T]]: Copy, U> Pair<[[b:T]], U> {
    fn get<[[c:V]]>(&self, v: [[c:V]]) -> [[b:T]] where [[c:V]]: Into<[[b:T]]> { v.into() }
}
fn f<[[d:T]], const [[e:N]]: usize>(x: [[[d:T]]; [[e:N]]]) {}
""",
    "macros": """\
macro_rules! [[a:square]] { ($x:expr) => { $x * $x }; }
fn square(x: i32) -> i32 { [[a:square]]!(x) }
""",
    "constants": """\
pub const [[a:MAX]]: usize = 3;
static [[b:NAME]]: &str = "x";
struct S;
impl S { const [[c:MAX]]: usize = [[a:MAX]]; fn f() -> usize { Self::[[c:MAX]] + [[a:MAX]] + S::[[c:MAX]] } }
fn f(n: usize) { match n { [[a:MAX]] => print([[b:NAME]]), _ => {} } }
""",
}


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups(marked: str) -> None:
    assert_groups(marked, "src/main.rs", "rust")
