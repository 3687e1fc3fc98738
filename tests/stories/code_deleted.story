==== a removed function and its import
kind: code-deleted
--- util/strings.py
def upper_first(text):
    return text[:1].upper() + text[1:]
«

def reverse(text):
    return text[::-1]
→»

def repeat(text, times):
    return text * times
--- app.py
from util.strings import repeat‹, reverse→›, upper_first


def banner(title):
    return repeat("=", 20) + upper_first(title)

==== a removed export
kind: code-deleted
--- src/math/basic.ts
export function add(a: number, b: number): number {
  return a + b;
}
«
export function sub(a: number, b: number): number {
  return a - b;
}
→»
export function mul(a: number, b: number): number {
  return a * b;
}
--- src/math/index.ts
export { add, mul‹, sub→› } from "./basic";
export { sqrt } from "./roots";

==== a removed Go field
kind: code-deleted
--- conf.go
package conf

type Conf struct {
	Host ‹ →¦?›string
«	Debug bool
→»	Port ‹ →¦?›int
}

func Default() Conf {
	return Conf{
		Host: ‹ →¦?›"localhost",
‹		Debug: false,
→›		Port: ‹ →¦?›80,
	}
}

==== a removed variable is still used
kind: code-deleted
expect: silence
--- area.py
def area(width, height):
    factor = 2
    size = width * height
«    print(size)
→»    return size * factor

==== a removed menu entry and its handler
kind: code-deleted
--- src/menu.js
import { open, save‹, print→› } from "./actions.js";

export const menu = [
  { title: "Open", run: open },
  { title: "Save", run: save },
«  { title: "Print", run: print },
→»];

==== a removed C function and its prototype
kind: code-deleted
--- src/str.c
#include "str.h"

int str_len(const char *s)
{
    int n = 0;

    while (s[n])
        n++;
    return n;
}

«int str_hash(const char *s)
{
    return s[0] * 31 + s[1];
}

→»int str_cmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a - *b;
}
--- src/str.h
#pragma once

int str_len(const char *s);
‹int str_hash(const char *s);
→›int str_cmp(const char *a, const char *b);

==== a removed method and its call
kind: code-deleted
--- src/Door.java
package house;

public class Door {
    private boolean open;

    public void open() {
        open = true;
        ‹log();
        →›notifyAll();
    }

    public void close() {
        open = false;
        ‹log();
        →›notifyAll();
    }
«
    private void log() {
        System.out.println(open);
    }
→»}

==== function removed from header and source
kind: code-deleted
--- src/list.h
#ifndef LIST_H
#define LIST_H

struct list {
    int value;
    struct list *next;
};

struct list *list_push(struct list *head, int value);
«struct list *list_reverse(struct list *head);
→»int list_length(const struct list *head);

#endif
--- src/list.c
#include "list.h"

#include <stdlib.h>

struct list *list_push(struct list *head, int value)
{
    struct list *item = malloc(sizeof *item);
    item->value = value;
    item->next = head;
    return item;
}

‹struct list *list_reverse(struct list *head)
{
    struct list *result = NULL;
    while (head) {
        struct list *next = head->next;
        head->next = result;
        result = head;
        head = next;
    }
    return result;
}

→¦@›int list_length(const struct list *head)
{
    int n = 0;
    for (; head; head = head->next)
        n++;
    return n;
}

==== function deleted that is still called
kind: code-deleted
--- metrics/metrics.go
package metrics

import "sync/atomic"

var requests, failures atomic.Int64

func CountRequest() { requests.Add(1) }

func CountFailure() { failures.Add(1) }

«func Reset() {
	requests.Store(0)
	failures.Store(0)
}

→»func Snapshot() (int64, int64) {
	return requests.Load(), failures.Load()
}
--- metrics/metrics_test.go
package metrics

import "testing"

func TestCounts(t *testing.T) {
‹	Reset()
→¦@›	CountRequest()
	CountRequest()
	CountFailure()
	if r, f := Snapshot(); r != 2 || f != 1 {
		t.Fatalf("got %d and %d", r, f)
	}
}

==== unused local deleted and its use
kind: code-deleted
--- src/main/java/org/example/shelf/Shelf.java
package org.example.shelf;

import java.util.ArrayList;
import java.util.List;

public class Shelf {
    private final List<String> titles = new ArrayList<>();
«    private int changes = 0;
→»
    public void add(String title) {
        titles.add(title);
‹        changes++;
→¦@›    }

    public void remove(String title) {
        if (titles.remove(title)) {
‹            changes++;
→¦@›        }
    }

    public int size() {
        return titles.size();
    }
}

==== deleted helper leaves an import and calls
kind: code-deleted
--- shop/money.py
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def to_cents(value: Decimal) -> int:
    return int(value.quantize(CENT, ROUND_HALF_UP) * 100)


«def legacy_round(value: Decimal) -> Decimal:
    """Round as the old till did."""
    return Decimal(int(value * 100)) / 100


→»def discount(price: Decimal, percent: int) -> Decimal:
    return price * (100 - percent) / 100
--- shop/receipt.py
from decimal import Decimal

from shop.money import discount‹, legacy_round→›, to_cents


def receipt(items: list[tuple[str, Decimal]], percent: int = 0) -> str:
    lines = []
    total = Decimal(0)
    for name, price in items:
        reduced = discount(price, percent)
        lines.append(f"{name:20} {to_cents(reduced):>8}")
        total += ‹legacy_round(reduced)→reduced¦@›
    lines.append(f"total {total}")
    return "\n".join(lines)

==== variable deleted that is still used
kind: code-deleted
--- jobs/retention.py
from datetime import datetime, timedelta
from pathlib import Path


def expired(root: Path, days: int) -> list[Path]:
    now = datetime.now()
«    limit = now - timedelta(days=days)
→»    found = []
    for path in root.iterdir():
        if not path.is_file():
            continue
        changed = datetime.fromtimestamp(path.stat().st_mtime)
        if changed < ‹limit→now - timedelta(days=days)¦@›:
            found.append(path)
    return found


def remove(paths: list[Path], limit: int) -> int:
    for path in paths[:limit]:
        path.unlink()
    return min(limit, len(paths))

==== module deleted
kind: code-deleted
--- src/lib.rs
pub mod cache;
«pub mod legacy;
→»pub mod store;

pub use cache::Cache;
‹pub use legacy::OldStore;
→›pub use store::Store;
--- src/cache.rs
pub struct Cache;
--- src/store.rs
pub struct Store;

==== deleted helper leaves import and call
kind: code-deleted
--- src/chart/scale.ts
export function linear(min: number, max: number) {
  return (value: number) => (value - min) / (max - min);
}

«export function clampTo(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

→»export function ticks(min: number, max: number, count: number): number[] {
  const step = (max - min) / count;
  return Array.from({ length: count + 1 }, (_, i) => min + i * step);
}
--- src/chart/axis.tsx
import { ‹clampTo, →›linear, ticks } from "./scale";

export function Axis({ min, max, width }: { min: number; max: number; width: number }) {
  const scale = linear(min, max);
  return (
    <g>
      {ticks(min, max, 5).map((tick) => (
        <text key={tick} x={‹clampTo(scale(tick) * width, 0, width)→scale(tick) * width¦@›}>
          {tick}
        </text>
      ))}
    </g>
  );
}

==== local deleted, still returned
kind: code-deleted
language: typescript
--- src/price.ts
export interface Line {
  net: number;
  quantity: number;
}

export function total(lines: Line[], rate: number) {
  const net = lines.reduce((sum, line) => sum + line.net * line.quantity, 0);
«  const tax = net * rate;
→»  const shipping = net > 50 ? 0 : 5;
  return { net, shipping, gross: net + shipping + ‹tax→net * rate¦@› };
}

export function show(tax: number): string {
  return tax.toFixed(2);
}

==== import deleted that is still used
kind: code-deleted
language: python
--- mirror/copy.py
«import shutil
→»from pathlib import Path


def mirror(source: Path, target: Path) -> int:
    count = 0
    for path in source.rglob("*"):
        if path.is_file():
            ‹shutil.copy2→copy2¦@›(path, target / path.name)
            count += 1
    return count

==== last use deleted, import unused
kind: code-deleted
language: python
--- mirror/names.py
import re
‹import unicodedata
→›from pathlib import Path

UNSAFE = re.compile(r"[^\w.-]+")


def safe_name(name: str) -> str:
«    name = unicodedata.normalize("NFKD", name)
→»    return UNSAFE.sub("_", name).strip("_")


def rename_all(folder: Path) -> None:
    for path in folder.iterdir():
        path.rename(path.with_name(safe_name(path.name)))

==== C function deleted with its prototype
kind: code-deleted
language: c
--- src/util.c
#include "util.h"

#include <string.h>

int starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

«int ends_with(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);

    return n >= m && strcmp(text + n - m, suffix) == 0;
}

→»char *skip_spaces(char *text)
{
    while (*text == ' ')
        text++;
    return text;
}
--- src/util.h
#ifndef UTIL_H
#define UTIL_H

int starts_with(const char *text, const char *prefix);
‹int ends_with(const char *text, const char *suffix);
→¦@›char *skip_spaces(char *text);

#endif
--- src/main.c
#include <stdio.h>

#include "util.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (starts_with(argv[i], "--"))
            puts(argv[i]);
    return 0;
}

==== a constructor keeps its folder no longer
kind: code-deleted
--- src/Cache.java
package app;

public class Cache {
    ‹private final String folder;
    →¦?›private final int size;

    public Cache(«String folder, →»int size) {
‹        this.folder = folder;
→›        this.size = size;
    }

    public int size() {
        return size;
    }
}
--- src/Main.java
package app;

public class Main {
    public static void main(String[] args) {
        Cache cache = new Cache(‹"/tmp", →›20);
        System.out.println(cache.size());
    }
}
