==== total of an order becomes revenue
kind: rename-local
--- billing.py
"""Sums up what customers owe."""

from decimal import Decimal


def invoice_sum(lines, rate):
    «total→revenue» = Decimal(0)
    for line in lines:
        if line.cancelled:
            continue
        ‹total→revenue› += line.price * line.count
    return ‹total→revenue› * (1 + rate)


def open_amount(payments):
    """Return the total that is still open."""
    total = Decimal(0)
    for payment in payments:
        total -= payment.value
    return total

==== the loop variable of one method
kind: rename-local
--- src/inventory.ts
import { Shelf, Box } from "./models";

export class Inventory {
  constructor(private readonly shelves: Shelf[]) {}

  weight(): number {
    let sum = 0;
    for (const «b→box» of this.boxes()) {
      sum += ‹b→box›.weight + ‹b→box›.lid.weight;
    }
    return sum;
  }

  heaviest(): Box | undefined {
    let best: Box | undefined;
    for (const b of this.boxes()) {
      if (best === undefined || b.weight > best.weight) {
        best = b;
      }
    }
    return best;
  }

  private boxes(): Box[] {
    return this.shelves.flatMap((shelf) => shelf.boxes);
  }
}

==== result shadowed in an inner block
kind: rename-local
--- store/load.go
package store

import (
	"encoding/json"
	"os"
)

// Load reads the entries of a file.
func Load(path string) ([]Entry, error) {
	«data→content», err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	if err := json.Unmarshal(‹data→content›, &entries); err != nil {
		return nil, err
	}
	return entries, nil
}

func Save(path string, entries []Entry) error {
	data, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

==== node becomes leaf in one of two closures
kind: rename-local
--- src/tree.js
const { walk } = require("./walk");

/** Counts what hangs on a tree. */
function summarize(root) {
  const leaves = walk(root, (node) => node.children.length === 0);
  const names = leaves.map((«node→leaf») => {
    if (‹node→leaf›.label) {
      return ‹node→leaf›.label.trim();
    }
    return "leaf";
  });
  const depth = walk(root, (node) => node.depth > 3).length;
  return { names, depth, text: "every node is counted" };
}

module.exports = { summarize };

==== a Rust binding with a field of the same name
kind: rename-local
--- src/report.rs
use crate::model::{Report, Row};

/// Builds the report of one month.
pub fn build(rows: &[Row]) -> Report {
    let mut «count→filled» = 0;
    let mut longest = 0;
    for row in rows {
        if !row.is_empty() {
            ‹count→filled› += 1;
        }
        longest = longest.max(row.len());
    }
    Report { count: ‹count→filled›, longest }
}

pub fn average(rows: &[Row]) -> f64 {
    let count = rows.len() as f64;
    rows.iter().map(|row| row.len() as f64).sum::<f64>() / count
}

==== a Java local beside a field and a message
kind: rename-local
--- src/main/java/shop/Cart.java
package shop;

import java.util.ArrayList;
import java.util.List;

public class Cart {
    private final List<Item> items = new ArrayList<>();
    private int price;

    public int priceOf(String code) {
        int «price→amount» = 0;
        for (Item item : items) {
            if (item.code().equals(code)) {
                ‹price→amount› += item.cents();
            }
        }
        if (‹price→amount› == 0) {
            throw new IllegalArgumentException("no price for " + code);
        }
        return ‹price→amount›;
    }

    public void setPrice(int cents) {
        this.price = cents;
    }
}

==== a C buffer in one function
kind: rename-local
--- src/config.c
#include <stdio.h>
#include <string.h>

#include "config.h"

int config_read(const char *path, struct config *out)
{
    char «buf→line»[256];
    FILE *file = fopen(path, "r");

    if (!file)
        return -1;
    while (fgets(‹buf→line›, sizeof(‹buf→line›), file)) {
        if (‹buf→line›[0] == '#')
            continue;
        config_parse(out, ‹buf→line›);
    }
    fclose(file);
    return 0;
}

int config_write(const char *path, const struct config *in)
{
    char buf[512];

    config_format(in, buf, sizeof(buf));
    return write_file(path, buf, strlen(buf));
}

==== a C++ iterator
kind: rename-local
keys: backspace
--- src/cache.cpp
#include "cache.hpp"

#include <utility>

std::optional<Value> Cache::get(const std::string& key) {
    auto «it→found» = entries_.find(key);
    if (‹it→found› == entries_.end()) {
        ++misses_;
        return std::nullopt;
    }
    ++hits_;
    return ‹it→found›->second;
}

void Cache::evict(std::size_t limit) {
    auto it = entries_.begin();
    while (entries_.size() > limit && it != entries_.end()) {
        it = entries_.erase(it);
    }
}

==== a shortened name in Python
kind: rename-local
keys: backspace
--- scan.py
import socket

from ports import WELL_KNOWN


def check_host(host, timeout=1.0):
    scan«ner→» = socket.socket()
    ‹scanner→scan›.settimeout(timeout)
    found = []
    for port in WELL_KNOWN:
        if ‹scanner→scan›.connect_ex((host, port)) == 0:
            found.append(port)
    ‹scanner→scan›.close()
    return found


def check_all(hosts):
    return {host: check_host(host) for host in hosts}

==== a comprehension with its own variable
kind: rename-local
--- stats.py
def spread(samples):
    values = sorted(samples)
    «mid→middle» = len(values) // 2
    low = [mid for mid in values[:10] if mid > 0]
    if len(values) % 2:
        center = values[‹mid→middle›]
    else:
        center = (values[‹mid→middle› - 1] + values[‹mid→middle›]) / 2
    return center, low


def halves(values):
    mid = len(values) // 2
    return values[:mid], values[mid:]

==== a shell variable in one script
kind: rename-local
--- bin/backup.sh
#!/bin/sh
set -eu

«target→archive»="/var/backups/$(date +%F).tar.gz"
source_dir="${1:-/srv/data}"

mkdir -p "$(dirname "$‹target→archive›")"
tar -czf "$‹target→archive›" "$source_dir"
chmod 600 "${‹target→archive›}"
echo "wrote $‹target→archive›"

==== a block variable in Ruby
kind: rename-local
language: ruby
--- lib/totals.rb
module Totals
  def self.sum(orders)
    «acc→total» = 0
    orders.each do |order|
      ‹acc→total› += order.price
    end
    ‹acc→total›
  end

  def self.names(orders)
    acc = []
    orders.each { |order| acc << order.name }
    acc
  end
end

==== a caught error in JavaScript
kind: rename-local
keys: backspace
--- src/parse.js
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch («e→error») {
    if (‹e→error› instanceof SyntaxError) {
      return null;
    }
    throw ‹e→error›;
  }
}

export function guard(call) {
  try {
    return call();
  } catch (e) {
    return e;
  }
}

==== two shell functions have a local variable of the same name
kind: rename-local
--- backup.sh
#!/bin/bash
backup() {
  local «src→source_dir»=$1
  tar czf out.tgz "$‹src→source_dir›"
  echo "saved ${‹src→source_dir›}"
}

restore() {
  local src=$1
  tar xzf "$src"
}

==== local renamed in one of two functions
kind: rename-local
--- src/checksum.c
#include <stddef.h>
#include <stdint.h>

uint16_t fletcher16(const uint8_t *data, size_t n)
{
    uint16_t «a→low» = 0, b = 0;

    for (size_t i = 0; i < n; i++) {
        ‹a→low› = (‹a→low› + data[i]) % 255;
        b = (b + ‹a→low›) % 255;
    }
    return (uint16_t)(b << 8 | ‹a→low›);
}

uint32_t adler32(const uint8_t *data, size_t n)
{
    uint32_t a = 1, b = 0;

    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

==== shell variable renamed
kind: rename-local
--- scripts/release.sh
#!/bin/sh
set -eu

«VER→VERSION»=$(cat VERSION.txt)
OUT=dist/app-$‹VER→VERSION›.tar.gz

if git rev-parse "v$‹VER→VERSION›" >/dev/null 2>&1; then
    echo "v${‹VER→VERSION›} exists already" >&2
    exit 1
fi

tar czf "$OUT" src README.md
git tag "v$‹VER→VERSION›"
git push origin "v$‹VER→VERSION›"

==== receiver renamed within one method
kind: rename-local
--- queue/ring.go
package queue

type Ring struct {
	items []string
	head  int
	size  int
}

func (r *Ring) Push(item string) bool {
	if r.size == len(r.items) {
		return false
	}
	r.items[(r.head+r.size)%len(r.items)] = item
	r.size++
	return true
}

func (r *Ring) Pop() (string, bool) {
	if r.size == 0 {
		return "", false
	}
	«x→item» := r.items[r.head]
	r.items[r.head] = ""
	r.head = (r.head + 1) % len(r.items)
	r.size--
	return ‹x→item›, true
}

func Max(x, y int) int {
	if x > y {
		return x
	}
	return y
}

==== callback parameter renamed
kind: rename-local
--- src/inbox.js
const unread = (messages) => messages.filter((m) => !m.read);

function summarize(messages) {
  return messages.map((«m→message») => {
    const from = ‹m→message›.from.name;
    return `${from}: ${‹m→message›.subject} (${‹m→message›.parts.length})`;
  });
}

function oldest(messages) {
  return messages.reduce((a, m) => (a.date < m.date ? a : m));
}

module.exports = { unread, summarize, oldest };

==== rename of a loop variable that a comprehension shadows
kind: rename-local
--- stats/histogram.py
def histogram(values, width):
    counts = {}
    for «v→value» in values:
        bucket = int(‹v→value› // width)
        counts[bucket] = counts.get(bucket, 0) + 1
        if ‹v→value› < 0:
            raise ValueError(f"negative: {‹v→value›}")
    top = max(counts.values())
    return {k: v / top for k, v in sorted(counts.items())}


def mean(values):
    total = 0.0
    for v in values:
        total += v
    return total / len(values)


def spread(values):
    m = mean(values)
    return sum((v - m) ** 2 for v in values) / len(values)

==== let binding renamed with a closure that shadows it
kind: rename-local
--- src/words.rs
use std::collections::HashMap;

pub fn count(text: &str) -> HashMap<String, usize> {
    let mut «m→counts» = HashMap::new();
    for word in text.split_whitespace() {
        *‹m→counts›.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    ‹m→counts›
}

pub fn longest(text: &str) -> Option<&str> {
    let mut m: Option<&str> = None;
    for word in text.split_whitespace() {
        if m.map_or(true, |m| word.len() > m.len()) {
            m = Some(word);
        }
    }
    m
}

==== local renamed that an inner function shadows
kind: rename-local
--- src/report/group.ts
export interface Entry {
  day: string;
  minutes: number;
}

export function groupByDay(entries: Entry[]): Map<string, number> {
  const «result→totals» = new Map<string, number>();
  for (const entry of entries) {
    const sum = ‹result→totals›.get(entry.day) ?? 0;
    ‹result→totals›.set(entry.day, sum + entry.minutes);
  }
  return ‹result→totals›;
}

export function longest(entries: Entry[]): Entry | undefined {
  let result: Entry | undefined;
  for (const entry of entries) {
    if (!result || entry.minutes > result.minutes) result = entry;
  }
  return result;
}

export function describe(entries: Entry[]): string {
  const format = (result: Entry) => `${result.day}: ${result.minutes}`;
  return entries.map(format).join("\n");
}
