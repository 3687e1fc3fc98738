==== a default is given in typescript, calls stay
kind: unrelated
expect: silence
--- src/retry.ts
export function retry(times: number«→ = 3», delay: number = 100) {
  return run(times, delay);
}

retry(5, 200);
retry(2);
==== unrelated prose
kind: unrelated
expect: silence
--- notes.md
# Notes

Buy milk.
«→Call the bank about the account.
»
Read the account book.
==== a new function is typed
kind: unrelated
expect: silence
--- math_tools.py
def double(x):
    return x * 2


«→def triple(x):
    return x * 3


»def half(x):
    return x / 2
==== a string constant is changed once
kind: unrelated
expect: silence
--- greet.py
def greet():
    return "«Hello→Good morning»"


def leave():
    return "Goodbye"
==== add a type to each key
kind: unrelated
expect: silence
--- fields.ts
export interface Row {
  id: «any→string»;
  name: any;
  size: any;
}
==== docstring added
kind: unrelated
expect: silence
--- m.py
def add(a, b):
«→    """Return the sum."""
»    return a + b


def sub(a, b):
    return a - b
==== number changed
kind: unrelated
expect: silence
--- n.ts
export const width = «10→12»;
export const height = 10;
==== condition changed
kind: unrelated
expect: silence
--- c.go
package c

func f(a, b int) bool {
	if a «>→>=» b {
		return true
	}
	if b > 10 {
		return false
	}
	return a > 3
}
==== a new method in a class
kind: unrelated
expect: silence
--- cart.py
class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
«→
    def remove(self, item):
        self.items.remove(item)
»
    def total(self):
        return sum(item.price for item in self.items)
==== a new test, once more
kind: unrelated
expect: silence
--- cart.test.ts
import { add } from "./cart";

test("adds one", () => {
  expect(add([], 1)).toEqual([1]);
});
«→
test("adds two", () => {
  expect(add([1], 2)).toEqual([1, 2]);
});
»
==== a new go function
kind: unrelated
expect: silence
--- math.go
package math

func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
«→
func Min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
»
==== a json dependency is added
kind: unrelated
expect: silence
--- package.json
{
  "name": "shop",
  "dependencies": {
    "express": "4.18.2",«→
    "helmet": "7.1.0",»
    "pg": "8.11.3"
  },
  "devDependencies": {
    "jest": "29.7.0"
  }
}
==== a yaml step is added
kind: unrelated
expect: silence
--- ci.yml
jobs:
  test:
    steps:
      - uses: actions/checkout@v4
      - run: make test«→
      - run: make lint»
  docs:
    steps:
      - uses: actions/checkout@v4
      - run: make docs
==== a guard is added in rust
kind: unrelated
expect: silence
--- src/lib.rs
pub fn divide(a: i32, b: i32) -> Option<i32> {
«→    if b == 0 {
        return None;
    }
»    Some(a / b)
}

pub fn multiply(a: i32, b: i32) -> i32 {
    a * b
}
==== a variable is extracted
kind: unrelated
expect: silence
--- page.js
function render(user) {
«→  const name = user.first + " " + user.last;
»  return "<b>" + user.first + "</b>";
}

function footer(user) {
  return "<i>" + user.last + "</i>";
}
==== operator changed in one expression
kind: unrelated
expect: silence
--- calc.c
int area(int w, int h)
{
    return w «+→*» h;
}

int perimeter(int w, int h)
{
    return 2 * (w + h);
}
==== a css rule is added
kind: unrelated
expect: silence
--- site.css
h1 {
  font-size: 2rem;
}
«→
h2 {
  font-size: 1.5rem;
}
»
p {
  line-height: 1.4;
}
==== a log line is added once
kind: unrelated
expect: silence
--- srv.go
package srv

import "log"

func Start() error {
«→	log.Println("starting")
»	return listen()
}

func Stop() error {
	return shutdown()
}
==== a different string in one place
kind: unrelated
expect: silence
--- menu.ts
export const items = [
  { label: "«Open→Open file»", key: "o" },
  { label: "Close", key: "c" },
  { label: "Open recent", key: "r" },
];
==== sql condition
kind: unrelated
expect: silence
--- report.sql
SELECT name FROM users WHERE age > «18→21»;
SELECT name FROM orders WHERE total > 18;
==== shell command replaced
kind: unrelated
expect: silence
--- build.sh
set -e
«npm install→npm ci»
npm run build
echo "install done"
==== early return of one function
kind: unrelated
expect: silence
--- Auth.java
public class Auth {
    boolean allowed(User user) {
        «return user.isAdmin();→return user.isAdmin() || user.isOwner();»
    }

    boolean visible(User user) {
        return user.isActive();
    }
}
==== default parameter added, no calls change
kind: unrelated
expect: silence
--- fmt.py
def fmt(value, digits«→, unit=""»):
    return f"{value:.{digits}f}"


print(fmt(1.0, 2))
print(fmt(2.0, 3))
==== python type in docstring stays
kind: unrelated
expect: silence
--- m.py
def f(x):
    """Return a list."""
    return «list(x)→tuple(x)»
==== one constant of a table is tuned
kind: unrelated
expect: silence
--- src/filter.c
#include "filter.h"

static const double taps[] = {
    0.012, 0.045, «0.121→0.124», 0.198, 0.248, 0.198, 0.121, 0.045, 0.012,
};

double filter_step(struct filter *f, double sample)
{
    double sum = 0.0;

    f->ring[f->pos++ % 9] = sample;
    for (int i = 0; i < 9; i++)
        sum += taps[i] * f->ring[(f->pos + i) % 9];
    return sum;
}
==== debug output is put in and taken out again
kind: unrelated
expect: silence
do: edit, pause 2, undo
--- src/solver.cpp
#include "solver.hpp"

#include <cmath>
#include <iostream>

double solve(double guess, double (*f)(double), double (*df)(double))
{
    for (int i = 0; i < 50; i++) {
        double step = f(guess) / df(guess);
«→        std::cerr << "step " << step << "\n";
»        guess -= step;
        if (std::fabs(step) < 1e-12) break;
    }
    return guess;
}

double bisect(double low, double high, double (*f)(double))
{
    while (high - low > 1e-12) {
        double mid = (low + high) / 2;
        if (f(low) * f(mid) <= 0) high = mid;
        else low = mid;
    }
    return low;
}
==== paragraph of a manual is edited
kind: unrelated
expect: silence
--- docs/guide.md
# Guide

Install the program first. The installer asks for a folder, and copies all files
to it. You can change the folder later «in the settings→on the settings page, under Storage».

## Settings

The settings have three parts: General, Storage, and Network.

## Network

Choose a proxy in the settings if your company uses one.
==== one environment variable added
kind: unrelated
expect: silence
--- deploy/compose.yaml
services:
  api:
    image: shop/api:1.8
    environment:
      DATABASE_URL: postgres://db/shop
      LOG_LEVEL: info
«→      SENTRY_DSN: https://key@sentry.example/4
»  worker:
    image: shop/worker:1.8
    environment:
      DATABASE_URL: postgres://db/shop
  db:
    image: postgres:16
    volumes:
      - data:/var/lib/postgresql/data
volumes:
  data: {}
==== timeout of one request changed
kind: unrelated
expect: silence
--- health/check.go
package health

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: «5→10» * time.Second}

func Alive(url string) bool {
	for attempt := 0; attempt < 5; attempt++ {
		reply, err := client.Get(url)
		if err == nil {
			reply.Body.Close()
			return reply.StatusCode == http.StatusOK
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}
==== a guard is added to one function
kind: unrelated
expect: silence
--- tree/tree.go
package tree

type Node struct {
	Key         int
	Left, Right *Node
}

func (n *Node) Insert(key int) *Node {
	if n == nil {
		return &Node{Key: key}
	}
«→	if key == n.Key {
		return n
	}
»	if key < n.Key {
		n.Left = n.Left.Insert(key)
	} else {
		n.Right = n.Right.Insert(key)
	}
	return n
}

func (n *Node) Depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.Left.Depth(), n.Right.Depth())
}
==== typing a word with a typo
kind: unrelated
expect: silence
do: edit
--- notes/notes.go
package notes

import "time"

type Note struct {
	Title   string
	Body    string
	Created time.Time
}

// Age returns how old the note is.
func (n Note) Age(now time.Time) time.Duration {
	«→durat»
	return now.Sub(n.Created)
}
==== one message is reworded
kind: unrelated
expect: silence
--- src/main/java/org/example/vote/Ballot.java
package org.example.vote;

import java.util.HashSet;
import java.util.Set;

public class Ballot {
    private final Set<String> voters = new HashSet<>();

    public void cast(String voter, int option) {
        if (option < 1 || option > 5) {
            throw new IllegalArgumentException("«bad option→option must be between 1 and 5»");
        }
        if (!voters.add(voter)) {
            throw new IllegalStateException("has voted already");
        }
    }

    public int turnout() {
        return voters.size();
    }
}
==== a condition gets another case
kind: unrelated
expect: silence
--- src/keys.js
export function onKey(event, view) {
  if (event.key === "Escape") view.close();
  if (event.key === "Enter"«→ && !event.shiftKey») view.submit();
  if (event.key === "ArrowUp") view.move(-1);
  if (event.key === "ArrowDown") view.move(1);
}

export function hint(key) {
  return key === "Enter" ? "sends the message" : "";
}
==== one threshold of a long file is changed
kind: unrelated
expect: silence
language: python
--- plant/watering.py
"""Decides which beds are watered tonight."""

from __future__ import annotations

from dataclasses import dataclass

DRY = 0.25
WET = 0.60


@dataclass
class Bed:
    name: str
    moisture: float
    sunny: bool
    litres: float = 10.0


def needs_water(bed: Bed, rain_mm: float) -> bool:
    if rain_mm > «4→6»:
        return False
    if bed.moisture < DRY:
        return True
    return bed.sunny and bed.moisture < (DRY + WET) / 2


def plan(beds: list[Bed], rain_mm: float, tank: float) -> list[tuple[str, float]]:
    wanted = [bed for bed in beds if needs_water(bed, rain_mm)]
    wanted.sort(key=lambda bed: bed.moisture)
    result = []
    for bed in wanted:
        amount = min(bed.litres, tank)
        if amount <= 0:
            break
        result.append((bed.name, amount))
        tank -= amount
    return result


def report(steps: list[tuple[str, float]]) -> str:
    if not steps:
        return "nothing to do"
    return "\n".join(f"{name}: {litres:.1f} l" for name, litres in steps[:4])
--- tests/test_watering.py
from plant.watering import Bed, plan


def test_rain_is_enough():
    assert plan([Bed("roses", 0.1, True)], 10, 100) == []


def test_dry_bed_first():
    beds = [Bed("roses", 0.2, True), Bed("beans", 0.1, False)]
    assert plan(beds, 0, 15) == [("beans", 10.0), ("roses", 5.0)]


def test_four_beds():
    beds = [Bed(str(n), 0.1, True) for n in range(4)]
    assert len(plan(beds, 4, 100)) == 4
==== new struct that resembles another one
kind: unrelated
expect: silence
language: go
--- model/shapes.go
package model

import "math"

type Circle struct {
	X, Y   float64
	Radius float64
}

func (c Circle) Area() float64 { return math.Pi * c.Radius * c.Radius }

type Square struct {
	X, Y float64
	Side float64
}

func (s Square) Area() float64 { return s.Side * s.Side }

«→// Label is a text at a position.
type Label struct {
	X, Y float64
	Text string
}

»func Total(circles []Circle, squares []Square) float64 {
	sum := 0.0
	for _, c := range circles {
		sum += c.Area()
	}
	for _, s := range squares {
		sum += s.Area()
	}
	return sum
}
==== refactored expression in one component
kind: unrelated
expect: silence
language: typescriptreact
--- src/cart/Cart.tsx
import { useMemo } from "react";
import type { Item } from "./types";

interface Props {
  items: Item[];
  onRemove: (id: string) => void;
}

export function Cart({ items, onRemove }: Props) {
  const total = useMemo(() => items.reduce((sum, item) => sum + item.price * item.count, 0), [items]);
  const count = «items.length→items.reduce((sum, item) => sum + item.count, 0)»;

  if (items.length === 0) {
    return <p>Your cart is empty.</p>;
  }

  return (
    <section>
      <h2>
        {count} items, {(total / 100).toFixed(2)} €
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {item.count} × {item.title}
            <button onClick={() => onRemove(item.id)}>Remove</button>
          </li>
        ))}
      </ul>
    </section>
  );
}
--- src/cart/Badge.tsx
import type { Item } from "./types";

export function Badge({ items }: { items: Item[] }) {
  return <span className="badge">{items.length}</span>;
}
--- src/cart/types.ts
export interface Item {
  id: string;
  title: string;
  price: number;
  count: number;
}
==== one comparison corrected
kind: unrelated
expect: silence
--- lending/rules.py
MAX_LOANS = 8
GRACE_DAYS = 3


def may_borrow(member, open_loans: int) -> bool:
    if member.blocked:
        return False
    return open_loans «<=→<» MAX_LOANS


def fee(days_late: int) -> float:
    if days_late <= GRACE_DAYS:
        return 0.0
    return round((days_late - GRACE_DAYS) * 0.25, 2)


def may_extend(loan, today) -> bool:
    return loan.extensions <= 2 and loan.due >= today


def reminder_due(loan, today) -> bool:
    return (today - loan.due).days <= 7
==== comment of a block is reworded
kind: unrelated
expect: silence
--- lending/cleanup.py
"""Removes members who left."""

from lending.db import connect


def cleanup(years: int) -> int:
    with connect() as db:
        # «Members without any loan→Only members that never had a loan» can be removed at once.
        rows = db.execute("select id from member where not exists (select 1 from loan where member = id)").fetchall()
        for (member,) in rows:
            db.execute("delete from member where id = ?", (member,))

        # Members with a loan keep their row, but lose their name.
        cursor = db.execute("update member set name = null where left_at < date('now', ?)", (f"-{years} years",))
        return len(rows) + cursor.rowcount
==== edit and undo of a local name
kind: unrelated
expect: silence
do: edit, pause 1, undo
--- lending/search.py
def search(catalogue, words):
    «hits→matches» = []
    for book in catalogue:
        title = book.title.lower()
        if all(word in title for word in words):
            hits.append(book)
    hits.sort(key=lambda book: book.title)
    return hits
==== a lifetime is spelled out once
kind: unrelated
expect: silence
--- src/cursor.rs
pub struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { rest: text }
    }

    pub fn take(&mut self, n: usize) -> &«→'a »str {
        let (head, tail) = self.rest.split_at(n);
        self.rest = tail;
        head
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }
}
==== a derive is added to one struct
kind: unrelated
expect: silence
--- src/model.rs
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub struct Author {
    pub name: String,
    pub born: i32,
}

#[derive(Debug, Clone«→, PartialEq»)]
pub struct Book {
    pub title: String,
    pub author: Author,
}

#[derive(Debug, Default)]
pub struct Library {
    books: BTreeMap<String, Book>,
}

impl Library {
    pub fn add(&mut self, book: Book) {
        self.books.insert(book.title.clone(), book);
    }
}
==== log level parameter of one call changed
kind: unrelated
expect: silence
--- src/worker/queue.ts
import { logger } from "../logger";

export async function work(next: () => Promise<(() => Promise<void>) | null>) {
  let done = 0;
  for (let job = await next(); job; job = await next()) {
    try {
      await job();
      done++;
    } catch (error) {
      logger.warn("job failed", { error«→, done»});
    }
  }
  logger.info("queue is empty", { done });
}

export function describe(state: "idle" | "busy"): string {
  return state === "idle" ? "waiting for jobs" : "at work";
}
==== new unrelated function at the end
kind: unrelated
expect: silence
--- src/format/number.ts
export function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}

export function bytes(size: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}
«→
export function ordinal(n: number): string {
  const rest = n % 10;
  return rest === 1 && n !== 11 ? `${n}st` : `${n}th`;
}
»
--- src/format/index.ts
export * from "./number";
==== initial state of one component changed
kind: unrelated
expect: silence
--- src/panels/Filter.tsx
import { useState } from "react";

export function Filter({ onChange }: { onChange: (text: string) => void }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(«false→true»);
  const [exact, setExact] = useState(false);
  return (
    <form hidden={!open}>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <input type="checkbox" checked={exact} onChange={() => setExact(!exact)} />
      <button type="button" onClick={() => onChange(exact ? `"${text}"` : text)}>Search</button>
      <button type="button" onClick={() => setOpen(false)}>Close</button>
    </form>
  );
}
==== margin of one rule changed
kind: unrelated
expect: silence
--- css/card.css
.card {
  margin: «1rem→1.25rem»;
  padding: 1rem;
  border-radius: 4px;
}

.card h3 {
  margin: 0;
}

.card p {
  margin: 0.5rem 0;
}

.list > .card {
  margin: 1rem 0;
}
==== a TODO comment is typed
kind: unrelated
expect: silence
language: rust
--- src/lib.rs
pub fn parse(text: &str) -> Vec<&str> {
«→    // TODO: quoted fields
»    text.split(',').map(str::trim).collect()
}

pub fn join(fields: &[&str]) -> String {
    fields.join(",")
}
==== one test value is changed
kind: unrelated
expect: silence
language: javascript
--- test/sum.test.js
import { sum } from "../src/sum.js";

test("adds", () => {
  expect(sum([1, 2])).toBe(3);
});

test("adds many", () => {
  expect(sum([1, 2, 3, «4→40»])).toBe(46);
});

test("empty", () => {
  expect(sum([])).toBe(0);
});
==== button text changed once
kind: unrelated
expect: silence
language: html
--- site/cart.html
<form>
  <h2>Your order</h2>
  <p>Please check your order before you send it.</p>
  <button type="submit">«Order→Buy now»</button>
  <a href="/orders">Order history</a>
</form>
==== new method typed at the end of a class
kind: unrelated
expect: silence
language: java
--- Counter.java
public class Counter {
    private int value;

    public void increment() {
        value++;
    }

    public int value() {
        return value;
    }
«→
    public void reset() {
        value = 0;
    }
»}
==== a print for debugging
kind: unrelated
expect: silence
language: python
--- sim/step.py
def step(world, dt):
    for body in world.bodies:
        body.x += body.vx * dt
«→        print(body)
»        body.y += body.vy * dt
    world.time += dt


def run(world, seconds, dt=0.01):
    while world.time < seconds:
        step(world, dt)
==== word in a paragraph replaced
kind: unrelated
expect: silence
language: markdown
--- NEWS.md
# News

The new release is «fast→much faster». It starts fast, and it saves fast.

We thank all who helped.
