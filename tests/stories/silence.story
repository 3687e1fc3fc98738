==== undo of a rename
kind: undo
expect: silence
do: edit, pause 0.4, undo
--- cart.py
def total(items):
    «amount→value» = 0
    for item in items:
        amount += item.price
    return amount

==== undo of an added parameter
kind: undo
expect: silence
do: edit, pause 0.4, undo
--- src/send.ts
export function send(text: string«→, urgent: boolean»): void {
  queue.push(text);
}

send("hello");
send("world");

==== undo of a deleted line
kind: undo
expect: silence
do: edit, pause 0.4, undo
--- main.go
package main

import (
	"fmt"
«	"os"
→»)

func main() {
	fmt.Println(os.Args)
}

==== a half-typed word
kind: unfinished
expect: silence
--- mail.py
def send(receiver, text):
    «receiver→recip»
    deliver(receiver, text)
    log(receiver)

==== an open bracket
kind: unfinished
expect: silence
--- src/app.ts
import { load } from "./load";

export function start() {
  const data = load("a.json");«→
  render(»
  return data;
}

==== a line that is only begun
kind: unfinished
expect: silence
--- sum.go
package sum

func Sum(values []int) int {
	total := 0
	for _, value := range values {
		total += value
	}«→
	if total »
	return total
}

==== an open string
kind: unfinished
expect: silence
--- hello.rs
fn main() {
    let name = "world";«→
    println!("Hello»
    println!("{name}");
}

==== the start of a comment
kind: unfinished
expect: silence
--- Stack.java
package util;

public class Stack {«→
    // The st»
    private int[] values = new int[16];
    private int size;
}

==== the start of a CSS rule
kind: unfinished
expect: silence
--- site.css
body {
  margin: 0;
}«→

.foo»
main {
  padding: 1rem;
}

==== a new sentence in prose
kind: unrelated
expect: silence
--- NOTES.md
# Notes

The meeting is on Monday. Bring the figures of the last quarter.«→
We also talk about the new office.»

Coffee is in the kitchen.

==== a changed sentence
kind: unrelated
expect: silence
--- README.md
# garden

Plans a garden «for one year→for a year or two».

Beds are drawn on a grid. Each bed has a size and a soil. One year has four seasons.

==== a new method that nothing uses
kind: unrelated
expect: silence
--- src/Counter.java
package stats;

public class Counter {
    private int value;

    public void increment() {
        value++;
    }«→

    public void reset() {
        value = 0;
    }»
}

==== a single template literal
kind: unrelated
expect: silence
--- src/title.ts
export function title(page: string, site: string): string {
  return «page + " - " + site→`${page} - ${site}`»;
}

export function lower(text: string): string {
  return text.toLowerCase();
}

==== a changed message
kind: unrelated
expect: silence
--- errors.go
package errs

import "errors"

var (
	ErrEmpty = errors.New("«empty→the list is empty»")
	ErrLarge = errors.New("too large")
	ErrClosed = errors.New("closed")
)

==== a changed condition
kind: unrelated
expect: silence
--- age.py
def group(age):
    if age «< 18→<= 17»:
        return "child"
    if age < 65:
        return "adult"
    return "senior"

==== a new test
kind: unrelated
expect: silence
--- tests/test_sum.py
from calc import add, mul


def test_add():
    assert add(1, 2) == 3


def test_mul():
    assert mul(2, 3) == 6«→


def test_add_negative():
    assert add(-1, -2) == -3»

==== a comment above a function
kind: unrelated
expect: silence
--- src/sort.rs
«→/// Sorts in place; stable.
»pub fn sort(values: &mut Vec<u32>) {
    values.sort();
}

pub fn reverse(values: &mut Vec<u32>) {
    values.reverse();
}

==== a private type that is used nowhere else
kind: unrelated
expect: silence
--- src/types.ts
type «Internal→InternalState» = { open: boolean };

export interface Options {
  depth: number;
}

==== a new setting
kind: unrelated
expect: silence
--- app.yaml
server:
  port: 80
  host: localhost
database:
  url: sqlite:///app.db
  pool: 5«→
  echo: false»

==== one value of a query
kind: unrelated
expect: silence
--- top.sql
SELECT name, score
FROM players
WHERE score > «100→250»
ORDER BY score DESC
LIMIT 100;

==== a flag in a script
kind: unrelated
expect: silence
--- build.sh
#!/bin/sh
set -eu
npm ci
npm run build«→ -- --mode production»
npm test

==== a new paragraph in a page
kind: unrelated
expect: silence
--- about.html
<!doctype html>
<main>
  <h1>About</h1>
  <p>We sell tea.</p>«→
  <p>Our shop is open from nine to five.</p>»
</main>

==== a local that shadows nothing
kind: unrelated
expect: silence
--- src/area.c
int area(int width, int height)
{«→
    int border = 2;»
    int size = width * height;

    return size;
}

==== saved and left alone
kind: unrelated
expect: silence
do: edit, save
--- src/greet.js
export function greet(name) {
  return "Hello, " + name«→ + "!"»;
}

export function part(name) {
  return "Goodbye, " + name + ".";
}
==== a new unrelated helper
kind: unrelated
expect: silence
--- text_tools.py
"""Small helpers for texts."""


def shorten(text, width):
    if len(text) <= width:
        return text
    return text[: width - 1] + "…"«→


def is_blank(text):
    return not text.strip()»


def indent(text, by=4):
    return "\n".join(" " * by + line for line in text.splitlines())

==== a local without other uses
kind: unrelated
expect: silence
--- timing.py
import time


def wait(seconds):
    «start→began» = time.monotonic()
    time.sleep(seconds)


def measure(call):
    start = time.monotonic()
    call()
    return time.monotonic() - start

==== an unused parameter beside functions that use the same name
kind: unrelated
expect: silence
--- src/hooks.ts
export function onStart(_«event→args»: unknown): void {}

export function onStop(event: Event): void {
  console.log(event.type);
}

export function onError(event: ErrorEvent): void {
  console.error(event.message);
}

==== an import that is used in a moment
kind: unrelated
expect: silence
--- tally.py
import json«→
import collections»


def tally(path):
    with open(path) as file:
        return json.load(file)

==== a variable that is used in a moment
kind: unrelated
expect: silence
--- src/render.rs
pub fn render(items: &[Item]) -> String {
    let mut text = String::new();«→
    let width = 80;»
    for item in items {
        text.push_str(&item.to_string());
    }
    text
}

==== one more element of a list
kind: unrelated
expect: silence
--- colors.py
COLORS = ["red", "green"«→, "blue"»]
SIZES = ["small", "large"]
SHAPES = ["round", "square"]

==== a word of a comment that is also a name
kind: unrelated
expect: silence
--- queue.go
package queue

// Push adds one «item→element» to the end.
func (q *Queue) Push(item Item) {
	q.items = append(q.items, item)
}

func (q *Queue) Len() int {
	return len(q.items)
}

==== a new release in the change log
kind: unrelated
expect: silence
--- CHANGELOG.md
# Changes

«→## 1.3.0

- Faster start.

»## 1.2.0

- New command `list`.

## 1.1.0

- First release.

==== one color of many
kind: unrelated
expect: silence
--- dark.css
.error {
  color: «red→crimson»;
}

.ok {
  color: green;
}

.hint {
  border: 1px solid ‹red→crimson¦?›;
}

==== a typo that was just made
kind: unrelated
expect: silence
--- load.py
«from→imfrom» json import loads
from pathlib import Path


def load(path):
    return loads(Path(path).read_text())

==== a text between quotation marks
kind: unrelated
expect: silence
--- src/labels.js
export const labels = {
  save: "«Save→Save changes»",
  open: "Open",
  close: "Close",
};

export function save() {
  return labels.save;
}

==== one of two equal numbers
kind: unrelated
expect: silence
--- src/Board.java
package game;

public class Board {
    private static final int ROWS = «8→10»;
    private static final int COLUMNS = 8;

    private final int[] cells = new int[ROWS * COLUMNS];
}

==== a guard at the start of one function
kind: unrelated
expect: silence
--- divide.c
#include <stddef.h>

int average(const int *values, size_t count)
{«→
    if (count == 0)
        return 0;»
    long sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (long)count;
}

int largest(const int *values, size_t count)
{
    int best = values[0];

    for (size_t i = 1; i < count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}

==== a heading in a page
kind: unrelated
expect: silence
--- news.html
<!doctype html>
<h1>«News→Latest news»</h1>
<p>News of the week.</p>
<a href="/news">More News</a>
